/**
 * Whatever value a field has, the request goes to the credential's host and to the operation's path, has the expected
 * headers only, and holds the value as given; or the item fails with an error that names the field.
 */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { type EntryPoint, FEWER_ISOLATES, type ItemReply, type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import {
	BASE,
	type ScriptedEngine,
	setUpScriptedEngine,
} from '../../support/engine/scriptedEngine';
import type { ScriptedRequest } from '../../support/engine/scriptedService';
import {
	ADDITIONAL,
	DECLARED,
	type Target,
	TARGETS,
	withOwnLinks,
} from '../../support/security/fieldTargets';
import {
	EXPRESSION,
	type Hostile,
	hostile,
	LONG,
	LONG_AND_PLAIN,
	PIECES,
	printable,
	SEED,
	SLASHES,
} from '../../support/security/hostileValues';
import {
	additionalNames,
	carries,
	goodReply,
	isAddedCode,
	isBlankRow,
	isLookedUp,
	isMain,
	isUnknownAlias,
	receivedValue,
	violations,
} from '../../support/security/requestChecks';

/** Number of random values for a field; few fields are in the query. FC_VALUES raises it for a longer search. */
const valuesFor = ({ lands }: Target, entryPoint: EntryPoint): number =>
	Number(
		process.env.FC_VALUES ?? (entryPoint === 'oneItem' ? 2 : lands?.part === 'query' ? 16 : 4),
	);

/** Of targets that differ in nothing that decides, one. */
const oneOfEach = (targets: Target[], kindOf: (target: Target) => unknown): Target[] => [
	...new Map(targets.map((target) => [JSON.stringify(kindOf(target)), target])).values(),
];

/** A field of a creation is also one of an update. */
const fieldOf = ({ name, property: { displayName, type } }: Target) => [
	name.slice(name.indexOf(' ') + 1).replace(/^(additional|update|qrCode)Fields\./, ''),
	...[displayName, type],
];
const modeOf = ({ name }: Target) => /\((\w+)\)$/.exec(name)?.[1];

/** Both entry points send what the same conversions give. */
const TRIED: Record<EntryPoint, Target[]> = {
	// Operations of one name, such as the deletions, treat a field alike, and so do Create and Create or Get
	manyItems: oneOfEach(TARGETS, (target) => [
		target.declared.name.replace(/^\w+:|OrGet$/g, ''),
		...fieldOf(target),
	]),
	// n8n's routing engine knows types and places
	oneItem: oneOfEach(TARGETS, (target) => [
		...[target.property.type, modeOf(target), target.lands?.part, target.lands?.at.length],
		target.declared.method,
	]),
};

/** Fields for a megabyte: a text in each part of a request, and a locator in each of its modes; unit/longTexts tries each function. */
const ROOMY = oneOfEach(
	TARGETS.filter(({ property: { type } }) => ['string', 'resourceLocator'].includes(type)),
	(target) => [target.lands?.part, modeOf(target)],
);

/** Gets what expressions of older versions of n8n give: these are evaluated in the same process, and objects come as they are. */
const SHARED = setUpScriptedEngine();
/**
 * Gets copies from n8n's isolated expressions. The copy depends on the value and not on the field, so one field of each type
 * runs in it: each run costs an isolate.
 */
const ISOLATED = setUpScriptedEngine(FEWER_ISOLATES);
const ONE_OF_EACH_TYPE = oneOfEach(TRIED.manyItems, ({ property }) => property.type);
const engineFor = (target: Target, entryPoint: EntryPoint): ScriptedEngine =>
	entryPoint === 'manyItems' && ONE_OF_EACH_TYPE.includes(target) ? ISOLATED : SHARED;
beforeAll(() => {
	process.stdout.write(`\nFC_SEED=${SEED} gives these values again\n`);
});

/** n8n's expressions cannot pass on every object. */
const BY_N8N = /^Expression evaluation failed: .* could not be cloned/;

/** Why an item failed; n8n's routing engine gives an error where it converts values itself. */
const reasonOf = ({ error, json }: ItemReply): string | undefined =>
	error?.message ?? (typeof json.error === 'string' ? json.error : undefined);

/** Two rows with different values for one link. */
const SAME_LINK = /^(?:Columns|Update Fields): items \d+ and \d+ are for the same link/;

/** Whether a reason is useful to a user: it names the field, the alias that no link has, or the row for the same link. */
const isClear = (reason: string, target: Target): boolean =>
	(BY_N8N.test(reason) ||
		SAME_LINK.test(reason) ||
		isUnknownAlias(target, reason) ||
		target.labels.some((label) => reason.startsWith(label))) &&
	reason.length < 400;

/** The input item with a value. */
const itemOf = (given: Hostile) => ({ ...given, shortUrl: `${BASE}/s7` }) as Json;

function judgeItem(
	target: Target,
	given: Hostile,
	reply: ItemReply,
	{ sent, found }: { sent: ScriptedRequest[]; found: unknown[] },
): string[] {
	const where = `${target.name} = ${printable(given)}`;
	const reason = reasonOf(reply);
	if (reason !== undefined)
		return isClear(reason, target) ? [] : [`${where}: unclear: ${reason.slice(0, 300)}`];
	if (!target.lands || found.some((value) => carries(target, given, value))) return [];
	if (isLookedUp(target, given, sent)) return [];
	if (isBlankRow(target, given, itemOf(given), reply.json)) return [];
	// A row of Create or Update that adds nothing to its link may need no request
	if (target.property.name === ADDITIONAL && carries(target, given, {})) return [];
	return [
		`${where}: went through, and nothing that arrived is it: ${JSON.stringify(found).slice(0, 500)}`,
	];
}

/** Runs all values in one execution and returns what is wrong, in words. */
async function trial(
	scripted: ScriptedEngine,
	target: Target,
	given: Hostile[],
	entryPoint: EntryPoint,
): Promise<string[]> {
	scripted.service.answer(goodReply);
	const items = given.map(itemOf);
	const parameters = withOwnLinks(target, EXPRESSION);
	const { outputs, error, leaks } = await scripted.engine.run({
		parameters,
		items,
		entryPoint,
		settings: { onError: 'continueRegularOutput' },
	});
	const { declared } = target;
	const sent = [...scripted.service.requests];
	const additional = given.flatMap((entry) => additionalNames(target, entry));
	const isWanted = target.name.includes(' qrCodeFields') ? isAddedCode : isMain;
	const main = sent.filter((request) => isWanted(declared, request));
	const found = main.map((request) => receivedValue(target, request));
	const came = outputs[0] ?? [];
	const done = new Set(came.filter((item) => reasonOf(item) === undefined).map(indexOf));
	return [
		...(error ? [`${target.name}: the run ended with ${error.message}`] : []),
		...leaks.map((place) => `${target.name}: the key is in the ${place}`),
		...sent.flatMap((request) =>
			violations(declared, request, additional).map(
				(violation) => `${target.name}: a request ${violation}`,
			),
		),
		...came.flatMap((item) => judgeItem(target, given[indexOf(item)]!, item, { sent, found })),
		...(target.lands ? found : []).flatMap((value) =>
			given.some((entry, index) => done.has(index) && carries(target, entry, value))
				? []
				: [`${target.name}: received, but not given: ${JSON.stringify(value)?.slice(0, 300)}`],
		),
	];
}

const indexOf = ({ pairedItem }: ItemReply): number =>
	(pairedItem as { item: number } | undefined)?.item ?? 0;

/** Tries random values in a field, and returns what is wrong, in words. */
async function tryValues(target: Target, entryPoint: EntryPoint): Promise<string[]> {
	const seed = SEED + TARGETS.indexOf(target);
	const given = fc.sample(hostile, { seed, numRuns: valuesFor(target, entryPoint) });
	const wrong = await trial(engineFor(target, entryPoint), target, given, entryPoint);
	return wrong.map((violation) => `${entryPoint}, ${violation}`);
}

test.each(DECLARED)(
	'a hostile value in any field changes no other part of the request, through both entry points: $name',
	async ({ name }) => {
		const wrong: string[] = [];
		for (const entryPoint of ENTRY_POINTS)
			for (const target of TRIED[entryPoint])
				if (target.declared.name === name) wrong.push(...(await tryValues(target, entryPoint)));
		expect(wrong).toEqual([]);
	},
);

test.each(ROOMY)(
	'a megabyte in $name is sent as given or rejected with a short message',
	async (target) => {
		const given = [LONG, LONG_AND_PLAIN, SLASHES];
		expect(await trial(SHARED, target, given, 'manyItems')).toEqual([]);
	},
);

test.each([
	'link:update updateFields.description',
	'link:update linkId (idOrUrl)',
	'link:getAll filters.q',
])('each piece of a hostile value in %s is sent as given or rejected', async (name) => {
	const target = TARGETS.find((other) => other.name === name)!;
	for (const entryPoint of ENTRY_POINTS)
		expect(await trial(SHARED, target, PIECES, entryPoint)).toEqual([]);
});
