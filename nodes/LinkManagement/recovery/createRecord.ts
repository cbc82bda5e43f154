import type { IDataObject } from 'n8n-workflow';

import type { CreationsOfList } from '../client/account';
import { bodyOf, endpointOf } from '../client/http';
import { reasonOf } from '../client/log';
import { MAX_TRIES, pauseAfter, type Service, type ServiceCall } from '../client/service';
import { untilEnded, wait } from '../client/wait';
import { Canceled, type Failure, itemLabel } from '../errors';
import { textOf } from '../text/json';
import { withoutFullStop } from '../text/plainText';
import { createdRecordIn, creationsOf, namesInReply, noteCreated } from './createdRecords';
import { unlessStopped } from './findRecord';
import { type CreationRecovery, lookUp } from './lookUp';

/** Pauses before each look-up after a lost reply, in ms, because the service may still be working. */
const PAUSES = [0, 1_500];
/** After a timeout, the service may take longer. After the second one the item fails, so that it does not take minutes. */
const PAUSES_WHEN_LATE = [
	[1_000, 2_000, 4_000, 8_000, 15_000],
	[1_000, 2_000, 4_000],
];
const PAUSES_WHEN_FAILING = [500];

const MAX_PAGES = 10;
const MAX_PAGES_WHEN_FAILING = 2;

/** How long creations count as failing after one failed last, in ms. */
const MAX_AGE_OF_FAILURE = 5 * 60_000;

/** After an empty reply it is to check whether the change was made, which the look-up has done. */
const adviceOf = ({ kind, advice }: Failure): string => (kind === 'emptyReply' ? '' : advice);

const TOO_LONG =
	'It was looked up, but the list has no order and is too long to be read to its end.';

/** Failures of the same sort probably have the same cause: HTTP 500 and 502 are one sort, a web page is another. */
const wayOf = ({ kind, late }: Failure): string => `${kind}${late ? ' late' : ''}`;

/**
 * When the reply is lost, or names no record, the record is looked up. If it is not found, the request is sent again after a lost
 * reply. There are never two records for one item, and never a record that no item reports.
 */
export async function createRecord(
	call: ServiceCall,
	recovery: CreationRecovery,
): Promise<IDataObject> {
	const { service, request } = call;
	const creation = new Creation(call, recovery);
	const releases: Array<() => void> = [];
	try {
		// Otherwise a look-up could find the record of another creation like it, whose reply has not arrived yet
		for (const identity of creation.identities) {
			const lock = `${endpointOf(request)} ${identity}`;
			releases.push(await service.account.locks.acquire(lock, service.signal));
		}
		creation.inList.underWay++;
		releases.push(() => creation.inList.underWay--);
		const sent = await creation.send();
		if ('record' in sent) return sent.record;
		return await creation.findOut(sent.failure).catch((error: unknown) => {
			throw error instanceof Canceled ? new Canceled(true) : error;
		});
	} finally {
		for (const release of releases) release();
	}
}

class Creation {
	readonly identities: string[];
	readonly inList: CreationsOfList;
	private readonly service: Service;
	private readonly body: IDataObject;
	/** When it was first sent, ms since epoch. */
	private since = Date.now();

	constructor(
		private readonly call: ServiceCall,
		private readonly recovery: CreationRecovery,
	) {
		this.service = call.service;
		this.body = bodyOf(call.request);
		this.identities = recovery.identities(this.body);
		this.inList = creationsOf(call.service, recovery.list);
	}

	async send(): Promise<{ record: IDataObject } | { failure: Failure }> {
		const { call, service } = this;
		const options = { item: call.item, abandoned: call.abandoned, creates: true };
		const outcome = await service.request(call.request, options);
		if ('failure' in outcome) return outcome;
		this.inList.lastFailure = undefined;
		const names = namesInReply(outcome.body, this.body);
		if (names.length === 0) return { failure: this.unnamedReply(outcome) };
		noteCreated(this.inList, names);
		return { record: createdRecordIn(outcome.body) };
	}

	/** What became of it after a failure that leaves this open. */
	async findOut(failure: Failure): Promise<IDataObject> {
		const { service } = this;
		const isUnnamed = failure.kind === 'unnamedReply';
		if (failure.retry !== 'ifRepeatable' && !isUnnamed) throw this.error(failure);
		if (this.identities.length === 0) {
			const why = `Nothing in the request distinguishes this ${this.recovery.what} from others, so it can't be looked up.`;
			throw this.unknown(failure, `${why} Give it a name.`);
		}
		this.since = failure.sentAt ?? this.since;
		const { investigation } = this.inList;
		const isEnough = () => isUnnamed || this.areFailing(failure);
		if (investigation && !isEnough()) await untilEnded(investigation, service.signal);
		if (isEnough()) return await this.lookUpOnce(failure);
		if (investigation) return await this.lookUpAndRetry(failure);
		try {
			this.inList.investigation = this.lookUpAndRetry(failure);
			return await this.inList.investigation;
		} finally {
			this.inList.investigation = undefined;
		}
	}

