import { type FieldContext, invalidInput } from '../errors';
import { id, linkReference } from './convert';
import { linkLocator, locator } from './locator';
import { inPath } from './send';

/**
 * Locators that fill the `:name` of a path. `purpose` ends the description, e.g. "to delete" for "The campaign to
 * delete".
 */

export const campaignId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Campaign',
			name: 'campaignId',
			description: `The campaign ${purpose}`,
			search: 'searchCampaigns',
		}),
		id,
	);

export const channelId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Channel',
			name: 'channelId',
			description: `The channel ${purpose}`,
			search: 'searchChannels',
		}),
		id,
	);

export const domainId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Domain',
			name: 'domainId',
			description: `The branded domain ${purpose}`,
			search: 'searchDomains',
		}),
		id,
	);

export const linkId = (purpose: string) =>
	inPath(
		linkLocator({
			displayName: 'Link',
			name: 'linkId',
			description: `The short link ${purpose}`,
			search: 'searchLinks',
		}),
		linkReference,
	);

export const pixelId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Pixel',
			name: 'pixelId',
			description: `The tracking pixel ${purpose}`,
			search: 'searchPixels',
		}),
		id,
	);

export const qrCodeId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'QR Code',
			name: 'qrCodeId',
			description: `The QR code ${purpose}`,
			search: 'searchQrCodes',
		}),
		id,
	);

/** Only a link can be looked up by its URL. The ID that this gives would be the ID of another QR code or bio page. */
const itemReference = (value: unknown, place: FieldContext, path: string): unknown => {
	const reference = linkReference(value, place);
	if (typeof reference === 'string' && !path.includes('/links/')) {
		throw invalidInput(
			place,
			'By URL works only for links',
			'Choose a QR code from the list, or enter the ID of the item.',
		);
	}
	return reference;
};

export const itemId = inPath(
	linkLocator({
		displayName: 'Item',
		name: 'itemId',
		description: 'The link, bio page or QR code to add to the channel',
		search: 'searchItems',
		listHint: 'Bio pages have no list: choose By ID and enter the ID',
		dependsOn: ['itemType'],
	}),
	itemReference,
);
