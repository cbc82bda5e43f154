import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { poll } from './trigger/poll';

export class LinkManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Management Trigger',
		name: 'linkManagementTrigger',
		icon: {
			light: 'file:../../icons/linkManagement.svg',
			dark: 'file:../../icons/linkManagement.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		description:
			'Make, read and watch short links, QR codes, campaigns, channels and branded domains',
		defaults: { name: 'Link Management Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagementApi', required: true }],
		properties: [
			{
				displayName: 'Trigger On',
				name: 'event',
				type: 'options',
				options: [
					{
						name: 'Link Clicks Increased',
						value: 'linkClicksIncreased',
						description: 'A link was clicked so many times more',
					},
					{
						name: 'Link Clicks Reached',
						value: 'linkClicksReached',
						description: 'A link has so many clicks in all; once per link',
					},
					{ name: 'New Link', value: 'newLink', description: 'A short link was made' },
					{ name: 'New QR Code', value: 'newQrCode', description: 'A QR code was made' },
					{
						name: 'QR Code Scans Increased',
						value: 'qrCodeScansIncreased',
						description: 'A QR code was scanned so many times more',
					},
					{
						name: 'QR Code Scans Reached',
						value: 'qrCodeScansReached',
						description: 'A QR code has so many scans in all; once per code',
					},
				],
				default: 'newLink',
				description: 'What starts the workflow. What there is already at activation does not.',
			},
			{
				displayName: 'By at Least',
				name: 'increase',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: { show: { event: ['linkClicksIncreased', 'qrCodeScansIncreased'] } },
				default: 10,
				description: 'How many clicks or scans must have come since the last time',
			},
			{
				displayName: 'Threshold',
				name: 'threshold',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: { show: { event: ['linkClicksReached', 'qrCodeScansReached'] } },
				default: 100,
				description: 'How many clicks or scans there must be in all',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [
					{
						displayName: 'Search',
						name: 'q',
						type: 'string',
						placeholder: 'e.g. spring sale',
						default: '',
						description: 'Keyword that the links, or the names of the QR codes, have to match',
					},
				],
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
