import {
	type DeclarativeRestApiSettings,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	type NodeHint,
	NodeOperationError,
} from 'n8n-workflow';

import { findOperation, properties, resources } from './actions';
import { getLinkColumns } from './actions/link/columns';
import { BASE_URL_EXPRESSION } from './client/credential';
import { quoted } from './fields/convert';
import { listSearch, loadOptions } from './methods/listSearch';
import { manyItems } from './run/manyItems';
import { oneItem } from './run/oneItem';
import { mapValues, textOf } from './text/json';

/** What the canvas shows below the node's name, by resource and operation. It cuts off the longer words of the actions. */
const SUBTITLES = Object.fromEntries(
	Object.entries(resources).flatMap(([name, resource]) =>
		Object.entries(resource.operations).map(([operation, { option }]) => [
			`${name} ${operation}`,
			`${option.name}: ${resource.name}`,
		]),
	),
);

/** n8n's editor counts the items only after the node before has run. Otherwise the condition fails, and no hint is shown. */
const IS_LONG = '$input.all().length > 30';

const beforeRun = (message: string, condition: string): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	whenToDisplay: 'beforeExecution',
	location: 'outputPane',
});

const hints: NodeHint[] = [
	beforeRun(
		"Each input item deletes a record permanently. If you add 'Maximum Deletions', under 'Options', a run with more items deletes nothing.",
		'$parameter["operation"] === "delete"',
	),
	beforeRun(
		'At 30 requests a minute and one request an item, every 30 items take a minute. The node follows the rate limit of your plan and waits when necessary.',
		`$parameter["operation"] !== "getAll" && $parameter["addQrCode"] !== true && ${IS_LONG}`,
	),
	beforeRun(
		"At 30 requests a minute and, with 'Add QR Code', two requests a link, every 15 links take a minute. The node follows the rate limit of your plan and waits when necessary.",
		`$parameter["addQrCode"] === true && ${IS_LONG}`,
	),
	beforeRun(
		'A long list is read in pages of up to 1,000 records within the rate limit of your plan. At 30 requests a minute, 100,000 records take about 3 minutes, or 33 minutes if the service returns only 100 per page.',
		'$parameter["returnAll"] === true',
	),
];

/** n8n's routing engine has built the request. */
async function oneItemOf(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
) {
	const resource = this.getNodeParameter('resource', '');
	const name = this.getNodeParameter('operation', '');
	const operation = findOperation(resource, name);
	// An operation that is an expression has no request: n8n's routing engine takes that of a chosen one
	if (!operation || options.url === undefined)
		throw new NodeOperationError(
			this.getNode(),
			resources[textOf(resource)]
				? `The resource ${quoted(resource)} has no operation ${quoted(name)}`
				: `There is no resource ${quoted(resource)}`,
			{
				itemIndex: this.getItemIndex(),
				description:
					'Choose a Resource and an Operation. If a newer version of this node has the operation, update the node. Nothing was sent.',
			},
		);
	return await oneItem(this, operation, properties, options as IHttpRequestOptions);
}

/** What an AI builder reads when it finds the node: which service this is for, and which operation for what. */
const SEARCH_HINT =
	'For any link management service (URL shortener) that offers this API at an address of its own; not for Bitly or TinyURL. ' +
	'To shorten many URLs, such as the rows of a spreadsheet, use resource link, operation createOrGet, which can be repeated. ' +
	'To keep links as a table says, so that changed rows change their links, use upsert; its switch dryRun gives the plan. ' +
	'For the clicks of one link use get or getByShortUrl, by country or referrer getClicks, for those of all links getAll. ' +
	'It waits for the rate limit by itself: add no Wait or Loop Over Items node. ' +
	'To start a workflow on new links or clicks, use Link Management Trigger.';

export class LinkManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Management',
		name: 'linkManagement',
		icon: {
			light: 'file:../../icons/linkManagement.svg',
			dark: 'file:../../icons/linkManagement.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: `={{ (${JSON.stringify(SUBTITLES)})[$parameter["resource"] + " " + $parameter["operation"]] }}`,
		description:
			'Create, look up and track short links, QR codes, campaigns, channels and branded domains',
		defaults: { name: 'Link Management' },
		usableAsTool: true,
		builderHint: { searchHint: SEARCH_HINT },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagementApi', required: true }],
		hints,
		// n8n checks the credential's allowed domains only if the base URL is here. The node adds the headers to each request
		requestDefaults: { baseURL: BASE_URL_EXPRESSION },
		requestOperations: { pagination: oneItemOf },
		properties,
	};

	methods = { listSearch, loadOptions, resourceMapping: { getLinkColumns } };

	/**
	 * n8n calls these instead of its routing engine, with all items of a run. The routing engine prepares all items in one stretch,
	 * in which n8n does nothing else (1,000 items with one expression: 3.8 s), and starts the requests of all at once: it cannot
	 * keep a rate limit, and goes on after a refusal. It still runs single items, such as those of tools, through `pagination`.
	 */
	customOperations = mapValues(resources, ({ operations }) =>
		mapValues(
			operations,
			(operation) =>
				async function (this: IExecuteFunctions) {
					return await manyItems(this, operation, properties);
				},
		),
	);
}
