import type { FinalFailure } from '../errors';
import type { PlainText } from '../text/plainText';
import type { Caller } from './http';

export interface ItemCounts {
	readonly items: number;
	/** Those that came out or failed. */
	readonly done: number;
}

const MAX_LENGTH = 500;
const ADDRESS = /https?:\/\/\S*/gi;

/** A long URL may carry secrets in its query and fragment. */
const withoutQuery = (address: string): string => address.replace(/[?#].*/s, '');

/** Without the service's message, which may quote a long URL. */
export const reasonOf = ({ kind, httpCode }: FinalFailure): string =>
	httpCode === undefined || httpCode === '' ? kind : `${kind} (${httpCode})`;

/** @param plainText replaces the key */
export function runLog(caller: Caller, plainText: PlainText) {
	let name: string | undefined;
	const writer = (level: 'debug' | 'info' | 'warn') => (text: string) => {
		try {
			// n8n copies the whole node each time
			name ??= caller.getNode().name;
			const line = plainText(`${name}: ${text}`, MAX_LENGTH);
			caller.logger[level](line.replace(ADDRESS, withoutQuery));
		} catch {
			// Evaluation mocks may have no logger, and no log must end a run
		}
	};
	return { debug: writer('debug'), info: writer('info'), warn: writer('warn') };
}

export type RunLog = ReturnType<typeof runLog>;
