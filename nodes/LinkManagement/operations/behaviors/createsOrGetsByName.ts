import type { IDataObject } from 'n8n-workflow';

import { bodyOf, requestOptionsOf } from '../../client/http';
import { perKey } from '../../client/memory';
import { invalidInput } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import type { Named } from '../../fields/reference';
import { createRecord } from '../../recovery/creation';
import { namesOfRun } from '../../references/nameList';
import { shownIds } from '../../references/names';
import { comparableName } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { Sentence } from '../../values/sentences';
import { CreatedByName } from '../names/createdByName';
import type { Behavior, Collected, CreationRecovery, ItemCall } from '../operation';
import { existedAlready, runNotesOf } from '../output/notes';
import { checkClaim, type Contradiction, noteClaim } from './sameRecord';

/** What was created under a name, for runs that look for it before the list shows it. At most 10,000 names. */
const createdByNameOf = perKey(() => new CreatedByName<IDataObject>());

const NAME: Contradiction = {
	label: 'Code Name',
	describe: () => 'have the same name, and different contents',
	advice: 'Give each row a name of its own.',
};

function claimOf({ request }: Collected): [name: string, content: IDataObject] {
	const { name, ...content } = bodyOf(request);
	return [`name ${comparableName(name)}`, content];
}

/** Creates a record, or returns the one that has its name, whose content is neither compared nor changed. */
export const createsOrGetsByName = (named: Named, recovery: CreationRecovery): Behavior => {
	const existed = existedAlready(recovery.what, {
		one: ' and was not changed. To change it, use Update.',
		several: ' and were not changed. To change them, use Update.',
	});
	return {
		kind: 'createsOrGets',
		// Rows with one name get one record. A row without a name is refused anyway
		collect: (call) => !isEmpty(bodyOf(call.request).name) && noteClaim(call, ...claimOf(call)),
		check: (call) => checkClaim(call, ...claimOf(call), NAME),
		perform: async (call) => [await createOrGetByName(call, named, recovery, existed)],
	};
};

async function createOrGetByName(
	call: ItemCall,
	named: Named,
	recovery: CreationRecovery,
	existed: Sentence,
): Promise<IDataObject> {
	const { service, request } = call;
	const name = textOf(bodyOf(request).name);
	const { found, readAt } = await findByName(call, named, name, recovery.what);
	if (found) {
		runNotesOf(call.run).add(existed, textOf(found.id), 'counts');
		return { ...found, created: false };
	}
	const key = `${named} ${comparableName(name)}`;
	let created = false;
	const { signal } = service;
	const record = await createdByNameOf(service).getOrCreate(key, readAt, signal, async () => {
		created = true;
		return await createRecord(service, request, recovery, requestOptionsOf(call));
	});
	return { ...record, created };
}

/** The record that had the name when the run read the list. */
async function findByName(call: ItemCall, named: Named, name: string, what: string) {
	const { node, item } = call;
	const field = { label: 'Code Name', node, item };
	const names = await namesOfRun(call, named);
	const found = names.findByName(name);
	if (found.length > 1)
		throw invalidInput(
			field,
			`${found.length} ${what}s are called ${quoted(name)}: ${shownIds(found)}`,
			'Rename or delete all but one of them, or use another name.',
		);
	if (found.length === 0 && (names.refusal !== undefined || names.isCut)) {
		const why =
			names.refusal === undefined
				? `no ${what} is called ${quoted(name)} among the first ones that were read, and the list is longer`
				: `it is not known whether a ${what} has this name, because the service does not show its ${what}s: ${names.refusal}`;
		throw invalidInput(field, why, 'Use Create.');
	}
	return { found: found[0]?.record, readAt: names.readAt };
}
