import { flag, number, numbers, oneOf, type SettingKind, text, texts } from './settingKinds.ts';

/*
 * How a service answers, where installs of such services differ (services.md). Every setting can be changed while the
 * service runs. README.md shows this table; `node main.ts --list-settings` prints it.
 */

const rateLimit = {
	limit: number(30, 'Requests a key may send per window; 0: no limit, and no headers'),
	window: number(60, 'Length of the fixed window in seconds, fractions allowed', { min: 0.001 }),
	stolenPerWindow: number(
		0,
		'Requests per window that another client sends with the same key, spread between those of this client',
	),
	separateBudgets: oneOf(
		['none', 'lists', 'endpoints'],
		'One budget for all requests of a key; one for lists and one for the rest; one per endpoint',
	),
	listLimit: number(0, 'Requests per window for lists that have a budget of their own; 0: `limit`'),
	resetFormat: oneOf(
		['epoch', 'ms', 'seconds', 'date', 'none'],
		'Unit of `X-RateLimit-Reset`; `none` leaves all three headers out',
	),
	resetOverride: text('', 'Sent as `X-RateLimit-Reset` as it is, whatever the format'),
	rateLimitHeadersOnBadKey: flag(true, 'Whether the three headers are sent when the key fails'),
	overLimit: oneOf(
		['429', 'body429', 'message'],
		'Too many requests: HTTP 429 with `Retry-After`; HTTP 200 with `error: 429` and `Retry-After` in the body; HTTP 200 with a message',
	),
	fractionalSeconds: flag(
		false,
		'Whether seconds in headers and replies have a fraction, for windows under a second',
	),
};

const access = {
	badKey: oneOf(
		['403', '401', '200', 'html'],
		'HTTP status of the refusal of a bad key; `html`: a login page with HTTP 200',
	),
	forbiddenEndpoints: texts('Operation IDs (openapi.yaml) that the plan does not allow'),
	forbiddenStatus: oneOf(['403', '401', '200'], 'HTTP status of their refusal'),
	missingEndpoints: texts('Operation IDs that this service does not have'),
	missingEndpointReply: oneOf(
		['404', 'page', 'refusal'],
		'Their reply: HTTP 404 with a message; HTTP 404 with a page; an ordinary refusal',
	),
};

const refusals = {
	refusalStatus: number(200, 'HTTP status of a refusal such as "not found"', {
		min: 200,
		max: 599,
	}),
	duplicateStatus: oneOf(
		['same', '400', '409'],
		'HTTP status of the refusal of a taken alias, slug, domain or name; `same`: `refusalStatus`',
	),
	duplicateNames: oneOf(
		['allowed', 'refused'],
		'Whether a second campaign, channel, QR code or pixel may have the same name',
	),
	unknownRecord: oneOf(
		['refusal', 'empty', '500', 'emptyObject', 'emptyArray'],
		'Update or delete of an ID that does not exist: refusal; HTTP 200 and an empty body; HTTP 500 and a page; HTTP 200 and `{}`; HTTP 200 and `[]`',
	),
	messageMarkup: oneOf(
		['none', 'strong', 'script', 'entities'],
		'Messages hold `<strong>`, a script that changes `document.location`, or HTML entities',
	),
	shortNoMatch: oneOf(
		['refusal', 'permission', 'emptyList'],
		'`short` without a match: "Link not found."; "You do not have the permission to access this short url."; an empty list',
	),
	aliasTakenMessage: text(
		'That alias is taken. Please choose another one.',
		'Words of the refusal of a taken alias',
	),
	blockedAliasWords: texts('Own aliases that contain one of these words are refused'),
	creationFailure: oneOf(
		['none', '500', '502', 'refusal'],
		'Creations fail with this HTTP status and a page, or with a refusal, while the rest works',
	),
	creationQuota: number(
		0,
		'Records of a kind that an account may hold before `creationFailure` sets in; 0: every creation fails',
	),
	creationFailureText: text('', 'Only creations whose body contains this text fail'),
	pastExpiry: oneOf(
		['accepted', 'refusedInUpdates', 'refused'],
		'An expiry of a link that is past: stored; refused by updates; refused by creations, too',
	),
	badPreviewImage: oneOf(
		['accepted', 'refusal', 'nothingMade'],
		'`metaimage` that is not an address of a jpg or png: stored; refused; answered with `error: 0` and a message while nothing is made or changed',
	),
};

