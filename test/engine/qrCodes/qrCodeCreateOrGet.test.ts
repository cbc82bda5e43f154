/** Create or Get for QR codes: a list of codes that can be repeated, with the name as what is recognized. */
import { setUpTestbed } from '../../support/engine/testbed';
import { jsonOf } from '../../support/upsert';

const testbed = setUpTestbed();

const parameters = {
	resource: 'qrCode',
	operation: 'createOrGet',
	name: '={{ $json.name }}',
	type: 'text',
	data: '={{ $json.text ?? "Hello" }}',
};
const rows = (...names: string[]) => names.map((name) => ({ name }));

test('the same rows give the same codes, and the list is read once in a run', async () => {
	const items = rows('Table 1', 'Table 2', 'Table 3');
	const first = await testbed.run({ parameters, items }, {});
	expect(first.sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
	expect(jsonOf(first.reply).map(({ created }) => created)).toEqual([true, true, true]);
	const again = await testbed.run({ parameters, items }, { keep: true });
	expect(again.sent.map(({ method }) => method)).toEqual(['GET']);
	const made = jsonOf(first.reply).map(({ id }) => id);
	expect(jsonOf(again.reply)).toMatchObject(made.map((id) => ({ id, created: false })));
	const hint = '3 QR codes existed already and were not changed. To change them, use Update.';
	expect(JSON.stringify(first.reply.hints)).not.toContain('existed');
	expect(JSON.stringify(again.reply.hints)).toContain(hint);
});

test('two equal rows give one code, and a name is not taken for an ID', async () => {
	const { reply, sent } = await testbed.run({ parameters, items: rows('1', ' 1 ') });
	expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
	const [one, two] = jsonOf(reply);
	expect([one?.created, two?.created].sort()).toEqual([false, true]);
	expect(one?.id).toBe(two?.id);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'two rows with one name and different contents do not get the same code, with On Error: %s',
	async (onError) => {
		const items = [
			{ name: 'Door', text: 'Front' },
			{ name: 'Table', text: 'Menu' },
			{ name: ' door', text: 'Back' },
		];
		const { reply, sent } = await testbed.run({ parameters, items, settings: { onError } });
		const problem = 'Code Name: items 0 and 2 have the same name, and different contents';
		if (onError === 'stopWorkflow') {
			expect(reply.error?.description).toContain(`Items 0 (Door), 2 (door) · ${problem}.`);
			// The list shows whether two codes have the name of the other item
			expect(sent.every(({ method }) => method === 'GET')).toBe(true);
			return;
		}
		expect(jsonOf(reply)).toMatchObject([
			{ error: expect.stringContaining(problem) as string },
			{ created: true },
			{ error: expect.stringContaining(problem) as string },
		]);
	},
);
