import { type FieldContext, invalidInput, isTool } from '../errors';
import { standsForNothing, trimmed, visibleText } from '../text/comparable';
import { textOf } from '../text/json';
import { asAlias, asUrl } from './addresses';
import { unlessNothing } from './cells';
import { asPositiveInteger, asText, asTrimmedText, isEmpty, partsOf, quoted } from './convert';
import type { Convert, ValueContext } from './field';

/** What a field can name instead of giving an ID. A link has the text of its domain, not the ID. */
export type Named =
	'campaigns' | 'channels' | 'domains' | 'domainTexts' | 'pixels' | 'qrCodes' | 'redirectTypes';

/** A record that a field names, until the name is looked up: a conversion is synchronous and sends nothing. */
export class NamedReference {
	constructor(
		readonly named: Named,
		/** The name as it was given, or an ID in a field for names. Without outer spaces. */
		readonly text: string,
		readonly field: FieldContext,
		/** Whether it was given as a number, such as the ID of another node's output. */
		readonly isNumber = false,
		/** The references and IDs in the text, where it has separators, and no record has the whole text as its name. */
		readonly parts: unknown[] = [],
		/** It counts as not given if no record has this name, see {@link standsForNothing}. */
		readonly mayBeNothing = false,
	) {}
}

/** A value with the texts of names that are not resolved yet, also in a list. @param written changes how a name is written */
export const withNamesAsText = (value: unknown, written = (name: string) => name): unknown => {
	if (value instanceof NamedReference) return written(value.text);
	return Array.isArray(value) ? value.map((one) => withNamesAsText(one, written)) : value;
};

/** A link, until its ID is looked up. */
export class LinkReference {
	/** @param text the full short URL, or an alias on the default domain */
	constructor(readonly text: string) {}

	get isShortUrl(): boolean {
		return this.text.includes('://');
	}
}

/** Spreadsheets make `007` and `12.0` of other values, so these are no IDs. */
export const ID = /^[1-9]\d*$/;

/** The modes of a locator in which an ID is typed. `id` was the mode's name in workflows of an older version. */
const isIdMode = ({ mode }: ValueContext) => mode === 'recordId' || mode === 'id';

const nameIn = (named: Named, value: unknown, field: FieldContext): NamedReference =>
	new NamedReference(
		named,
		visibleText(textOf(asTrimmedText(value, field))),
		field,
		typeof value === 'number',
	);

/** A word for nothing counts as not given, unless a record has it as its name. */
const nothingIn = (named: Named, value: unknown, field: FieldContext): NamedReference =>
	new NamedReference(named, visibleText(textOf(value)), field, false, [], true);

function idIn(named: Named, value: unknown, field: FieldContext): number {
	if (typeof value !== 'string' || !/\p{L}/u.test(value)) return asPositiveInteger(value, field);
	const mode = named.startsWith('domain') ? 'By Domain' : 'By Name';
	throw invalidInput(
		field,
		`${quoted(value)} is not an ID`,
		`Choose ${mode} instead of By ID, or enter a number such as 42.`,
	);
}

/**
 * A record of a list. By ID takes only its ID. By Name takes its name, or its ID if no record has that name. Otherwise
 * digits are an ID, because the list gives IDs, and all other text is a name, because a model may enter one there.
 */
export const asRecord =
	(named: Named): Convert =>
	(value, field) => {
		if (isEmpty(value)) return undefined;
		if (isIdMode(field)) return idIn(named, value, field);
		const isNameMode = field.mode === 'name' || field.mode === 'domain';
		const isId = typeof value !== 'string' || ID.test(visibleText(value));
		return isId && !isNameMode ? asPositiveInteger(value, field) : nameIn(named, value, field);
	};

export const asRecordOfLink =
	(named: Named): Convert =>
	(value, field) => {
		const convert = asRecord(named);
		if (isIdMode(field)) return unlessNothing(convert)(value, field);
		return standsForNothing(value) ? nothingIn(named, value, field) : convert(value, field);
	};

/** Most records in one field. Each name takes time to look up, and a cell from a form may hold a hundred thousand. */
const MAX_RECORDS = 100;

