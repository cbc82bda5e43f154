import type { Clearable } from '../../fields/clear';
import type { UnreadableFields } from '../behaviors/updates';

/** The fields of `details` that a reading of a link shows (api.md section 2.10). */
export const SHOWN_FIELDS = ['longurl', 'title', 'description', 'expiry', 'location', 'device'];

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

/** The labels of all fields of a link. */
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
	}),
);

/** What a message calls a field of the body; one that only a service has is called by its name. */
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
