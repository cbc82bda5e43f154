import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { isEmpty } from '../../fields/convert';
import { linkIndexOf } from '../../references/links/index';
import { findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { LongUrl } from '../../values/likeness';
import { counted } from '../../values/numbers';
import type { Sentence } from '../../values/sentences';
import { checkClaim, noteClaim, oncePerName } from '../behaviors/sameRecord';
import type { Behavior, ItemCall } from '../operation';
import { addWarning, existedAlready, runNotesOf } from '../output/notes';
import {
	aliasTakenError,
	checkAsRequested,
	createOrFind,
	untilRefusalsSettled,
	type Wanted,
} from './createOrFind';
import { noteExisting } from './foundLink';
import { refuseOwnAddress } from './ownAddress';
import { aliasKey, derivedAlias, sameLink } from './row';
import { SentRow } from './sent';

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
	check(call) {
		refuseOwnAddress(call);
		const body = bodyOf(call.request);
		checkClaim(call, aliasKey(body), targetOf(body), SAME_ALIAS);
	},
	async perform(call) {
		await untilRefusalsSettled(call);
		const wanted = wantedBy(call);
		const result = await oncePerName(call, aliasKey(wanted.body), {
			work: async () => await createOrGetLink(call, wanted),
			repeated: (link) =>
				link.created === true ? { ...link, created: false } : existed(call, link),
		});
		return [result];
	},
};

function wantedBy(call: ItemCall): Required<Wanted> {
	const given = bodyOf(call.request);
	const isAliasDerived = textOf(given.custom) === '';
	const body = isAliasDerived ? { ...given, custom: derivedAlias(given) } : given;
	const isDerived = isAliasDerived && textOf(given.domain) === '';
	return { body, isDerived, sent: new SentRow(call, aliasKey(body)) };
}

function existed({ run }: ItemCall, link: IDataObject): IDataObject {
	runNotesOf(run).add(linksExisted, textOf(link.shorturl ?? link.short), 'counts');
	return { ...link, created: false };
}

/** The output for a link that existed; undefined when it leads elsewhere than the item says. */
function existedFor(
	call: ItemCall,
	link: IDataObject,
	{ body, isDerived, sent }: Required<Wanted>,
) {
	const { longurl } = link;
	const how =
		textOf(longurl) === '' ? 'same' : new LongUrl(body.url, body.parameters).compare(longurl);
	if (how === 'alike') runNotesOf(call.run).add(writtenOtherwise, textOf(link.shorturl));
	if (how !== 'different') return existed(call, link);
	const isMadeForIt = isDerived ? hostOf(longurl) === hostOf(body.url) : sent.has(link, body);
	if (!isMadeForIt) return undefined;
	const warning = `The link leads to ${textOf(longurl)} at the service.`;
	return addWarning(existed(call, link), call.service.plainText(warning));
}

async function createOrGetLink(call: ItemCall, wanted: Required<Wanted>): Promise<IDataObject> {
	const { body, isDerived, sent } = wanted;
	const index = linkIndexOf(call.run);
	await index.readForMissing(call);
	const how = { asks: 'nothing', isDerived, madeId: sent.id } as const;
	const { found } = await findMeantLink(call, body, how);
	const listed = found && existedFor(call, found.link, wanted);
	if (listed) {
		noteExisting(call, found.link);
		return listed;
	}
	const made = await createOrFind(call, wanted);
	checkAsRequested(call, made);
	const { link, origin } = made;
	if (origin === 'created') {
		sent.note(link, body);
		return { ...link, created: true };
	}
	if (origin === 'older') return existed(call, link);
	const output = existedFor(call, link, wanted);
	if (output) return output;
	throw aliasTakenError(call, link, body);
}
