/** Measures the habits of a service: docs/services.md, in the terms of the sandbox's settings. */
import type { Client } from '../client.ts';
import { Findings } from '../findings.ts';
import { concludeOverLimit, measureBadKey, measureLimits, measureWindow } from './limits.ts';
import { measureLinks } from './links.ts';
import { concludeOrder, measureLists } from './lists.ts';
import { concludeReplies, createNamed, measureNamed, type Own } from './named.ts';
import { type Probe, probeOf } from './probe.ts';

/**
 * Measures what the API shows of a service. Records that it creates have names that begin with `name`; the caller removes
 * them.
 *
 * @param readOnly sends nothing that changes anything, and finds out less
 */
export async function measureHabits(
	client: Client,
	name: string,
	readOnly = false,
): Promise<Findings> {
	const findings = new Findings(readOnly ? 'the run only read' : undefined);
	const probe = probeOf(client, findings, name);
	await measureLimits(probe);
	await measureBadKey(probe);
	if (readOnly) {
		await measureLists(probe);
	} else {
		await measureChanges(probe);
	}
	measureWindow(probe);
	concludeOverLimit(probe);
	findings.concludeEndpoints();
	return findings;
}

async function measureChanges(probe: Probe): Promise<void> {
	const own = await createNamed(probe);
	const { listChannels } = await measureLists(probe);
	concludeOrder(probe, listChannels);
	await measureNamed(probe, own);
	await measureLinks(probe, own);
	await removeNamed(probe, own);
	concludeReplies(probe, listChannels);
}

/** Deletes one record of each kind, to see that it works. The sweep deletes the others. */
async function removeNamed(probe: Probe, own: Own): Promise<void> {
	const { campaign, channels, domain, pixel, qrCode } = own;
	const one = [
		['deleteCampaign', campaign],
		['deleteChannel', channels[0]],
		['deleteDomain', domain],
		['deletePixel', pixel],
		['deleteQrCode', qrCode],
	] as const;
	for (const [operationId, id] of one)
		if (id !== undefined) await probe.use(operationId, { path: { id } });
}
