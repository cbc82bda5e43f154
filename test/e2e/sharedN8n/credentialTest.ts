/** The credential test of a real n8n. */
import { credentialOf } from '../../support/n8n/installation';
import { installation } from './installation';

test('the credential test accepts a good key and names what is wrong with a bad one', async () => {
	const { client } = installation.server;
	const good = credentialOf(installation.service);
	const bad = { ...good, data: { ...good.data, apiKey: 'not-a-key' } };
	expect(await client.testCredential('', good)).toMatchObject({ status: 'OK' });
	const cases = { 200: /API key/, 401: /API key/, 403: /API key/, html: /web page/ };
	for (const [badKey, reason] of Object.entries(cases)) {
		await installation.service.control('/settings', { method: 'PATCH', body: { badKey } });
		const { status, message } = await client.testCredential('', bad);
		expect({ badKey, status, message }).toEqual({
			badKey,
			status: 'Error',
			message: expect.stringMatching(reason),
		});
		expect(message).not.toContain('not-a-key');
	}
});
