/** What `npm start` removes from the account of a real service: what its run created, and nothing else. */
import { join } from 'node:path';

import { plan, RealAccount, recordsOfTable } from '../../sandbox/demo/account.ts';
import { startService } from '../support/service';
import { client } from './client';

const table = recordsOfTable(join(__dirname, '../../examples/data/links.csv'));
const [one = '', two = ''] = table.urls;
const [spring = '', summer = ''] = table.campaigns;

test('it says what the example creates', () => {
	expect(table).toMatchObject({ rows: 100, host: 'www.alpenglow-outdoor.example' });
	const text = plan({ url: 'https://links.example.com', key: 'x' }, table);
	expect(text).toContain('https://links.example.com');
	expect(text).toMatch(/up to 100 links .* up to 10 campaigns \(Spring Sale 2030, /);
});

test('it removes what the run has created, and keeps what was there before, also with the same URL and name', async () => {
	const service = await startService(['--limit', '0', '--set', 'longUrls=entities']);
	try {
		const call = client(service);
		const create = async (url: string, name: string) => {
			await call('POST', '/url/add', { url });
			await call('POST', '/campaign/add', { name });
		};
		await create(one, spring);
		await create('https://www.alpenglow-outdoor.example/of-the-owner', 'Of the owner');
		const before = await service.control('/state');

		const account = new RealAccount(service, table, 100_000);
		await account.look();
		await create(one, summer);
		await create(two, spring);
		expect(await account.remove()).toBe('2 links and 2 campaigns');
		expect(await service.control('/state')).toEqual(before);
	} finally {
		await service.stop();
	}
});
