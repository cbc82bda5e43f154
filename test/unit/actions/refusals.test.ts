/** A refusal names the value that it is about. */
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { failed, outcomeOf, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

/** The texts of the error after a service refuses a body with some words. */
async function refusal(words: string, body: IDataObject, name = 'update') {
	const service = stubService(() => failed('refused', { message: words, advice: 'Compare.' }));
	const request = { method: 'POST', url: '/api/x', body } as const;
	const operation = findOperation(name === 'create' ? 'link' : 'account', name)!;
	const item = itemCall(service, { request, operation });
	const { message, advice } = await outcomeOf(item.perform());
	return [message, advice];
}

test.each([
	['That alias is taken.', 'Alias prod-1 is taken', 'Use another alias.'],
	['This name is already in use', 'Name Spring is taken', 'Use another name.'],
	['This domain has already been used', 'Domain go.example.com is taken', 'Use another domain.'],
	['The URL is blocked.', 'Long URL https://evil.example: The URL is blocked.', 'Compare.'],
	[
		'url: is invalid; custom: is taken',
		'Long URL https://evil.example: url: is invalid; custom: is taken',
		'Compare.',
	],
	['Please wait. The alias has already been taken.', 'Alias prod-1 is taken', 'Use another alias.'],
	['Alias prod-1 is not allowed', 'Alias prod-1 is not allowed', 'Compare.'],
	['Your plan has ended', 'Your plan has ended', 'Compare.'],
])('"%s" becomes "%s"', async (words, message, advice) => {
	const body = {
		custom: 'prod-1',
		name: 'Spring',
		domain: 'go.example.com',
		url: 'https://evil.example',
	};
	expect(await refusal(words, body)).toEqual([`${message} [item 3]`, advice]);
	expect(await refusal(words, {})).toEqual([`${words} [item 3]`, 'Compare.']);
});

test('a creation of a link also points to Create or Get', async () => {
	expect(await refusal('That alias is taken.', { custom: 'prod-1' }, 'create')).toEqual([
		'Alias prod-1 is taken [item 3]',
		'Use another alias, or Create or Get.',
	]);
});

test('a value that the service quotes, as it is or as a slug, is not named again', async () => {
	const words = 'The alias rate-limits is taken.';
	expect(await refusal(words, { custom: 'Rate Limits' })).toEqual([
		`${words} [item 3]`,
		'Compare.',
	]);
	const [message] = await refusal('That alias is taken.', { custom: 'a' });
	expect(message).toBe('Alias a is taken [item 3]');
});

test('a value with markup does not get into the message', async () => {
	const [message] = await refusal('That alias is taken.', { custom: '<b>x</b>' });
	expect(message).toBe('Alias x is taken [item 3]');
});
