import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { isEmpty } from '../../fields/convert';
import { namesInReply } from '../../recovery/pastCreations';
import { linkIndexOf } from '../../references/links/index';
import { findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { likeness } from '../../values/likeness';
import { counted } from '../../values/numbers';
import type { Sentence } from '../../values/sentences';
import { checkRow, noteRow, oncePerName } from '../behaviors/sameRecord';
import type { Behavior, CreationRecovery, ItemCall } from '../operation';
import { addWarning, existedAlready, madeByFailedOf, runNotesOf } from '../output/notes';
import { createOrFind, meantBy, untilRefusalsSettled } from './createOrFind';
import { noteExisting } from './foundLink';
import { notAsRequested } from './recovery';
import { aliasKey, derivedAlias, sameLink } from './row';
import { SentRow } from './sent';

const linksExisted = existedAlready('link', {
	one: '; its other fields were not changed. To change them, use Create or Update.',
	several: '; their other fields were not changed. To change them, use Create or Update.',
});

const writtenOtherwise: Sentence = ({ length }) =>
	`The long URL of ${counted(length, 'link')} is written in another form at the service, such as http for https.`;

/** Longest alias or address in a message, in characters. */
const MAX_SHOWN_LENGTH = 200;

export const aliasTakenError = (
	{ service, item }: ItemCall,
	{ shorturl, longurl }: IDataObject,
	{ custom, url }: IDataObject,
) => {
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	return service.errorFor(
		{
			kind: 'aliasTaken',
			retry: 'never',
			message: `The alias ${shown(custom)} is taken: ${shown(shorturl)} leads to ${shown(longurl)}, not to ${shown(url)}`,
			advice: 'Choose another alias for this item.',
		},
		item,
	);
};

/** @param isNew whether this run made the link, so that the report of a failed run names it */
export const notAsRequestedError = (
	{ service, item, run }: ItemCall,
	difference: string,
	{ record, body, isNew }: { record: IDataObject; body: IDataObject; isNew: boolean },
	operation = 'Create or Get',
) => {
	if (isNew) madeByFailedOf(run).set(item, record);
	const shortUrl = namesInReply(record, body).find((name) => name.includes('://'));
	return service.errorFor(
		{
			kind: 'notAsRequested',
			retry: 'never',
			message: `${difference} The link ${shortUrl} exists now`,
			advice: `${operation} finds a link again by its alias and domain, so it would create another link each time. Delete this link if it is new: some services return the link that the long URL has already. Use an alias and a domain that the service accepts, or use Create.`,
		},
		item,
	);
};

/** What an item asks for. */
interface Wanted {
	body: IDataObject;
	/** The alias was derived, on the default domain. */
	isDerived: boolean;
	sent: SentRow;
}

function wantedBy(call: ItemCall): Wanted {
	const given = bodyOf(call.request);
	const isAliasDerived = textOf(given.custom) === '';
	const body = isAliasDerived ? { ...given, custom: derivedAlias(given) } : given;
	const isDerived = isAliasDerived && textOf(given.domain) === '';
	return { body, isDerived, sent: new SentRow(call, nameOf(body)) };
}

const SAME_ALIAS = sameLink('Alias', 'Give each an alias of its own.');

/** The fields that show where a link leads. Create or Get changes no other. */
const targetOf = ({ url, parameters }: IDataObject): IDataObject => ({ url, parameters });

const nameOf = ({ domain, custom }: IDataObject): string =>
	`alias ${hostOf(domain)}/${textOf(custom)}`;

/**
 * Creates a link, or returns the one that was created before: one request for a new one, two for an existing one. If many
 * links of a run exist, the list is read instead, because that takes fewer requests. It is safe to repeat, to stop in the
 * middle, and to run twice at the same time.
 */
export const createsOrGets = (recovery: CreationRecovery): Behavior => ({
	kind: 'createsOrGets',
	collect(call) {
		const body = bodyOf(call.request);
		if (!isEmpty(body.custom)) noteRow(call, aliasKey(body), targetOf(body));
	},
	check(call) {
		const body = bodyOf(call.request);
		checkRow(call, aliasKey(body), targetOf(body), SAME_ALIAS);
	},
	async perform(call) {
		await untilRefusalsSettled(call);
		const wanted = wantedBy(call);
		const name = nameOf(wanted.body);
		const result = await oncePerName(call, name, {
			work: async () => await createOrGetLink(call, recovery, wanted),
			repeated: (link) => existed(call, link),
		});
		return [result];
	},
});

/** The output for a link that existed. */
function existed({ run }: ItemCall, link: IDataObject): IDataObject {
	runNotesOf(run).add(linksExisted, textOf(link.shorturl ?? link.short), 'counts');
	return { ...link, created: false };
}

/**
 * The output for a link that existed, if it leads where the item says.
 *
 * @returns undefined when it leads elsewhere
 */
function existedFor(call: ItemCall, link: IDataObject, { body, isDerived, sent }: Wanted) {
	const { longurl } = link;
	const how = textOf(longurl) === '' ? 'same' : likeness(longurl, body.url, body.parameters);
	if (how === 'alike') runNotesOf(call.run).add(writtenOtherwise, textOf(link.shorturl));
	if (how !== 'different') return existed(call, link);
	const isMadeForIt = isDerived ? hostOf(longurl) === hostOf(body.url) : sent.has(link, body);
	if (!isMadeForIt) return undefined;
	const warning = `The link leads to ${textOf(longurl)} at the service.`;
	return addWarning(existed(call, link), call.service.plainText(warning));
}

async function createOrGetLink(
	call: ItemCall,
	recovery: CreationRecovery,
	wanted: Wanted,
): Promise<IDataObject> {
	const { body, isDerived, sent } = wanted;
	const known = { isDerived, madeId: sent.id };
	await linkIndexOf(call.run).readForMissing(call);
	const { found } = await findMeantLink(call, meantBy(body), { ...known, asks: 'nothing' });
	const listed = found && existedFor(call, found.link, wanted);
	if (listed) {
		noteExisting(call, found.link);
		return listed;
	}
	const { link, origin, isFound } = await createOrFind(call, { recovery, body, ...known });
	if (isFound) {
		const output = existedFor(call, link, wanted);
		if (output) return output;
		throw aliasTakenError(call, link, body);
	}
	const isNew = origin === 'created';
	const difference = notAsRequested(link, body);
	if (difference) throw notAsRequestedError(call, difference, { record: link, body, isNew });
	if (!isNew) return existed(call, link);
	sent.note(link, body);
	return { ...link, created: true };
}