const replies = {
	shortUrlKey: oneOf(
		['shorturl', 'short'],
		'Key of the short URL when a link is created or updated',
	),
	createdRecordUnder: oneOf(
		['top', 'data'],
		'Where creations answer the new record: at the top of the reply; under `data`',
	),
	messageOnlyReplies: texts('Operation IDs of creations and updates that answer only a message'),
	changeReply: oneOf(
		['normal', 'empty'],
		'Successful updates and deletes of records: their reply; HTTP 200 and an empty body',
	),
	createdIds: oneOf(['number', 'string'], 'Type of the IDs that creations and updates answer'),
	domainCreationStatus: oneOf(['200', '201'], 'HTTP status when a domain is created'),
	campaignNameKey: oneOf(['domain', 'name'], "Key of a campaign's name in lists"),
	campaignReplyNameKey: oneOf(
		['domain', 'campaign', 'name'],
		"Key of a campaign's name when it is created or updated",
	),
	channelUpdateReply: oneOf(['message', 'channel'], 'What the update of a channel answers'),
	recordNumbers: oneOf(
		['number', 'text', 'grouped'],
		'IDs, clicks and scans of records that are read: numbers; text; text with commas in counts ("1,234")',
	),
	locationFormat: oneOf(
		['flat', 'nested'],
		'Location targets of a single link: `{"Canada": url}` or `{"canada": {"all": url}}`, there also with regions: `{"canada": {"all": url, "quebec": url}}`',
	),
	untrackedQrCodes: oneOf(
		['tracked', 'noData', 'emptyData'],
		'Statistics of text, SMS and Wi-Fi codes: as of all others; no `data`; an empty array',
	),
	qrDateUnder: oneOf(['details', 'data'], 'Where the date of a single QR code stands'),
	nameCase: oneOf(
		['kept', 'capitalized'],
		'Names of campaigns, channels, QR codes and pixels: as given; with a capital first letter',
	),
	utcOffsetMinutes: number(
		0,
		"The service's clock against UTC: new records get dates shifted by this",
		{
			min: -24 * 60,
			max: 24 * 60,
		},
	),
};

const links = {
	linkUpdate: oneOf(
		['patch', 'replace', 'replaceAll'],
		'Fields of a link that an update does not send: kept; emptied, but for alias, domain, type, status, campaign and channel; emptied, but for alias and domain',
	),
	linkUpdateNeedsUrl: flag(false, 'Whether the update of a link without `url` is refused'),
	qrUpdateNeedsType: flag(false, 'Whether the update of a QR code without `type` is refused'),
	furtherPixelTypes: texts('Pixel types that are accepted beside the usual ones'),
	ownAlias: oneOf(
		['accepted', 'taken'],
		"An update that sends the link's own alias again: accepted; refused as taken",
	),
	customAlias: oneOf(
		['kept', 'replaced', 'slug', 'lowerCase'],
		'Own aliases: used as given; silently replaced by a random one; turned into a slug ("Früh am Tag" to "fruh-am-tag"); in lower case',
	),
	longUrls: oneOf(
		['kept', 'entities'],
		'Long URLs of links: stored and shown as given; with `&amp;` for `&`',
	),
	unknownDomain: oneOf(
		['refusal', 'default'],
		'A domain that is not among the branded ones: refused; silently the default domain',
	),
	domainWithoutScheme: oneOf(
		['found', 'default'],
		'A branded domain without `https://`: found; silently the default domain',
	),
	sameLongUrl: oneOf(
		['newLink', 'sameLink', 'sameLinkUnlessAlias'],
		'The same long URL again: a new link; the link that exists; that one unless an own alias is given',
	),
	shortLinkBase: text(
		'',
		'Address that short URLs on the default domain begin with, when it is not that of the API',
		{ pattern: /^(https?:\/\/[^/\s]+)?$/, form: 'an address such as https://sho.rt' },
	),
};

