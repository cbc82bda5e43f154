import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../../fields/convert';
import { knownCountry } from '../../fields/countries';
import { knownDevice } from '../../fields/devices';
import type { KnownName } from '../../fields/knownNames';
import { knownLanguage } from '../../fields/languages';
import { trimmed } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { countedThat } from '../../values/numbers';
import type { Behavior, ItemCall } from '../operation';
import { listed, runNotesOf, type Sentence } from '../output/runNotes';
import { addWarning } from '../output/warnings';

/** Something about the values of an item that is worth a look, although the request was sent. */
interface InputWarning {
	/** The sentence in the record's `warning`. */
	text: string;
	/** What the hint after the run says of all items with this warning, and what it names of this one. */
	sentence: Sentence;
	detail: string;
}

interface Targeting {
	/** Of the body, with its label, and the column that has the name. */
	field: string;
	label: string;
	column: string;
	known: KnownName;
	sentence: Sentence;
}

/** What a sentence says of rows with unknown names: `3 rows name a country that the service may not know: Atlantis.` */
const unknownNames =
	(what: string): Sentence =>
	(details) =>
		`${countedThat(details.length, 'row', 'names', 'name')} a ${what} that the service may not know: ${listed(details)}.`;

const TARGETING: Targeting[] = [
	{
		...{ field: 'geotarget', label: 'Geo Targeting', column: 'location' },
		...{ known: knownCountry, sentence: unknownNames('country') },
	},
	{
		...{ field: 'devicetarget', label: 'Device Targeting', column: 'device' },
		...{ known: knownDevice, sentence: unknownNames('device') },
	},
	{
		...{ field: 'languagetarget', label: 'Language Targeting', column: 'language' },
		...{ known: knownLanguage, sentence: unknownNames('language') },
	},
];

/** Names of targeting rows that are none of those that services match (services.md section 4). */
function unknownTargets(body: IDataObject): InputWarning[] {
	return TARGETING.flatMap(({ field, label, column, known, sentence }) => {
		const rows: unknown = body[field];
		const names = (Array.isArray(rows) ? rows : [])
			.filter(isObject)
			.map((row) => textOf(row[column]))
			.filter((name) => !known(name));
		if (names.length === 0) return [];
		const detail = listed(names.map(quoted));
		return [{ text: `${label}: the service may not know ${detail}.`, sentence, detail }];
	});
}

const addedSchemes: Sentence = (details) =>
	`${countedThat(details.length, 'row', 'has', 'have')} a long URL to which https:// was added: ${listed(details)}.`;

/** A long URL that was given without its scheme. */
function addedScheme(given: unknown, { url }: IDataObject): InputWarning[] {
	const detail = trimmed(textOf(given));
	if (detail === '' || url !== `https://${detail}`) return [];
	return [{ text: `Long URL: sent as ${url}.`, sentence: addedSchemes, detail }];
}

/** The long URL as the parameters have it: that of a table's row, of a creation, or among the fields of an update. */
const givenUrl = (call: ItemCall): unknown =>
	call.request.qs?.givenUrl ??
	(call.operation.fields.some(({ name }) => name === 'url')
		? call.parameter<unknown>('url', '')
		: call.parameter<IDataObject>('updateFields', {}).url);

function warningsOf(call: ItemCall): InputWarning[] {
	const { body } = call.request;
	return isObject(body) ? [...addedScheme(givenUrl(call), body), ...unknownTargets(body)] : [];
}

/**
 * Adds a `warning` to the records of items whose values may not have the effect that the user expects, and a sentence about
 * all of them to the hint after the run.
 */
export const warnsAboutInput = (behavior: Behavior): Behavior => ({
	...behavior,
	async perform(call) {
		const records = await behavior.perform(call);
		const warnings = warningsOf(call);
		if (warnings.length === 0) return records;
		const notes = runNotesOf(call.run);
		const { plainText } = call.service;
		for (const { sentence, detail } of warnings) notes.add(sentence, plainText(detail));
		const text = plainText(warnings.map((warning) => warning.text).join(' '));
		return records.map((record) => addWarning(record, text));
	},
});
