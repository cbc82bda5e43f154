/** What a run prints. */
import { defaultSettings, settingGroups, type Settings } from '../service/settings.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Findings } from './findings.ts';
import { safeLine } from './terminal.ts';
import type { Step, StepState } from './walk.ts';

const STATES: Record<StepState, string> = {
	works: 'works',
	notOffered: 'not offered',
	forbidden: 'forbidden by the plan',
	differs: 'differs',
	notChecked: 'not checked',
};

/** Lines of columns, each as wide as its widest cell. */
function table(texts: string[][]): string {
	const rows = texts.map((cells) => cells.map((cell) => safeLine(cell)));
	const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
	const widths = rows[0]?.map((_, column) => width(column)) ?? [];
	return rows
		.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
		.join('\n');
}

/** One line per operation of the nodes: its endpoint, whether it works, and why not. */
export function stepsTable(steps: Step[]): string {
	return table(
		steps.map(({ operation, endpoint, state, detail }) => [
			operation,
			ENDPOINTS[endpoint],
			STATES[state],
			detail,
		]),
	);
}

/** One line per setting that was measured. A star marks what is not the sandbox's default. */
export function habitsTable({ settings }: Findings): string {
	const lines = Object.values(settingGroups).flatMap((group) =>
		Object.entries(group).flatMap(([name, { description }]) => {
			const value = settings[name as keyof Settings];
			if (value === undefined) return [];
			const usual = defaultSettings[name as keyof Settings];
			const mark = JSON.stringify(value) === JSON.stringify(usual) ? ' ' : '*';
			const text = typeof value === 'string' ? value : JSON.stringify(value);
			return [[mark, name, text || '(none)', description]];
		}),
	);
	return table(lines);
}

/** One line per setting that was not measured. */
export const notMeasuredTable = ({ notMeasured }: Findings): string =>
	table(notMeasured.map(([name, reason]) => [name, reason]));

/** What to enter in the credential. */
export const credentialAdvice = (findings: Findings): string =>
	[updatesAdvice(findings), domainAdvice(findings)].join('\n');

const domainAdvice = ({ defaultDomain }: Findings): string =>
	defaultDomain === undefined
		? 'Credential: leave "Default Domain" empty; no link without a domain was made.'
		: `Credential: set "Default Domain" to ${defaultDomain}, where a link without a domain was made.`;

function updatesAdvice({ settings, updatesReplace }: Findings): string {
	const { linkUpdate, linkUpdateNeedsUrl } = settings;
	const choice = linkUpdate === undefined ? updatesReplace : linkUpdate !== 'patch';
	if (choice === false && linkUpdateNeedsUrl)
		return 'Credential: leave "Updates Replace the Whole Link" at Unknown. An update without the long URL is refused, and Unknown sends it along.';
	if (choice === undefined)
		return 'Credential: leave "Updates Replace the Whole Link" at Unknown; it could not be measured.';
	return choice
		? 'Credential: set "Updates Replace the Whole Link" to Yes. An update empties what it does not send.'
		: 'Credential: set "Updates Replace the Whole Link" to No. That saves a request for each update.';
}

/** What to enter as the zone of the service's dates. */
export function timeZoneAdvice({ settings: { utcOffsetMinutes: minutes } }: Findings): string {
	if (minutes === undefined) return 'Credential: check "Time Zone"; it could not be measured.';
	if (minutes === 0) return 'Credential: leave "Time Zone" at UTC, the zone of the dates.';
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	const sign = minutes < 0 ? '-' : '+';
	const offset = `UTC${sign}${hours}:${String(rest).padStart(2, '0')}`;
	const zone = rest === 0 ? `, such as Etc/GMT${minutes < 0 ? '+' : '-'}${hours}` : '';
	return `Credential: set "Time Zone" to the zone of the service, whose dates are ${offset}${zone}.`;
}
