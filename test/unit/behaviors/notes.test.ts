/** What a run notes of its records: which of them it made, and how many existed. */
import { findOperation } from '../../../nodes/LinkManagement/actions';
import {
	existedAlready,
	isMadeHere,
	madeByEarlierTry,
	madeByFailedOf,
	runNotesOf,
} from '../../../nodes/LinkManagement/run/notes';
import { good, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

test.each([
	['link', 'create', {}, true],
	['link', 'create', { created: false, action: 'updated' }, true],
	['link', 'createOrGet', { created: true }, true],
	['link', 'createOrGet', { created: false }, false],
	['link', 'createOrGet', { action: 'created' }, false],
	['link', 'upsert', { action: 'created' }, true],
	['link', 'upsert', { action: 'updated', created: true }, false],
	['link', 'update', { created: true, action: 'created' }, false],
	['qrCode', 'createOrGet', { created: true }, true],
])('whether a run made the record of %s %s with %j: %s', (resource, name, record, isMade) => {
	expect(isMadeHere(findOperation(resource, name)!, record)).toBe(isMade);
});

test('what an earlier try made for an item before it failed is known by its item', () => {
	const tries = [{}, {}, {}];
	madeByFailedOf(tries[1]!).set(3, { id: 7 });
	const of = (item: number, run: object) =>
		madeByEarlierTry(
			itemCall(
				stubService(() => good()),
				{ item, run: { items: 9, ...run } },
			),
		);
	expect([of(3, { tries }), of(4, { tries }), of(3, {})]).toEqual([
		{ id: 7 },
		undefined,
		undefined,
	]);
});

test('sentences come by their kind, in the order of their first details, each record once', () => {
	const existed = existedAlready('link', { one: ' and stays.', several: ' and stay.' });
	const other = () => 'Another.';
	const notes = runNotesOf({});
	notes.add(existed, 'a', 'counts');
	notes.add(other, '');
	notes.add(existed, 'a', 'counts');
	expect(notes.sentences()).toEqual(['1 link existed already and stays.', 'Another.']);
	notes.add(existed, 'b', 'counts');
	expect(notes.sentences('counts')).toEqual(['2 links existed already and stay.']);
	expect(notes.sentences('rest')).toEqual(['Another.']);
	expect(notes.sentences('needsEye')).toEqual([]);
});
