/** What the tests of settings share: a service, how a client talks with it, and what a habit is. */
import type { Settings } from '../../../sandbox/service/settings.ts';
import type { Measured } from '../../support/live';
import { type RunningService, startService } from '../../support/service';
import { type Call, client } from '../client';

export interface Habit<T> {
	/** What a client does; answers what it sees. */
	observe: () => Promise<unknown>;
	/** What it must see with each value; the default comes first. */
	seen: ReadonlyArray<readonly [value: T, expected: unknown]>;
	/** Settings beside the one that is tested. */
	beside?: Partial<Settings>;
	seed?: Record<string, number>;
}

/** Settings that have tests of their own, beside those that a run against a real service measures (live.test.ts). */
type TestedElsewhere = 'limits.test.ts' | 'contract.test.ts' | 'faults.test.ts';

export type Habits = {
	[Name in Exclude<keyof Settings, Measured>]: Habit<Settings[Name]> | TestedElsewhere;
};

export let service: RunningService;
export let call: Call;
beforeAll(async () => {
	service = await startService(['--limit', '0', '--quiet']);
	call = client(service);
});
afterAll(() => service.stop());

export const page = expect.stringMatching(/^\s*<!doctype html>/i);
export const refused = (message: unknown = expect.any(String)) => ({ error: 1, message });
export const said = (message: unknown = expect.any(String)) => ({ error: 0, message });

export const LONG_URL = 'https://example.com/long';
export const send = async (method: string, path: string, body?: unknown) =>
	(await call(method, path, body)).body;
export const addLink = (fields: object = {}) =>
	send('POST', '/url/add', { url: LONG_URL, ...fields });
export const addCode = (fields: object = {}) =>
	send('POST', '/qr/add', { type: 'text', data: 'x', ...fields });
export const addChannel = (name: string) => send('POST', '/channel/add', { name });
export const listed = async (path: string) => (await send('GET', path)).data;
export const single = async (path: string) => (await send('GET', path)).details;
export const counts = () => service.control<Record<string, number>>('/state?counts=1');
export const stored = async () => (await service.control<{ links: object[] }>('/state')).links;
export const statusOf = async (...[method, path, body]: Parameters<Call>) =>
	(await call(method, path, body)).status;
/** HTTP status and body of a reply. */
export const answer = async (...[method, path, body]: Parameters<Call>) => {
	const reply = await call(method, path, body);
	return [reply.status, reply.body];
};
/** One after the other, as the order matters. */
export const each = async <T>(steps: ReadonlyArray<() => Promise<T>>) => {
	const results: T[] = [];
	for (const step of steps) results.push(await step());
	return results;
};

export const isEmpty = (body: unknown) =>
	typeof body === 'object' && Object.keys(body ?? {}).length === 0;

export const namesIn = async (path: string, key: string, name = 'name') =>
	(await listed(path))[key].map((record: Record<string, unknown>) => record[name]);
