import type { IBinaryData, IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { qrCodePath, validRecordId } from '../../client/endpoints';
import type { ConnectionOptions } from '../../client/http';
import { pauseAfter } from '../../client/service';
import { throwIfCanceled, wait } from '../../client/wait';
import { messageOf } from '../../errors';
import type { Item, ItemCaller } from '../../run/item';
import type { Result } from '../../run/run';
import { parsedUrl, unescaped } from '../../text/comparable';
import { imageFileName, imageSubtype } from '../../text/fileNames';
import { isObject, textOf } from '../../text/json';

export class ImageUnavailable extends Error {
	/** @param temporary whether another try may succeed */
	constructor(
		message: string,
		readonly temporary = false,
	) {
		super(message);
	}
}

/** If the reply to a creation does not contain the address, the code is read. */
async function qrCodeImageAddress(
	item: Item,
	{ link, shorturl, image, id }: IDataObject,
): Promise<string> {
	const shown = textOf(link ?? image ?? shorturl);
	if (shown !== '' || id === undefined) return shown;
	const { details } = await item.service.get(qrCodePath(validRecordId(id)), item.requestOptions);
	return isObject(details) ? textOf(details.link) : '';
}

/** A code that was created, now or by an earlier run, comes out also without its image: then `imageMissing` says why. */
export async function addImage(item: Item, json: IDataObject): Promise<Result> {
	const { service, unsent, operation } = item;
	const { downloadImage: isWanted, binaryPropertyName = 'data', fileName } = unsent;
	if (!isWanted) return { json };
	try {
		const details = [json.details, json.data].find(isObject) ?? json;
		const address = await qrCodeImageAddress(item, details);
		const name = fileName ?? unescaped(textOf(details.name) || textOf(item.body.name));
		const { connection, signal } = service;
		const image = await downloadImage(item.caller, address, connection, signal, name);
		return { json, binary: { [binaryPropertyName]: image } };
	} catch (error) {
		const reason = messageOf(error);
		if (operation.kind !== 'get') {
			item.run.summary.imagesMissing++;
			return { json: { ...json, imageMissing: service.plainText(reason) } };
		}
		throwIfCanceled(service.signal);
		throw error instanceof ImageUnavailable
			? item.error({
					kind: 'imageUnavailable',
					message: reason,
					advice: 'Turn off "Download Image" to get the QR code without its image.',
				})
			: error;
	}
}

/** Far more than a QR code needs. */
const MAX_MEGABYTES = 10;
const MAX_REDIRECTS = 5;
/** Attempts when the connection breaks or the host is busy. */
const MAX_TRIES = 3;
const BUSY = /^(?:408|429|5\d\d)$/;
/** Time for one image with all attempts, in ms: a host that sends a byte now and then must not delay the run. */
const MAX_DURATION = 60_000;

interface Download {
	caller: ItemCaller;
	named: string;
	options: ConnectionOptions;
	/** What to call the file; '' to use the last part of the address. */
	fileName: string;
	signal: AbortSignal;
}

/** Closes the connection. */
const discardBody = ({ body }: IN8nHttpFullResponse): void =>
	(body as { destroy?: () => void } | undefined)?.destroy?.();

/** Without the key, because the service can name any host. Redirects are followed here, so that the host of each one is checked. */
async function open({ caller, named, options, signal }: Download) {
	const { timeout, proxy, skipSslCertificateValidation } = options;
	const service = new URL(textOf(options.baseURL));
	let address = imageAddress(named, service);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const reply = (await caller.helpers.httpRequest({
			url: address.href,
			timeout,
			proxy,
			skipSslCertificateValidation,
			abortSignal: signal,
			// A stream can be closed when it gets too long
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})) as IN8nHttpFullResponse;
		const { statusCode, headers } = reply;
		const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
		if (!isRedirect) return { reply, address };
		discardBody(reply);
		address = imageAddress(textOf(headers.location), service, address);
	}
	throw new ImageUnavailable(`${shortAddress(named)} has too many redirects`);
}

/** The body has not been read. */
type OpenReply = Awaited<ReturnType<typeof open>>;

/** Of the type of the image, such as png. @throws {ImageUnavailable} when the reply is an error or not an image */
function checkedSubtype({ reply, address }: OpenReply): string {
	const { statusCode, headers } = reply;
	const shown = shortAddress(address.href);
	if (statusCode >= 400)
		throw new ImageUnavailable(
			`${shown} answered with HTTP ${statusCode}`,
			BUSY.test(`${statusCode}`),
		);
	const type = (textOf(headers['content-type']).split(';')[0] ?? '').trim().toLowerCase();
	const subtype = imageSubtype(type);
	if (subtype === undefined)
		throw new ImageUnavailable(`${shown} is not an image (${shortAddress(type) || 'no type'})`);
	return subtype;
}

