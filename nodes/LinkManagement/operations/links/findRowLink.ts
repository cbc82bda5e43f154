import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError } from '../../references/links/ask';
import { knownDefaultDomain } from '../../references/links/defaultDomain';
import { linkIndexOf } from '../../references/links/index';
import { type Findings, findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import { likeness } from '../../values/likeness';
import { notedRows, oncePerName } from '../behaviors/sameRecord';
import type { CreationRecovery, ItemCall } from '../operation';
import { createOrFind, meantBy, type Wanted } from './createOrFind';
import { noteExisting } from './foundLink';
import { noteLinkToSeeDomain } from './plan';
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

/** A row of the run without a domain that leads where the only link with its alias does. */
function rowAsItsLink(call: ItemCall): IDataObject | undefined {
	for (const [name, { url, parameters }] of notedRows(call)) {
		const [, custom] = /^alias \/(.+)$/s.exec(name) ?? [];
		const [link, ...others] = linkIndexOf(call.run).withAlias(custom);
		if (link && others.length === 0 && likeness(link.longurl, url, parameters) === 'same')
			return { custom, url, ...(parameters !== undefined && { parameters }) };
	}
	return undefined;
}

/**
 * Where all links are on one host, and nothing but a creation can show whether that is the default domain: another row, which
 * is as its link shows it, is created once in a run. If the service refuses it, its link is in the way.
 *
 * @param link the one with the alias of the row
 * @returns whether the default domain is known now
 */
async function showsDefaultDomain(
	call: ItemCall,
	{ body: { domain }, isDryRun }: Row,
	[link]: IDataObject[],
	recovery: CreationRecovery,
): Promise<boolean> {
	const index = linkIndexOf(call.run);
	const isKnown = !isEmpty(domain) || knownDefaultDomain(call) !== undefined;
	if (!link || isDryRun || isKnown || !index.isComplete) return false;
	if (!index.areAllOn(hostOf(link.shorturl))) return false;
	const work = async () => {
		const body = rowAsItsLink(call);
		const made = body && (await createOrFind(call, { recovery, body }));
		if (made?.origin === 'created') noteLinkToSeeDomain(call, made.link);
		return {};
	};
	await oncePerName(call, 'default domain', { work, repeated: (result) => result });
	return knownDefaultDomain(call) !== undefined;
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
 * @throws {NodeApiError} for an ID or a short URL that does not exist
 */
export async function findRowLink(
	call: ItemCall,
	row: Row,
	{ recovery, madeId }: Pick<Wanted, 'madeId' | 'recovery'>,
): Promise<Findings> {
	const index = linkIndexOf(call.run);
	await index.prepare(call, row.isDryRun);
	if (row.id === undefined && row.shortUrl === undefined) {
		let findings = await findRowAlias(call, row, madeId);
		const isUnclear = findings.found === undefined;
		if (isUnclear && (await showsDefaultDomain(call, row, findings.sameAlias, recovery)))
			findings = await findRowAlias(call, row, madeId);
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
