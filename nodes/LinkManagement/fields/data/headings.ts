import { isObject } from '../../text/json';
import { standsForNothing } from '../cells';
import { isEmpty } from '../convert';
import type { FurtherWord, WordGroup } from '../table';

/** What other tools, German tables and the outputs of this node call the columns of a link. */
const WORDS: Record<string, string> = {
	url: 'destination url, target url, original url, ziel url, zieladresse, lange url, landing page',
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

/** Words that mean many things. They count only beside the other heading of the export that they come from. */
const BESIDE: FurtherWord[] = [
	{ column: 'custom', word: 'keyword', beside: 'url' },
	{ column: 'custom', word: 'key', beside: 'url' },
	{ column: 'custom', word: 'path', beside: 'original url' },
	{ column: 'custom', word: 'address', beside: 'target' },
	{ column: 'url', word: 'target', beside: 'address' },
	{ column: 'url', word: 'destination', beside: 'slashtag' },
];

const isTargetUrl = (value: unknown): boolean =>
	isEmpty(value) || typeof value === 'string' || (isObject(value) && 'all' in value);

/** Rows of targeting, or its short form. Tables have places and devices of their own. */
function canBeTargeting(value: unknown): boolean {
	if (isEmpty(value) || standsForNothing(value)) return true;
	if (typeof value === 'string') return /^\s*[[{]/.test(value);
	if (Array.isArray(value)) return value.every((row) => isObject(row) && 'link' in row);
	return isObject(value) && Object.values(value).every(isTargetUrl);
}

/** What an output of this node calls the targeting of a link. */
const TARGETING: FurtherWord[] = [
	{ column: 'geotarget', word: 'location', onlyIf: canBeTargeting },
	{ column: 'devicetarget', word: 'device', onlyIf: canBeTargeting },
];

const utm = (...words: Array<[word: string, name: string]>): WordGroup['words'] =>
	words.map(([word, name]) => ({ word, column: `utm_${name}` }));

/** What Google's URL builder and analytics call the UTM parameters. */
export const HEADING_GROUPS: WordGroup[] = [
	{
		words: utm(
			['campaign source', 'source'],
			['campaign medium', 'medium'],
			['campaign name', 'campaign'],
			['campaign term', 'term'],
			['campaign content', 'content'],
		),
		needs: ['campaign source', 'campaign medium'],
	},
	{
		words: utm(['source', 'source'], ['medium', 'medium'], ['term', 'term']),
		needs: ['source', 'medium'],
	},
];

export const HEADING_WORDS: FurtherWord[] = [
	...Object.entries(WORDS).flatMap(([column, words]) =>
		words.split(', ').map((word) => ({ column, word })),
	),
	...BESIDE,
	...TARGETING,
];
