/** The part of `qrcode` that is used here; the package brings no types. */
declare module 'qrcode' {
	interface Options {
		color?: { dark?: string; light?: string };
		margin?: number;
		width?: number;
	}
	const QRCode: {
		toBuffer(text: string, options?: Options): Promise<Buffer>;
		toString(text: string, options?: Options & { type: 'svg' }): Promise<string>;
	};
	export default QRCode;
}
