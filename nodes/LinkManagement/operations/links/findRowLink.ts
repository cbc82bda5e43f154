import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError } from '../../references/links/ask';
import { knownDefaultDomain } from '../../references/links/defaultDomain';
import { linkIndexOf } from '../../references/links/index';
import { type Findings, findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import type { ItemCall } from '../operation';
import { meantBy } from './createOrFind';
import { noteExisting } from './foundLink';
import { readLink } from './record';
import type { Row } from './row';

async function findById(call: ItemCall, id: string): Promise<IDataObject> {
	const link = linkIndexOf(call.run).findById(id) ?? (await readLink(call, id));
	if (link) return link;
	throw notFoundError(
		call,
		`No link has the ID ${id}`,
		'Check the ID, or empty the cell to create a link.',
	);
}

async function findShortUrl(call: ItemCall, shortUrl: string): Promise<IDataObject> {
	const listed = linkIndexOf(call.run).findByShortUrl(shortUrl);
	const link = listed ?? (await findByShortUrl(call, shortUrl))?.link;
	if (link?.id !== undefined) return { shorturl: shortUrl, ...link };
	throw notFoundError(
		call,
		`No link has the short URL ${shortUrl}`,
		'Check the short URL, or empty the cell to create a link.',
	);
}

/**
 * A run creates a link that it can, unless it is sure that it exists. In a run of few rows, and for a link that this node made,
 * asking takes fewer requests.
 */
async function findRowAlias(
	call: ItemCall,
	row: Row,
	madeId: string | undefined,
): Promise<Findings> {
	const { body, isNew, isDerived, isDryRun } = row;
	const index = linkIndexOf(call.run);
	const mayCreate = !isDryRun && !isEmpty(body.url);
	const asksFirst = madeId !== undefined || (!isNew && !index.hasBegun);
	const isDomainUnknown = isEmpty(body.domain) && !knownDefaultDomain(call);
	if (asksFirst && isDomainUnknown) await index.readFirstPage(call);
	const asksInRun = asksFirst ? 'shortUrl' : 'nothing';
	const asks = mayCreate ? asksInRun : 'everywhere';
	const findings = await findMeantLink(call, meantBy(body), { asks, madeId, isDerived });
	return findings.found?.unsure !== undefined && mayCreate ? { sameAlias: [] } : findings;
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain(
	{ service, node, item }: ItemCall,
	{ domain }: IDataObject,
	{ shorturl }: IDataObject,
) {
	if (isEmpty(domain) || isEmpty(shorturl) || hostOf(domain) === hostOf(shorturl)) return;
	throw invalidInput(
		{ label: 'Domain', node, item },
		`the link is on ${service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/**
 * The link that a row is for. In a run of several rows, the list is read first, so that most rows take no request.
 *
 * @param madeId ID of the link that this node made or changed for the row
 * @throws {NodeApiError} for an ID or a short URL that does not exist
 */
export async function findRowLink(
	call: ItemCall,
	row: Row,
	madeId: string | undefined,
): Promise<Findings> {
	const index = linkIndexOf(call.run);
	await index.prepare(call, row.isDryRun);
	if (row.id === undefined && row.shortUrl === undefined) {
		const findings = await findRowAlias(call, row, madeId);
		if (findings.found) noteExisting(call, findings.found.link);
		return findings;
	}
	const link = await (row.id === undefined
		? findShortUrl(call, row.shortUrl ?? '')
		: findById(call, row.id));
	noteExisting(call, link);
	checkDomain(call, row.body, link);
	return { found: { link }, sameAlias: [] };
}
