import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { isNoDate } from '../../fields/dateTime';
import { comparableAlias } from '../../values/aliases';
import { unescaped } from '../../values/comparable';
import { createdAt } from '../../values/dates';
import { isObject, textOf } from '../../values/json';
import { withoutParameters } from '../../values/likeness';
import { aliasOf } from '../../values/linkAddress';
import { labelOfLinkField, SHOWN_AS } from './record';

/** A field of an update that keeps its value, or the reason why its value can't be sent. */
interface Kept {
	value?: IDataObject[string];
	problem?: string;
}

/** Some services send a target as `{ "all": url }` (services.md section 3). Rows can't express other keys, such as regions. */
export function targetRowsOf(map: unknown, column: string): Kept {
	const entries = Object.entries(isObject(map) ? map : {});
	const hasMore = (target: unknown) =>
		isObject(target) && Object.keys(target).some((key) => key !== 'all');
	if (entries.some(([, target]) => hasMore(target)))
		return { problem: 'has rules for regions, which this node cannot send' };
	const value = entries
		.map(([name, target]) => [name, textOf(isObject(target) ? target.all : target)] as const)
		.filter(([, link]) => link !== '')
		.map(([name, link]) => ({ [column]: name, link: unescaped(link) }));
	return { value };
}

/** The long URL. Where each `&` of it is written as `&amp;`, nothing shows whether the service escaped it or stored it so. */
function keptLongUrl(stored: unknown, parameters: unknown): Kept {
	const url = withoutParameters(textOf(stored), parameters);
	const isAmbiguous = unescaped(url) !== url && !/&(?!#?\w+;)/.test(url);
	return isAmbiguous
		? { problem: 'has each "&" as an HTML escape, which may belong to it' }
		: { value: url };
}

/** A service may refuse a date that has passed. Its time zone is not known, so the last day counts as passed, too. */
const expiryOf = ({ expiry }: IDataObject): Kept =>
	isNoDate(expiry)
		? {}
		: createdAt({ date: expiry }) < Date.now()
			? { problem: `${textOf(expiry)} has passed, and some services refuse a date that has passed` }
			: { value: expiry };

/** The fields of an update, as far as the service returns them. The URL is without the parameters that the update gives. */
const keptFields = (link: IDataObject, { parameters }: IDataObject): Record<string, Kept> => ({
	url: keptLongUrl(link.longurl, parameters),
	metatitle: { value: unescaped(textOf(link.title)) },
	description: { value: unescaped(textOf(link.description)) },
	expiry: expiryOf(link),
	geotarget: targetRowsOf(link.location, 'location'),
	devicetarget: targetRowsOf(link.device, 'device'),
});

/** Without the alias that the link has, which a service may refuse as taken, and without what can't be sent: `warning` names it. */
export function addOtherFields(
	{ custom, ...changes }: IDataObject,
	link: IDataObject,
): { body: IDataObject; warning?: string; left?: IDataObject } {
	const others = Object.entries(keptFields(link, changes)).filter(([name]) => !(name in changes));
	const kept = others.filter(([, { value }]) => !isEmpty(value));
	const left = others.filter(([, { problem }]) => problem !== undefined);
	const reasons = left.map(([name, { problem }]) => `${labelOfLinkField(name)} (${problem})`);
	const changesAlias =
		custom !== undefined && comparableAlias(custom) !== aliasOf(link, comparableAlias(custom));
	return {
		body: {
			...Object.fromEntries(kept.map(([name, { value }]) => [name, value])),
			...changes,
			...(changesAlias && { custom }),
		},
		...(left.length > 0 && {
			left: Object.fromEntries(left.map(([name]) => [name, link[SHOWN_AS[name] ?? '']])),
			warning: `Not sent along, so the service may have changed it: ${reasons.join(', ')}.`,
		}),
	};
}
