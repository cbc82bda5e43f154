/**
 * Long texts that make a pattern try many ways to match. They are made from the pattern itself: a beginning that leads to a
 * repetition, a part that is repeated, and an end that does not match, so that every way is tried.
 */
import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

import type { TextOfLength } from './growth';

/** From this count on, a repetition counts as one without end. */
const MANY = 20;
const ENDS = ['x', '\n', '!'];
/** Characters that stand for a class of characters, the first that belongs to it. */
const CHARACTERS = [...'a1 x/.<-_:%\\+,;"\'&#?\n\u0001\u0301\ud800\u200b'];

function inClass({ raw }: AST.Node, flags: string): string {
	const pattern = new RegExp(`^${raw}$`, flags);
	return CHARACTERS.find((character) => pattern.test(character)) ?? '';
}

/** Walks through a pattern from left to right. */
class Walk {
	/** Texts up to a repetition without end. */
	readonly beginnings = new Set(['']);
	/** Texts that parts of the pattern match. */
	readonly repeated = new Set<string>();

	constructor(private readonly flags: string) {}

	/** @param before a text that the pattern up to here matches @returns a text that this node matches */
	alternatives(alternatives: AST.Alternative[], before: string): string {
		const texts = alternatives.map(({ elements }) => {
			let text = '';
			for (const element of elements) {
				text += this.element(element, before + text);
				this.repeated.add(text).add(before + text);
			}
			return text;
		});
		return texts[0] ?? '';
	}

	private element(element: AST.Element, before: string): string {
		switch (element.type) {
			case 'Group':
			case 'CapturingGroup':
				return this.alternatives(element.alternatives, before);
			case 'Quantifier': {
				const { min, max } = element;
				const text = this.element(element.element, before);
				this.repeated.add(text);
				if (max >= MANY) this.beginnings.add(before);
				return text.repeat(min);
			}
			case 'Character':
				return String.fromCodePoint(element.value);
			case 'CharacterSet':
			case 'CharacterClass':
				return inClass(element, this.flags);
			case 'Backreference': {
				const group = [element.resolved].flat()[0];
				return group ? new Walk(this.flags).alternatives(group.alternatives, '') : '';
			}
			default:
				// Assertions take no characters
				return '';
		}
	}
}

/** The hostile texts for a pattern, each with a name for the message of a failed test. */
export function hostileTexts(pattern: RegExp): Map<string, TextOfLength> {
	const { source, flags } = pattern;
	const walk = new Walk(flags.replace('g', ''));
	const unicode = flags.includes('u');
	walk.alternatives(
		new RegExpParser().parsePattern(source, 0, source.length, { unicode }).alternatives,
		'',
	);
	const { beginnings, repeated } = walk;
	const texts = new Map<string, TextOfLength>();
	for (const beginning of beginnings)
		for (const part of repeated)
			for (const end of part === '' ? [] : ENDS)
				texts.set(JSON.stringify([beginning, part, end]), (length) =>
					[beginning, part.repeat(Math.ceil(length / part.length)), end].join(''),
				);
	return texts;
}
