import type { Failure } from '../errors';
import type { PlainText } from '../values/plainText';
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
export const reasonOf = ({ kind, httpCode }: Failure): string =>
	httpCode === undefined || httpCode === '' ? kind : `${kind} (${httpCode})`;

export class RunLog {
	private name: string | undefined;

	/**
	 * @param plainText replaces the key
	 * @param counts of a run of the node; polls and dropdowns have none
	 */
	constructor(
		private readonly caller: Caller,
		private readonly plainText: PlainText,
		readonly counts?: ItemCounts,
	) {}

	debug(text: string): void {
		this.write('debug', text);
	}

	info(text: string): void {
		this.write('info', text);
	}

	warn(text: string): void {
		this.write('warn', text);
	}

	private write(level: 'debug' | 'info' | 'warn', text: string): void {
		try {
			this.caller.logger[level](this.line(text));
		} catch {
			// Evaluation mocks may have no logger, and no log must end a run
		}
	}

	private line(text: string): string {
		// n8n copies the whole node each time
		this.name ??= this.caller.getNode().name;
		return this.plainText(`${this.name}: ${text}`, MAX_LENGTH).replace(ADDRESS, withoutQuery);
	}
}
