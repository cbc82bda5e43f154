import type { IDataObject } from 'n8n-workflow';

import { aliasInUrl, comparableAlias, rewrittenAlias, WantedAlias } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { LongUrl } from '../../values/likeness';
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

export interface Circumstances {
	/** The service has refused to create the link. */
	isRefused?: boolean;
	/** The alias was derived from the URL, for an item without a domain. */
	isDerived?: boolean;
	/** The ID of the link that this node made for the item. */
	madeId?: string;
	/** The link is only read, so that the host of the API counts as the default domain as long as nothing else shows it. */
	isOnlyRead?: boolean;
	asks: 'nothing' | 'shortUrl' | 'everywhere';
}

export interface Found extends ShownLink {
	/** The domain that was taken for the default one, although only the lists say so, or nothing does. */
	assumedHost?: string;
	/** Whether nothing shows that this is the default domain. Then the link may only be left as it is. */
	isDomainUnknown?: boolean;
}

export interface Findings {
	found?: Found;
	/** What a creation could still show, as a sentence. An item that can be created is created instead. */
	unsure?: string;
	/** Links with exactly this alias of which nothing proves that one is meant, because the default domain is not known. */
	sameAlias: IDataObject[];
	/** One on the same domain whose alias differs only as services rewrite aliases, and which leads elsewhere. */
	similar?: IDataObject;
}

/** The search for the link that one item means. A link is that one only with a proof (a) to (d), or else it is none. */
class Search {
	/** Links with exactly the alias, on whichever host, by ID. */
	private readonly same = new Map<string, IDataObject>();
	/** Links whose alias differs from it as services rewrite aliases. */
	private readonly rewritten = new Map<string, IDataObject>();
	/** The link that the service has at the short URL of the item, written in another case. */
	private inOtherCase: IDataObject | undefined;
	private readonly replies = new Map<IDataObject, ShownLink['reply']>();
	private home: DefaultDomain | undefined;
	private unsure: string | undefined;
	private readonly index: LinkIndex;
	private readonly custom: string;
	private readonly alias: WantedAlias;
	private readonly longUrl: LongUrl;
	/** '' for the default domain. */
	private readonly domain: string;

	constructor(
		private readonly call: ReferenceCall,
		private readonly meant: IDataObject,
		private readonly how: Circumstances,
	) {
		this.index = linkIndexOf(call.run);
		[this.custom, this.domain] = [textOf(meant.custom), textOf(meant.domain)];
		this.alias = new WantedAlias(meant.custom);
		this.longUrl = new LongUrl(meant.url, meant.parameters);
	}

	async run(): Promise<Findings> {
		const { call, index, domain } = this;
		// Once the first page is read, which shows the hosts, the lists can show the default domain
		const find = index.hasBegun ? defaultDomain : knownDefaultDomain;
		this.home = domain === '' ? await find(call) : { address: domain, by: 'row' };
		let found: Found | undefined;
		for await (const links of this.look()) {
			found = await this.prove(links);
			if (found) break;
		}
		const { unsure } = this;
		const reply = found && this.replies.get(found.link);
		return {
			...(found && { found: { ...found, ...(reply && { reply }) } }),
			...(unsure !== undefined && { unsure }),
			sameAlias: [...this.same.values()],
			similar: this.similar[0],
		};
	}

	/** Where it looks, in this order, until a link is proven. */
	private async *look(): AsyncGenerator<IDataObject[]> {
		const { index, how, meant, rewritten } = this;
		yield this.inIndex();
		if (how.asks === 'nothing') return;
		// The list has left out a link where others were deleted meanwhile, which a creation would show
		const isEnough = index.isComplete && how.isRefused !== true && textOf(meant.url) !== '';
		// A service without case may take another link of the list for this one
		if (isEnough && rewritten.size === 0) return;
		yield await this.askFor(this.custom);
		if (how.asks === 'everywhere') yield* this.lookElsewhere();
	}

	private async *lookElsewhere(): AsyncGenerator<IDataObject[]> {
		const { call, custom, index, how } = this;
		if (this.isWithoutHome) {
			const asked = this.address;
			this.home = await defaultDomain(call);
			yield this.inIndex();
			if (hostOf(this.address) !== hostOf(asked)) yield await this.askFor(custom);
		}
		if (index.isComplete) return;
		yield await askForKeyword(call, comparableAlias(custom));
		const alias = rewrittenAlias(custom);
		const isWorthIt = how.isRefused === true || learnedOf(call.service).rewritesAliases;
		if (isWorthIt && alias !== '' && alias !== comparableAlias(custom))
			yield await this.askFor(alias);
		const place = placeOf(textOf(this.meant.url));
		if (place !== '') yield await askForKeyword(call, place);
	}

