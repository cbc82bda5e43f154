/**
 * Equivalent mutants: changes that no test can notice, because nothing that can be seen changes. They do not count in the score.
 * Each explanation names its file, the line, what replaces a part of that line, and the reason. The command fails when such a
 * mutant no longer exists or a test notices it.
 */

/** @typedef {{ line: string, mutants: string[], reason: string }} Explanation `mutants` as the report of StrykerJS shows them */

/** @type {Record<string, Explanation[]>} By file, relative to the node's folder. */
export const equivalents = {
	'client/rateLimit/budget.ts': [
		{
			line: 'if (this.probesLeft > 0) this.probesLeft--;',
			mutants: ['true', 'this.probesLeft >= 0'],
			reason: 'A number below zero means the same as zero, and each wait sets it anew.',
		},
		{
			line: 'if (this.resumeAt !== undefined && this.resumeAt > now) return this.resumeAt - now;',
			mutants: ['true'],
			reason: 'Only the compiler needs the check: undefined is not larger than a number.',
		},
	],
	'client/rateLimit/currentWindow.ts': [
		{
			line: 'return this.endsAt !== undefined && performance.now() >= this.endsAt;',
			mutants: ['true'],
			reason: 'Only the compiler needs the check: no number is larger than undefined.',
		},
		{
			line: 'return this.remaining !== undefined && this.inFlight < this.remaining;',
			mutants: ['true'],
			reason: 'Only the compiler needs the check: no number is smaller than undefined.',
		},
	],
	'client/rateLimit/headers.ts': [
		{
			line: "function leadingNumber(text = ''): { number: number; unit: string } | undefined {",
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text begins with a number.',
		},
		{
			line: "const dateIn = (text = ''): number => (text.length > MAX_LENGTH ? NaN : Date.parse(text));",
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date.',
		},
		{
			line: "const [, digits, unit = ''] = NUMBER.exec(text) ?? [];",
			mutants: ['["Stryker was here"]'],
			reason: 'The first element of the list is not read.',
		},
		{
			line: "if (text === undefined || text.trim() === '') return undefined;",
			mutants: ['false', 'text', '"Stryker was here!"'],
			reason: 'A shortcut: an empty text is no date, so the result is undefined as well.',
		},
	],
	'client/rateLimit/rateLimiter.ts': [
		{
			line: 'if (waiter.waitsForLimit) waiter.limitWaits?.end();',
			mutants: ['waiter.limitWaits.end'],
			reason:
				'Only the compiler needs the check: a request without `limitWaits` never waits for the limit.',
		},
		{
			line: 'if (performance.now() + sleepFor < this.nextLookAt) void this.lookAgainIn(sleepFor);',
			mutants: ['performance.now() + sleepFor <= this.nextLookAt'],
			reason: 'Looking twice at the same moment changes nothing the second time.',
		},
		{
			line: 'if (this.nextLookAt === at) this.nextLookAt = Infinity;',
			mutants: ['true'],
			reason: 'One more look than needed changes nothing.',
		},
		{
			line: 'if (waiter.isUrgent) this.startOrRejectUrgent(waiter);',
			mutants: ['true'],
			reason: 'A shortcut: a request that is not urgent has no deadline.',
		},
	],
	'fields/convert.ts': [
		{
			line: "if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {",
			mutants: ['false'],
			reason: 'Only the compiler needs the type check: a safe integer is a number.',
		},
	],
	'fields/countries.ts': [
		{
			line: 'if (!sent.has(key)) sent.set(key, englishNames().get(code));',
			mutants: ['true'],
			reason: 'No two countries share a name in the present data of Node.js.',
		},
	],
	'fields/dateTime.ts': [
		{
			line: "return text.length > MAX_LENGTH ? '' : text;",
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date, and a message quotes the value itself.',
		},
		{
			line: "return '';",
			mutants: ['"Stryker was here!"'],
			reason: 'Neither text is a date, and a message quotes the value itself.',
		},
	],
	'fields/languages.ts': [
		{
			line: "const [canonical = ''] = Intl.getCanonicalLocales(code);",
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: one code has one canonical form.',
		},
		{
			line: "const [language = ''] = canonical.split('-');",
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a first part.',
		},
		{
			line: 'if (short === undefined) continue;',
			mutants: ['false'],
			reason: 'A shortcut: a code that stands for no code of two letters has no name either.',
		},
	],
	'images/imageAddress.ts': [
		{
			line: 'if (!address || !/^https?:$/.test(address.protocol))',
			mutants: ['/^https?:/'],
			reason: 'The protocol of an address has one colon, at its end.',
		},
	],
	'images/imageFile.ts': [
		{
			line: "(pathname.split('/').at(-1) ?? '')",
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a last part.',
		},
	],
	'images/ipAddress.ts': [
		{
			line: "const [before = '', after = ''] = address.split('::');",
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the first default: a split text has a first part.',
		},
		{
			line: "const [address = '', length] = range.split('/');",
			mutants: ['"Stryker was here!"'],
			reason: 'Only the compiler needs the default: a split text has a first part.',
		},
	],
	'operations/links/createsOrGets.ts': [
		{
			line: "retry: 'never',",
			mutants: ['""'],
			reason: 'The failure is thrown as an error, which does not hold how it may be repeated.',
		},
	],
	'operations/links/linkIndex.ts': [
		{
			line: 'const isNewer = (numberFrom(id) ?? -Infinity) > this.highestId && this.pagesRead > 0;',
			mutants: ['(numberFrom(id) ?? -Infinity) >= this.highestId'],
			reason: 'The link with the highest ID is in the index, so it is known anyway.',
		},
		{
			line: "return page && hasNews && this.byName.size <= MAX_LINKS ? 'none' : 'notReadable';",
			mutants: ['""'],
			reason: 'The end is only compared with the two other texts.',
		},
		{
			line: 'if (this.readAt === undefined || this.reading || Date.now() - this.readAt < MAX_AGE) return;',
			mutants: ['false'],
			reason: 'A shortcut: while nothing was read, there is nothing to forget.',
		},
	],
	'operations/behaviors/reads.ts': [
		{
			line: "retry: 'never',",
			mutants: ['""'],
			reason: 'The failure is thrown as an error, which does not hold how it may be repeated.',
		},
	],
	'operations/behaviors/updates.ts': [
		{
			line: 'if (!otherFields) return false;',
			mutants: ['true'],
			reason: 'The result only counts where there are other fields.',
		},
	],
	'trigger/counts.ts': [
		{
			line: 'return newestId !== undefined && idOf(record) > newestId;',
			mutants: ['true'],
			reason: 'Only the compiler needs the check: no number is larger than undefined.',
		},
		{
			line: "const end = isWhole ? 'wholeList' : 'partOfList';",
			mutants: ['""'],
			reason: 'The end is only compared with the other text.',
		},
	],
	'trigger/newRecords.ts': [
		{
			line: '.reduce((late, date) => (date > late ? date : late), earlier);',
			mutants: ['date >= late'],
			reason: 'Of two equal texts, either one is the latest.',
		},
		{
			line: 'const ids = [...(before?.seen ?? []), ...records.map(idOf)];',
			mutants: ['["Stryker was here"]'],
			reason: 'A text that is no number is not above the floor, so it is left out again.',
		},
		{
			line: 'return { floor, found, next: reader.next, isCertain: false };',
			mutants: ['true'],
			reason:
				'Whether a pass is certain only counts when it is done, so when there is no next page.',
		},
		{
			line: 'const isConfirmed = isCertain || unseen.every((record) => idOf(record) > mark);',
			mutants: ['idOf(record) >= mark'],
			reason:
				'The mark is the floor or an ID that was seen, and the ID of an unseen record is neither.',
		},
	],
	'trigger/recordIds.ts': [
		{
			line: 'else if (id > second && id < highest) second = id;',
			mutants: ['id >= second'],
			reason: 'Setting the same number again changes nothing.',
		},
	],
	'trigger/watch.ts': [
		{
			line: 'const references = (Array.isArray(rows) ? rows.filter(isObject) : [])',
			mutants: ['["Stryker was here"]'],
			reason: 'A text has no link, so it counts as an empty row.',
		},
		{
			line: "const rows = isObject(links) && source.record === 'link' ? links.link : [];",
			mutants: ['["Stryker was here"]'],
			reason: 'Rows that are no objects are left out.',
		},
	],
	'values/plainText.ts': [
		{
			line: String.raw`const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template)\b[^]*?(?:<\/\1\b[^>]*(?:>|$)|$)/gi;`,
			mutants: [
				String.raw`/<!--[^]*?(?:-->|$)|<(script|style|template)\b[^]*?(?:<\/\1\b[^>]*(?:>)|$)/gi`,
			],
			reason:
				'The same text is hidden, up to its end, because an end tag without `>` ends nothing. It only takes longer.',
		},
		{
			line: "text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {",
			mutants: ['"Stryker was here!"'],
			reason:
				'Only the compiler needs the default: without a number, the pattern has found a name.',
		},
		{
			line: "const beginning = text.slice(0, Math.max(0, maxLength - 1)).replace(/\\p{Surrogate}$/u, '');",
			mutants: ['/\\p{Surrogate}/u'],
			reason: 'Unpaired surrogates were removed before, so only the cut at the end can leave one.',
		},
		{
			line: "export const plainText = plainTextWithout('');",
			mutants: ['"Stryker was here!"'],
			reason: 'A secret that no text contains has the same effect as no secret.',
		},
		{
			line: 'if (!/[%\\\\]/.test(encoded)) return { text: inLowerCase(encoded), startOf: (index) => index };',
			mutants: ['false', '/[^%\\\\]/'],
			reason: 'A shortcut: decoding a text without encoded characters changes nothing.',
		},
		{
			line: 'const REST_OF_CHARACTER = /^[\\w#;]{0,5}/;',
			mutants: ['/[\\w#;]{0,5}/'],
			reason: 'A pattern that also matches no characters matches at the beginning of any text.',
		},
		{
			line: "const [rest = ''] = REST_OF_CHARACTER.exec(text) ?? [];",
			mutants: ['"Stryker was here!"', '["Stryker was here"]'],
			reason: 'Only the compiler needs the defaults: the pattern matches any text.',
		},
		{
			line: 'for (let length = Math.min(text.length, secret.length); length >= MIN_PART_LENGTH; length--)',
			mutants: ['Math.max(text.length, secret.length)'],
			reason:
				'A shortcut: no text holds a part that is longer than itself, and the whole secret was replaced before.',
		},
	],
};
