import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { UnexpectedReply } from '../errors';
import { textOf } from '../text/json';

/** A domain on which a link is looked for. */
export interface Domain {
	/** What short URLs on it begin with, such as `https://sho.rt/s`. */
	address: string;
	/** As `ListedLink` has it, such as `sho.rt/s`. */
	domain: string;
}

/** The domain of links that are made without one. No endpoint shows it. */
export interface DefaultDomain extends Domain {
	/**
	 * `known`: by a creation or the credential; the others: by the links of the account. A domain that is no own one of the
	 * account is `assumed` for everything; one that may be an own one only `assumedForReading` links and leave them as they are.
	 */
	basis: 'known' | 'baseUrl' | 'assumed' | 'assumedForReading';
	/** Where it is assumed: whether all links that were read are there. Otherwise, it is the only one that is no domain of the account. */
	hasAllLinks?: boolean;
}

export interface ShownLink {
	link: IDataObject;
	/** Its single reply, where the search gave one with statistics. */
	reply?: IDataObject;
	/** The default domain that it was found on, where only the links of the account show this domain. */
	foundOn?: DefaultDomain;
}

/** @throws {UnexpectedReply} for an ID of the service that is not a number, or not an exact one: the path would be another's */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
	if (!isExact || !/^[1-9]\d*$/.test(digits))
		throw new UnexpectedReply('a record with an exact number as its ID');
	return digits;
}

/** Stop and the end of the run still end the work. */
export async function undefinedIfFailed<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => {
		if (error instanceof NodeApiError || error instanceof UnexpectedReply) return undefined;
		throw error;
	});
}
