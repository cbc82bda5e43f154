import { type FieldContext, invalidInput } from '../errors';
import { id, linkReference } from './convert';
import { linkLocator, locator } from './locator';
import { inPath } from './send';

/** The records that operations are about: locators that fill the `:name` of a path. */

export const campaignId = inPath(
	locator({
		displayName: 'Campaign',
		name: 'campaignId',
		description: 'The campaign to work on',
		search: 'searchCampaigns',
	}),
	id,
);

export const channelId = inPath(
	locator({
		displayName: 'Channel',
		name: 'channelId',
		description: 'The channel to work on',
		search: 'searchChannels',
	}),
	id,
);

export const domainId = inPath(
	locator({
		displayName: 'Domain',
		name: 'domainId',
		description: 'The branded domain to work on',
		search: 'searchDomains',
	}),
	id,
);

export const linkId = inPath(
	linkLocator({
		displayName: 'Link',
		name: 'linkId',
		description: 'The short link to work on',
		search: 'searchLinks',
	}),
	linkReference,
);

export const qrCodeId = inPath(
	locator({
		displayName: 'QR Code',
		name: 'qrCodeId',
		description: 'The QR code to work on',
		search: 'searchQrCodes',
	}),
	id,
);

/** Only a link's address can be looked up: what it gives would be the ID of another QR code or bio page. */
const itemReference = (value: unknown, place: FieldContext, path: string): unknown => {
	const reference = linkReference(value, place);
	if (typeof reference === 'string' && !path.includes('/links/')) {
		throw invalidInput(
			place,
			'By URL is for links',
			'Choose the QR code from the list, or give the ID of the item.',
		);
	}
	return reference;
};

export const itemId = inPath(
	linkLocator({
		displayName: 'Item',
		name: 'itemId',
		description: 'The link, bio page or QR code to assign; By URL is for links',
		search: 'searchItems',
		dependsOn: ['itemType'],
	}),
	itemReference,
);
