/** The fields of a link that hold several values: what they send, and what they refuse. */
import { deeplink } from '../../../nodes/LinkManagement/resources/link/deeplink';
import { send } from '../../support/sendField';

describe('Deep links', () => {
	const APP = 'https://apps.apple.com/x';
	const sent = async (given: unknown) =>
		(await send(deeplink, { body: { deeplink: given as string } })).body;

	test.each([{ apple: APP }, { links: { apple: APP, google: '' } }, `{ "apple": "${APP}" }`])(
		'from %j',
		async (given) => {
			expect(await sent(given)).toEqual({ deeplink: { apple: APP } });
		},
	);

	test.each([{ ios: APP }, { apple: APP, android: APP }, `{ "iOS": "${APP}" }`])(
		'%j names one that services do not have, which must not be lost',
		async (given) => {
			await expect(sent(given)).rejects.toThrow(
				/^Deep Links: "(ios|android|iOS)" is not one of the deep links \[item 3\]$/,
			);
		},
	);

	test('an empty one is left out, whatever its name', async () => {
		expect(await sent({ apple: APP, ios: '' })).toEqual({ deeplink: { apple: APP } });
	});
});
