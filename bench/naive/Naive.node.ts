import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { additionalFields, longUrl } from './fields';

const showFor = (operation: string) => ({ show: { operation: [operation] } });

/** A declarative node as n8n's documentation teaches it: routing on the fields, nothing else. */
export class Naive implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Naive',
		name: 'naive',
		group: ['output'],
		version: 1,
		description: 'Makes and lists short links',
		defaults: { name: 'Naive' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'naiveApi', required: true }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		},
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				default: 'create',
				options: [
					{
						name: 'Create',
						value: 'create',
						action: 'Create a link',
						routing: { request: { method: 'POST', url: '/api/url/add' } },
					},
					{
						name: 'Get Many',
						value: 'getAll',
						action: 'Get many links',
						routing: {
							request: { method: 'GET', url: '/api/urls' },
							send: { paginate: true },
							operations: {
								pagination: {
									type: 'generic',
									properties: {
										continue:
											'={{ $response.body.data.currentpage < $response.body.data.maxpage }}',
										// said here once more: n8n puts these in place of the query of before
										request: {
											qs: {
												limit: '={{ $parameter.pageSize }}',
												page: '={{ ($response.body?.data.currentpage ?? 0) + 1 }}',
											},
										},
									},
								},
							},
							output: {
								postReceive: [{ type: 'rootProperty', properties: { property: 'data.urls' } }],
							},
						},
					},
				],
			},
			{ ...longUrl, displayOptions: showFor('create') },
			{ ...additionalFields, displayOptions: showFor('create') },
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				default: 100,
				displayOptions: showFor('getAll'),
				routing: { send: { type: 'query', property: 'limit' } },
			},
		],
	};
}
