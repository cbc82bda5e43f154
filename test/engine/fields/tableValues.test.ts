/** Values of tables, as n8n's isolated expressions hand them over. */
import { expect, test } from '@jest/globals';

import { FEWER_ISOLATES } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed(FEWER_ISOLATES);

const DATE = "={{ DateTime.fromISO('2030-01-31T10:00:00.000Z', { zone: 'utc' }) }}";

test('a date from an expression is text in a field that takes text, at top level and in a collection', async () => {
	const { sent } = await testbed.bothEntryPoints({
		parameters: {
			...{ resource: 'channel', operation: 'create', name: DATE },
			additionalFields: { description: DATE },
		},
	});
	const text = '2030-01-31T10:00:00.000Z';
	expect(sent[0]!.body).toEqual({ name: text, description: text });
});
