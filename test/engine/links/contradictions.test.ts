/** Items of one run for the same link with different values: nobody knows which one is right, so none of them is sent. */
import { expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byLinkId } from '../../support/operationCases';
import { jsonOf, mapped, row, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const CONTINUE = { onError: 'continueRegularOutput' as const };

const CREATE_OR_UPDATE = upsert(mapped('custom', 'url', 'metatitle'));
const UPDATE: Json = {
	...{ resource: 'link', operation: 'update', linkId: byLinkId('={{ $json.link }}') },
	updateFields: { metatitle: '={{ $json.metatitle }}' },
};

/** In each, items 0 and 2 contradict each other. */
test.each<[name: string, parameters: Json, items: Json[], field: string, advice: RegExp]>([
	[
		'Create or Update, one alias in two forms',
		CREATE_OR_UPDATE,
		[row('é-1'), row('b'), row('%C3%A9-1', { url: 'https://x.io/' })],
		'Columns: … Long URL',
		/^Remove one of them, or give both the same values\./,
	],
	[
		'Create or Update, one derived alias',
		upsert(mapped('id', 'url', 'metatitle', 'description'), {}, { matchOn: 'id' }),
		[row('a', { description: 'Note' }), row('b'), row('a', { metatitle: 'Other' })],
		'Columns: … Description, Meta Title',
		/or give each an alias of its own\./,
	],
	[
		'Update, one ID',
		UPDATE,
		[1, 2, 1].map((link, item) => ({ link, metatitle: `Title ${item}` })),
		'Update Fields: … Meta Title',
		/^Remove one of them/,
	],
])('%s: both are refused', async (_, parameters, items, field, advice) => {
	const reason = field.replace('…', 'items 0 and 2 are for the same link, and differ in');
	const { reply, sent } = await testbed.run({ parameters, items });
	expect(reply.error?.message).toBe('2 of 3 items cannot be sent. Nothing was changed.');
	const said = /^Items 0 \(.+\), 2 \(.+\) · (?<what>.+?)\. (?<todo>.+)$/.exec(
		reply.error?.description ?? '',
	)?.groups;
	expect(said?.what).toBe(reason);
	expect(said?.todo).toMatch(advice);
	expect(sent).toEqual([]);

	for (const entryPoint of ENTRY_POINTS) {
		const { reply } = await testbed.run({ parameters, items, entryPoint, settings: CONTINUE });
		const refused: unknown = expect.stringContaining(reason);
		expect(jsonOf(reply).map(({ error }) => error)).toEqual([refused, undefined, refused]);
	}
});
