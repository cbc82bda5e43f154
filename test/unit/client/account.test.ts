/** What a process keeps for a key, and when it forgets. */
import {
	accountFor,
	forgetOlder,
	forgetOldest,
	OnceByName,
} from '../../../nodes/LinkManagement/client/account';

const HOUR = 3_600_000;
let now = Date.parse('2030-01-31T10:00:00Z');
let hosts = 0;
const newHost = (): string => `https://account-${++hosts}.example.com`;

beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => void jest.restoreAllMocks());

test('an account is kept for an hour after its last use, and belongs to one address and key', () => {
	const host = newHost();
	const account = accountFor(host, 'a-key');
	expect(account).toMatchObject({ openRequests: 0, isEmptyingTold: false });
	expect(accountFor(host, 'other-key')).not.toBe(account);
	for (let use = 0; use < 2; use++) {
		now += HOUR;
		expect(accountFor(host, 'a-key')).toBe(account);
	}
	now += HOUR + 1;
	expect(accountFor(host, 'a-key')).not.toBe(account);
});

test('work for several callers is done once; after a failure each one does it, and the next again for all', async () => {
	const once = new OnceByName<number>();
	let count = 0;
	const failing = async () => await Promise.reject(new Error(`failure ${++count}`));
	const good = async () => await Promise.resolve(++count);
	const [first, second] = [once.get('a', failing), once.get('a', good)];
	await expect(first).rejects.toThrow('failure 1');
	expect(await second).toBe(2);
	expect(await Promise.all([once.get('a', good), once.get('a', good)])).toEqual([3, 3]);
	expect([await once.get('a', good), await once.get('b', good)]).toEqual([3, 4]);
});

test('what is older than the time is forgotten, up to the first entry that is younger', () => {
	const ages = { old: 30, exact: 20, young: 19, unordered: 30 };
	const entries = new Map(Object.entries(ages).map(([name, age]) => [name, { at: now - age }]));
	forgetOlder(entries, 20);
	expect([...entries.keys()]).toEqual(['young', 'unordered']);
});

test('of more entries than may stay, the oldest is forgotten', () => {
	const entries = new Map([1, 2, 3].map((n) => [`${n}`, n]));
	forgetOldest(entries, 3);
	expect(entries.size).toBe(3);
	forgetOldest(entries, 2);
	expect([...entries.keys()]).toEqual(['2', '3']);
});
