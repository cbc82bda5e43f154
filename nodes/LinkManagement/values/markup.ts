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

/** Decodes HTML entities: `R&amp;D` and `R&#38;D` become R&D. Unknown entities stay as they are. */
export const decodeEntities = (text: string): string =>
	text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {
		if (decimal !== undefined) return character(Number(decimal));
		if (hexadecimal !== undefined) return character(parseInt(hexadecimal, 16));
		return ENTITIES[(name as string).toLowerCase()] ?? entity;
	});

/** Comments, and elements whose content is not shown. One that is not closed extends to the end of the text. */
const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template)\b[^]*?(?:<\/\1\b[^>]*(?:>|$)|$)/gi;
/** A tag. A `>` in a quoted attribute does not end it. */
const TAG = /<[/!?a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
/** A tag with a quote that is not closed. */
const TAG_WITH_OPEN_QUOTE = /<[/!?a-z][^<>]*>/gi;
/** Elements that can be part of a word or a sentence. All others separate the text before and after them. */
const INLINE =
	/^<\/?(a|abbr|b|bdi|bdo|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|var)\b/i;

const withoutTag = (tag: string): string => (INLINE.test(tag) ? '' : ' ');

/** A text without the markup of HTML: tags, comments, and scripts with their content. */
export const withoutTags = (text: string): string =>
	text.replace(HIDDEN, ' ').replace(TAG, withoutTag).replace(TAG_WITH_OPEN_QUOTE, withoutTag);
