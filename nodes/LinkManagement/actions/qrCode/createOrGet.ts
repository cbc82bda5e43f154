import type { IDataObject } from 'n8n-workflow';
import { LISTS } from '../../client/endpoints';
import { bodyOf } from '../../client/http';
import { perKey } from '../../client/account';
import { invalidInput } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import { createRecord } from '../../recovery/createRecord';
import { namesOfRun } from '../../lookup/nameList';
import { shownIds } from '../../lookup/names';
import { comparableName } from '../../text/comparable';
import { textOf } from '../../text/json';
import { recoveryByName } from '../creates';
import { checkClaim, type Contradiction, noteClaim } from '../../run/rows';
import { CreatedByName } from '../../lookup/createMissing';
import type { Behavior, Collected, ItemCall } from '../../run/operation';
import { existedAlready, runNotesOf } from '../../run/notes';

export const recovery = recoveryByName({ what: 'QR code', list: LISTS.qrCodes });

/** What was created under a name, for runs that look for it before the list shows it. At most 10,000 names. */
const createdByNameOf = perKey(() => new CreatedByName<IDataObject>());

const codesExisted = existedAlready('QR code', {
	one: ' and was not changed. To change it, use Update.',
	several: ' and were not changed. To change them, use Update.',
});

const LABEL = 'Code Name';
const NAME: Contradiction = {
	label: LABEL,
	describe: () => 'have the same name, and different contents',
	advice: 'Give each row a name of its own.',
};

function claimOf({ request }: Collected): [name: string, content: IDataObject] {
	const { name, ...content } = bodyOf(request);
	return [`name ${comparableName(name)}`, content];
}

/** Creates a code, or returns the one that has its name, whose content is neither compared nor changed. */
export const createsOrGetsCode: Behavior = {
	kind: 'createsOrGets',
	// Rows with one name get one code. A row without a name is refused anyway
	collect: (call) => !isEmpty(bodyOf(call.request).name) && noteClaim(call, ...claimOf(call)),
	async check(call) {
		await checkClaim(call, ...claimOf(call), NAME);
		const { name } = bodyOf(call.request);
		// A name that two codes have is found before the first code is made
		if (!isEmpty(name)) await findCode(call, textOf(name));
	},
	async perform(call) {
		const { service, request } = call;
		const name = textOf(bodyOf(request).name);
		const { found, readAt } = await findCode(call, name);
		if (found) {
			runNotesOf(call.run).add(codesExisted, textOf(found.id), 'counts');
			return [{ ...found, created: false }];
		}
		let created = false;
		const create = async () => {
			created = true;
			return await createRecord(call, recovery);
		};
		const made = createdByNameOf(service);
		const code = await made.getOrCreate(comparableName(name), readAt, service.signal, create);
		return [{ ...code, created }];
	},
};

/** The code that had the name when the run read the list. */
async function findCode(call: ItemCall, name: string) {
	const { node, item } = call;
	const field = { label: LABEL, node, item };
	const names = await namesOfRun(call, 'qrCodes');
	const found = names.findByName(name);
	if (found.length > 1)
		throw invalidInput(
			field,
			`${found.length} QR codes are called ${quoted(name)}: ${shownIds(found)}`,
			'Rename or delete all but one of them, or use another name.',
		);
	if (found.length === 0 && (names.refusal !== undefined || names.isCut)) {
		const why =
			names.refusal === undefined
				? `no QR code is called ${quoted(name)} among the first ones that were read, and the list is longer`
				: `it is not known whether a QR code has this name, because the service does not show its QR codes: ${names.refusal}`;
		throw invalidInput(field, why, 'Use Create.');
	}
	return { found: found[0]?.record, readAt: names.readAt };
}
