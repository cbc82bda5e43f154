import type { IDataObject } from 'n8n-workflow';
import { bodyOf } from '../../client/http';
import { undefinedIfFailed } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findLink, type FoundLink } from '../../lookup/findLink';
import { linkIndexOf } from '../../lookup/linkIndex';
import { hostOf } from '../../text/comparable';
import { textOf } from '../../text/json';
import { counted, type Sentence } from '../../text/sentences';
import { checkClaim, noteClaim, oncePerName } from '../../run/rows';
import type { Behavior, ItemCall } from '../../run/operation';
import { addWarning, existedAlready, runNotesOf } from '../../run/notes';
import {
	aliasTakenError,
	checkMadeAsRequested,
	createOrFind,
	noteMadeLink,
	type Wanted,
	wantedBy,
} from './createOrFind';
import { noteExisting } from './timeZoneHint';
import { refuseOwnAddress, aliasKey, derivedAlias, sameLink } from './row';
import { Sent } from './sentLink';

const linksExisted = existedAlready('link', {
	one: '; its other fields were not changed. To change them, use Create or Update.',
	several: '; their other fields were not changed. To change them, use Create or Update.',
});

const writtenOtherwise: Sentence = ({ length }) =>
	`The long URL of ${counted(length, 'link')} is written in another form at the service, such as http for https.`;

const SAME_ALIAS = sameLink('Alias', 'Give each an alias of its own.');

/** The fields that show where a link leads. Create or Get changes no other. */
const targetOf = ({ url, parameters }: IDataObject): IDataObject => ({ url, parameters });

/** One request for a new link, two for an existing one. It is safe to repeat, to stop in the middle, and to run twice at once. */
export const createsOrGets: Behavior = {
	kind: 'createsOrGets',
	collect(call) {
		const body = bodyOf(call.request);
		if (!isEmpty(body.custom)) noteClaim(call, aliasKey(body), targetOf(body));
	},
	async check(call) {
		refuseOwnAddress(call);
		const body = bodyOf(call.request);
		await checkClaim(call, aliasKey(body), targetOf(body), SAME_ALIAS);
	},
	async perform(call) {
		const wanted = wantedLinkOf(call);
		const result = await oncePerName(call, aliasKey(wanted.body), {
			work: async () => await createOrGetLink(call, wanted),
			repeated: (link) =>
				link.created === true ? { ...link, created: false } : existed(call, link),
		});
		return [result];
	},
};

function wantedLinkOf(call: ItemCall): Wanted {
	const given = bodyOf(call.request);
	const isAliasDerived = textOf(given.custom) === '';
	const body = isAliasDerived ? { ...given, custom: derivedAlias(given) } : given;
	const isDerived = isAliasDerived && textOf(given.domain) === '';
	return wantedBy(body, new Sent(call, aliasKey(body)), isDerived);
}

function existed({ run }: ItemCall, link: IDataObject): IDataObject {
	runNotesOf(run).add(linksExisted, textOf(link.shorturl ?? link.short), 'counts');
	return { ...link, created: false };
}

/** The output for a link that existed; undefined when it leads elsewhere than the item says. */
function existedFor(call: ItemCall, link: IDataObject, { body, link: wanted, sent }: Wanted) {
	const { longurl } = link;
	const how = textOf(longurl) === '' ? 'same' : wanted.longUrl?.compareUnescaped(longurl);
	if (how === 'alike') runNotesOf(call.run).add(writtenOtherwise, textOf(link.shorturl));
	if (how !== 'different') return existed(call, link);
	const isSameHost = wanted.isDerived === true && hostOf(longurl) === hostOf(body.url);
	if (!isSameHost && !sent.hasLongUrl(link, body)) return undefined;
	const warning = `The link leads to ${textOf(longurl)} at the service.`;
	return addWarning(existed(call, link), call.service.plainText(warning));
}

/** @throws {NodeApiError} when the link leads elsewhere than the item says */
function getLink(call: ItemCall, found: FoundLink, wanted: Wanted): IDataObject {
	checkMadeAsRequested(call, found, wanted);
	const output = existedFor(call, found.link, wanted);
	if (output) return output;
	throw aliasTakenError(call, found, wanted.body);
}

async function createOrGetLink(call: ItemCall, wanted: Wanted): Promise<IDataObject> {
	const { body, sent } = wanted;
	await linkIndexOf(call.run).readForMissing(call);
	const listed = await undefinedIfFailed(findLink(call, wanted.link, 'listed'));
	// On a domain that is assumed only to read, a link that leads elsewhere does not keep the item from being created
	const isElsewhere =
		listed?.foundOn?.basis === 'assumedForReading' &&
		wanted.link.longUrl?.compare(listed.link.longurl) === 'different';
	if (listed && !isElsewhere) {
		noteExisting(call, listed.link);
		return getLink(call, listed, wanted);
	}
	const made = await createOrFind(call, wanted);
	const { link, origin } = made;
	if (origin === 'found') return getLink(call, made, wanted);
	if (origin === 'older') return existed(call, link);
	sent.note(link, body);
	noteMadeLink(call, link, wanted);
	return { ...link, created: true };
}
