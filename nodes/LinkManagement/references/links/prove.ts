import type { IDataObject } from 'n8n-workflow';

import {
	aliasOf,
	comparableAlias,
	isMadeOf,
	isSameAlias,
	rewrittenAlias,
} from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { likeness } from '../../values/likeness';
import type { ReferenceCall } from '../call';
import { askForKeyword, askForShortUrl, type ShownLink } from './ask';
import {
	type DefaultDomain,
	defaultDomain,
	knownDefaultDomain,
	learnedOf,
	learnFromProof,
} from './defaultDomain';
import { type LinkIndex, linkIndexOf } from './index';

/** What an item says of the link that it means, by the names of the body. */
export interface Meant {
	custom: string;
	/** '' for the default domain. */
	domain: string;
	url?: unknown;
	parameters?: unknown;
}

/** What is known, and what may be asked. */
export interface Circumstances {
	/** The service has refused to create the link. */
	isRefused?: boolean;
	/** The alias was derived from the URL, for an item without a domain. */
	isDerived?: boolean;
	/** The ID of the link that this node made for the item. */
	madeId?: string;
	/** The link is only read, so that the host of the API counts as the default domain as long as nothing else shows it. */
	isOnlyRead?: boolean;
	/** Which searches may be sent. */
	asks: 'nothing' | 'shortUrl' | 'everywhere';
}

/** The link that is meant. */
export interface Found extends ShownLink {
	/** What a creation could still show, as a sentence. An item that can be created is created instead. */
	unsure?: string;
	/** The domain that was taken for the default one, although only the lists say so, or nothing does. */
	assumedHost?: string;
	/** Whether nothing shows that this is the default domain. Then the link may only be left as it is. */
	isDomainUnknown?: boolean;
}

/** The search for the link that one item means. A link is that one only with a proof (a) to (d), or else it is none. */
class Search {
	/** Links with exactly the alias, on whichever host, by ID. */
	private readonly same = new Map<string, IDataObject>();
	/** Links whose alias differs from it as services rewrite aliases. */
	private readonly rewritten = new Map<string, IDataObject>();
	/** The link that a refused creation would lead to, by proof (c). */
	private afterRefusal: IDataObject | undefined;
	/** The link that the service has at the short URL of the item, written in another case. */
	private inOtherCase: ShownLink | undefined;
	private home: DefaultDomain | undefined;
	private readonly index: LinkIndex;

	constructor(
		private readonly call: ReferenceCall,
		private readonly meant: Meant,
		private readonly how: Circumstances,
	) {
		this.index = linkIndexOf(call.run);
	}

	async run(): Promise<Findings> {
		const { call, index, meant } = this;
		// Once the first page is read, which shows the hosts, the lists can show the default domain
		const find = index.hasBegun ? defaultDomain : knownDefaultDomain;
		this.home =
			meant.domain === '' ? await find(call) : { address: meant.domain, isOnlyListed: false };
		const found = (await this.inIndex()) ?? (await this.byAsking());
		const { same, afterRefusal } = this;
		return {
			...(found && { found }),
			sameAlias: [...same.values()],
			...(afterRefusal && { afterRefusal }),
		};
	}

	private async inIndex(): Promise<Found | undefined> {
		const { index, host } = this;
		const { custom } = this.meant;
		const own = host === undefined ? undefined : index.findByAlias(host, custom);
		if (own) return this.found({ link: own });
		const made = index.findById(this.how.madeId ?? '');
		const rewritten = host === undefined ? [] : index.rewrittenAs(host, custom);
		return await this.decide([...index.withAlias(custom), ...(made ? [made] : []), ...rewritten]);
	}

