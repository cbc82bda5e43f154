import { standsForNothing } from '../../text/comparable';
import { isObject } from '../../text/json';
import { isEmpty } from '../convert';
import type { HeadingGroup, HeadingWord } from '../table';

/** What other tools, German tables and the outputs of this node call the columns of a link. */
const WORDS: Record<string, string> = {
	url: 'destination url, target url, original url, website url, ziel url, zieladresse, lange url, landing page',
	custom: 'slug, back half, custom back half, short code, slashtag, kurzname, kürzel',
	metatitle: 'title, titel, page title, seitentitel',
	description: 'note, notes, notiz, beschreibung, anmerkung',
	expiry:
		'expires, expires at, expiration, expiration date, expiry date, valid until, ablaufdatum, ablauf, gültig bis, läuft ab',
	campaign: 'campaign name, kampagne, kampagnenname',
	channel: 'channel name, kanal, kanalname',
	domain: 'branded domain, short domain, domäne',
	password: 'passwort, kennwort',
	pixels: 'pixel, pixel names',
	shorturl: 'short link, kurzlink, kurz url',
	id: 'link id',
};

const isTargetUrl = (value: unknown): boolean =>
	isEmpty(value) || typeof value === 'string' || (isObject(value) && 'all' in value);

/** Rows of targeting, or its short form. Tables have places and devices of their own. */
function canBeTargeting(value: unknown): boolean {
	if (isEmpty(value) || standsForNothing(value)) return true;
	if (typeof value === 'string') return /^\s*[[{]/.test(value);
	if (Array.isArray(value)) return value.every((row) => isObject(row) && 'link' in row);
	return isObject(value) && Object.values(value).every(isTargetUrl);
}

export const HEADING_WORDS: HeadingWord[] = [
	...Object.entries(WORDS).flatMap(([column, words]) =>
		words.split(', ').map((word) => ({ column, word })),
	),
	// Words that mean many things count only beside the other heading of the export that they come from
	{ column: 'custom', word: 'keyword', beside: 'url' },
	{ column: 'custom', word: 'key', beside: 'url' },
	{ column: 'custom', word: 'path', beside: 'original url' },
	{ column: 'custom', word: 'address', beside: 'target' },
	{ column: 'url', word: 'target', beside: 'address' },
	{ column: 'url', word: 'destination', beside: 'slashtag' },
	// What an output of this node calls the targeting of a link
	{ column: 'geotarget', word: 'location', onlyIf: canBeTargeting },
	{ column: 'devicetarget', word: 'device', onlyIf: canBeTargeting },
];

/** What Google's URL builder and analytics call the UTM parameters. */
export const HEADING_GROUPS: HeadingGroup[] = [
	{
		columns: {
			'campaign source': 'utm_source',
			'campaign medium': 'utm_medium',
			'campaign name': 'utm_campaign',
			'campaign term': 'utm_term',
			'campaign content': 'utm_content',
		},
		needs: ['campaign source', 'campaign medium'],
	},
	{
		columns: { source: 'utm_source', medium: 'utm_medium', term: 'utm_term' },
		needs: ['source', 'medium'],
	},
];