/** Several records of a list, by name or ID: an array, or text with separators. A name may contain these. */
export const asRecords =
	(named: Named): Convert =>
	(value, field) => {
		const parts = partsOf(value, field);
		if (parts.length === 0) return undefined;
		if (parts.length > MAX_RECORDS)
			throw invalidInput(
				field,
				`it holds ${parts.length} names or IDs, more than the ${MAX_RECORDS} that it may hold`,
				'Enter fewer.',
			);
		if (parts.length === 1 && standsForNothing(parts[0]))
			return [nothingIn(named, parts[0], field)];
		const convert = asRecord(named);
		const records = parts.map((part) => convert(part, field));
		const isOneText = typeof value === 'string' && !value.trim().startsWith('[');
		return isOneText && records.length > 1 && records.some((part) => typeof part === 'object')
			? [new NamedReference(named, visibleText(value), field, false, records)]
			: records;
	};

/** Whether it was chosen From List, so that it is what the service has. In a tool, it may be text of a model. */
const isFromList = ({ mode, node }: ValueContext) => mode === 'list' && !isTool(node);

const REDIRECT_TYPE = /^(direct|frame|splash|[1-9]\d*|overlay-\d+)$/i;
/** What other tools call a redirect type. It may be the ID of a splash page, so that it is looked up. */
const REDIRECT_STATUS = /^30[12378]$/;

/** A redirect type in the form of the API (services.md section 4), or the name of a splash page or an overlay. */
export const asRedirectType: Convert = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (text === '') return undefined;
	if (standsForNothing(text)) return nothingIn('redirectTypes', text, field);
	const isStatus = REDIRECT_STATUS.test(text) && !isFromList(field);
	return REDIRECT_TYPE.test(text) && !isStatus
		? text.toLowerCase()
		: nameIn('redirectTypes', text, field);
};

/** A domain in the form in which services have it. Letters such as ü have two forms. */
const COMPLETE_DOMAIN = /^https:\/\/(?!.*xn--)[^/?#\sA-Z\P{ASCII}]+$/u;

/** Services use their default domain for one in another form, such as without a scheme (services.md section 2): it is looked up. */
export const asDomain: Convert = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (text === '') return undefined;
	if (isIdMode(field)) return nameIn('domainTexts', idIn('domainTexts', value, field), field);
	const isOfService = isFromList(field) && text.includes('://');
	return isOfService || COMPLETE_DOMAIN.test(text) ? text : nameIn('domainTexts', text, field);
};

/** Text with a scheme, or with a host and a path. */
const SHORT_URL = /:\/\/|^[^\s/.]+\.[^\s/]+\/./;

/** A short URL, also without its scheme. @param advice where an alias can be entered */
export const asShortUrl =
	(advice = ''): Convert<string> =>
	(value, field) => {
		const text = textOf(asTrimmedText(value, field));
		if (text === '' || text.includes('://')) return asUrl(text, field);
		if (SHORT_URL.test(text)) return asUrl(`https://${text}`, field);
		throw invalidInput(
			field,
			`${quoted(value)} is not a short URL`,
			`Enter it like https://go.example.com/spring. ${advice}`,
		);
	};

/**
 * A link by its ID, its short URL, or its alias. Text in the list is from a model, which may enter any of the three. The modes `id`
 * and `url` of older workflows are By ID or Short URL. @param other the mode that takes aliases, also those of digits
 */
export const asLinkOr =
	(other: string): Convert =>
	(value, field) => {
		if (isEmpty(value)) return undefined;
		const text = trimmed(textOf(asText(value, field)));
		const isByAlias = field.mode === 'alias';
		if (!isByAlias && (typeof value === 'number' || ID.test(text)))
			return asPositiveInteger(value, field);
		if (!isByAlias && SHORT_URL.test(text))
			return new LinkReference(textOf(asShortUrl()(text, field)));
		if (isByAlias || field.mode === undefined || field.mode === 'list')
			return new LinkReference(textOf(asAlias(value, field)));
		throw invalidInput(
			field,
			`${quoted(value)} is neither an ID nor a short URL`,
			`Enter digits or a short URL such as https://go.example.com/spring, or choose ${other}.`,
		);
	};