	private async byAsking(): Promise<Found | undefined> {
		const { asks, isRefused } = this.how;
		const { custom } = this.meant;
		if (asks === 'nothing') return undefined;
		// A service without case may take another link of the list for this one
		if (this.index.isComplete && isRefused !== true && this.rewritten.size === 0) return undefined;
		const address = this.home?.address ?? this.call.service.baseUrl;
		const found = await this.askAt(address, custom);
		if (found || asks === 'shortUrl') return found;
		const listed = this.isWithoutHome ? await this.askAtListedHome(address) : undefined;
		return listed ?? (this.index.isComplete ? undefined : await this.askForKeywords(address));
	}

	private async askForKeywords(asked: string): Promise<Found | undefined> {
		const { custom, url } = this.meant;
		return (
			(await this.askFor(custom)) ??
			(await this.askForRewritten(this.home?.address ?? asked)) ??
			(await this.askFor(placeOf(textOf(url))))
		);
	}

	private async askAt(address: string, alias: string): Promise<Found | undefined> {
		const short = `${address.replace(/\/$/, '')}/${alias}`;
		const shown = await askForShortUrl(this.call, short);
		if (!shown) return undefined;
		const link = { shorturl: short, ...shown.link };
		const isOwn = isSameAlias(alias, this.meant.custom);
		if (isOwn && !isSameAlias(aliasOf(link, alias), alias)) this.inOtherCase = { ...shown, link };
		const proven = await this.decide([link]);
		return proven?.link === link ? { ...proven, ...shown, link } : proven;
	}

	private async askFor(keyword: string): Promise<Found | undefined> {
		return keyword === '' ? undefined : await this.decide(await askForKeyword(this.call, keyword));
	}

	private async askForRewritten(address: string): Promise<Found | undefined> {
		const alias = rewrittenAlias(this.meant.custom);
		const isWorthIt = this.how.isRefused === true || learnedOf(this.call.service).rewritesAliases;
		const isOther = alias !== '' && alias !== comparableAlias(this.meant.custom);
		return isWorthIt && isOther ? await this.askAt(address, alias) : undefined;
	}

	private async askAtListedHome(asked: string): Promise<Found | undefined> {
		this.home = await defaultDomain(this.call);
		const { address } = this.home ?? {};
		const isElsewhere = address !== undefined && hostOf(address) !== hostOf(asked);
		const listed = await this.inIndex();
		return listed ?? (isElsewhere ? await this.askAt(address, this.meant.custom) : undefined);
	}

	/** Whether one of the links that were shown so far is proven. */
	private async decide(links: IDataObject[]): Promise<Found | undefined> {
		const { custom } = this.meant;
		for (const link of links) {
			const alias = aliasOf(link, custom);
			if (isSameAlias(alias, custom)) this.same.set(textOf(link.id), link);
			else if (isMadeOf(alias, custom)) this.rewritten.set(textOf(link.id), link);
		}
		return (
			this.withAddress() ??
			this.madeForItem() ??
			this.madeWithoutDomain() ??
			(await this.onDefaultDomain()) ??
			this.onlyInWholeList() ??
			this.inCaseOfService() ??
			this.rewrittenByService()
		);
	}

	private get host(): string | undefined {
		return this.home && hostOf(this.home.address);
	}

	private get isWithoutHome(): boolean {
		return this.home === undefined && this.meant.domain === '';
	}

	private found(shown: ShownLink): Found {
		const { home } = this;
		return { ...shown, ...(home?.isOnlyListed && { assumedHost: hostOf(home.address) }) };
	}

	private likenessOf({ longurl }: IDataObject) {
		const { url, parameters } = this.meant;
		return textOf(url) === '' ? 'different' : likeness(longurl, url, parameters);
	}

	/** The first link with exactly the alias for which this is true. */
	private firstOf(isIt: (link: IDataObject) => boolean): IDataObject | undefined {
		return [...this.same.values()].find(isIt);
	}

	/** Proof (a). */
	private withAddress(): Found | undefined {
		const link = this.firstOf(({ shorturl }) => hostOf(shorturl) === this.host);
		return link && this.found({ link });
	}

