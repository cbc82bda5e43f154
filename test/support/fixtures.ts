/**
 * Frozen fixtures: nodes as the editor saved them with one version, with the requests that they sent and what came out. They are
 * written once per version (`node scripts/fixtures.mjs <version>`).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';

import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';
import type { Json } from './engine';
import { DECLARED, type Declared, type Target, TARGETS } from './security/fieldTargets';

const FOLDER = join(__dirname, '../fixtures');
const CHECKSUMS = join(__dirname, '../fixtureChecksums.json');
const { description } = new LinkManagement();

/** A node as the editor saves it. */
export interface SavedNode {
	name: string;
	parameters: Json;
}

/** What a case sent, and what came out. Addresses of the service are written as `{url}`. */
export interface Expected {
	/** `GET /api/urls` with its query and body */
	sent: Array<{ line: string; query: Json; body?: unknown }>;
	/** The items of each output */
	output: Json[][];
	/** The message of a run that failed */
	error?: string;
}

export interface Fixture extends SavedNode {
	expected: Expected;
}

/** A trigger whose state was stored after its first poll. */
export interface TriggerFixture {
	parameters: Json;
	/** What n8n kept */
	staticData: Json;
	/** What the next poll sent and gave, after something had happened */
	expected: Expected;
}

/** Where the service is, in texts that do not depend on the port. */
export const PLACE = '{url}';

/** The link that all cases find. */
export const ITEM = { shortUrl: `${PLACE}/s1` };

const isText = ({ type }: INodeProperties) =>
	['string', 'number', 'dateTime', 'color'].includes(type);

/** A value for a field that takes text or a number, by its name. */
function sample({ name, type, default: usual }: INodeProperties): unknown {
	if (type === 'number') return Number(usual) > 0 ? 2 : 1;
	if (type === 'dateTime') return name === 'createdAfter' ? '2024-01-01' : '30.04.2030';
	const known: Json = {
		custom: 'fixture-alias',
		domain: 'https://fixture.example.com',
		email: 'fixture@example.com',
		phone: '+15550100',
		tag: 'GTM-FIXTURE',
		slug: 'fixture-slug',
		q: 'example',
		shortUrl: '={{ $json.shortUrl }}',
		pixels: 'Tag manager, 2',
		background: 'rgb(10,20,30)',
		foreground: 'rgb(200,210,220)',
		color: '#0ea5e9',
		metaimage: 'https://example.com/image.png',
		binaryPropertyName: 'picture',
		longUrl: 'https://www.example.com/page/1',
	};
	if (name in known) return known[name];
	return /url|link|apple|google|logo|redirect|site|data$/i.test(name)
		? `https://example.com/fixture/${name}`
		: `Fixture ${name}`;
}

/** What each mode of a locator holds, by the name of its field. */
const LOCATORS: Record<string, Record<string, string>> = {
	campaign: { list: '1', name: 'Campaign 1', recordId: '1' },
	channel: { list: '1', name: 'Channel 1', recordId: '1' },
	pixel: { list: '1', name: 'Tag manager', recordId: '1' },
	qrCode: { list: '1', name: 'Code 1', recordId: '1' },
	domainId: { list: '1', domain: 'https://go.example.com', recordId: '1' },
	domain: { list: 'https://go.example.com', domain: 'go.example.com', recordId: '1' },
	link: { list: '1', idOrUrl: `${PLACE}/s1`, alias: 's1' },
	item: { list: '1', idOrUrl: `${PLACE}/s1`, name: 's1' },
	device: { list: 'iPhone', name: 'iphone' },
	location: { list: 'Canada', name: 'de' },
	language: { list: 'de', code: 'de' },
	type: { list: 'direct', nameOrId: 'Product launch' },
};

/** The values of a field that each get a case of their own. */
function choicesOf({ name, property, declared }: Target): Array<[label: string, value: unknown]> {
	const { type, default: usual, options = [], modes } = property;
	if (type === 'boolean') return [[String(!usual), !usual]];
	if (type === 'json') return [['filled', '{ "extra": 1 }']];
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	if (type === 'options') return values.map((value) => [String(value), value]);
	if (type === 'multiOptions') return values.map((value) => [String(value), [value]]);
	if (type !== 'resourceLocator') return [];
	const mode = modes?.map((other) => other.name).find((other) => name.endsWith(`(${other})`));
	const field = property.name in LOCATORS ? property.name : property.name.replace(/Id$/, '');
	const value = mode && LOCATORS[field]?.[mode];
	if (mode && value === undefined)
		throw new Error(`Add the mode ${mode} of ${declared.name} ${name} to the table of locators`);
	return value === undefined ? [] : [['', value]];
}

/** The same parameters with the other value in them, however deep; texts of both stay. */
function merged(one: unknown, other: unknown): unknown {
	if (Array.isArray(one) && Array.isArray(other)) return [merged(one[0], other[0])];
	const isJson = (value: unknown) => typeof value === 'object' && value !== null;
	if (!isJson(one) || !isJson(other)) return other;
	const entries = Object.entries(other as Json).map(([name, value]) => [
		name,
		merged((one as Json)[name], value),
	]);
	return { ...(one as Json), ...Object.fromEntries(entries) };
}

