/**
 * Long texts that make a pattern try many ways to match. They are made from the pattern itself: a beginning that leads to a
 * repetition, a part that is repeated, and an end that does not match, so that every way is tried.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

import type { TextOfLength } from './growth';

/** From this count on, a repetition counts as one without end. */
const MANY = 20;
const ENDS = ['x', '\n', '!'];
/** Characters that stand for a class of characters, the first that belongs to it. */
const CHARACTERS = [...'a1 x/.<-_:%\\+,;"\'&#?\n\u0001\u0301\ud800\u200b'];

/** The hostile texts for a pattern, each with a name for the message of a failed test. */
export function hostileTexts({ source, flags }: RegExp): Map<string, TextOfLength> {
	/** Texts up to a repetition without end. */
	const beginnings = new Set(['']);
	/** Texts that parts of the pattern match. */
	const repeated = new Set<string>();

	/** @param before a text that the pattern up to here matches @returns a text that the first alternative matches */
	function textOf(alternatives: AST.Alternative[], before = ''): string {
		const texts = alternatives.map(({ elements }) => {
			let text = '';
			for (const element of elements) {
				text += textOfElement(element, before + text);
				repeated.add(text).add(before + text);
			}
			return text;
		});
		return texts[0] ?? '';
	}

	function textOfElement(element: AST.Element, before: string): string {
		switch (element.type) {
			case 'Group':
			case 'CapturingGroup':
				return textOf(element.alternatives, before);
			case 'Quantifier': {
				const text = textOfElement(element.element, before);
				repeated.add(text);
				if (element.max >= MANY) beginnings.add(before);
				return text.repeat(element.min);
			}
			case 'Character':
				return String.fromCodePoint(element.value);
			case 'CharacterSet':
			case 'CharacterClass': {
				const pattern = new RegExp(`^${element.raw}$`, flags.replace('g', ''));
				return CHARACTERS.find((character) => pattern.test(character)) ?? '';
			}
			case 'Backreference':
				return textOf([element.resolved].flat().flatMap(({ alternatives }) => alternatives));
			default:
				// Assertions take no characters
				return '';
		}
	}

	const unicode = flags.includes('u');
	textOf(new RegExpParser().parsePattern(source, 0, source.length, { unicode }).alternatives);
	const texts = new Map<string, TextOfLength>();
	for (const beginning of beginnings)
		for (const part of repeated)
			for (const end of part === '' ? [] : ENDS)
				texts.set(JSON.stringify([beginning, part, end]), (length) =>
					[beginning, part.repeat(Math.ceil(length / part.length)), end].join(''),
				);
	return texts;
}
