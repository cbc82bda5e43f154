/** Campaigns, channels, pixels, domains and QR codes: what their creation, update and deletion answer. */
import type { Exchange, Json } from '../client.ts';
import type { OperationId } from '../endpoints.ts';
import { type Kind, KINDS, recordsOf } from '../records.ts';
import { createdIn, isUnderData, objectIn, type Probe, readBack } from './probe.ts';

/** The records of this run, by ID. Undefined where the service did not create one. */
export interface Own {
	campaign?: string;
	/** b, c and a, in the order of their creation. */
	channels: string[];
	pixel?: string;
	domain?: string;
	qrCode?: string;
}

/** Creations and updates that answer a record; a message alone is a habit of its own. */
const MESSAGE_ONLY: Partial<Record<OperationId, string>> = {
	createLink: 'id',
	updateLink: 'id',
	createQrCode: 'id',
	createCampaign: 'id',
	updateCampaign: 'id',
	createChannel: 'id',
	createPixel: 'id',
	createDomain: 'id',
};

export async function createNamed(probe: Probe): Promise<Own> {
	const { findings, name } = probe;
	const own: Own = { channels: [] };
	const idOf = async (exchange: Exchange, kind: Kind, text: string) => {
		const record = await readBack(probe, exchange, kind, text);
		return record && String(record.id);
	};

	const campaignBody = { name: `${name}campaign`, slug: `${name}slug`, public: true };
	const campaign = await probe.use('createCampaign', { body: campaignBody });
	own.campaign = await idOf(campaign, KINDS.campaigns, campaignBody.name);
	const key = (['domain', 'campaign', 'name'] as const).find((other) => other in campaign.body);
	if (key) findings.set('campaignReplyNameKey', key);
	else
		findings.unknown(
			'campaignReplyNameKey',
			'no campaign could be created, or only a message came',
		);

	for (const letter of ['b', 'c', 'a']) {
		const body = { name: `${name}channel-${letter}` };
		const channel = await probe.use('createChannel', { body });
		const id = await idOf(channel, KINDS.channels, body.name);
		if (id !== undefined) own.channels.push(id);
	}

	const pixelBody = { type: 'gtmpixel', name: `${name}pixel`, tag: 'GTM-LIVE' };
	const pixel = await probe.use('createPixel', { body: pixelBody });
	own.pixel = await idOf(pixel, KINDS.pixels, pixelBody.name);

	const domainBody = { domain: `https://${name}own.example.com` };
	const domain = await probe.use('createDomain', { body: domainBody });
	own.domain = await idOf(domain, KINDS.domains, domainBody.domain);
	if (domain.ok) findings.set('domainCreationStatus', domain.status === 201 ? '201' : '200');
	else findings.unknown('domainCreationStatus', 'the service did not add the domain of this run');

	const qrBody = { type: 'text', data: 'n8n live', name: `${name}code` };
	const qrCode = await probe.use('createQrCode', { body: qrBody });
	own.qrCode = await idOf(qrCode, KINDS.qrCodes, qrBody.name);
	return own;
}

/** What only records show that exist: duplicates of them, readings, updates. */
export async function measureNamed(probe: Probe, own: Own): Promise<void> {
	const { findings, name } = probe;
	if (own.channels[0] !== undefined) {
		const again = await probe.try('createChannel', { body: { name: `${name}channel-b` } });
		findings.set('duplicateNames', again.ok ? 'allowed' : 'refused');
		if (!again.ok) probe.duplicate = again;
		const path = { id: own.channels[0] };
		const update = await probe.use('updateChannel', { path, body: { description: 'n8n live' } });
		if (update.ok && 'name' in update.body) findings.set('channelUpdateReply', 'channel');
		else if (update.ok && update.message !== '') findings.set('channelUpdateReply', 'message');
		else findings.unknown('channelUpdateReply', 'the update of a channel shows nothing');
	}
	if (own.campaign !== undefined) {
		const path = { id: own.campaign };
		await probe.use('updateCampaign', { path, body: { name: `${name}campaign` } });
	}
	if (own.pixel !== undefined)
		await probe.use('updatePixel', { path: { id: own.pixel }, body: { tag: 'GTM-LIVE2' } });
	if (own.domain !== undefined) {
		const body = { redirectroot: 'https://example.com/' };
		await probe.use('updateDomain', { path: { id: own.domain }, body });
	}
	if (own.qrCode !== undefined) await measureQrCode(probe, own.qrCode);
	else
		for (const setting of ['qrUpdateNeedsType', 'qrDateUnder', 'untrackedQrCodes'] as const)
			findings.unknown(setting, 'no QR code could be created');
}

