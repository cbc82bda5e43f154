import type { IDataObject } from 'n8n-workflow';
import { unescaped } from '../text/comparable';
import { textOf } from '../text/json';
import { numberFrom } from '../text/sentences';

/**
 * A base URL in two parts: the address up to its last segment that is neither empty nor "api", and the rest, which
 * users may have copied with it. What follows "https://" is the host, even if it is called "api".
 *
 * The pattern is anchored at the start of the text and takes linear time. A pattern for the rest alone would start again at
 * each slash and take quadratic time. It has no flag "s", which n8n 1.85 does not understand in an expression.
 */
const BASE_URL = /^([^]*(?<!(?<!^https?:\/)\/(?:api)?))(?:\/[^]*)?$/i;

/**
 * An endpoint of the API (api.md section 4, services.md section 1) that was copied with the address, and all that follows.
 * Another path, such as `/api/links`, may belong to the address.
 *
 * The first match reaches to the end of the text, so that the pattern takes linear time.
 */
const ENDPOINT =
	/(?<!^https?:\/)\/api\/+(?:account|campaigns?|channels?|domains?|overlay|pixels?|qr|splash|urls?)(?:[/?#][^]*)?$/i;

/** An address without a scheme is taken for one with `https://`. */
const NO_SCHEME = /^(?=.)(?![a-z][a-z\d+.-]*:\/\/)/i;

/** The address that the paths of the API are appended to; each of them starts with /api (api.md section 4). */
export function normalizeBaseUrl(baseUrl: string): string {
	return baseUrl
		.trim()
		.replace(NO_SCHEME, 'https://')
		.replace(ENDPOINT, '')
		.replace(BASE_URL, '$1');
}

/** The same as {@link normalizeBaseUrl}, as an expression that n8n evaluates. */
export const BASE_URL_EXPRESSION = `={{ $credentials.baseUrl.trim().replace(${NO_SCHEME}, "https://").replace(${ENDPOINT}, "").replace(${BASE_URL}, "$1") }}`;

export interface ListEndpoint {
	path: `/api/${string}`;
	/** The name of the array in `data`, e.g. `urls`. */
	arrayName: string;
	/** What reading it does, if not every service has it, e.g. `list tracking pixels`: see `ServiceRequest.endpoint`. */
	endpoint?: string;
}

export interface NamedList extends ListEndpoint {
	/** What it holds, for messages. */
	what: string;
}

/** The lists of the service (api.md section 4, services.md section 1). */
export const LISTS = {
	campaigns: { path: '/api/campaigns', arrayName: 'campaigns', what: 'campaigns' },
	channels: { path: '/api/channels', arrayName: 'channels', what: 'channels' },
	domains: { path: '/api/domains', arrayName: 'domains', what: 'branded domains' },
	links: { path: '/api/urls', arrayName: 'urls', what: 'short links' },
	overlays: { path: '/api/overlay', arrayName: 'cta', what: 'CTA overlays' },
	pixels: { path: '/api/pixels', arrayName: 'pixels', what: 'tracking pixels' },
	qrCodes: { path: '/api/qr', arrayName: 'qrs', what: 'QR codes' },
	splashPages: { path: '/api/splash', arrayName: 'splash', what: 'splash pages' },
} as const satisfies Record<string, NamedList>;

/** The keys under which services send the name of a record: that of a campaign differs (api.md section 2.5, services.md section 2). */
export const NAME_KEYS = ['name', 'campaign', 'domain'];

/** The name of a record for dropdowns and for fields that name it; '' without one, which a campaign need not have (api.md section 4.5). */
export const nameOfRecord = (record: IDataObject): string =>
	unescaped(NAME_KEYS.map((key) => textOf(record[key])).find((name) => name.trim() !== '') ?? '');

/** The ID of a record that can be chosen. Domains that all users share have none (services.md section 3). */
export const recordIdOf = ({ id }: IDataObject): number | undefined => {
	const number = numberFrom(id) ?? 0;
	return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** The array of the list of a channel's items, whose path holds the channel's ID. */
export const CHANNEL_ITEMS = 'items';

/** The path of one record. @param id only digits, as {@link validRecordId} returns them */
export const linkPath = (id: string) => `/api/url/${id}`;
export const qrCodePath = (id: string) => `/api/qr/${id}`;

export const ACCOUNT_PATH = '/api/account';

/** A path in which each placeholder `:name` has its value. @throws {Error} for one without a value, as it would mean another record */
export const filledPath = (template: string, values: Record<string, unknown>): string =>
	template.replace(/:(\w+)/g, (placeholder, name: string) => {
		const value = textOf(values[name]);
		if (value === '') throw new Error(`The path ${template} has no value for ${placeholder}`);
		return encodeURIComponent(value);
	});
