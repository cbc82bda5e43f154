import { isUsableAlias } from '../store/aliases.ts';
import type { LinkOptions } from '../store/links.ts';
import { type Context, Refusal } from './operation.ts';

/** The body of a link's creation, as the contract has checked it. */
export type LinkFields = Omit<LinkOptions, 'password'> & {
	url: string;
	custom?: string;
	password?: string;
	domain?: string;
	expiry?: string;
	description?: string;
	channel?: number;
	campaign?: number;
	status?: 'public' | 'private';
};

/** Refuses what no link can have as its alias. */
export function refuseAlias({ store }: Context, alias: string): void {
	if (!isUsableAlias(alias))
		throw new Refusal('This alias cannot be used. Please choose another one.');
	if (store.links.byAlias(alias))
		throw new Refusal('That alias is taken. Please choose another one.');
}

/** Redirection types besides the named ones: the ID of a splash page, or `overlay-<id>` (services.md, section 4). */
export function refuseUnknownType({ store: { database } }: Context, type: string): void {
	if (['direct', 'frame', 'splash'].includes(type)) return;
	const [, overlay, id] = /^(overlay-)?([1-9]\d*)$/.exec(type) ?? [];
	const table = overlay ? 'overlays' : 'splash_pages';
	if (!id || !database.get(`SELECT 1 FROM ${table} WHERE id = ?`, Number(id)))
		throw new Refusal('Unknown redirection type.');
}

export function refuseUnknownChannel({ store }: Context, id: number): void {
	if (!store.channels.byId(id)) throw new Refusal('Channel not found.');
}

export function refuseUnknownCampaign({ store }: Context, id: number): void {
	if (!store.campaigns.byId(id)) throw new Refusal('Campaign not found.');
}

/** The branded domain as it is stored; it may be given without its scheme. */
export function knownDomain({ store: { database } }: Context, domain: string): string {
	const bare = domain.replace(/\/$/, '');
	const row = database.get<{ domain: string }>(
		'SELECT domain FROM domains WHERE domain IN (?, ?, ?)',
		bare,
		`https://${bare}`,
		`http://${bare}`,
	);
	if (!row) throw new Refusal('This domain is not available.');
	return row.domain;
}

/** What the service shows as a link's title unless it is given one. */
export const titleOf = (url: string) => URL.parse(url)?.host ?? url;
