import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../client/endpoints';
import { isEmpty, quoted } from '../../fields/convert';
import { createOnce } from '../../lookup/createMissing';
import { namesOfRun } from '../../lookup/nameList';
import { shownIds } from '../../lookup/names';
import { createRecord } from '../../recovery/createRecord';
import type { Item } from '../../run/item';
import type { Contradiction } from '../../run/rows';
import { comparableName } from '../../text/comparable';
import { textOf } from '../../text/json';
import { recoveryByName } from '../common';

export const recovery = recoveryByName({ what: 'QR code', list: LISTS.qrCodes });

const LABEL = 'Code Name';
const SAME_NAME: Contradiction = {
	label: LABEL,
	describe: () => 'have the same name, and different contents',
	advice: 'Give each row a name of its own.',
};

const keyOfCode = ({ name }: IDataObject): string => `name ${comparableName(name)}`;

/** Rows with one name get one code. A row without a name is refused anyway. */
export function noteCode({ body, name, run }: Item): void {
	const { name: codeName, ...content } = body;
	if (!isEmpty(codeName)) run.rows.add({ name }, keyOfCode(body), content);
}

export async function checkCode(item: Item): Promise<void> {
	const { name, ...content } = item.body;
	await item.run.rows.refuseContradiction(item, keyOfCode(item.body), content, SAME_NAME);
	// A name that two codes have is found before the first code is made
	if (!isEmpty(name)) await findCode(item, textOf(name));
}

/** Creates a code, or returns the one that has its name, whose content is neither compared nor changed. */
export async function createOrGetCode(item: Item): Promise<IDataObject> {
	const name = textOf(item.body.name);
	const found = await findCode(item, name);
	if (found) {
		item.run.summary.existingCodes.add(textOf(found.id));
		return { ...found, created: false };
	}
	let created = false;
	const code = await createOnce(item, `qrCodes ${comparableName(name)}`, async () => {
		created = true;
		return await createRecord(item.call(), recovery);
	});
	return { ...code, created };
}

/** The code that had the name when the run read the list. */
async function findCode(item: Item, name: string): Promise<IDataObject | undefined> {
	const names = await namesOfRun(item, 'qrCodes');
	const [found, ...others] = names.findByName(name);
	if (found && others.length > 0)
		throw item.invalid(
			LABEL,
			`${others.length + 1} QR codes are called ${quoted(name)}: ${shownIds([found, ...others])}`,
			'Rename or delete all but one of them, or use another name.',
		);
	if (!found && (names.refusal !== undefined || names.isCut))
		throw item.invalid(
			LABEL,
			names.refusal === undefined
				? `no QR code is called ${quoted(name)} among the first ones that were read, and the list is longer`
				: `it is not known whether a QR code has this name, because the service does not show its QR codes: ${names.refusal}`,
			'Use Create.',
		);
	return found?.record;
}
