import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { poll } from './trigger/poll';

/** What can start a workflow. `action` is the text of the nodes panel. */
const EVENTS = [
	{
		name: 'Link Clicks Increased',
		value: 'linkClicksIncreased',
		action: 'On link gaining clicks',
		description: 'A link gained at least this many clicks since it last fired',
	},
	{
		name: 'Link Clicks Reached',
		value: 'linkClicksReached',
		action: 'On link reaching a number of clicks',
		description: "A link's total clicks reached the threshold (fires once per link)",
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
		description: 'A QR code gained at least this many scans since it last fired',
	},
	{
		name: 'QR Code Scans Reached',
		value: 'qrCodeScansReached',
		action: 'On QR code reaching a number of scans',
		description: "A QR code's total scans reached the threshold (fires once per QR code)",
	},
];

/** The chosen event as the canvas shows it under the node's name. */
const EVENT_NAMES = Object.fromEntries(EVENTS.map(({ name, value }) => [value, name]));

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
			'Starts the workflow when a short link or QR code is created, or when it gets clicks or scans',
		defaults: { name: 'Link Management Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Polls a link management service (URL shortener): new links and QR codes, or clicks and scans. It fires once per record, with the record in the item.',
		},
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
				description:
					'The event that starts the workflow. Links and QR codes that exist at activation do not start it.',
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

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
