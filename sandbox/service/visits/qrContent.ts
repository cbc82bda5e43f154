import type { QrCodeRow } from '../store/qrCodes.ts';

/** What a scan of a code leads to: an address to open, or content to show. */
type ScanResult = { address: string } | { type: 'text/plain' | 'text/vcard'; content: string };

type Fields = Record<string, string | undefined>;

const text = (content: string): ScanResult => ({ type: 'text/plain', content });

/** One entry per type; `value` is the data as text, `fields` its entries. */
const results: Record<QrCodeRow['type'], (value: string, fields: Fields) => ScanResult> = {
	text: (value) => text(value),
	link: (value) => ({ address: value }),
	phone: (value, { phone = value }) => ({ address: `tel:${phone}` }),
	email: (value, { email = value, subject, body }) => ({
		address: `mailto:${email}${query({ subject, body })}`,
	}),
	sms: (value, { phone = value, message }) => ({
		address: `sms:${phone}${query({ body: message })}`,
	}),
	wifi: (value, { ssid = value, pass = '', encryption = 'WPA' }) =>
		text(`Network: ${ssid}\nPassword: ${pass}\nEncryption: ${encryption}`),
	vcard: (value, fields) => ({ type: 'text/vcard', content: vcard({ fname: value, ...fields }) }),
};

/** What a scan leads to; a structure nobody knows is shown as it came. */
export function scanResult({ type, data }: QrCodeRow): ScanResult {
	const content: unknown = JSON.parse(data);
	if (typeof content === 'string') return results[type](content, {});
	return Array.isArray(content)
		? text(JSON.stringify(content))
		: results[type](JSON.stringify(content), content as Fields);
}

function query(fields: Fields): string {
	const given = Object.entries(fields).filter(([, value]) => value);
	return given.length > 0
		? `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')}`
		: '';
}

function vcard({ fname = '', lname = '', phone, email, site }: Fields): string {
	const lines = [
		'BEGIN:VCARD',
		'VERSION:3.0',
		`N:${lname};${fname}`,
		`FN:${`${fname} ${lname}`.trim()}`,
	];
	if (phone) lines.push(`TEL:${phone}`);
	if (email) lines.push(`EMAIL:${email}`);
	if (site) lines.push(`URL:${site}`);
	return [...lines, 'END:VCARD', ''].join('\r\n');
}
