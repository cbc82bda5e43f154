/** Add QR Code: a link and the QR code of its short URL from one item, and what is left when only one of them can be made. */
import { expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { jsonOf } from '../../support/upsert';

const testbed = setUpTestbed();

const LINK_PATH = '/api/url/add';
const CODE_PATH = '/api/qr/add';

const create = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	addQrCode: true,
	additionalFields: { custom: '={{ $json.alias }}' },
};
const createOrGet = { ...create, operation: 'createOrGet' };
const rows = (...aliases: string[]) =>
	aliases.map((alias) => ({ url: `https://example.com/${alias}`, alias }));
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The aliases of the links, and the links of the codes, that the service holds beside the seeded ones. */
async function held() {
	const { links, qr_codes } = await testbed.state();
	return {
		links: links.flatMap(({ alias }) => (/^[a-z]+$/.test(alias) ? alias : [])).sort(),
		codes: qr_codes
			.map(({ name }) => name)
			.filter((name) => name.startsWith(testbed.url))
			.map((name) => name.slice(testbed.url.length + 1))
			.sort(),
	};
}

const once = (path: string, fault: Json) => ({ match: { method: 'POST', path }, times: 1, fault });
const refusal = { kind: 'wrongShape', body: { error: 1, message: 'No more QR codes.' } };

// The first tests: the node remembers the IDs of this process, and each scene gives the same IDs again
test.each([create, createOrGet])(
	'a reply is lost, with $operation: one link and one code',
	async (parameters) => {
		for (const path of [LINK_PATH, CODE_PATH])
			for (const entryPoint of ENTRY_POINTS) {
				const { reply } = await testbed.run(
					{ parameters, items: rows('lost'), entryPoint },
					{ faults: [once(path, { kind: 'resetAfter' })], freshKey: true },
				);
				expect(jsonOf(reply)).toMatchObject([{ qr: { id: expect.any(Number) } }]);
				expect(await held()).toEqual({ links: ['lost'], codes: ['lost'] });
			}
	},
);

test('a code that may exist is not created again by Retry On Fail', async () => {
	// The second reading of the list is the look-up
	const match = { method: 'GET', path: '^/api/qr(\\?|$)', nth: 2 };
	const { reply } = await testbed.run(
		{ parameters: createOrGet, items: rows('one'), settings: RETRY },
		{ faults: [once(CODE_PATH, { kind: 'resetAfter' }), { match, times: 0, fault: refusal }] },
	);
	expect(reply.error?.message).toMatch(
		/QR code is missing: .* Whether the QR code was created is not known/,
	);
	expect(await held()).toEqual({ links: ['one'], codes: ['one'] });
});

test('a run of Create or Get that is repeated gives the same links, and makes only the codes that are missing', async () => {
	const request = { parameters: createOrGet, items: rows('one', 'two'), settings: CONTINUE };
	const first = await testbed.run(request, {
		faults: [{ match: { method: 'POST', path: CODE_PATH, body: '/one"' }, fault: refusal }],
	});
	expect(await held()).toEqual({ links: ['one', 'two'], codes: ['two'] });
	const [one, two] = jsonOf(first.reply);
	const { reply } = await testbed.run(request, { keep: true });
	expect(jsonOf(reply)).toMatchObject([
		{ id: one!.id, created: false, qr: { created: true } },
		{ id: two!.id, created: false, qr: { id: (two!.qr as Json).id, created: false } },
	]);
	expect(await held()).toEqual({ links: ['one', 'two'], codes: ['one', 'two'] });
});

test('when another item ends the run, no link that was made is left without its code', async () => {
	const late = {
		match: { method: 'POST', path: LINK_PATH, body: 'item' },
		fault: { kind: 'latency', ms: 1_000 },
		times: 0,
	};
	const { reply } = await testbed.run(
		{ parameters: create, items: rows('itema', 'itemb', 'taken', 'itemc') },
		{ links: [{ custom: 'taken', url: 'https://example.com/other' }], faults: [late] },
	);
	expect(reply.error?.message).toContain('[item 2]');
	const { links, codes } = await held();
	expect(codes).toEqual(links.filter((alias) => alias !== 'taken'));
	for (const alias of codes) expect(reply.error?.description).toContain(`${testbed.url}/${alias}`);
});

test('a run that is stopped before codes are made names each link that was made', async () => {
	const match = { method: 'POST', path: CODE_PATH, body: '/t' };
	await testbed.setScene({ faults: [{ match, times: 0, fault: { kind: 'hang' } }] });
	const items = rows('one', 'four', 'two', 'three', 'five');
	const { status, error } = await testbed.stopWhen(
		{ parameters: create, items },
		// The reply to each creation has arrived
		(sent) => sent.filter(({ path }) => path === CODE_PATH).length === items.length,
	);
	expect(status).toBe('canceled');
	const named = (await held()).links.map((alias) => `${testbed.url}/${alias}`);
	expect([...(error?.context.created as string[])].sort()).toEqual(named.sort());
	for (const url of named) expect(error?.description).toContain(url);
});
