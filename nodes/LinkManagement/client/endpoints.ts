import type { IDataObject } from 'n8n-workflow';

import { UnexpectedReply } from '../errors';
import { unescaped } from '../text/comparable';
import { textOf } from '../text/json';
import { numberFrom } from '../text/sentences';

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

/** With its name for the message that a service does not have it. */
export const listEndpoint = (list: NamedList): ListEndpoint => ({
	...list,
	endpoint: `list ${list.what}`,
});

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

/** The keys under which services send the name of a record: that of a campaign differs (api.md section 2.5, services.md section 2). */
export const NAME_KEYS = ['name', 'campaign', 'domain'];

/** The name of a record for dropdowns and for fields that name it; '' without one, which a campaign need not have (api.md section 4.5). */
export function nameOfRecord(record: IDataObject): string {
	const names = NAME_KEYS.map((key) => textOf(record[key]));
	return unescaped(names.find((name) => name.trim() !== '') ?? '');
}

/** The ID of a record that can be chosen. Domains that all users share have none (services.md section 3). */
export function recordIdOf({ id }: IDataObject): number | undefined {
	const number = numberFrom(id) ?? 0;
	return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** @throws {UnexpectedReply} for an ID of the service that is not a number, or not an exact one: the path would be another's */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
	if (!isExact || !/^[1-9]\d*$/.test(digits))
		throw new UnexpectedReply('a record with an exact number as its ID');
	return digits;
}
