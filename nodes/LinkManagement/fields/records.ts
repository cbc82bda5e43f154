import { asPositiveInteger, isEmpty } from './convert';
import type { Convert, ValueField } from './field';
import {
	BY_ALIAS,
	BY_DOMAIN,
	BY_ID,
	BY_ID_OR_SHORT_URL,
	byNameMode,
	type Locator,
	locator,
} from './locator';
import { asLink, asRecord, asRecordOfLink, type Named } from './reference';

/** Locators that fill the `:name` of a path. `purpose` ends the description, e.g. "to delete". */

type LocatorTexts = Omit<Locator, 'description' | 'name'>;

const CAMPAIGN: LocatorTexts = {
	displayName: 'Campaign',
	search: 'searchCampaigns',
	typed: [byNameMode('Spring sale'), BY_ID],
};
const CHANNEL: LocatorTexts = {
	displayName: 'Channel',
	search: 'searchChannels',
	typed: [byNameMode('Newsletter'), BY_ID],
};

const recordField =
	(named: Named, name: string, what: string, texts: LocatorTexts) =>
	(purpose: string): ValueField => ({
		...locator({ ...texts, name, description: `The ${what} ${purpose}` }),
		required: true,
		convert: asRecord(named),
	});

export const campaignId = recordField('campaigns', 'campaignId', 'campaign', CAMPAIGN);
export const channelId = recordField('channels', 'channelId', 'channel', CHANNEL);

export const campaignOfLink: ValueField = {
	...locator({ ...CAMPAIGN, name: 'campaign', description: 'The campaign to add the link to' }),
	routing: { send: { type: 'body', property: 'campaign' } },
	convert: asRecordOfLink('campaigns'),
};
export const channelOfLink: ValueField = {
	...locator({ ...CHANNEL, name: 'channel', description: 'The channel to add the link to' }),
	routing: { send: { type: 'body', property: 'channel' } },
	convert: asRecordOfLink('channels'),
};

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
	convert: asLink,
});

/** A link as in {@link linkId}, a QR code by name or ID, or a bio page, which has no list, by ID. */
const itemReference: Convert = (value, field) => {
	const { itemType } = field.path ?? {};
	const isByName = field.mode === 'name';
	if (itemType === 'links') return asLink(value, isByName ? { ...field, mode: 'alias' } : field);
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
		dependsOn: ['itemType'],
	}),
	required: true,
	convert: itemReference,
};
