/**
 * The default domain, which no endpoint shows: what a plan, a run, a plan, a run, a reading and a deletion by alias do with one link, in
 * accounts of every kind. It is the right link, or an error that names the links and the setting. Nothing is created to find out.
 */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import {
	BRAND,
	NEW,
	nodeBeside,
	OLD,
	OTHER_BRAND,
	others,
	serviceWith,
	UNLISTED,
	upsertItems,
} from '../support/virtual/linkRows';
import {
	type Link,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import { newHost } from '../support/virtual/scriptedRun';

useVirtualClock();

interface Account {
	options?: LinkServiceOptions;
	/** The domains of the links that have the alias. '' is the default one. */
	promo?: string[];
	/** The domains of other links, the newest last. */
	others?: string[];
	credentials?: IDataObject;
	/** Makes links on BRAND by another field of the body. */
	otherBodyFields?: boolean;
	/** The list of domains cannot be read. */
	hidesDomains?: boolean;
}

/** @param home undefined: the host of the base URL */
async function play(home: string | undefined, account: Account) {
	const { promo = [''], others = [''] } = account;
	const { credentials, otherBodyFields, hidesDomains } = account;
	const host = newHost();
	const api = `https://${host}.example.com`;
	const service = new LinkService({
		home: home ?? api,
		...account.options,
		instead({ method, path, body }, links) {
			if (hidesDomains && path === '/api/domains') return refusal('Not in your plan.');
			if (method !== 'POST' || path !== '/api/url/add' || body.site === undefined) return undefined;
			const { id, shorturl } = links.add({ ...(body as { url: string }), domain: BRAND }, 0);
			return { body: { error: 0, id, shorturl } };
		},
	});
	const placed = (domain: string) => (domain === 'api' ? api : domain);
	/** Two for each, so that the aliases differ and the list is read. */
	const rows: IDataObject[] = [];
	for (const [n, domain] of others.flatMap((one) => [one, one]).entries()) {
		const link = { custom: `other-${n}`, url: `${OLD}/${n}`, domain: placed(domain) };
		service.add(link);
		rows.push({ ...link, domain: link.domain || undefined });
	}
	for (const domain of promo) service.add({ url: OLD, custom: 'promo', domain: placed(domain) });
	const before = service.links.length;
	const placeOf = (text: string) => text.replaceAll(service.home, 'home').replaceAll(api, 'api');
	const creations: IDataObject[] = [];
	const paths = new Set<string>();
	const node = nodeBeside(service, credentials, host);
	const run = async (operation: string, items: IDataObject[], more: object = {}) => {
		const outcome = await node.run(operation, items, more);
		creations.push(
			...outcome.requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
		);
		for (const { path } of outcome.requests) paths.add(path);
		const { json, error } = outcome.items.find(({ item }) => item === 0)!;
		return placeOf(error ?? [json.action, json.shorturl].filter(Boolean).join(' '));
	};
	const upsert = async (dryRun: boolean) =>
		await run('upsert', upsertItems([{ custom: 'promo', url: NEW }, ...rows], { dryRun }));
	const options = { additionalBodyFields: { site: 2 } };
	if (otherBodyFields)
		await run('createOrGet', [{ url: OLD, additionalFields: { custom: 'x' }, options }]);
	const outcomes = [];
	for (const dryRun of [true, false, true, false]) outcomes.push(await upsert(dryRun));
	const kept = service.links.slice(0, before).filter(({ longurl }) => longurl !== NEW);
	// With another key, as in another process, in which no creation has shown anything
	const links = service.links.map(({ shorturl }) => shorturl);
	const linkId = { mode: 'alias', value: 'promo' };
	for (const name of ['get', 'delete']) {
		const apiKey = `key-to-${name}-in-another-process`;
		outcomes.push(await run(name, [{ linkId }], { credentials: { ...credentials, apiKey } }));
	}
	const failed = outcomes.pop()!;
	const [gone] = links.filter((one) => service.links.every(({ shorturl }) => shorturl !== one));
	outcomes.push(gone === undefined ? failed : placeOf(gone));
	return { outcomes, kept, service, creations, paths };
}

const shownError = (text: string) => expect.stringContaining(text);
const PROMO = 'home/promo';
const REST = [`none ${PROMO}`, `unchanged ${PROMO}`, PROMO, PROMO];
const CREATED = ['create', `created ${PROMO}`, ...REST];
const UPDATED = [`update ${PROMO}`, `updated ${PROMO}`, ...REST];
/** Each of the four runs of the row has this error. */
const inRows = (text: RegExp): unknown[] => Array(4).fill(expect.stringMatching(text));
/** Nothing shows the default domain: the creation is refused, and the error names the links. */
const REFUSED = [
	...['create', shownError('promo leads to'), 'create', shownError('set Default Domain')],
	...[PROMO, shownError('with the alias promo: ')],
];
const NOT_DELETED = shownError('Give the full short URL, or set Default Domain in the credential');
const NOT_SHOWN = [
	...inRows(/^Link with the alias promo: home\/promo\. Nothing shows .+ Give the domain, or set/),
	...[PROMO, NOT_DELETED],
];
const SEVERAL = [
	...inRows(/^Links with the alias promo: .+ Give the domain, or set Default Domain/),
	...[PROMO, NOT_DELETED],
];

const OWN: Account = { options: { domains: [BRAND] } };
const TWO_OWN = { domains: [BRAND, OTHER_BRAND] };
const IN_FOLDER: LinkServiceOptions = { pathOf: (alias) => `go/${alias}` };
const UPDATED_IN_FOLDER = UPDATED.map((one) => one.replace('home/', 'home/go/'));
/** Only the newest link is on the first page. */
const SHORT_PAGES = { ...UNLISTED, maxPage: 1 };
const SHARED: Account = { options: { sharedDomains: [BRAND] } };
const BOTH: Account = { promo: ['api', ''], options: SHORT_PAGES };
const SOME: Account = { others: ['api', ''], options: UNLISTED };
const WITH_OWN: Account = { ...OWN, promo: ['', BRAND], others: [BRAND, ''] };
const ON_OWN: Account = { promo: [BRAND], others: [BRAND, OTHER_BRAND], options: TWO_OWN };
const saying = (defaultDomain: string): Account => ({ credentials: { defaultDomain } });
const ON_BOTH = shownError('Links with the alias promo: home/promo, https://go.');
const AMONG_OWN = [...CREATED.slice(0, -1), ON_BOTH];
const WRONG = [
	...['create', shownError('set Default Domain in the credential')],
	...['create', shownError('set Default Domain in the credential')],
	...[0, 1].map(() => shownError('No link on the default domain has the alias promo.')),
];

test.each<[string, string | undefined, Account, unknown[]]>([
	['all links are on the host of the base URL', undefined, {}, UPDATED],
	['all links are on one other host, no own one', BRAND, {}, UPDATED],
	['all links are on the default domain, an own one', BRAND, OWN, NOT_SHOWN],
	['no domains are shown', BRAND, { hidesDomains: true }, NOT_SHOWN],
	['all links are on a domain of all users', BRAND, SHARED, UPDATED],
	['an older link elsewhere has the alias, too', BRAND, BOTH, SEVERAL],
	['not all links were read, which are on one host', BRAND, { options: SHORT_PAGES }, UPDATED],
	['links are on both hosts, of which none is an own one', BRAND, SOME, REFUSED],
	['an own domain has the alias, too', undefined, WITH_OWN, SEVERAL],
	['all links are on two own domains', undefined, ON_OWN, AMONG_OWN],
	['the account is empty', undefined, { promo: [], others: [] }, CREATED],
	['short URLs are in a folder', undefined, { options: IN_FOLDER }, UPDATED_IN_FOLDER],
	['the credential is wrong', undefined, saying('wrong.example'), WRONG],
	[
		'Other Body Fields chose the domain of the last link',
		undefined,
		{ ...OWN, otherBodyFields: true },
		UPDATED,
	],
	['the credential says an own domain', BRAND, { ...OWN, ...saying(BRAND) }, UPDATED],
])('where %s', async (_, home, account, expected) => {
	const { outcomes, kept, service, creations, paths } = await play(home, account);
	expect(outcomes).toEqual(expected);
	// No other link of the alias is changed, and no row is created to see where it goes
	const changed = ({ longurl, alias }: Link) => longurl === NEW && alias === 'promo';
	expect(service.links.filter(changed).length).toBeLessThanOrEqual(1);
	const isWrong = account.credentials?.defaultDomain === 'wrong.example';
	const isAsked = ({ custom }: IDataObject) => custom === 'promo' || custom === 'x';
	// Where the list was not read to its end, a creation may show that a link exists
	const isWhole = account.options?.maxPage === undefined;
	expect(isWrong || !isWhole || creations.every(isAsked)).toBe(true);
	expect(kept.every(({ longurl }) => longurl.startsWith(OLD))).toBe(true);
	// Without links elsewhere, no list of domains says more
	if (home === undefined && account.others === undefined && !account.otherBodyFields)
		expect(paths).not.toContain('/api/domains');
});

test.each([
	['all links that were read are there', []],
	['it is the only host of links that is no domain of the account', [BRAND]],
])('a hint says that a domain was assumed, because %s', async (reason, domains) => {
	const service = serviceWith({ domains });
	for (const domain of domains) service.add({ url: OLD, custom: 'b', domain });
	const { hints } = await nodeBeside(service).upsert([{ custom: 'a', url: NEW }, ...others]);
	expect(hints.join()).toContain(`sho.rt was taken for the default domain, because ${reason}.`);
});