	/** Proof (d). */
	private madeForItem(): Found | undefined {
		const { madeId = '' } = this.how;
		const link = this.same.get(madeId) ?? this.rewritten.get(madeId);
		return link && madeId !== '' ? { link } : undefined;
	}

	/**
	 * A link to the same URL that was surely made without a domain: only an item without one derives this alias, or it is in the
	 * way of a creation without one, and all links are on its host.
	 */
	private madeWithoutDomain(): Found | undefined {
		const { isDerived, isRefused } = this.how;
		const isInTheWay = ({ shorturl }: IDataObject) =>
			isRefused === true && this.isWithoutHome && this.index.areAllOn(hostOf(shorturl));
		const link = this.firstOf(
			(one) => (isDerived === true || isInTheWay(one)) && this.likenessOf(one) === 'same',
		);
		if (link) learnFromProof(this.call, link);
		return link && { link };
	}

	/** The lists are read as soon as there is a link that they can prove. */
	private async onDefaultDomain(): Promise<Found | undefined> {
		if (!this.isWithoutHome || this.same.size + this.rewritten.size === 0) return undefined;
		const api = hostOf(this.call.service.baseUrl);
		const assumed = this.firstOf(({ shorturl }) => hostOf(shorturl) === api);
		if (assumed && this.how.isOnlyRead === true) return { link: assumed };
		this.home = await defaultDomain(this.call);
		return this.withAddress();
	}

	/** Where nothing shows the default domain, a link that is already as the item says is left as it is. */
	private onlyInWholeList(): Found | undefined {
		const [link, ...others] = this.same.values();
		const isOnly = link !== undefined && others.length === 0 && this.index.isComplete;
		if (!isOnly || this.how.isRefused === true || !this.isWithoutHome) return undefined;
		return this.likenessOf(link) === 'same'
			? { link, assumedHost: hostOf(link.shorturl), isDomainUnknown: true }
			: undefined;
	}

	/** Proof (b). */
	private inCaseOfService(): Found | undefined {
		const { inOtherCase } = this;
		if (!inOtherCase || hostOf(inOtherCase.link.shorturl) !== this.host) return undefined;
		const { shorturl } = inOtherCase.link;
		const { custom } = this.meant;
		return {
			...this.found(inOtherCase),
			...(this.how.isRefused !== true && {
				unsure: `The service shows ${textOf(shorturl)} for the alias ${custom}. If case counts there, a run creates a new link.`,
			}),
		};
	}

	/** Proof (c): the alias as services rewrite it, and the same URL. */
	private rewrittenByService(): Found | undefined {
		const learned = learnedOf(this.call.service);
		const link = [...this.rewritten.values()].find(
			(one) => hostOf(one.shorturl) === this.host && this.likenessOf(one) !== 'different',
		);
		this.afterRefusal ??= link;
		if (!link || (this.how.isRefused !== true && !learned.rewritesAliases)) return undefined;
		learned.rewritesAliases = true;
		return this.found({ link });
	}
}

/** Host and path of a URL, by which services find it, whichever scheme, query and fragment they store. */
const placeOf = (url: string): string =>
	url
		.replace(/^https?:\/\//i, '')
		.replace(/[?#].*$/s, '')
		.replace(/\/$/, '');

/** The result of a search for one link. */
export interface Findings {
	found?: Found;
	/** Links with exactly this alias of which nothing proves that one is meant, because the default domain is not known. */
	sameAlias: IDataObject[];
	/** The link that a refused creation would lead to. */
	afterRefusal?: IDataObject;
}

/**
 * Finds the link that an item means, by proof: the same host and alias; what the service shows for its short URL; the alias
 * as services rewrite it, with the same long URL; a link that this node made for the item.
 *
 * @throws {NodeApiError} when a request fails
 */
export async function findMeantLink(
	call: ReferenceCall,
	meant: Meant,
	how: Circumstances,
): Promise<Findings> {
	return await new Search(call, meant, how).run();
}
