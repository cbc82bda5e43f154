const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	hellip: '…',
	ndash: '–',
	mdash: '—',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const MAX_CODE_POINT = 0x10ffff;

const character = (code: number): string =>
	code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '';

/** A text with the entities of HTML as what they stand for: `R&amp;D` and `R&#38;D` are R&D. Unknown ones stay. */
export const decodeEntities = (text: string): string =>
	text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {
		if (decimal !== undefined) return character(Number(decimal));
		if (hexadecimal !== undefined) return character(parseInt(hexadecimal, 16));
		return ENTITIES[(name as string).toLowerCase()] ?? entity;
	});

/** Comments, and elements whose content is not for people. One that is not closed goes to the end of the text. */
const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template)\b[^]*?(?:<\/\1\b[^>]*>|$)/gi;
/** A tag, where `>` in a quoted attribute does not end it. */
const TAG = /<[/!?a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
/** The same where a quote is not closed. */
const TAG_WITH_OPEN_QUOTE = /<[/!?a-z][^<>]*>/gi;
/** Elements that stand within a word or a sentence; all others separate what is before and after them. */
const INLINE =
	/^<\/?(a|abbr|b|bdi|bdo|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|var)\b/i;

const withoutTag = (tag: string): string => (INLINE.test(tag) ? '' : ' ');

/** A text without the markup of HTML: tags, comments, and scripts with their content. */
export const withoutTags = (text: string): string =>
	text.replace(HIDDEN, ' ').replace(TAG, withoutTag).replace(TAG_WITH_OPEN_QUOTE, withoutTag);
