/** An alias with an encoded sign is another one than the alias before that sign, although the service may show the latter. */
import { setUpTestbed } from '../../support/engine/testbed';
import { jsonOf, mapped, row, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const scene = { seed: { links: 0 }, links: [row('c'), row('cA'), row('C-d')] };

/** The requests of the node that may change something. */
const changes = (sent: Array<{ method: string }>) => sent.filter(({ method }) => method !== 'GET');

test.each(['c%23', 'c%3Fx', 'c%2F', 'c%2541', 'c%25'])(
	'Delete By Alias %s deletes no link with another alias',
	async (value) => {
		const linkId = { __rl: true, mode: 'alias', value };
		const parameters = { resource: 'link', operation: 'delete', linkId };
		const { reply, one, sent } = await testbed.bothEntryPoints({ parameters }, scene);
		for (const { error } of [reply, one])
			expect(error?.message).toContain(`No link has the alias ${value}`);
		expect(changes(sent)).toEqual([]);
		expect((await testbed.counts()).links).toBe(3);
	},
);

test.each(['c%3Fx', 'c%23', 'c%2F'])(
	'a row %s without a URL changes no link with another alias',
	async (custom) => {
		const parameters = upsert(mapped('custom', 'metatitle'));
		const items = [{ custom, metatitle: 'Overwritten' }];
		const { reply, sent } = await testbed.bothEntryPoints({ parameters, items }, scene);
		expect(reply.error?.message).toMatch(/^Long URL: a value is required for a new link/);
		expect(changes(sent)).toEqual([]);
	},
);

test.each(['c%23', 'c%3Fx', 'c%2F'])('By Short URL, %s is no other alias', async (alias) => {
	const read = async (short: string) => {
		const parameters = { resource: 'link', operation: 'getByShortUrl', shortUrl: short };
		return await testbed.run({ parameters }, { keep: true });
	};
	await testbed.setScene(scene);
	const { reply } = await testbed.run(
		{ parameters: { resource: 'link', operation: 'getAll', returnAll: true } },
		{ keep: true },
	);
	const short = String(jsonOf(reply).find((link) => link.alias === 'c')?.shorturl);
	expect(jsonOf((await read(short)).reply)).toMatchObject([{ shorturl: short }]);
	expect(jsonOf((await read(short.replace(/c$/, alias))).reply)).toEqual([]);
});