	private inIndex(): IDataObject[] {
		const { custom, index, host } = this;
		const made = index.findById(this.how.madeId ?? '');
		const own = host === undefined ? undefined : index.findByAlias(host, custom);
		if (own) return [own, ...(made ? [made] : [])];
		const rewritten = host === undefined ? [] : index.rewrittenAs(host, custom);
		return [...index.withAlias(custom), ...(made ? [made] : []), ...rewritten];
	}

	private async askFor(alias: string): Promise<IDataObject[]> {
		const short = `${this.address.replace(/\/$/, '')}/${aliasInUrl(alias)}`;
		const shown = await askForShortUrl(this.call, short);
		if (!shown) return [];
		const link: IDataObject = { shorturl: short, ...shown.link };
		this.replies.set(link, shown.reply);
		if (alias === this.custom && this.alias.of(link) !== this.alias.text) this.inOtherCase = link;
		return [link];
	}

	private async prove(links: IDataObject[]): Promise<Found | undefined> {
		const { alias } = this;
		this.unsure = undefined;
		for (const link of links) {
			const shown = alias.of(link);
			if (shown === alias.text) this.same.set(textOf(link.id), link);
			else if (alias.mayBecome(shown)) this.rewritten.set(textOf(link.id), link);
		}
		return (
			this.withAddressOrMade() ??
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

	/** What a short URL with the alias begins with. For reading, the host of the API counts until the lists say otherwise. */
	private get address(): string {
		return this.home?.address ?? this.call.service.baseUrl;
	}

	private get isWithoutHome(): boolean {
		return this.home === undefined && this.domain === '';
	}

	private found(link: IDataObject): Found {
		const { home } = this;
		return { link, ...(home?.by === 'lists' && { assumedHost: hostOf(home.address) }) };
	}

	private likenessOf({ longurl }: IDataObject) {
		return textOf(this.meant.url) === '' ? 'different' : this.longUrl.compare(longurl);
	}

	/** The first link with exactly the alias for which this is true. */
	private firstOf(isIt: (link: IDataObject) => boolean): IDataObject | undefined {
		return [...this.same.values()].find(isIt);
	}

	/** Proof (a) or (d). Where only the lists show the default domain, the link that was made may show another one. */
	private withAddressOrMade(): Found | undefined {
		const [found, made] = [this.withAddress(), this.madeForItem()];
		return this.home?.by === 'lists' ? (made ?? found) : (found ?? made);
	}

	/** Proof (a). */
	private withAddress(): Found | undefined {
		const link = this.firstOf(({ shorturl }) => hostOf(shorturl) === this.host);
		return link && this.found(link);
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
		const { inOtherCase: link } = this;
		if (!link || hostOf(link.shorturl) !== this.host) return undefined;
		if (this.how.isRefused !== true)
			this.unsure = `The service shows ${textOf(link.shorturl)} for the alias ${this.custom}. If case counts there, a run creates a new link.`;
		return this.found(link);
	}

	private get similar(): IDataObject[] {
		return [...this.rewritten.values()].filter(({ shorturl }) => hostOf(shorturl) === this.host);
	}

	/** Proof (c): the alias as services rewrite it, and the same URL. */
	private rewrittenByService(): Found | undefined {
		const learned = learnedOf(this.call.service);
		const { similar } = this;
		const link = similar.find((one) => this.likenessOf(one) !== 'different');
		const shown = link ?? similar[0];
		if (!link || (this.how.isRefused !== true && !learned.rewritesAliases)) {
			const [leads, run] = link
				? ['to the same long URL', 'the run uses this link']
				: ['elsewhere', 'it refuses this row'];
			if (shown)
				this.unsure ??= `${textOf(shown.shorturl)} has a similar alias and leads ${leads}. If the service takes the two aliases for one, ${run}.`;
			return undefined;
		}
		learned.rewritesAliases = true;
		return this.found(link);
	}
}

/** Host and path of a URL, by which services find it, whichever scheme, query and fragment they store. */
const placeOf = (url: string): string =>
	url
		.replace(/^https?:\/\//i, '')
		.replace(/[?#].*$/s, '')
		.replace(/\/$/, '');

/** @param meant `custom`, `domain`, `url` and `parameters` of the body of its creation. @throws {NodeApiError} when a request fails */
export const findMeantLink = async (
	call: ReferenceCall,
	meant: IDataObject,
	how: Circumstances,
): Promise<Findings> => await new Search(call, meant, how).run();
