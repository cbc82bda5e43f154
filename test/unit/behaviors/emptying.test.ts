/** What a run says of updates that may empty the fields that they leave out. */
import type { IDataObject } from 'n8n-workflow';

import { noteEmptying } from '../../../nodes/LinkManagement/operations/behaviors/updates';
import { runNotesOf } from '../../../nodes/LinkManagement/operations/output/notes';
import { good, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

const UNREADABLE = { password: 'Password' };

function hintAfter(
	updatesReplace: 'no' | 'unknown' | 'yes',
	...updates: Array<[body: IDataObject, hasRead?: boolean]>
): string[] {
	const call = itemCall(stubService(() => good(), { updatesReplace }));
	for (const [body, hasRead] of updates) noteEmptying(call, body, UNREADABLE, hasRead);
	return runNotesOf(call.run).sentences('needsEye');
}

test('the hint says once what may be emptied, and how many requests read what is sent along', () => {
	const hint = (read: string) =>
		`Some services empty what an update leaves out, and not everything can be read and sent along: a password and pixels, for example.${read} Choose in the credential, under "Updates Replace the Whole Link", what your service does.`;
	expect(hintAfter('unknown', [{}], [{ url: 'x' }])).toEqual([hint('')]);
	expect(hintAfter('unknown', [{}, true], [{}], [{}, true])).toEqual([
		hint(' 2 requests read what was sent along.'),
	]);
});

test('there is none where nothing is left out, or the credential says what the service does', () => {
	expect(hintAfter('unknown', [{ password: 'x' }])).toEqual([]);
	expect(hintAfter('no', [{}])).toEqual([]);
	expect(hintAfter('yes', [{}])).toEqual([]);
});
