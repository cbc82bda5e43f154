import type { Settings } from '../settings.ts';
import type { LinkOptions, LinkQuery, LinkRow } from '../store/links.ts';
import type { Counts } from '../store/visits.ts';
import { createLink } from './linkCreation.ts';
import { type LinkChanges, updateLink } from './linkUpdate.ts';
import {
	type Call,
	type Context,
	done,
	found,
	listReply,
	type Operations,
	type PageQuery,
} from './operation.ts';
import { Refusal } from './refusal.ts';

export function linkOperations(context: Context): Operations {
	const { settings, store } = context;
	const byId = (id: number) => found(store.links.byId(id), 'Link');

	return {
		listLinks({ query }: Call<unknown, unknown, PageQuery & LinkQuery & { short?: string }>) {
			if (query.short !== undefined) {
				const row = byShortUrl(context, query.short);
				if (row) return singleLink(context, row);
				return noMatch(context);
			}
			const search = { ...query, searched: searchedColumns[settings.linkSearch] };
			return listReply(context, 'listLinks', query, 'urls', {
				count: () => store.links.count(search),
				page: (limit, offset) =>
					store.links.page(search, limit, offset).map((row) => entry(context, row)),
			});
		},

		getLink({ params }: Call<{ id: number }>) {
			return singleLink(context, byId(params.id));
		},

		createLink: (call) => createLink(context, call.body),

		updateLink({ params, body }: Call<{ id: number }, LinkChanges>) {
			return updateLink(context, byId(params.id), body);
		},

		deleteLink({ params }: Call<{ id: number }>) {
			store.deleteLink(byId(params.id).id);
			return done('Link has been deleted successfully.');
		},
	};
}

const searchedColumns = {
	all: ['alias', 'longurl', 'title', 'description'],
	urlAndTitle: ['longurl', 'title'],
	urlTitleAlias: ['longurl', 'title', 'alias'],
} as const;

/** The reply to a search for a short URL that no link has. */
function noMatch(context: Context): object {
	switch (context.settings.shortNoMatch) {
		case 'refusal':
			throw new Refusal('Link not found.');
		case 'permission':
			throw new Refusal('You do not have the permission to access this short url.');
		case 'emptyList':
			return listReply(context, 'listLinks', {}, 'urls', { count: () => 0, page: () => [] });
	}
}

/** The link that has a short URL. The scheme of the short URL may be missing. */
function byShortUrl({ addresses, store }: Context, short: string): LinkRow | undefined {
	const url = URL.parse(short.includes('://') ? short : `http://${short}`);
	if (!url) return undefined;
	const row = store.links.byAlias(decode(url.pathname.slice(1)));
	return row && new URL(addresses.shortUrl(row)).host === url.host ? row : undefined;
}

/** The decoded text, or the text itself where its percent-encoding is broken. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function entry({ addresses }: Context, row: LinkRow): object {
	const { id, alias, longurl, clicks, title, description, date } = row;
	return {
		id,
		alias,
		shorturl: addresses.shortUrl(row),
		longurl,
		clicks,
		title,
		description,
		date,
	};
}

/** The location targets of a link, in the form that the setting asks for. The flat form has no place for regions. */
function locations({ locationFormat }: Settings, { geotarget = [] }: LinkOptions): object {
	if (locationFormat === 'flat') {
		const ofCountries = geotarget.filter(({ region }) => region === undefined);
		return Object.fromEntries(ofCountries.map(({ location, link }) => [location, link]));
	}
	const nested = new Map<string, Array<[region: string, link: string]>>();
	for (const { location, region = 'all', link } of geotarget) {
		const country = location.toLowerCase();
		nested.set(country, [...(nested.get(country) ?? []), [region.toLowerCase(), link]]);
	}
	return Object.fromEntries(
		[...nested].map(([country, regions]) => [country, Object.fromEntries(regions)]),
	);
}

function singleLink({ addresses, settings, store }: Context, row: LinkRow): object {
	const { id, longurl, title, description, expiry, date, clicks } = row;
	const options = JSON.parse(row.options) as LinkOptions;
	const { unique, countries, referrers, browsers, os, social } = store.visits.statistics(
		'link',
		id,
	);
	const countsOrZero = (counts: Counts) => (clicks === 0 ? 0 : counts);
	return {
		error: 0,
		id,
		details: {
			id,
			shorturl: addresses.shortUrl(row),
			longurl,
			title,
			description,
			location: locations(settings, options),
			device: Object.fromEntries(
				(options.devicetarget ?? []).map(({ device, link }) => [device, link]),
			),
			expiry,
			date,
		},
		data: {
			clicks,
			uniqueClicks: unique,
			topCountries: countsOrZero(countries),
			topReferrers: countsOrZero(referrers),
			topBrowsers: countsOrZero(browsers),
			topOs: countsOrZero(os),
			socialCount: {
				facebook: Number(social.facebook ?? 0),
				twitter: Number(social.twitter ?? 0),
				google: Number(social.google ?? 0),
			},
		},
	};
}
