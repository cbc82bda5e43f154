/**
 * The tests that need no n8n of their own run in the same one, because each start costs 10 seconds of CPU. Each module
 * defines the tests of one subject. The first of them kills n8n and starts it again.
 */
import './sharedN8n/crash';
import './sharedN8n/repeatable';
import './sharedN8n/bulk';
import './sharedN8n/everyVersion';
import './sharedN8n/examples';
import './sharedN8n/googleSheets';
import './sharedN8n/mcp';
import './sharedN8n/messages';
import './sharedN8n/roundTrips';

import { exampleNames } from '../../sandbox/demo/example.ts';
import { usedExamples } from './sharedN8n/installation';

test('every example is tested', () => {
	expect([...usedExamples].sort()).toEqual(exampleNames().sort());
});
