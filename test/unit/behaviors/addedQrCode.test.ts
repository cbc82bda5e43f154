/** The QR code of a new link, by replies of services that name the link in other ways. */
import { resources } from '../../../nodes/LinkManagement/actions';
import { performOperation } from '../../../nodes/LinkManagement/run/perform';
import { failed, good, outcomeOf, type StubReply, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

const SHORT_URL = 'https://sho.rt/x7';

/** Creates a link with its code. @param replies by method and path */
async function create(replies: Record<string, StubReply>) {
	const service = stubService(
		({ method, url }) => replies[`${method} ${url}`] ?? failed('refused'),
	);
	const request = {
		method: 'POST' as const,
		url: '/api/url/add',
		body: { url: 'https://example.com' },
	};
	const call = itemCall(service, { given: { addQrCode: true }, request });
	const operation = resources.link!.operations.create!;
	const caller = { ...call.caller, continueOnFail: () => false };
	const outcome = await outcomeOf(
		performOperation({ ...call, operation, caller: caller as unknown as typeof call.caller }),
	);
	const sent = service.requests.map(({ method, url }) => `${method} ${url}`);
	return { ...outcome, sent, code: service.requests.at(-1)?.body };
}

const code = { 'POST /api/qr/add': good({ id: 4, link: 'https://sho.rt/qr/4' }) };

test.each(['shorturl', 'short'])('a short URL under %s is the content of the code', async (key) => {
	const link = { 'POST /api/url/add': good({ id: 7, [key]: SHORT_URL }) };
	const { result, sent, ...made } = await create({ ...link, ...code });
	expect(sent).toEqual(['POST /api/url/add', 'POST /api/qr/add']);
	expect(made.code).toEqual({ type: 'link', data: SHORT_URL, name: SHORT_URL });
	expect(result).toEqual([
		{ json: { id: 7, shorturl: SHORT_URL, qr: { id: 4, link: 'https://sho.rt/qr/4' } } },
	]);
});

test('a link that the reply names by its ID alone is read for its short URL', async () => {
	const { result, sent } = await create({
		'POST /api/url/add': good({ id: 7 }),
		'GET /api/url/7': good({ details: { shorturl: SHORT_URL } }),
		...code,
	});
	expect(sent).toEqual(['POST /api/url/add', 'GET /api/url/7', 'POST /api/qr/add']);
	expect(result).toMatchObject([{ json: { id: 7, qr: { id: 4 } } }]);
});

test('a link without any short URL is not lost', async () => {
	const { message, sent } = await create({
		'POST /api/url/add': good({ id: 7 }),
		'GET /api/url/7': good({ details: {} }),
	});
	expect(message).toBe(
		'The link 7 exists, but its QR code is missing: The reply does not contain a short URL [item 3]',
	);
	expect(sent).toEqual(['POST /api/url/add', 'GET /api/url/7']);
});
