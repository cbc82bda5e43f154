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
	learnFromProof,
} from './defaultDomain';
import { type LinkIndex, linkIndexOf } from './index';
import type { Circumstances, Meant } from './meant';
import { rewritingOf } from './rewriting';

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
	/** Links with exactly the alias, on whichever host. */
	readonly sameAlias: IDataObject[] = [];
	/** The link that a refused creation would lead to, by proof (c). */
	afterRefusal: IDataObject | undefined;
	/** Links whose alias differs from it as services rewrite aliases. */
	private readonly rewritten: IDataObject[] = [];
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

	async run(): Promise<Found | undefined> {
		const { domain } = this.meant;
		this.home =
			domain === '' ? knownDefaultDomain(this.call) : { address: domain, isOnlyListed: false };
		// The first page, which shows the hosts, has been read
		if (!this.home && this.index.hasBegun) await this.learnByLists();
		return this.inIndex() ?? (await this.byAsking());
	}

	private get host(): string | undefined {
		return this.home && hostOf(this.home.address);
	}

	private async learnByLists(): Promise<void> {
		this.home = await defaultDomain(this.call);
	}

	private found(shown: ShownLink): Found {
		const { home } = this;
		return { ...shown, ...(home?.isOnlyListed && { assumedHost: hostOf(home.address) }) };
	}

	private likenessOf({ longurl }: IDataObject) {
		const { url, parameters } = this.meant;
		return textOf(url) === '' ? 'different' : likeness(longurl, url, parameters);
	}

	private inIndex(): Found | undefined {
		const { index, host } = this;
		const { custom } = this.meant;
		const own = host === undefined ? undefined : index.findByAlias(host, custom);
		if (own) return this.found({ link: own });
		const made = index.findById(this.how.madeId ?? '');
		if (made && isMadeOf(aliasOf(made), custom)) return { link: made };
		this.sameAlias.push(...index.withAlias(custom));
		return (
			this.madeByDerivedAlias() ??
			this.onlyInWholeList() ??
			(host === undefined ? undefined : this.rewrittenAmong(index.rewrittenAs(host, custom)))
		);
	}

	/** Where nothing shows the default domain, a link that is already as the item says is left as it is. */
	private onlyInWholeList(): Found | undefined {
		const [link, ...others] = this.sameAlias;
		if (!link || others.length > 0 || !this.index.isComplete) return undefined;
		if (this.how.isRefused === true || !this.isWithoutHome) return undefined;
		return this.likenessOf(link) === 'same'
			? { link, assumedHost: hostOf(link.shorturl), isDomainUnknown: true }
			: undefined;
	}

	private get isWithoutHome(): boolean {
		return this.home === undefined && this.meant.domain === '';
	}

	/** Proof (c): the alias as services rewrite it, and the same URL. */
	private rewrittenAmong(links: IDataObject[]): Found | undefined {
		const rewriting = rewritingOf(this.call.service);
		const link = links.find(
			(one) => hostOf(one.shorturl) === this.host && this.likenessOf(one) !== 'different',
		);
		this.afterRefusal ??= link;
		if (!link || (this.how.isRefused !== true && !rewriting.isSeen)) return undefined;
		rewriting.isSeen = true;
		return this.found({ link });
	}

	private async byAsking(): Promise<Found | undefined> {
		const { asks, isRefused } = this.how;
		if (asks === 'nothing') return undefined;
		if (this.index.isComplete && isRefused !== true && !this.mayBeInOtherCase) return undefined;
		const address = this.home?.address ?? this.call.service.baseUrl;
		const found = await this.askAt(address, this.meant.custom);
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

	/** Whether the whole list has a link on the host that a service may take for the one with this alias. */
	private get mayBeInOtherCase(): boolean {
		const { host } = this;
		return host !== undefined && this.index.rewrittenAs(host, this.meant.custom).length > 0;
	}

	private async askAt(address: string, alias: string): Promise<Found | undefined> {
		const short = `${address.replace(/\/$/, '')}/${alias}`;
		const shown = await askForShortUrl(this.call, short);
		if (!shown) return undefined;
		const link = { shorturl: short, ...shown.link };
		const isOwn = isSameAlias(alias, this.meant.custom);
		if (isOwn && !isSameAlias(aliasOf(link, alias), alias)) this.inOtherCase = { ...shown, link };
		return await this.decide([link], { ...shown, link });
	}

	private async askFor(keyword: string): Promise<Found | undefined> {
		return keyword === '' ? undefined : await this.decide(await askForKeyword(this.call, keyword));
	}

	private async askForRewritten(address: string): Promise<Found | undefined> {
		const alias = rewrittenAlias(this.meant.custom);
		const isWorthIt = this.how.isRefused === true || rewritingOf(this.call.service).isSeen;
		const isOther = alias !== '' && alias !== comparableAlias(this.meant.custom);
		return isWorthIt && isOther ? await this.askAt(address, alias) : undefined;
	}

	private async askAtListedHome(asked: string): Promise<Found | undefined> {
		await this.learnByLists();
		const isElsewhere = this.host !== undefined && this.host !== hostOf(asked);
		const listed = this.inIndex() ?? (await this.decide([]));
		return (
			listed ?? (isElsewhere ? await this.askAt(this.home!.address, this.meant.custom) : undefined)
		);
	}

	/** Whether one of the links that were shown so far is proven. @param single the link that a search gave with its statistics */
	private async decide(links: IDataObject[], single?: ShownLink): Promise<Found | undefined> {
		const { custom } = this.meant;
		for (const link of links) {
			const alias = aliasOf(link, custom);
			if (isSameAlias(alias, custom)) this.sameAlias.push(link);
			else if (isMadeOf(alias, custom)) this.rewritten.push(link);
		}
		const proven = this.provenByLink() ?? (await this.onDefaultDomain()) ?? this.provenByService();
		return proven && single?.link === proven.link ? { ...proven, ...single } : proven;
	}

	private provenByLink(): Found | undefined {
		return this.withAddress() ?? this.madeForItem() ?? this.madeByDerivedAlias();
	}

	private provenByService(): Found | undefined {
		return (
			this.confirmedByRefusal() ?? this.inCaseOfService() ?? this.rewrittenAmong(this.rewritten)
		);
	}

	/** Proof (a). */
	private withAddress(): Found | undefined {
		const link = this.sameAlias.find(({ shorturl }) => hostOf(shorturl) === this.host);
		return link && this.found({ link });
	}

	/** Proof (d). */
	private madeForItem(): Found | undefined {
		const { madeId } = this.how;
		const link = [...this.sameAlias, ...this.rewritten].find(({ id }) => textOf(id) === madeId);
		return link && { link };
	}

	/** Only an item without a domain derives this alias. */
	private madeByDerivedAlias(): Found | undefined {
		if (this.how.isDerived !== true) return undefined;
		const link = this.sameAlias.find((one) => this.likenessOf(one) === 'same');
		if (link) learnFromProof(this.call, link);
		return link && { link };
	}

	/** The lists are read as soon as there is a link that they can prove. */
	private async onDefaultDomain(): Promise<Found | undefined> {
		const hasAny = this.sameAlias.length + this.rewritten.length > 0;
		if (!hasAny || !this.isWithoutHome) return undefined;
		const api = hostOf(this.call.service.baseUrl);
		const assumed = this.sameAlias.find(({ shorturl }) => hostOf(shorturl) === api);
		if (assumed && this.how.isOnlyRead === true) return { link: assumed };
		await this.learnByLists();
		return this.withAddress();
	}

	/** Nobody asked for the domain of a link that is in the way of an item without one, and leads to the same URL. */
	private confirmedByRefusal(): Found | undefined {
		if (this.how.isRefused !== true || !this.isWithoutHome) return undefined;
		const link = this.sameAlias.find(
			(one) => this.index.areAllOn(hostOf(one.shorturl)) && this.likenessOf(one) === 'same',
		);
		if (link) learnFromProof(this.call, link);
		return link && { link };
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
	const search = new Search(call, meant, how);
	const found = await search.run();
	const { sameAlias, afterRefusal } = search;
	return { ...(found && { found }), sameAlias, ...(afterRefusal && { afterRefusal }) };
}