async function readBody({ reply, address }: OpenReply): Promise<Buffer> {
	const shown = shortAddress(address.href);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of reply.body as AsyncIterable<Buffer>) {
		size += chunk.length;
		// Leaving the loop closes the connection
		if (size > MAX_MEGABYTES * 1024 * 1024)
			throw new ImageUnavailable(`${shown} is larger than ${MAX_MEGABYTES} MB`);
		chunks.push(chunk);
	}
	if (size === 0) throw new ImageUnavailable(`${shown} is empty`, true);
	return Buffer.concat(chunks);
}

async function tryOnce(download: Download): Promise<IBinaryData> {
	const opened = await open(download);
	try {
		const subtype = checkedSubtype(opened);
		const content = await readBody(opened);
		const name = imageFileName(opened.address.pathname, subtype, download.fileName);
		return await download.caller.helpers.prepareBinaryData(content, name, `image/${subtype}`);
	} finally {
		discardBody(opened.reply);
	}
}

function asUnavailable(error: unknown, { named, signal }: Download): ImageUnavailable {
	if (error instanceof ImageUnavailable) return error;
	const how = signal.aborted
		? `took longer than ${MAX_DURATION / 1000} seconds`
		: `could not be downloaded: ${messageOf(error)}`;
	return new ImageUnavailable(`${shortAddress(named)} ${how}`, !signal.aborted);
}

/** Size, duration, redirects and attempts are bounded. @throws {ImageUnavailable}, or {Canceled} on Stop */
export async function downloadImage(
	caller: ItemCaller,
	named: string,
	options: ConnectionOptions,
	stop: AbortSignal | undefined,
	fileName = '',
): Promise<IBinaryData> {
	const signal = AbortSignal.any([AbortSignal.timeout(MAX_DURATION), ...(stop ? [stop] : [])]);
	const download = { caller, named, options, fileName, signal };
	for (let tries = 1; ; tries++) {
		try {
			return await tryOnce(download);
		} catch (error) {
			throwIfCanceled(stop);
			const failure = asUnavailable(error, download);
			if (!failure.temporary || tries === MAX_TRIES) throw failure;
		}
		await wait(pauseAfter(tries), stop);
	}
}

const MAX_SHOWN_LENGTH = 200;

export const shortAddress = (text: string): string =>
	text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;

/** A top-level domain has only letters, or is in another script. */
const TOP_LEVEL_DOMAIN = /^(?:[a-z]+|xn--[a-z\d-]+)$/;
/**
 * Last labels of names that are not on the internet: the special-use names
 * (https://www.iana.org/assignments/special-use-domain-names), `internal`, what private networks use besides, and the two that
 * Kubernetes resolves without its cluster's domain.
 */
const PRIVATE_TOP_LEVEL_NAMES =
	/^(?:alt|arpa|example|invalid|local|localhost|onion|test|internal|consul|corp|docker|home|intranet|lan|localdomain|private|default|svc)$/;
/** Metadata of clouds, which can include credentials, under names that look public. */
const METADATA_NAMES = ['metadata.goog', 'metadata.tencentyun.com'];

/** Whether a host has a name on the internet. An IP address ends in digits or a bracket. */
function hasPublicName({ hostname }: URL): boolean {
	const name = hostname.replace(/(?<!\.)\.+$/, '');
	const last = name.slice(name.lastIndexOf('.') + 1);
	const isPrivate = last === name || PRIVATE_TOP_LEVEL_NAMES.test(last);
	return TOP_LEVEL_DOMAIN.test(last) && !isPrivate && !METADATA_NAMES.includes(name);
}

/**
 * A node can't resolve names: that a public name is a private address, only n8n's own SSRF protection detects.
 * @param from where a redirect came from; without it, only a path is resolved, against the base URL
 */
export function imageAddress(named: string, service: URL, from?: URL): URL {
	if (named === '') throw new ImageUnavailable('The service does not say where the image is');
	const base = from ?? (named.startsWith('/') ? service : undefined);
	const address = parsedUrl(named, base);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new ImageUnavailable(`"${shortAddress(named)}" is not the address of an image`);
	if (address.hostname !== service.hostname && !hasPublicName(address))
		throw new ImageUnavailable(
			`${shortAddress(address.href)} is neither on the host of the service nor on one with a public name`,
		);
	return address;
}
