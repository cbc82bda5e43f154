import type { IDataObject } from 'n8n-workflow';

import type { Clearable } from '../../fields/collection';
import type { UnreadableFields } from '../behaviors/updates';
import type { Output } from '../operation';
import { statistics } from '../output/reply';

/** A link with its statistics. */
export const linkWithClicks = statistics({
	id: 'integer',
	shorturl: 'string',
	longurl: 'string',
	title: 'string',
	description: 'string',
	location: 'object',
	device: 'object',
	expiry: 'string',
	date: 'string',
});

export const SHORT_LINK: Output = { id: 'integer', shorturl: 'string' };

/** The reply with the short URL under `shorturl`: some services call it `short` (services.md section 2). */
export function withShortUrl(reply: IDataObject): IDataObject {
	if (reply.shorturl !== undefined || reply.short === undefined) return reply;
	const { short, ...rest } = reply;
	return { ...rest, shorturl: short };
}

/** The fields of a body that a reading of a link shows, and what it calls them (api.md section 2.10). The list shows fewer. */
export const SHOWN_AS: Record<string, string> = {
	url: 'longurl',
	metatitle: 'title',
	description: 'description',
	expiry: 'expiry',
	geotarget: 'location',
	devicetarget: 'device',
};

/** The fields of a link that no reading shows (services.md section 1). */
export const UNREADABLE_FIELDS: UnreadableFields = {
	password: 'Password',
	pixels: 'Pixel Names or IDs',
	parameters: 'URL Parameters',
	languagetarget: 'Language Targeting',
	deeplink: 'Deep Links',
	campaign: 'Campaign',
	channel: 'Channel',
	status: 'Status',
	type: 'Redirect Type',
	metadescription: 'Meta Description',
	metaimage: 'Meta Image',
};

/** The URL parameters that have fields of their own. */
export const UTM_LABELS = {
	utm_campaign: 'UTM Campaign',
	utm_content: 'UTM Content',
	utm_medium: 'UTM Medium',
	utm_source: 'UTM Source',
	utm_term: 'UTM Term',
};

const LABELS = new Map(
	Object.entries({
		...UNREADABLE_FIELDS,
		url: 'Long URL',
		custom: 'Alias',
		domain: 'Domain',
		metatitle: 'Meta Title',
		description: 'Description',
		expiry: 'Expiry',
		geotarget: 'Geo Targeting',
		devicetarget: 'Device Targeting',
		...UTM_LABELS,
	}),
);

/** What a message calls a field of the body or a UTM parameter; one that only a service has is called by its name. */
export const labelOfLinkField = (name: string): string => LABELS.get(name) ?? name;

/** The fields of a link that an update can empty, with the values that empty them. 0 stands for no campaign or channel. */
export const CLEARABLE_FIELDS: Clearable = {
	campaign: 0,
	channel: 0,
	deeplink: [],
	description: '',
	devicetarget: [],
	domain: '',
	expiry: '',
	geotarget: [],
	languagetarget: [],
	metadescription: '',
	metaimage: '',
	metatitle: '',
	parameters: [],
	password: '',
	pixels: [],
	type: '',
};
