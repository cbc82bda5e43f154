import {
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { BY_ID_OR_SHORT_URL, locator } from './fields/locators';
import { listSearch } from './methods/listSearch';
import { poll } from './trigger/poll';

/** What can start a workflow. `action` is the text of the nodes panel. */
const EVENTS = [
	{
		name: 'Link Clicks Increased',
		value: 'linkClicksIncreased',
		action: 'On link gaining clicks',
		description:
			"A link gained at least as many clicks as 'Minimum Increase' says since it last started the workflow",
	},
	{
		name: 'Link Clicks Reached',
		value: 'linkClicksReached',
		action: 'On link reaching click threshold',
		description: "The clicks of a link reached 'Threshold'. Each link starts the workflow once.",
	},
	{
		name: 'New Link',
		value: 'newLink',
		action: 'On new link',
		description: 'A short link was created',
	},
	{
		name: 'New QR Code',
		value: 'newQrCode',
		action: 'On new QR code',
		description: 'A QR code was created',
	},
	{
		name: 'QR Code Scans Increased',
		value: 'qrCodeScansIncreased',
		action: 'On QR code gaining scans',
		description:
			"A QR code gained at least as many scans as 'Minimum Increase' says since it last started the workflow",
	},
	{
		name: 'QR Code Scans Reached',
		value: 'qrCodeScansReached',
		action: 'On QR code reaching scan threshold',
		description:
			"The scans of a QR code reached 'Threshold'. Each QR code starts the workflow once.",
	},
];

const EVENT_NAMES = Object.fromEntries(EVENTS.map(({ name, value }) => [value, name]));

/** A pass over the links ends when it has found these, so the filter saves requests, too. */
const LINKS: INodeProperties = {
	displayName: 'Links',
	name: 'links',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Link' },
	placeholder: 'Add Link',
	default: {},
	displayOptions: { show: { '/event': ['linkClicksIncreased', 'linkClicksReached'] } },
	description: 'Only these links, chosen from the list or given by their ID or short URL',
	options: [
		{
			displayName: 'Link',
			name: 'link',
			values: [
				locator({
					displayName: 'Link',
					name: 'linkId',
					description: 'The short link to watch',
					search: 'searchLinks',
					typed: [BY_ID_OR_SHORT_URL],
				}),
			],
		},
	],
};

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
		subtitle: `={{ (${JSON.stringify(EVENT_NAMES)})[$parameter["event"]] }}`,
		description:
			// n8n's panel shows this text for the whole package
			'Start a workflow when a short link or QR code is new or gets clicks or scans, and manage links and codes',
		defaults: { name: 'Link Management Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Polls a link management service (URL shortener): new links and QR codes, or clicks and scans. Each poll that finds some starts one execution, with an item for each record.',
		},
		activationMessage:
			'The service is now polled at the interval that you set. At the first publication, links and QR codes that exist already do not start the workflow; what happens afterwards does, even while it is unpublished.',
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagementApi', required: true }],
		properties: [
			{
				displayName: 'Trigger On',
				name: 'event',
				type: 'options',
				options: EVENTS,
				default: 'newLink',
			},
			{
				displayName: 'Minimum Increase',
				name: 'increase',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: { show: { event: ['linkClicksIncreased', 'qrCodeScansIncreased'] } },
				default: 10,
				description:
					'How many clicks or scans a record must gain before it starts the workflow again',
			},
			{
				displayName: 'Threshold',
				name: 'threshold',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: { show: { event: ['linkClicksReached', 'qrCodeScansReached'] } },
				default: 100,
				description: 'The total number of clicks or scans that starts the workflow',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [
					LINKS,
					{
						displayName: 'Search',
						name: 'q',
						type: 'string',
						placeholder: 'e.g. spring sale',
						default: '',
						description: 'Only links that match this keyword, or QR codes whose name contains it',
					},
				],
			},
		],
	};

	methods = { listSearch: { searchLinks: listSearch.searchLinks } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
