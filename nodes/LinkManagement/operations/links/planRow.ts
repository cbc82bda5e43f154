import type { IDataObject } from 'n8n-workflow';

import { isUnlisted } from '../../references/links/defaultDomain';
import { textOf } from '../../values/json';
import { noteEmptying } from '../behaviors/updates';
import { notePlanned } from '../names';
import { addWarning } from '../output/notes';
import type { Comparison } from './compare';
import { warnAboutZeros } from './createOrFind';
import { addOtherFields } from './otherFields';
import {
	changesOf,
	changesOfEnded,
	changesOfNew,
	doubtAboutDomain,
	notePlannedAs,
	resultOf,
	unlistedDomain,
	withDoubt,
} from './plan';
import { labelOfLinkField, UNREADABLE_FIELDS } from './record';
import { filledFields, type RowCall } from './row';
import { readExisting } from './update';

/** What a plan says of a row for which no link was found. */
export async function planCreation(call: RowCall): Promise<IDataObject> {
	const { row } = call;
	warnAboutZeros(call, row.body);
	const body = filledFields(row.body);
	notePlanned(call, Object.values(body));
	notePlannedAs(call, 'create');
	const result = resultOf(row, {}, 'created', changesOfNew(call, body));
	const doubt = (await isUnlisted(call, body.domain))
		? unlistedDomain(body)
		: await doubtAboutDomain(call);
	return withDoubt(call, result, doubt);
}

/** What a plan says of a row whose link differs, or is sent again. @param doubt what the plan cannot know */
export async function planUpdate(
	call: RowCall,
	link: IDataObject,
	comparison: Comparison,
	doubt: string | undefined,
): Promise<IDataObject> {
	const { row } = call;
	const left = await endingBy(call, link);
	const isCertain = call.service.updatesReplace === 'yes';
	const changes = [...changesOf(call, comparison), ...(isCertain ? changesOfEnded(left) : [])];
	const { shown, hidden } = comparison;
	notePlanned(
		call,
		Object.keys({ ...shown, ...hidden }).map((name) => row.values[name]),
	);
	// A link that is remembered has got other values in the table since
	const isChange = Object.keys(shown).length > 0 || (!row.sendsAll && call.sent.knows(link));
	notePlannedAs(call, isChange ? 'update' : 'again');
	const result = withDoubt(call, resultOf(row, link, 'updated', changes), doubt);
	const warned = addWarning(result, isCertain ? undefined : perhapsEndedBy(call, left));
	const isAsSent = call.sent.has(link, row.values);
	return addWarning(warned, noteEmptying({ ...call, isAsSent }, row.values, UNREADABLE_FIELDS));
}

/** What a link shows that an update cannot send along. */
async function endingBy(call: RowCall, link: IDataObject): Promise<IDataObject> {
	if (call.service.updatesReplace === 'no') return {};
	const read = link.expiry === undefined ? await readExisting(call, link) : link;
	return addOtherFields(call.row.values, read).left ?? {};
}

/** Where nobody said what the service does. */
function perhapsEndedBy({ service }: RowCall, left: IDataObject): string | undefined {
	const fields = Object.entries(left).map(([name, value]) =>
		name === 'expiry'
			? `Expiry ${textOf(value)}, so that the link works again`
			: labelOfLinkField(name),
	);
	return fields.length === 0
		? undefined
		: service.plainText(`The update may empty what cannot be sent along: ${fields.join('; ')}.`);
}
