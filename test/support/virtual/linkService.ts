/** A link service as a script: it keeps links, and a test says where it differs from others. */
import type { IDataObject } from 'n8n-workflow';

import type { VirtualReply, VirtualRequest, VirtualScript } from './scriptedRun';

export interface Link extends IDataObject {
	id: number;
	alias: string;
	shorturl: string;
	longurl: string;
	title: string;
	description: string;
	date: string;
}

export const DEFAULT_DOMAIN = 'https://sho.rt';

/** How the service differs from others. */
export interface LinkServiceOptions {
	/** What short URLs on the default domain begin with. */
	home?: string;
	/** The account's own domains, with their scheme. */
	domains?: string[];
	/** Domains of all users, which have no ID in the list of domains. */
	sharedDomains?: string[];
	/** The domain that a link gets; undefined: the domain is refused. */
	domainFor?: (asked: string) => string | undefined;
	/** The alias that a link gets where one is asked for; undefined: a random one. */
	aliasFor?: (asked: string) => string | undefined;
	/** How an alias is written at the end of a short URL. */
	pathOf?: (alias: string) => string;
	/** Whether two aliases are the same to the service. */
	isSameAlias?: (one: string, other: string) => boolean;
	/** What it stores of a long URL. */
	store?: (url: string, parameters: Array<{ name: string; value: string }>) => string;
	/** Whether the keyword search finds a link. */
	finds?: (link: Link, keyword: string) => boolean;
	/** Whether the search by short URL finds a link. */
	findsShort?: (link: Link, short: string) => boolean;
	/** The same long URL again gives the link that is there. */
	givesSameLink?: boolean;
	/** The IDs of links, from their number; default: ascending. */
	idFor?: (number: number) => number;
	/** Largest page. */
	maxPage?: number;
	/** Refuses larger pages instead of giving a page of the largest size. */
	refusesLargePages?: boolean;
	oldestFirst?: boolean;
	/** Further records, by the paths of their lists: `{ campaigns: [], qr: [] }`. More can be made. */
	lists?: Record<string, IDataObject[]>;
	/** Instead of the reply to a request; `acts`: the request is carried out, and the reply lost. */
	instead?: (request: VirtualRequest, service: LinkService) => VirtualReply | 'acts' | undefined;
}

export const refusal = (message: string, status = 200): VirtualReply => ({
	status,
	body: { error: 1, message },
});
/** A service that answers all requests of a method so. */
export const answering = (method: string, reply: VirtualReply): LinkServiceOptions => ({
	instead: (request) => (request.method === method ? reply : undefined),
});
const isLink = (made: Link | VirtualReply): made is Link =>
	typeof made === 'object' && 'shorturl' in made;
/** Where it is not the name of the path. */
const ARRAY_NAMES: Record<string, string> = { qr: 'qrs' };
export const BUSY = refusal('Busy.', 503);
const TAKEN = refusal('That alias is taken. Please choose another one.');

export class LinkService {
	readonly links: Link[] = [];
	/** Aliases with their domain, so that a test can hold 100,000 links. */
	private readonly shortUrls = new Set<string>();
	private lastId = 0;

	/** What short URLs on the default domain begin with. */
	readonly home: string;

	constructor(private readonly options: LinkServiceOptions = {}) {
		this.home = options.home ?? DEFAULT_DOMAIN;
	}

	get script(): VirtualScript {
		return (request) => {
			const instead = this.options.instead?.(request, this);
			if (instead !== undefined && instead !== 'acts') return instead;
			const reply = this.reply(request);
			return instead === 'acts' ? BUSY : reply;
		};
	}

	/** Adds a link that is there before a run, so many seconds old. */
	add(link: { url: string; custom?: string; domain?: string }, age = 86_400): Link {
		return this.create(link, age) as Link;
	}

	/** Adds so many links of others. */
	fill(count: number): void {
		for (let n = 0; n < count; n++) this.add({ url: `https://elsewhere.example/${this.lastId}` });
	}

	private reply({ method, path, query, body }: VirtualRequest): VirtualReply {
		if (method === 'POST' && path === '/api/url/add') return this.created(body);
		if (path === '/api/domains') return this.domainList();
		if (path === '/api/account') return { body: { error: 0, data: { id: 1 } } };
		if (path === '/api/urls') {
			return query.short === undefined ? this.list(query) : this.byShortUrl(String(query.short));
		}
		const { lists = {} } = this.options;
		const name = path.slice('/api/'.length);
		if (name in lists) {
			const data = { maxpage: 1, [ARRAY_NAMES[name] ?? name]: lists[name] };
			return { body: { error: '0', data } };
		}
		const [, kind = ''] = /^\/api\/(\w+)\/add$/.exec(path) ?? [];
		const records = lists[kind] ?? lists[`${kind}s`];
		if (records) {
			const id = records.push({ id: records.length + 1, name: body.name });
			return { body: { error: 0, id } };
		}
		const [, id] = /^\/api\/url\/(\d+)$/.exec(path) ?? [];
		const link = this.links.find(
			(known) => path.startsWith(`/api/url/${known.id}/`) || String(known.id) === id,
		);
		if (link && method === 'PUT') return this.updated(link, body);
		if (link && method === 'DELETE') {
			this.remove(link);
			return { body: { error: 0, message: 'Link has been deleted successfully.' } };
		}
		if (link) return single(link);
		return method === 'POST' && path.includes('/assign/')
			? { body: { error: 0, message: 'Link successfully added to the campaign.' } }
			: refusal('Not found.');
	}

