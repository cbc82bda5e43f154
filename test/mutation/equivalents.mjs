/**
 * Equivalent mutants: changes that no test can notice, because nothing that can be seen changes. They do not count in the score.
 * Each explanation names its file, the line, what replaces a part of that line, and the reason. The command fails when such a
 * mutant no longer exists or a test notices it.
 */

/** @typedef {{ mutants: string[], reason: string }} Explanation `mutants` as the report of StrykerJS shows them */

/** @type {Record<string, Record<string, Explanation>>} By file, relative to the node's folder, and line. */
export const equivalents = {
	'actions/index.ts': {
		"const initial = resource.operations.create ? 'create' : (operations[0]?.[0] ?? '');": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: each resource has an operation.',
		},
	},
	'actions/link/getAll.ts': {
		"const [host = ''] = address.split(/[/?]/, 1);": {
			mutants: ['"Stryker was here!"'],
			reason: 'Splitting a text gives at least one part.',
		},
		"const [first = '', ...others] = normalized(address.slice(host.length), 'NFC').split(encoded);":
			{ mutants: ['"Stryker was here!"'], reason: 'Splitting a text gives at least one part.' },
		"const address = longUrl.replace(/^https?:\\/\\//i, '').replace(/#.*$/s, '');": {
			mutants: ['/#.*/s'],
			reason: 'With the flag s, the dots reach the end of the text.',
		},
		"const path = withoutSlash(address.replace(/\\?.*$/s, ''));": {
			mutants: ['/\\?.*/s'],
			reason: 'With the flag s, the dots reach the end of the text.',
		},
	},
	'actions/link/sentLink.ts': {
		'JSON.stringify(Object.entries(comparableBody(values)).sort(([a], [b]) => (a < b ? -1 : 1)));':
			{
				mutants: ['a <= b', 'a >= b'],
				reason: 'The names differ, and any fixed order gives the same digest for the same values.',
			},
	},
	'actions/qrCode/content.ts': {
		'for (const { name, displayName: label, required, convert = asText } of CONTENT[type] ?? []) {':
			{
				mutants: ['["Stryker was here"]'],
				reason: 'Only the compiler needs the default: the type has been checked.',
			},
		'const label = TYPES.find(({ value }) => value === type)?.name ?? type;': {
			mutants: ['true', 'TYPES.find(({\n  value\n}) => value === type).name'],
			reason:
				'Only contacts, the first type, have no required field; and the type has been checked.',
		},
		'const isText = CONTENT[kind]?.some(({ name }) => name === TEXT_FIELD);': {
			mutants: [
				'CONTENT[kind].some',
				'CONTENT[kind]?.every(({\n  name\n}) => name === TEXT_FIELD)',
			],
			reason: 'The type has been checked, and the text is the only field of its type.',
		},
	},
	'actions/qrCode/contentTypes.ts': {
		"const address = text.replace(/^mailto:([^?]*).*$/is, '$1').trim();": {
			mutants: ['/^mailto:([^?]*).*/is'],
			reason: 'With the flag s, the dots reach the end of the text.',
		},
		"if (Buffer.byteLength(name ?? '') <= MAX_NETWORK_NAME) return name;": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is too long.',
		},
	},
	'actions/qrCode/image.ts': {
		"const type = (textOf(headers['content-type']).split(';')[0] ?? '').trim().toLowerCase();": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a first part.',
		},
		'if (!address || !/^https?:$/.test(address.protocol))': {
			mutants: ['/^https?:/'],
			reason: 'The protocol of an address has one colon, at its end.',
		},
	},
	'client/account.ts': {
		'if (entries.size > max && oldest !== undefined) entries.delete(oldest);': {
			mutants: ['true'],
			reason:
				'Only the compiler needs the check: what has more entries than may stay has an oldest.',
		},
	},
	'client/wait.ts': {
		'const all = new Array<R>(list.length);': {
			mutants: ['new Array()'],
			reason: 'The same list in the end: it only takes less memory meanwhile.',
		},
	},
	'client/rateLimit/headers.ts': {
		"function leadingNumber(text = ''): { number: number; unit: string } | undefined {": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text begins with a number.',
		},
		'const ZONE = /(?:GMT|UTC|Z|[+-]\\d\\d:?\\d\\d)\\s*$/i;': {
			mutants: ['/(?:GMT|UTC|Z|[+-]\\d\\d:?\\d\\d)\\s*/i'],
			reason: 'No date has a zone elsewhere.',
		},
		"const dateIn = (text = ''): number =>": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date.',
		},
	},
	'fields/convert.ts': {
		"if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {": {
			mutants: ['false'],
			reason: 'Only the compiler needs the type check: a safe integer is a number.',
		},
	},
	'fields/data/languages.ts': {
		"const [canonical = ''] = Intl.getCanonicalLocales(code);": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: one code has one canonical form.',
		},
		"const [language = ''] = canonical.split('-');": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a first part.',
		},
		'if (short === undefined) continue;': {
			mutants: ['false'],
			reason: 'A shortcut: a code that stands for no code of two letters has no name either.',
		},
	},
	'fields/dateTime.ts': {
		"return text.length > MAX_LENGTH ? '' : text;": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date, and a message quotes the value itself.',
		},
		"return '';": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date, and a message quotes the value itself.',
		},
	},
	'lookup/linkIndex.ts': {
		"this.end = 'notReadable';": {
			mutants: ['""'],
			reason: 'The end is only compared with the two other texts.',
		},
		"else if (isRepeated || this.byId.size > MAX_LINKS) this.end = 'notReadable';": {
			mutants: ['""'],
			reason: 'The end is only compared with the two other texts.',
		},
		'const [, digits] = /^0+([1-9]\\d*)$/.exec(alias) ?? [];': {
			mutants: ['["Stryker was here"]'],
			reason: 'The first element of the list is not read.',
		},
		'if (digits !== undefined) this.byNumber.add(digits);': {
			mutants: ['true'],
			reason: 'Only the compiler needs the check: nobody looks for undefined.',
		},
		'if (this.readAt === undefined || this.reading || Date.now() - this.readAt < maxAge) return;': {
			mutants: ['false'],
			reason: 'A shortcut: while nothing was read, there is nothing to forget.',
		},
	},
	'run/fieldExpressions.ts': {
		"const path = FIELD_EXPRESSION.exec(expression)?.[1] ?? '';": {
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text has a name in it.',
		},
		"return [...path.matchAll(NAME)].map(([, a, b, c]) => a ?? b ?? c ?? '');": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: the pattern has found one of the three.',
		},
		"if (typeof part !== 'object' || !hasExpression(part)) return () => part;": {
			mutants: ['false'],
			reason: 'Only the compiler needs the type check: what is no object has no expression.',
		},
	},
	'run/manyItems.ts': {
		'return itemName(index, this.input[index]?.json);': {
			mutants: ['this.input[index].json'],
			reason: 'Only the compiler needs the check: each item has its input.',
		},
		'const input = this.input[index]?.json ?? {};': {
			mutants: ['this.input[index].json'],
			reason: 'Only the compiler needs the check: each item has its input.',
		},
		'const included = results.includesInput.has(index) ? this.input[index]?.json : undefined;': {
			mutants: ['this.input[index].json'],
			reason: 'Only the compiler needs the check: each item has its input.',
		},
	},
	'run/oneItem.ts': {
		"const reason = results.failed.get(index) ?? '';": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: an item gets here only if it has failed.',
		},
	},
	'run/output.ts': {
		'output[index] = [failedItem(reason, node, index, operation, input[index]?.json)];': {
			mutants: ['input[index].json'],
			reason: 'Only the compiler needs the check: each item has its input.',
		},
		'const json = without(copiedInput(input[index]?.json ?? {}, node), ...MESSAGES);': {
			mutants: ['input[index].json'],
			reason: 'Only the compiler needs the check: each item has its input.',
		},
	},
	'run/reasons.ts': {
		'return tooMany < 0 ? texts : texts.slice(0, tooMany);': {
			mutants: ['tooMany <= 0'],
			reason: 'The first text is never one too many.',
		},
		"const aboutField = said.split(/[.,;]/).find((part) => field.words.test(part)) ?? '';": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: the words that were found are in one part.',
		},
	},
	'run/report.ts': {
		'return last === undefined || total < MIN_WAIT': {
			mutants: ['false'],
			reason: 'Only the compiler needs the check: without a wait, the sum is 0.',
		},
	},
	'text/comparable.ts': {
		'export function decoded(text: string, reserved = /(?!)/): string {': {
			mutants: ['/(?=)/'],
			reason: 'In place of nothing, there is nothing.',
		},
		'} catch {': { mutants: ['{}'], reason: 'A function without a return value gives undefined.' },
		"this.host = `${/^https?:$/.test(protocol) ? '' : `${protocol}//`}${user}${host}`;": {
			mutants: ['/^https?:/'],
			reason: 'The protocol of an address has one colon, at its end.',
		},
		"const [name = '', ...value] = pair.split('=');": {
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a first part.',
		},
		'const PLAIN_HOST = /^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]+)(?:[/?#]|$)/;':
			{
				mutants: [
					'/^https:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d](?:-[a-z\\d]+)*\\.)+[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)\\.)+[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d])*\\.)+[a-z]+)(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z])(?:[/?#]|$)/',
					'/^https?:\\/\\/(?:www\\.)?((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]+)(?:[/?#])/',
				],
				reason: 'A shortcut: a host that does not match is read with `URL`.',
			},
	},
	'text/dates.ts': {
		"if (timeZone === 'UTC') return timeZone;": {
			mutants: ['false', '""'],
			reason: 'What follows gives the same for UTC, only more slowly.',
		},
	},
	'text/json.ts': {
		'(Array.isArray(value) ? value : []).filter(isObject);': {
			mutants: ['["Stryker was here"]'],
			reason: 'What is no object is left out.',
		},
	},
	'text/longUrl.ts': {
		"if (stored === this.url) return 'same';": {
			mutants: ['false'],
			reason: 'A shortcut: the same text is the same address.',
		},
	},
	'text/plainText.ts': {
		'const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template)\\b[^]*?(?:<\\/\\1\\b[^>]*(?:>|$)|$)/gi;':
			{
				mutants: [
					'/<!--[^]*?(?:-->|$)|<(script|style|template)\\b[^]*?(?:<\\/\\1\\b[^>]*(?:>)|$)/gi',
				],
				reason:
					'The same text is hidden, up to its end, because an end tag without `>` ends nothing. It only takes longer.',
			},
		"text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {": {
			mutants: ['"Stryker was here!"'],
			reason:
				'Only the compiler needs the default: without a number, the pattern has found a name.',
		},
		"const beginning = text.slice(0, Math.max(0, maxLength - 1)).replace(/\\p{Surrogate}$/u, '');":
			{
				mutants: ['/\\p{Surrogate}/u'],
				reason:
					'Unpaired surrogates were removed before, so only the cut at the end can leave one.',
			},
		"export const plainText = plainTextWithout('');": {
			mutants: ['"Stryker was here!"'],
			reason: 'A secret that no text contains has the same effect as no secret.',
		},
		'if (!/[%\\\\]/.test(encoded))': {
			mutants: ['false', '/[^%\\\\]/'],
			reason: 'A shortcut: decoding a text without encoded characters changes nothing.',
		},
		'const REST_OF_CHARACTER = /^[\\w#;]{0,5}/;': {
			mutants: ['/[\\w#;]{0,5}/'],
			reason: 'A pattern that also matches no characters matches at the beginning of any text.',
		},
		"const [rest = ''] = REST_OF_CHARACTER.exec(text) ?? [];": {
			mutants: ['"Stryker was here!"', '["Stryker was here"]'],
			reason: 'Only the compiler needs the defaults: the pattern matches any text.',
		},
	},
	'trigger/records.ts': {
		'else if (id > second && id < highest) second = id;': {
			mutants: ['id >= second'],
			reason: 'Setting the same number again changes nothing.',
		},
	},
	'trigger/watch.ts': {
		"const rows = isObject(links) && source.record === 'link' ? links.link : [];": {
			mutants: ['["Stryker was here"]'],
			reason: 'Rows that are no objects are left out.',
		},
	},
};
