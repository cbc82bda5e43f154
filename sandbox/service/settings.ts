/** How a service answers, where installs of such services differ. Every setting can be changed while it runs. */
export interface Settings {
	/** Requests a key may send per window; 0 switches limiting off, headers included. */
	limit: number;
	/** Length of the fixed window in seconds; fractions are fine. */
	window: number;
	/** Requests per window that another client sends with the same key, spread over ours. */
	stolenPerWindow: number;
	/** Unit of `X-RateLimit-Reset`; `none` leaves all three rate limit headers out. */
	resetFormat: 'epoch' | 'ms' | 'seconds' | 'date' | 'none';
	/** Sent as `X-RateLimit-Reset` as it is, whatever the format says; empty for none. */
	resetOverride: string;
	/** HTTP 429 with `Retry-After`; or HTTP 200 with `error: 429`, or with only a message. */
	overLimit: '429' | 'body429' | 'message';
	/** Seconds in headers and replies may have a fraction, for windows shorter than a second. */
	fractionalSeconds: boolean;

	/** What a bad key gets: HTTP 200 with `error: 1`, HTTP 401, 403, or a login page. */
	badKey: '200' | '401' | '403' | 'html';
	/** HTTP status of a refusal such as "not found" or "alias is taken". */
	refusalStatus: number;
	/** What `short` gets without a match. */
	shortNoMatch: 'refusal' | 'emptyList';
	/** Key of a campaign's name in lists. */
	campaignNameKey: 'domain' | 'name';
	/** Type of the ids that creations answer. */
	createdIds: 'number' | 'string';
	pageSize: number;
	/** Largest page, whatever `limit` asks. */
	maxPageSize: number;
	/** The service's clock against UTC: every date it shows is shifted by this. */
	utcOffsetMinutes: number;

	/** Check replies against the description. */
	validateResponses: boolean;
	/** Seed of what the fault rules draw by lot. */
	seed: number;
	/** Requests the journal keeps. */
	journalSize: number;
}

export const defaultSettings: Readonly<Settings> = {
	limit: 30,
	window: 60,
	stolenPerWindow: 0,
	resetFormat: 'epoch',
	resetOverride: '',
	overLimit: '429',
	fractionalSeconds: false,
	badKey: '403',
	refusalStatus: 200,
	shortNoMatch: 'refusal',
	campaignNameKey: 'domain',
	createdIds: 'number',
	pageSize: 15,
	maxPageSize: 1000,
	utcOffsetMinutes: 0,
	validateResponses: true,
	seed: 1,
	journalSize: 50_000,
};

const choices: { [K in keyof Settings]?: ReadonlyArray<Settings[K]> } = {
	resetFormat: ['epoch', 'ms', 'seconds', 'date', 'none'],
	overLimit: ['429', 'body429', 'message'],
	badKey: ['200', '401', '403', 'html'],
	shortNoMatch: ['refusal', 'emptyList'],
	campaignNameKey: ['domain', 'name'],
	createdIds: ['number', 'string'],
};

/** The least and most each number may be, where that is not 0 and any. */
const minimums: { [K in keyof Settings]?: number } = {
	window: 0.001,
	refusalStatus: 200,
	pageSize: 1,
	maxPageSize: 1,
	utcOffsetMinutes: -24 * 60,
};

const maximums: { [K in keyof Settings]?: number } = {
	refusalStatus: 599,
	utcOffsetMinutes: 24 * 60,
};

/**
 * Applies a patch, or throws without applying any of it.
 * A misspelt setting in a test must not pass for a service that ignores it.
 */
export function patchSettings(settings: Settings, patch: object): void {
	checkSettings(patch);
	Object.assign(settings, patch);
}

/** Throws when a patch names what is no setting, or gives one a value it cannot have. */
export function checkSettings(patch: object): void {
	for (const [name, value] of Object.entries(patch)) checkSetting(name, value);
}

function checkSetting(name: string, value: unknown): void {
	if (!Object.hasOwn(defaultSettings, name)) throw new Error(`Unknown setting "${name}"`);
	const key = name as keyof Settings;
	const type = typeof defaultSettings[key];
	if (typeof value !== type) throw new Error(`Setting "${name}" must be a ${type}`);
	const allowed = choices[key] as readonly unknown[] | undefined;
	if (allowed && !allowed.includes(value)) {
		throw new Error(`Setting "${name}" must be one of ${allowed.join(', ')}`);
	}
	const [minimum, maximum] = [minimums[key] ?? 0, maximums[key] ?? Infinity];
	if (typeof value === 'number' && !(value >= minimum && value <= maximum)) {
		throw new Error(`Setting "${name}" must lie between ${minimum} and ${maximum}`);
	}
}
