import type { IDataObject } from 'n8n-workflow';

import { perRun } from '../../client/memory';
import { invalidInput, undefinedIfFailed } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError } from '../../references/links/ask';
import {
	confirmOnce,
	knownDefaultDomain,
	noteConfirmed,
} from '../../references/links/defaultDomain';
import { linkIndexOf } from '../../references/links/index';
import { type Findings, findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import { LongUrl } from '../../values/likeness';
import { firstClaims } from '../behaviors/sameRecord';
import type { ItemCall } from '../operation';
import { runNotesOf } from '../output/notes';
import { createOrFind } from './createOrFind';
import { noteExisting } from './foundLink';
import { toSeeDomain } from './plan';
import { readLink } from './record';
import type { RowCall } from './row';

async function findNamed(call: RowCall): Promise<IDataObject> {
	const { id, shortUrl = '' } = call.row;
	const index = linkIndexOf(call.run);
	const link =
		id === undefined
			? (index.findByShortUrl(shortUrl) ?? (await findByShortUrl(call, shortUrl))?.link)
			: (index.findById(id) ?? (await readLink(call, id)));
	if (link?.id !== undefined) return { ...(id === undefined && { shorturl: shortUrl }), ...link };
	const named = id === undefined ? 'short URL' : 'ID';
	throw notFoundError(
		call,
		`No link has the ${named} ${id ?? shortUrl}`,
		`Check the ${named}, or empty the cell to create a link.`,
	);
}

/** A row of the run without a domain that leads where the only link with its alias does, on this host. */
function rowAsItsLink(call: ItemCall, host: string): IDataObject | undefined {
	for (const [name, { url, parameters }] of firstClaims(call)) {
		const [, custom] = /^alias \/(.+)$/s.exec(name) ?? [];
		const [link, ...others] = linkIndexOf(call.run).withAlias(custom);
		const isOnly = link && others.length === 0 && hostOf(link.shorturl) === host;
		if (isOnly && new LongUrl(url, parameters).compare(link.longurl) === 'same')
			return { custom, url, ...(parameters !== undefined && { parameters }) };
	}
	return undefined;
}

/** The row that can show the default domain, looked for once in a run, because a table may be long. At most one row. */
const rowAsItsLinkOf = perRun((): { known?: { row?: IDataObject } } => ({}));

/**
 * Where only a creation can show whether the host of all links is the default domain, another row, which is as its link shows it,
 * is created once in a process. If it is refused, its link is in the way. @param link the one with the alias of the row
 */
async function showsDefaultDomain(call: RowCall, link: IDataObject | undefined): Promise<boolean> {
	const { body, isDryRun } = call.row;
	const index = linkIndexOf(call.run);
	const isKnown = !isEmpty(body.domain) || knownDefaultDomain(call) !== undefined;
	if (!link || isDryRun || isKnown || !index.isComplete || !index.areAllOn(hostOf(link.shorturl)))
		return false;
	await confirmWithOtherRow(call, hostOf(link.shorturl));
	return knownDefaultDomain(call) !== undefined;
}

/** Creates another row, which is as its link on this host shows it: only that link can be in its way. Once in a process. */
export async function confirmWithOtherRow(call: ItemCall, host: string): Promise<void> {
	const { row } = (rowAsItsLinkOf(call.run).known ??= { row: rowAsItsLink(call, host) });
	if (!row) return;
	await confirmOnce(call, async () => {
		const made = await undefinedIfFailed(createOrFind(call, { body: row }));
		const shown = call.service.plainText(made?.link.shorturl);
		if (made?.origin === 'created') runNotesOf(call.run).add(toSeeDomain, shown);
		if (made) noteConfirmed(call);
	});
}

/** A run creates a link unless it is sure that it exists. In a short run, and for a link of this node, asking takes fewer requests. */
async function findRowAlias(call: RowCall): Promise<Findings> {
	const { body, isNew, isDerived, isDryRun } = call.row;
	const madeId = call.sent.id;
	const index = linkIndexOf(call.run);
	const mayCreate = !isDryRun && !isEmpty(body.url);
	const asksFirst = madeId !== undefined || (!isNew && !index.hasBegun);
	const isDomainUnknown = isEmpty(body.domain) && !knownDefaultDomain(call);
	if (asksFirst && isDomainUnknown) await index.readFirstPage(call);
	const asksInRun = asksFirst ? 'shortUrl' : 'nothing';
	const asks = mayCreate ? asksInRun : 'everywhere';
	const finding = findMeantLink(call, body, { asks, madeId, isDerived });
	if (!mayCreate) return await finding;
	// A plan may include creations, and not the list
	const findings = await undefinedIfFailed(finding);
	return findings && findings.unsure === undefined ? findings : { sameAlias: [] };
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain(
	{ service, node, item, row: { body } }: RowCall,
	{ shorturl }: IDataObject,
): void {
	const { domain } = body;
	if (isEmpty(domain) || isEmpty(shorturl) || hostOf(domain) === hostOf(shorturl)) return;
	throw invalidInput(
		{ label: 'Domain', node, item },
		`the link is on ${service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/** In a run of several rows, the list is read first. @throws {NodeApiError} for an ID or a short URL that does not exist */
export async function findRowLink(call: RowCall): Promise<Findings> {
	const { id, shortUrl, isDryRun } = call.row;
	await linkIndexOf(call.run).prepare(call, isDryRun);
	if (id !== undefined || shortUrl !== undefined) {
		const link = await findNamed(call);
		noteExisting(call, link);
		checkDomain(call, link);
		return { found: { link }, sameAlias: [] };
	}
	let findings = await findRowAlias(call);
	if (!findings.found && (await showsDefaultDomain(call, findings.sameAlias[0])))
		findings = await findRowAlias(call);
	if (findings.found) noteExisting(call, findings.found.link);
	return findings;
}
