/** Creations whose reply reports success but names no record: only the list tells whether there is one. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { startClock, stopClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const PAST_DATE = '2029-01-01 00:00:00';
const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** Replies to a creation as told; the list holds what `made` gives of the body, and older records. */
const replying = (
	arrayName: string,
	reply: IDataObject | string,
	made?: (body: IDataObject) => IDataObject,
	statusCode = 200,
): VirtualScript => {
	const records: IDataObject[] = [{ id: 1, name: 'Old', alias: 'old', date: PAST_DATE }];
	return ({ method, body }) => {
		if (method === 'GET')
			return { body: { error: 0, data: { maxpage: 1, [arrayName]: [...records].reverse() } } };
		if (made) records.push({ id: records.length + 1, date: now(), ...made(body) });
		return { status: statusCode, body: reply };
	};
};

const LINK: VirtualRun = {
	resource: 'link',
	operation: 'create',
	items: [{ url: 'https://example.com/x', additionalFields: { custom: 'x' } }],
};
const QR_CODES: VirtualRun = {
	resource: 'qrCode',
	operation: 'create',
	items: ['One', 'Two'].map((name) => ({ type: 'text', data: 'x', name })),
};
const UNNAMED_QR_CODE: VirtualRun = {
	...QR_CODES,
	items: [{ type: 'text', data: 'x', additionalFields: {} }],
};
const SAID: IDataObject = { error: 0, message: 'The preview image must be an image.' };

const requestsOf = ({ requests }: VirtualOutcome) => requests.map(({ method }) => method);

describe('A creation whose reply names no record', () => {
	test('fails in the words of the service when the list has no such record', async () => {
		const outcome = await runInVirtualTime(LINK, replying('urls', SAID));
		expect(outcome.error?.message).toBe('The preview image must be an image. [item 0]');
		expect(outcome.error?.description).toMatch(/does not name the new short link/);
		expect(requestsOf(outcome)).toEqual(['POST', 'GET']);
		expect(outcome.took).toBeLessThan(1_000);
	});

	test('gives each row its own record at a service whose replies never name one', async () => {
		const script = replying('qrs', { error: 0, message: 'Done.' }, ({ name }) => ({ name }));
		const outcome = await runInVirtualTime(QR_CODES, script);
		expect(outcome.items.map(({ json }) => [json.id, json.name])).toEqual([
			[2, 'One'],
			[3, 'Two'],
		]);
		expect(requestsOf(outcome)).toEqual(['POST', 'GET', 'POST', 'GET']);
	});

	test('is not known to be made when nothing tells the record from others', async () => {
		const script = replying('qrs', { error: 0, message: 'Done.' }, () => ({}));
		const outcome = await runInVirtualTime(UNNAMED_QR_CODE, script);
		expect(outcome.error?.message).toBe(
			'Done. Whether the QR code was created is not known [item 0]',
		);
		expect(outcome.error?.description).toMatch(/Give it a name/);
		expect(requestsOf(outcome)).toEqual(['POST']);
	});
});