	private created(body: IDataObject): VirtualReply {
		const made = this.create(body, 0);
		return isLink(made) ? { body: { error: 0, id: made.id, shorturl: made.shorturl } } : made;
	}

	private updated(link: Link, body: IDataObject): VirtualReply {
		const { store = (url) => url } = this.options;
		const parameters = (body.parameters ?? []) as Array<{ name: string; value: string }>;
		if (body.url !== undefined) link.longurl = store(String(body.url), parameters);
		if (body.metatitle !== undefined) link.title = String(body.metatitle);
		return { body: { error: 0, id: link.id, shorturl: link.shorturl } };
	}

	private create(body: IDataObject, age: number): Link | VirtualReply {
		const { domainFor, aliasFor = (asked) => asked, givesSameLink, store } = this.options;
		const { domains = [], sharedDomains = [] } = this.options;
		const parameters = (body.parameters ?? []) as Array<{ name: string; value: string }>;
		const url = String(body.url);
		const longurl = store?.(url, parameters) ?? url;
		const same = givesSameLink && this.links.find((link) => link.longurl === longurl);
		if (same) return same;
		const asked = body.domain === undefined ? '' : String(body.domain);
		const listed = [...domains, ...sharedDomains];
		const known = domainFor ?? ((name) => listed.find((one) => one === name));
		const domain = asked === '' ? this.home : known(asked);
		if (domain === undefined) return refusal('This domain is not available.');
		const custom = body.custom === undefined ? undefined : aliasFor(String(body.custom));
		const number = this.lastId + 1;
		const id = this.options.idFor?.(number) ?? number;
		const alias = custom ?? `random${id}`;
		if (this.isTaken(alias, domain)) return TAKEN;
		this.lastId = number;
		const date = new Date(Date.now() - age * 1_000).toISOString().slice(0, 19).replace('T', ' ');
		const shorturl = `${domain}/${(this.options.pathOf ?? encodeURIComponent)(alias)}`;
		const title = String(body.metatitle ?? 'Title');
		const link = { id, alias, shorturl, longurl, title, description: '', date, clicks: 0 };
		this.links.push(link);
		this.shortUrls.add(`${domain}/${encodeURIComponent(alias)}`);
		return link;
	}

	remove(link: Link): void {
		this.links.splice(this.links.indexOf(link), 1);
		this.shortUrls.delete(
			`${link.shorturl.slice(0, link.shorturl.lastIndexOf('/'))}/${encodeURIComponent(link.alias)}`,
		);
	}

	private isTaken(alias: string, domain: string): boolean {
		const { isSameAlias } = this.options;
		if (!isSameAlias) return this.shortUrls.has(`${domain}/${encodeURIComponent(alias)}`);
		return this.links.some(
			(link) => isSameAlias(link.alias, alias) && link.shorturl.startsWith(`${domain}/`),
		);
	}

	private domainList(): VirtualReply {
		const { domains: own = [], sharedDomains = [] } = this.options;
		const domains = [
			...own.map((domain, index) => ({ id: index + 1, domain })),
			...sharedDomains.map((domain) => ({ id: null, domain })),
		];
		return { body: { error: '0', data: { result: domains.length, maxpage: 1, domains } } };
	}

	private list({ q, limit = 15, page = 1, order }: IDataObject): VirtualReply {
		const { finds = findsAnywhere, maxPage = 1_000, oldestFirst, refusesLargePages } = this.options;
		if (refusesLargePages && Number(limit) > maxPage) return refusal('The limit is too large.');
		const size = Math.min(Number(limit), maxPage);
		const found = this.links.filter((link) => q === undefined || finds(link, String(q)));
		const ordered = oldestFirst ? found : [...found].reverse();
		if (order === 'click') ordered.sort((a, b) => Number(b.clicks) - Number(a.clicks));
		const urls = ordered.slice((Number(page) - 1) * size, Number(page) * size);
		const maxpage = Math.ceil(found.length / size);
		const data = { result: found.length, perpage: size, currentpage: Number(page), maxpage, urls };
		return { body: { error: '0', data } };
	}

	private byShortUrl(short: string): VirtualReply {
		const { findsShort } = this.options;
		const wanted = decode(short);
		const link = this.links.find((known) =>
			findsShort ? findsShort(known, short) : decode(known.shorturl) === wanted,
		);
		return link ? single(link) : refusal('Link not found.');
	}
}

const findsAnywhere = ({ alias, longurl, title }: Link, keyword: string): boolean =>
	[alias, longurl, title].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

export const findsInUrlAndTitle = ({ longurl, title }: Link, keyword: string): boolean =>
	[longurl, title].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

const decode = (text: string) => decodeURIComponent(text.replace(/^https?:\/\//, ''));

/** Finds the link with an alias on whichever domain. */
export const hasAlias = ({ alias }: Link, short: string): boolean =>
	decode(short).split('/').pop() === alias;

/** A single link's details hold no alias and no clicks (api.md section 2.10). */
function single(link: Link): VirtualReply {
	const { id, shorturl, longurl, title, description, date, clicks } = link;
	const details = { id, shorturl, longurl, title, description, expiry: null, date };
	const data = { clicks, uniqueClicks: 0, topCountries: 0, topReferrers: 0, topBrowsers: 0 };
	return { body: { error: 0, id, details, data } };
}
