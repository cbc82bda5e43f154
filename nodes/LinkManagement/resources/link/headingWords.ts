import type { FurtherWord } from '../../fields/table';

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
	geotarget: 'location',
	devicetarget: 'device',
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

export const HEADING_WORDS: FurtherWord[] = [
	...Object.entries(WORDS).flatMap(([column, words]) =>
		words.split(', ').map((word) => ({ column, word })),
	),
	...BESIDE,
];
