import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { asPositiveInteger, isEmpty } from './convert';
import type { Convert, ValueField } from './field';
import { asLinkOr, asRecord, asRecordOfLink, type Named } from './reference';

/** A mode in which the user types. n8n labels modes named `id`, `list` and `url` itself, so others have other names. */
type TypedMode = Omit<INodePropertyMode, 'type'>;

export interface Locator extends Pick<
	INodeProperties,
	'description' | 'displayName' | 'name' | 'typeOptions'
> {
	/** The method of `listSearch` that fills the list. */
	search: string;
	/** The modes for typing, after the list. Without a mode `id`, n8n's editor puts a dragged column into the first of these. */
	typed: [TypedMode, ...TypedMode[]];
	builderHint?: string;
}

export const BY_ID: TypedMode = { name: 'recordId', displayName: 'By ID', placeholder: 'e.g. 42' };

export const byNameMode = (example: string): TypedMode => ({
	name: 'name',
	displayName: 'By Name',
	placeholder: `e.g. ${example}`,
	hint: 'The node reads the list once in a run to find the name',
});

export const BY_DOMAIN: TypedMode = {
	name: 'domain',
	displayName: 'By Domain',
	placeholder: 'e.g. https://go.example.com',
};

/** Into this mode the editor puts a dragged column. In older workflows it is called `id` or `url`. */
export const BY_ID_OR_SHORT_URL: TypedMode = {
	name: 'idOrUrl',
	displayName: 'By ID or Short URL',
	placeholder: 'e.g. 42 or https://go.example.com/spring',
	hint: 'Digits are an ID. A short URL takes one more request.',
};

export const BY_ALIAS: TypedMode = {
	name: 'alias',
	displayName: 'By Alias',
	placeholder: 'e.g. spring-sale',
	hint: 'On the default domain. Takes at least one more request.',
};

/** After how long the editor tells why a list is slow, in ms: most services answer sooner. */
const SLOW = 4_000;

/**
 * One record, chosen from a searchable list or by typing what identifies it. The modes have no `validation`, because n8n runs
 * it with a time limit that a busy machine exceeds, and then does not start the workflow. The conversions check the values.
 */
export function locator({ search, typed, builderHint, ...texts }: Locator) {
	// What the editor shows while a list waits for the rate limit. Older versions of n8n show nothing
	const slowLoadNotice = {
		message: `The list may be waiting for the rate limit of your service. Meanwhile, you can use '${typed[0].displayName}'.`,
		timeout: SLOW,
	};
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select from the list…',
				typeOptions: { searchListMethod: search, searchable: true, slowLoadNotice },
			},
			...typed.map((mode): INodePropertyMode => ({ ...mode, type: 'string' })),
		],
	} satisfies INodeProperties;
}

type LocatorTexts = Omit<Locator, 'description' | 'name'>;

/** A locator that fills the `:name` of a path. `purpose` ends the description, e.g. "to delete". */
const recordField =
	(named: Named, name: string, what: string, texts: LocatorTexts) =>
	(purpose: string): ValueField => ({
		...locator({ ...texts, name, description: `The ${what} ${purpose}` }),
		required: true,
		convert: asRecord(named),
	});

const fieldOfLink = (named: Named, name: string, texts: LocatorTexts): ValueField => ({
	...locator({ ...texts, name, description: `The ${name} to add the link to` }),
	routing: { send: { type: 'body', property: name } },
	convert: asRecordOfLink(named),
});

const CAMPAIGN: LocatorTexts = {
	displayName: 'Campaign',
	search: 'searchCampaigns',
	typed: [byNameMode('Spring sale'), BY_ID],
};
export const campaignId = recordField('campaigns', 'campaignId', 'campaign', CAMPAIGN);
export const campaignOfLink = fieldOfLink('campaigns', 'campaign', CAMPAIGN);

const CHANNEL: LocatorTexts = {
	displayName: 'Channel',
	search: 'searchChannels',
	typed: [byNameMode('Newsletter'), BY_ID],
};
export const channelId = recordField('channels', 'channelId', 'channel', CHANNEL);
export const channelOfLink = fieldOfLink('channels', 'channel', CHANNEL);

export const domainId = recordField('domains', 'domainId', 'branded domain', {
	displayName: 'Domain',
	search: 'searchDomains',
	typed: [BY_DOMAIN, BY_ID],
});

export const pixelId = recordField('pixels', 'pixelId', 'tracking pixel', {
	displayName: 'Pixel',
	search: 'searchPixels',
	typed: [byNameMode('Shop visitors'), BY_ID],
});

export const qrCodeId = recordField('qrCodes', 'qrCodeId', 'QR code', {
	displayName: 'QR Code',
	search: 'searchQrCodes',
	typed: [byNameMode('Menu table 1'), BY_ID],
});

export const linkId = (purpose: string): ValueField => ({
	...locator({
		displayName: 'Link',
		name: 'linkId',
		description: `The short link ${purpose}`,
		search: 'searchLinks',
		typed: [BY_ID_OR_SHORT_URL, BY_ALIAS],
		builderHint:
			'Mode idOrUrl takes an ID or a full short URL, also from an expression such as {{ $json.shorturl }}; mode alias takes an alias on the default domain.',
	}),
	required: true,
	convert: asLinkOr('By Alias'),
});

/** A link as in {@link linkId}, a QR code by name or ID, or a bio page, which has no list, by ID. */
const itemReference: Convert = (value, field) => {
	const { itemType } = field.path ?? {};
	const isByName = field.mode === 'name';
	if (itemType === 'links')
		return asLinkOr('By Name')(value, isByName ? { ...field, mode: 'alias' } : field);
	// The editor puts a dragged column into the first mode, so that this mode takes names, too. A name may be a short URL
	if (itemType === 'qr')
		return asRecord('qrCodes')(value, { ...field, mode: isByName ? 'name' : 'list' });
	return isEmpty(value) ? undefined : asPositiveInteger(value, field);
};

export const itemId: ValueField = {
	...locator({
		displayName: 'Item',
		name: 'itemId',
		description: 'The link, bio page or QR code to add to the channel',
		search: 'searchItems',
		typed: [
			{
				...BY_ID_OR_SHORT_URL,
				hint: 'Digits are an ID. Also the short URL of a link, or the name of a QR code.',
			},
			{ ...byNameMode('Menu table 1'), hint: 'The name of a QR code, or the alias of a link' },
		],
		// When the type changes, the editor clears the choice
		typeOptions: { loadOptionsDependsOn: ['itemType'] },
	}),
	required: true,
	convert: itemReference,
};
