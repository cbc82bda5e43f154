/** Which link a creation gets whose reply was lost, while other links are created at the same time. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { recovery } from '../../../nodes/LinkManagement/actions/link/record';
import { createRecord } from '../../../nodes/LinkManagement/recovery/createRecord';
import { good, lost, outcomeOf, pageOf, stubService } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

const OTHER = { url: 'https://shop.example/a', custom: 'promo', domain: 'https://go.example' };

test.each<[string, IDataObject]>([
	['another long URL and no domain', { url: 'https://shop.example/b', custom: 'promo' }],
	['another long URL', { ...OTHER, url: 'https://shop.example/b' }],
])('a link under way is not taken by a creation with its alias, %s', async (_, body) => {
	const links: IDataObject[] = [];
	let tries = 0;
	const service = stubService(async (request) => {
		if (request.method === 'GET') return pageOf('urls', links, request);
		const { url, domain = 'https://sho.rt', custom } = request.body;
		const isOther = url === OTHER.url;
		// The first request is lost on its way to the service
		if (!isOther && ++tries === 1) return lost();
		const id = links.length + 1;
		const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
		const shorturl = `${String(domain)}/${String(custom)}`;
		links.unshift({ id, shorturl, longurl: url, date });
		if (isOther) await sleep(4_000);
		return good({ id, shorturl });
	});
	const created = async (own: IDataObject) => {
		const request = { method: 'POST' as const, url: '/api/url/add', body: own };
		return await outcomeOf(createRecord({ service, request, item: 0 }, recovery));
	};
	const [other, own] = await advanceUntil(Promise.all([created(OTHER), created(body)]));
	expect(other.result).toMatchObject({ id: 1 });
	expect(own.result).toMatchObject({ id: 2 });
});