const lists = {
	pageSize: number(15, 'Records per page without `limit`', { min: 1 }),
	maxPageSize: number(1000, 'Largest page; 0: no maximum'),
	maxPageSizes: numbers(
		'Largest pages of single lists, by operation ID: `{"listQrCodes": 50}`; all other lists have `maxPageSize`',
	),
	largePage: oneOf(
		['capped', 'refusal', '500'],
		'`limit` over the maximum: a page of the maximum; a refusal; HTTP 500 and a page',
	),
	cappedPage: oneOf(
		['given', 'maxpageAsked', 'asked'],
		'The size that the numbers of a capped page are computed for: the one that is given; the one that was asked for in `maxpage` only; the one that was asked for in `perpage`, `nextpage` and `maxpage`',
	),
	lastNextPage: oneOf(['lastPage', 'null'], '`nextpage` of the last page'),
	emptyMaxPage: oneOf(['1', '0'], '`maxpage` of an empty list'),
	listError: oneOf(['text', 'number'], '`error` of lists: "0" or 0'),
	listOrder: oneOf(
		['newest', 'oldest', 'name'],
		'Order of all lists but those of links and channel items',
	),
	linkSearch: oneOf(
		['all', 'urlAndTitle', 'urlTitleAlias'],
		'What `q` searches: alias, long URL, title and description; long URL and title; these and the alias',
	),
	overlayKey: oneOf(['cta', 'overlay'], 'Key of the array of overlays'),
	sharedDomains: texts('Domains of all users, with `id: null` at the end of every page of domains'),
};

const sandbox = {
	validateResponses: flag(true, 'Whether replies are checked against the description'),
	seed: number(1, 'Seed of the random draws of fault rules', { min: -Infinity }),
	journalSize: number(50_000, 'Requests that the journal keeps'),
};

/** All settings, in groups. */
export const settingGroups: Record<string, Record<string, SettingKind<unknown>>> = {
	'Rate limit': rateLimit,
	'Key and plan': access,
	'Refusals and failures': refusals,
	Replies: replies,
	'Links, pixels, QR codes and domains': links,
	Lists: lists,
	'The sandbox itself': sandbox,
};

const kinds = { ...rateLimit, ...access, ...refusals, ...replies, ...links, ...lists, ...sandbox };
type Kinds = typeof kinds;

export type Settings = {
	[Name in keyof Kinds]: Kinds[Name] extends SettingKind<infer T> ? T : never;
};

export const defaultSettings = Object.fromEntries(
	Object.entries(kinds).map(([name, { initial }]) => [name, initial]),
) as Readonly<Settings>;

/**
 * Applies a patch, or throws without applying any of it.
 * A misspelled setting must fail the test that sets it.
 */
export function patchSettings(settings: Settings, patch: object): void {
	checkSettings(patch);
	Object.assign(settings, patch);
}

/** Throws when a patch has an unknown setting or a value that is not allowed. */
export function checkSettings(patch: object): void {
	for (const [name, value] of Object.entries(patch)) {
		if (!Object.hasOwn(kinds, name)) throw new Error(`Unknown setting "${name}"`);
		const complaint = kinds[name as keyof Settings].complaint(value);
		if (complaint) throw new Error(`Setting "${name}" ${complaint}`);
	}
}

/** All settings as tables in Markdown, the defaults in bold. */
export function settingsTable(): string {
	const tables = Object.entries(settingGroups).map(([group, settings]) => {
		const rows = Object.entries(settings).map(
			([name, { values, description }]) => `| \`${name}\` | ${values} | ${description} |`,
		);
		return [`### ${group}`, '', '| Setting | Values | Meaning |', '|---|---|---|', ...rows].join(
			'\n',
		);
	});
	return `${tables.join('\n\n')}\n`;
}