	/** Whether creations fail in this way while reading works: a plan is used up, or a value breaks the service. One item finds out for all. */
	private areFailing(failure: Failure): boolean {
		const { lastFailure } = this.inList;
		return lastFailure?.way === wayOf(failure) && Date.now() - lastFailure.at <= MAX_AGE_OF_FAILURE;
	}

	private noteFailing(failure: Failure): void {
		this.inList.lastFailure = { way: wayOf(failure), at: Date.now() };
	}

	/** Without sending the request again: the service replied that it created the record, or creations are known to fail. */
	private async lookUpOnce(failure: Failure): Promise<IDataObject> {
		const isUnnamed = failure.kind === 'unnamedReply';
		const found = isUnnamed
			? await this.lookUp(failure, [0])
			: await this.lookUp(failure, PAUSES_WHEN_FAILING, MAX_PAGES_WHEN_FAILING);
		const record = found ?? (await this.recovery.findOlder?.());
		if (record) return record;
		this.noteFailing(failure);
		throw this.notCreated(failure);
	}

	private async lookUpAndRetry(first: Failure): Promise<IDataObject> {
		const { call, service } = this;
		let failure = first;
		let lateTries = 0;
		for (let tries = 1; ; tries++) {
			await wait(pauseAfter(tries, failure), service.signal);
			const pauses = failure.late ? PAUSES_WHEN_LATE[lateTries++]! : PAUSES;
			const found = await this.lookUp(failure, pauses);
			if (found) return found;
			const older = tries === 1 ? await this.recovery.findOlder?.() : undefined;
			if (older) return older;
			// A refusal is looked up, too: an earlier attempt may have succeeded late and caused it
			if (failure.retry !== 'ifRepeatable') throw this.error(failure);
			if (tries >= MAX_TRIES || lateTries >= PAUSES_WHEN_LATE.length) this.noteFailing(failure);
			if (this.areFailing(failure)) throw this.notCreated(failure);
			const what = `${endpointOf(call.request)}${itemLabel(call.item)}`;
			service.log.debug(`${what} is sent again: no record was found`);
			const next = await this.send();
			if ('record' in next) return next.record;
			failure = next.failure;
		}
	}

	private async lookUp(
		failure: Failure,
		pauses: number[],
		maxPages = MAX_PAGES,
	): Promise<IDataObject | undefined> {
		const { service, body, since, recovery } = this;
		const what = `${recovery.what}${itemLabel(this.call.item)}`;
		service.log.debug(`looks up the ${what} in the list: ${reasonOf(failure)}`);
		let isInDoubt = false;
		for (const pause of pauses) {
			await wait(pause, service.signal);
			const found = lookUp(service, recovery, { body, since, maxPages });
			const { record, complete, ...others } = await found.catch(
				unlessStopped((reason) => this.unknown(failure, `Looking it up failed, too (${reason}).`)),
			);
			if (record) {
				this.inList.lastFailure = undefined;
				return record;
			}
			if (!complete) throw this.unknown(failure, TOO_LONG);
			({ isInDoubt } = others);
		}
		if (!isInDoubt) return undefined;
		// Sending again could create a second one
		throw this.unknown(
			failure,
			`A ${recovery.what} like it is in the list, and nothing shows whether it is this one.`,
		);
	}

	/** The failure of a reply that is no refusal and names no record (services.md section 2). */
	private unnamedReply({ body, sentAt }: { body: IDataObject; sentAt: number }): Failure {
		const { what } = this.recovery;
		const said = textOf(body.message) || textOf(body.msg);
		return {
			kind: 'unnamedReply',
			retry: 'never',
			sentAt,
			message: said === '' ? `The reply does not name the new ${what}` : said,
			advice: `The reply is no refusal, but does not name the new ${what}. Check the values of this item: the service may have refused one of them.`,
		};
	}

	private error(failure: Failure): Error {
		return this.service.errorFor(this.call.item, failure);
	}

	private unknown(failure: Failure, why: string): Error {
		const doubt = `Whether the ${this.recovery.what} was created is not known`;
		return this.error({
			...failure,
			kind: 'outcomeUnknown',
			message: `${withoutFullStop(failure.message)}. ${doubt}`,
			advice: `${why} Check the service before you run this item again. ${adviceOf(failure)}`,
		});
	}

	private notCreated(failure: Failure): Error {
		if (failure.late) {
			const why = 'It is not in the list yet, but the service may still be working on it.';
			return this.unknown(failure, why);
		}
		const cause =
			failure.kind === 'unnamedReply'
				? ''
				: ' Reading works while creating fails: a used-up plan or a value of this item may be the cause.';
		const advice = `The ${this.recovery.what} was looked up and does not exist.${cause} ${adviceOf(failure)}`;
		return this.error({ ...failure, advice });
	}
}
