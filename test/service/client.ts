import type { RunningService } from '../support/service.ts';

export interface Reply {
	status: number;
	headers: Headers;
	// What the service answers is exactly what is examined here
	body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Calls the API with the service's own key, or another one; headers can be added or replaced. */
export function client(
	{ url, key }: RunningService,
	bearer = key,
	headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Call {
	return async (method, path, body) => {
		const response = await fetch(`${url}/api${path}`, {
			method,
			headers: { Authorization: `Bearer ${bearer}`, ...headers },
			body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
			redirect: 'manual',
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	};
}

/** Text that is not JSON stays text. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Everything that a link can have. */
export const everyOption = {
	url: 'https://example.com/long',
	custom: 'full',
	type: 'overlay-1',
	password: 'secret',
	domain: 'https://go.example.com',
	expiry: '2099-01-01 00:00:00',
	geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone' }],
	languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
	metatitle: 'Title',
	metadescription: 'Description',
	metaimage: 'https://example.com/image.png',
	description: 'Note',
	pixels: [1, 2, 99],
	channel: 1,
	campaign: 1,
	deeplink: { apple: 'itms-apps://example' },
	status: 'public',
	parameters: [{ name: 'utm_source', value: 'n8n' }],
};

/** What of the requests since the last reset, or of the replies to them, breaks openapi.yaml. */
export async function breaches(service: RunningService): Promise<unknown[]> {
	const journal = await service.control<Array<{ contract: unknown }>>('/requests');
	return journal.map((entry) => entry.contract).filter(Boolean);
}
