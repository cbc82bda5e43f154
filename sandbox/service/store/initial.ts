import { dateTime } from './clock.ts';
import type { Database } from './database.ts';

/** The day the account was opened, ms since epoch. */
export const start = Date.UTC(2024, 0, 1);

/** Adds the records of a new account. Overlays, splash pages and bio pages cannot be created through the API. */
export function addInitialRecords(database: Database): void {
	const date = dateTime(start);
	database.transaction(() => {
		database.insert('account', {
			email: 'demo@example.com',
			username: 'demo',
			status: 'pro',
			expires: '2099-12-31 23:59:59',
			registered: date,
		});
		for (const domain of ['https://go.example.com', 'https://links.example.org']) {
			database.insert('domains', {
				domain,
				redirectroot: 'https://www.example.com',
				redirect404: 'https://www.example.com/404',
			});
		}
		for (const [type, name] of [
			['message', 'Newsletter'],
			['contact', 'Contact form'],
			['message', 'Cookie notice'],
		] as const) {
			database.insert('overlays', { type, name, date });
		}
		for (const name of ['Product launch', 'Season greetings'])
			database.insert('splash_pages', { name, date });
		for (const [type, name, tag] of [
			['gtmpixel', 'Tag manager', 'GTM-DEMO123'],
			['gapixel', 'Web analytics', 'G-DEMO123456'],
			['fbpixel', 'Social campaign', '100000000000001'],
		] as const) {
			database.insert('pixels', { type, name, tag, date });
		}
		for (const [alias, title] of [
			['demo', 'Demo'],
			['team', 'The team'],
		] as const) {
			database.insert('bio_pages', { alias, title, date });
		}
	});
}