/** The same parameters with what belongs together: no field that is cleared and filled, and fields that others need. */
function consistent(name: string, parameters: Json): Json {
	const others = Object.entries((parameters.updateFields ?? {}) as Json);
	const rest = Object.fromEntries(others.filter(([field]) => field !== 'fieldsToClear'));
	const cleared = name.includes('.fieldsToClear ') ? name.split(' ').at(-1)! : undefined;
	return {
		...parameters,
		...(parameters.updateFields !== undefined && {
			updateFields: cleared === undefined ? rest : { fieldsToClear: [cleared] },
		}),
		...(name.startsWith('channel:assignItem itemId') && { itemType: 'links' }),
		...(name.endsWith(' output fields') && { outputFields: ['id'] }),
		...(/^qrCode:.* type link$/.test(name) && { data: 'https://example.com/code' }),
		...(/^qrCode:.* type phone$/.test(name) && { data: '+15550100' }),
		...(/^qrCode:.* encryption w/.test(name) && { pass: 'Fixture pass' }),
	};
}

/** Locators beside another field, with a value that the service knows. */
const filled = (parameters: Json): Json =>
	JSON.parse(JSON.stringify(parameters), (key, value: unknown) =>
		value !== null && typeof value === 'object' && (value as Json).value === 'beside'
			? { __rl: true, mode: 'list', value: LOCATORS[key]?.list }
			: value,
	) as Json;

/** All cases: each operation as it is, with all its texts, and with each mode of a locator and each value of an option. */
function casesOf(declared: Declared): Array<[name: string, parameters: Json]> {
	const targets = TARGETS.filter((target) => target.declared === declared);
	const texts = targets.filter(({ property }) => isText(property) && property.name !== 'shortUrl');
	const withTexts = texts.reduce<unknown>(
		(all, { holding, property }) => merged(all, holding(sample(property))),
		declared.parameters,
	) as Json;
	const choices = targets.flatMap((target) =>
		choicesOf(target).map(([label, value]): [string, Json] => [
			`${target.name} ${label}`.trim(),
			target.holding(value),
		]),
	);
	const more: Array<[string, Json]> = [[`${declared.name} with all texts`, withTexts], ...choices];
	return [
		[declared.name, declared.parameters],
		...more.map(([name, parameters]): [string, Json] => [
			name,
			filled(consistent(name, parameters)),
		]),
	];
}

/** Parameters as the editor saves them: without those that have their default value. */
function asSaved(parameters: Json): Json {
	const node = { typeVersion: 1, parameters } as unknown as INode;
	const saved = NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INode['parameters'],
		false,
		false,
		node,
		description,
	);
	return (saved ?? parameters) as Json;
}

/** The nodes of the present version, by resource. */
export function presentNodes(): Record<string, SavedNode[]> {
	const nodes: Record<string, SavedNode[]> = {};
	for (const declared of DECLARED)
		for (const [name, parameters] of casesOf(declared))
			(nodes[declared.name.split(':')[0]!] ??= []).push({ name, parameters: asSaved(parameters) });
	return nodes;
}

/** The versions that have fixtures. */
export const versions = (): string[] => (existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []);

/** The resources that a version has fixtures of. */
export const resourcesOf = (version: string): string[] =>
	readdirSync(join(FOLDER, version))
		.map((file) => file.replace('.json', ''))
		.filter((name) => name !== 'trigger');

export const read = <T>(version: string, name: string): T[] =>
	JSON.parse(readFileSync(join(FOLDER, version, `${name}.json`), 'utf8')) as T[];

/** Writes one line for each fixture, so that a diff shows what changed. */
export function write(version: string, name: string, fixtures: object[]): void {
	mkdirSync(join(FOLDER, version), { recursive: true });
	const lines = fixtures.map((fixture) => JSON.stringify(fixture)).join(',\n');
	writeFileSync(join(FOLDER, version, `${name}.json`), `[\n${lines}\n]\n`);
}

/** By version, as `node scripts/fixtures.mjs` noted them. */
export const checksums = (): Record<string, string> =>
	JSON.parse(readFileSync(CHECKSUMS, 'utf8')) as Record<string, string>;

export function checksumOf(version: string): string {
	const hash = createHash('sha256');
	for (const file of readdirSync(join(FOLDER, version)).sort())
		hash.update(`${file}\n${readFileSync(join(FOLDER, version, file), 'utf8')}`);
	return hash.digest('hex');
}

/** From then on, the fixtures of the version stay as they are. */
export function noteChecksum(version: string): void {
	const noted = { ...checksums(), [version]: checksumOf(version) };
	writeFileSync(CHECKSUMS, `${JSON.stringify(noted, null, '\t')}\n`);
}
