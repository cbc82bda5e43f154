/** Changes of one record go in order, and a run knows which records it has changed. */
import type { IHttpRequestMethods } from 'n8n-workflow';

import {
	beginChange,
	isOutdated,
	recordSource,
} from '../../../nodes/LinkManagement/actions/changes';
import { namesOfRun, recentNames } from '../../../nodes/LinkManagement/lookup/nameList';
import { good, listReply, newKey, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

type Change = [method: IHttpRequestMethods, path: string];

/** Calls of one run for two requests with one key. */
function callsFor(changes: Change[]) {
	const service = stubService(() => good(), { key: newKey() });
	const run = { items: changes.length };
	return changes.map(([method, url]) => itemCall(service, { run, request: { method, url } }));
}

/** Whether a change waits until an earlier one has ended. */
async function waits(earlier: Change, later: Change): Promise<boolean> {
	const [first, second] = callsFor([earlier, later]);
	const end = await beginChange(first!);
	let hasBegun = false;
	const begun = beginChange(second!).then((endSecond) => {
		hasBegun = true;
		endSecond();
	});
	await new Promise(setImmediate);
	const hasWaited = !hasBegun;
	end();
	await begun;
	return hasWaited;
}

const updateOfLink: Change = ['PUT', '/api/url/5/update'];
const qrCode: Change = ['POST', '/api/channel/1/assign/qr/55'];
const twice = (...change: Change): [Change, Change] => [change, change];

test.each<[string, Change, Change]>([
	['update and deletion of a link', updateOfLink, ['DELETE', '/api/url/5/delete']],
	['two updates of link 55', ...twice('PUT', '/api/url/55/update')],
	['an assignment to campaign 12', ['POST', '/api/campaign/12/assign/5'], updateOfLink],
	['two updates of the account', ...twice('PUT', '/api/account/update')],
	['an assignment to a channel', ['POST', '/api/channel/1/assign/links/5'], updateOfLink],
	['an assignment of a QR code', qrCode, ['PUT', '/api/qr/55/update']],
])('%s wait for one another', async (_, earlier, later) => {
	expect(await waits(earlier, later)).toBe(true);
});

test.each<[string, Change, Change]>([
	['updates of two links', updateOfLink, ['PUT', '/api/url/55/update']],
	['a link and a QR code of one ID', ['PUT', '/api/url/55/update'], qrCode],
	['two readings', ...twice('GET', '/api/url/5')],
	['requests to another path', ...twice('POST', '/v1/api/url/5/update')],
	['requests to a longer path', ...twice('POST', '/api/url/5/update/5')],
	['assignments at another path', ...twice('POST', '/v1/api/campaign/1/assign/5')],
	['assignments at a longer path', ...twice('POST', '/api/campaign/1/assign/5/x')],
	['readings of an assignment', ...twice('GET', '/api/campaign/1/assign/5')],
	['two creations', ...twice('POST', '/api/url/add')],
])('%s do not wait for one another', async (_, earlier, later) => {
	expect(await waits(earlier, later)).toBe(false);
});

test('a record is outdated for its run once a change of it has ended', async () => {
	const [change, same, other] = callsFor([
		updateOfLink,
		['DELETE', '/api/url/5/delete'],
		['PUT', '/api/url/6/update'],
	]);
	const end = await beginChange(change!);
	expect(isOutdated(same!)).toBe(false);
	end();
	expect([isOutdated(same!), isOutdated(other!)]).toEqual([true, false]);
	expect(isOutdated(callsFor([updateOfLink])[0]!)).toBe(false);
});

test('names are read again after a change of their record, but not after one of a link', async () => {
	const key = newKey();
	const service = stubService(() => listReply('campaigns', [], { maxpage: 1 }), { key });
	const callFor = (url: string) => itemCall(service, { request: { method: 'PUT', url } });
	await namesOfRun(callFor('/api/urls'), 'campaigns');
	const knownAfter = async (url: string) => {
		const end = await beginChange(callFor(url));
		end();
		return (await recentNames(callFor(url), 'campaigns')) !== undefined;
	};
	expect(await knownAfter('/api/url/5/update')).toBe(true);
	expect(await knownAfter('/api/campaign/1/update')).toBe(false);
});

test('a record is read in its list, at its path, or as the account', () => {
	const call = itemCall(
		stubService(() => good()),
		{ path: { campaignId: 7 } },
	);
	const list = { path: '/api/campaigns', arrayName: 'campaigns' } as const;
	const idParameter = 'campaignId';
	expect([
		recordSource(call, { account: true }),
		recordSource(call, { list, idParameter }),
		recordSource(call, { recordPath: (id) => `/api/x/${id}`, idParameter }),
	]).toEqual([{ account: true }, { list, id: '7' }, { recordPath: '/api/x/7' }]);
});
