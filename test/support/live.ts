/** Services with habits that a run against a real service must find out. */
import { endpoints } from '../../sandbox/service/api/description.ts';
import { defaultSettings, settingGroups, type Settings } from '../../sandbox/service/settings.ts';
import { seededRandom } from './seededRandom';

/** Enough requests per window that no test waits for the next one. */
export const NO_WAIT = { limit: 5_000 };

/** Settings that no run against a service can find out. */
const NOT_HABITS: ReadonlySet<string> = new Set([
	...['overLimit', 'fractionalSeconds', 'resetOverride', 'stolenPerWindow', 'aliasTakenMessage'],
	...['blockedAliasWords', 'furtherPixelTypes', 'validateResponses', 'seed', 'journalSize'],
	...['creationFailure', 'creationQuota', 'creationFailureText', 'refusalStatus'],
]);

/** Settings of which a run against a real service does not measure every value: settings.test.ts tests them. */
const TESTED_ALONE = [
	...(['missingEndpointReply', 'maxPageSize', 'cappedPage', 'aliasTakenMessage'] as const),
	...(['blockedAliasWords', 'creationFailure', 'creationQuota', 'creationFailureText'] as const),
	...(['furtherPixelTypes', 'sharedDomains', 'journalSize'] as const),
] satisfies Array<keyof Settings>;
export type TestedAlone = (typeof TESTED_ALONE)[number];
/** Those that limits.test.ts, contract.test.ts and faults.test.ts test. */
const TESTED_ELSEWHERE: ReadonlyArray<keyof Settings> = [
	...(['limit', 'window', 'stolenPerWindow', 'resetOverride', 'overLimit'] as const),
	...(['fractionalSeconds', 'validateResponses', 'seed'] as const),
];
export const MEASURED = (Object.keys(defaultSettings) as Array<keyof Settings>).filter(
	(name) => ![...TESTED_ALONE, ...TESTED_ELSEWHERE].includes(name),
);

/** Values for settings that are not one of a few words. */
const VALUES: Partial<{ [Name in keyof Settings]: Array<Settings[Name]> }> = {
	limit: [5_000, 9_999],
	window: [60, 300],
	listLimit: [0, 4_000],
	rateLimitHeadersOnBadKey: [true, false],
	utcOffsetMinutes: [0, -300, 345],
	linkUpdateNeedsUrl: [true, false],
	qrUpdateNeedsType: [true, false],
	pageSize: [15, 10, 20],
	maxPageSize: [1_000, 0, 100, 40, 66],
	maxPageSizes: [{}, { listQrCodes: 50 }, { listLinks: 30, listCampaigns: 20 }],
	sharedDomains: [[], ['https://shared-1.example.com', 'https://shared-2.example.com']],
	shortLinkBase: ['', 'https://short.example'],
	messageOnlyReplies: [
		[],
		['createCampaign', 'createChannel', 'createQrCode'],
		['createDomain', 'createPixel', 'updateLink'],
	],
};

/** The values of a setting that a service can be drawn with. */
export const valuesOf = (name: keyof Settings): readonly unknown[] =>
	Object.assign({}, ...Object.values(settingGroups))[name].allowed ?? VALUES[name] ?? [];

/** A service with habits that a number decides. Every second one lacks a few endpoints. */
export function drawnHabits(seed: number): Partial<Settings> {
	const random = seededRandom(seed);
	const draw = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
	const habits: Record<string, unknown> = {};
	for (const [name, kind] of Object.values(settingGroups).flatMap(Object.entries)) {
		const values = kind.allowed ?? VALUES[name as keyof Settings];
		if (values && !NOT_HABITS.has(name)) habits[name] = draw(values);
	}
	if (seed % 2 === 0) {
		const ids = endpoints.map(({ operationId }) => operationId);
		const optional = ids.filter((id) => !/Account|^list(Links|Channels|Campaigns)/.test(id));
		const missing = [draw(optional), draw(optional)];
		habits.missingEndpoints = missing;
		habits.forbiddenEndpoints = [draw(optional.filter((id) => !missing.includes(id)))];
	}
	return { ...NO_WAIT, ...habits };
}

/** All settings of a service with these habits, its lists in alphabetical order. */
export function allSettings(habits: Partial<Settings>): Settings {
	const settings = { ...defaultSettings, ...habits };
	const sorted = Object.entries(settings).map(([name, value]) => [
		name,
		Array.isArray(value) ? [...new Set(value)].sort() : value,
	]);
	return Object.fromEntries(sorted) as Settings;
}
