import QRCode from 'qrcode';

import type { QrCodeRow } from '../store/qrCodes.ts';

/** The image of a QR code that leads to `address`, in the code's colors. */
export function qrImage(
	format: 'png' | 'svg',
	address: string,
	code: QrCodeRow,
): Promise<Buffer | string> {
	const options = {
		color: { dark: hex(code.foreground, '#000000'), light: hex(code.background, '#ffffff') },
		margin: 2,
		width: 480,
	};
	return format === 'png'
		? QRCode.toBuffer(address, options)
		: QRCode.toString(address, { ...options, type: 'svg' });
}

/** `rgb(R,G,B)` as `#RRGGBB`. */
function hex(color: string, fallback: string): string {
	const parts = color.match(/\d+/g);
	return parts
		? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
		: fallback;
}