async function measureQrCode(probe: Probe, id: string): Promise<void> {
	const { findings } = probe;
	const path = { id };
	const { ok, body } = await probe.use('getQrCode', { path });
	if (ok) concludeQrCode(probe, objectIn(body.details), body.data);
	const update = await probe.try('updateQrCode', { path, body: { data: 'n8n live 2' } });
	if (update.ok) {
		findings.note(update);
		return findings.set('qrUpdateNeedsType', false);
	}
	const withType = { type: 'text', data: 'n8n live 2' };
	if ((await probe.use('updateQrCode', { path, body: withType })).ok)
		findings.set('qrUpdateNeedsType', true);
	else findings.unknown('qrUpdateNeedsType', 'the QR code could not be updated');
}

function concludeQrCode({ findings }: Probe, details: Json, data: unknown): void {
	const inData = objectIn(data);
	if ('date' in details) findings.set('qrDateUnder', 'details');
	else if ('date' in inData) findings.set('qrDateUnder', 'data');
	else findings.unknown('qrDateUnder', 'a single QR code has no date');
	if ('clicks' in inData) findings.set('untrackedQrCodes', 'tracked');
	else if (data === undefined) findings.set('untrackedQrCodes', 'noData');
	else if (Array.isArray(data)) findings.set('untrackedQrCodes', 'emptyData');
	else
		findings.unknown('untrackedQrCodes', 'the date stands where the statistics would be missing');
}

/** What the names of records have become, and which changes answer only a message, or nothing. */
export function concludeReplies(probe: Probe, channels: Exchange | undefined): void {
	const { client, findings, name, used } = probe;
	const names = channels
		? recordsOf(channels, 'channels').map((record) => String(record.name))
		: [];
	const own = names.find((text) => text.toLowerCase().startsWith(name));
	if (own !== undefined) findings.set('nameCase', own.startsWith(name) ? 'kept' : 'capitalized');
	else findings.unknown('nameCase', 'no channel could be created');

	const changes = used.filter(
		({ operationId, ok }) => ok && /^(update|delete)(?!Account)/.test(operationId),
	);
	const isEmpty = changes.map(({ text }) => text.trim() === '');
	if (changes.length === 0) findings.unknown('changeReply', 'nothing could be changed');
	else findings.set('changeReply', isEmpty.every(Boolean) ? 'empty' : 'normal');

	const replies = client.exchanges.filter(
		({ operationId, ok, text }) => ok && operationId in MESSAGE_ONLY && text.trim() !== '',
	);
	const named = replies.filter((reply) => 'id' in createdIn(reply));
	const silent = replies
		.filter((reply) => !named.includes(reply))
		.map(({ operationId }) => operationId);
	const speaking = new Set(named.map(({ operationId }) => operationId));
	const only = [...new Set(silent)].filter((id) => !speaking.has(id)).sort();
	if (replies.length === 0) return findings.unknown('messageOnlyReplies', 'nothing was created');
	findings.set('messageOnlyReplies', only);
	const [creation] = named.filter(({ operationId }) => operationId.startsWith('create'));
	if (creation) findings.set('createdRecordUnder', isUnderData(creation) ? 'data' : 'top');
	else findings.unknown('createdRecordUnder', 'no reply to a creation has the new record');
	const id = named.map((reply) => createdIn(reply).id).find((value) => value !== undefined);
	if (id === undefined) findings.unknown('createdIds', 'replies to creations have no ID');
	else findings.set('createdIds', typeof id === 'string' ? 'string' : 'number');
}
