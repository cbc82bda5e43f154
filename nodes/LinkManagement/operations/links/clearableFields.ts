import type { Clearable } from '../../fields/clear';

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
