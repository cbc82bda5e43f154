/** What page of a list a reply holds (api.md section 2.1, services.md section 3). */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { pageIn } from '../../../nodes/LinkManagement/lists/page';

const page = (data: unknown) => pageIn({ error: '0', data } as IDataObject, LISTS.overlays);
const RECORD = { id: 1 };

describe('A reply holds a page', () => {
	test.each<[string, unknown]>([
		['under the name of api.md', { cta: [RECORD], maxpage: 3 }],
		['under another name, where it is the only list', { overlay: [RECORD], maxpage: 3 }],
		['beside other lists', { cta: [RECORD], tags: [{ id: 9 }], maxpage: 3 }],
		['with its last page as text', { cta: [RECORD], maxpage: '3' }],
		['as an object with numbers for names', { cta: { 0: RECORD, 12: 'gap' }, maxpage: 3 }],
		['with entries that are not records', { cta: [RECORD, null, 'x', [RECORD]], maxpage: 3 }],
	])('%s', (_, data) => {
		expect(page(data)).toEqual({ records: [RECORD], last: 3 });
	});

	test.each<[string, unknown]>([
		['null in place of the envelope', null],
		['an empty list in place of the envelope', []],
		['an empty list', { cta: [], maxpage: 0 }],
		['no list, and a result of 0', { result: 0 }],
		['null in place of the list, and a last page of 0', { cta: null, maxpage: '0' }],
	])('without records: %s', (_, data) => {
		expect(page(data)).toEqual({ records: [], last: 0 });
	});

	test.each([
		[undefined, undefined],
		['many', undefined],
		[0, undefined],
		[-1, undefined],
		[1, 1],
	])('whose last page is said to be %p: %p', (maxpage, last) => {
		expect(page({ cta: [RECORD], maxpage })).toEqual({ records: [RECORD], last });
	});
});

test.each<[string, unknown]>([
	['no data', undefined],
	['a text', 'none'],
	['records without an envelope', [RECORD]],
	['an envelope without a list', { maxpage: 3 }],
	['an envelope without a list that says that there is one record', { result: 1, maxpage: 1 }],
	['two lists under other names', { overlay: [RECORD], tags: [RECORD] }],
	['an object with other names', { cta: { 0: RECORD, next: 2 } }],
	['an object with a number within a name', { cta: { a0: RECORD, '0a': RECORD } }],
	['a text in place of the list, and a result of 0', { cta: 'none', result: 0 }],
])('a reply with %s holds no page', (_, data) => {
	expect(page(data)).toBeUndefined();
});
