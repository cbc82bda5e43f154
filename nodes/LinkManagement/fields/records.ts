import { type FieldContext, invalidInput } from '../errors';
import { textOf } from '../values/json';
import { isEmpty, positiveInteger } from './convert';
import { BY_DOMAIN, BY_ID, byName, LINK_BY_ID, LINK_BY_URL, locator } from './locator';
import { linkReference, recordOf } from './reference';
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
			typed: [byName('Spring sale'), BY_ID],
		}),
		recordOf('campaigns'),
	);

export const channelId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Channel',
			name: 'channelId',
			description: `The channel ${purpose}`,
			search: 'searchChannels',
			typed: [byName('Newsletter'), BY_ID],
		}),
		recordOf('channels'),
	);

export const domainId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Domain',
			name: 'domainId',
			description: `The branded domain ${purpose}`,
			search: 'searchDomains',
			typed: [BY_DOMAIN, BY_ID],
		}),
		recordOf('domains'),
	);

export const linkId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'Link',
			name: 'linkId',
			description: `The short link ${purpose}`,
			search: 'searchLinks',
			typed: [LINK_BY_ID, LINK_BY_URL],
			builderHint:
				'Mode id takes an ID, a full short URL or an alias on the default domain, also from an expression such as {{ $json.shorturl }}.',
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
			typed: [byName('Shop visitors'), BY_ID],
		}),
		recordOf('pixels'),
	);

export const qrCodeId = (purpose: string) =>
	inPath(
		locator({
			displayName: 'QR Code',
			name: 'qrCodeId',
			description: `The QR code ${purpose}`,
			search: 'searchQrCodes',
			typed: [byName('Menu table 1'), BY_ID],
		}),
		recordOf('qrCodes'),
	);

/** A link as in {@link linkId}, a QR code by name or ID, or a bio page, which has no list, by ID. */
const itemReference = (value: unknown, place: FieldContext, path: string): unknown => {
	if (path.includes('/links/')) return linkReference(value, place);
	// Only a link can be looked up by its URL. The ID that this gives would be the ID of another QR code or bio page
	if (textOf(value).includes('://')) {
		throw invalidInput(
			place,
			'By URL works only for links',
			'Choose a QR code from the list, or enter the ID of the item.',
		);
	}
	// A dragged column is in the mode `id`, so that this mode takes names, too
	if (path.includes('/qr/'))
		return recordOf('qrCodes')(value, { ...place, mode: place.mode === 'name' ? 'name' : 'list' });
	return isEmpty(value) ? undefined : positiveInteger(value, place);
};

export const itemId = inPath(
	locator({
		displayName: 'Item',
		name: 'itemId',
		description: 'The link, bio page or QR code to add to the channel',
		search: 'searchItems',
		listHint: 'Bio pages have no list: choose By ID and enter the ID',
		typed: [
			{
				...LINK_BY_ID,
				hint: 'The ID. Or of a link its short URL or alias, of a QR code its name.',
			},
			{ ...byName('Menu table 1'), hint: 'The name of a QR code, or the alias of a link' },
			LINK_BY_URL,
		],
		dependsOn: ['itemType'],
	}),
	itemReference,
);
