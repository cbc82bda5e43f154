import type { IDataObject } from 'n8n-workflow';

import {
	likelyDefaultDomain,
	linksOnDomain,
	linksOnOwnDefaultDomain,
} from '../../references/defaultDomain';
import { aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { comparableShortUrl, hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { ItemCall } from '../operation';

/** How a link that exists already is recognized. Each operation declares it. */
export interface ExistingLink {
	/** The body with an alias, which is derived if none is given. */
	complete: (body: IDataObject) => IDataObject;
	/** The keywords to search the list for, in this order, if the short URL finds nothing. */
	keywords: (body: IDataObject) => string[];
	/** Whether a link that prevents the creation is the requested one wherever it leads. */
	isAnyTarget?: boolean;
	/** Whether the link leads to the requested URL. */
	hasSameTarget: (link: IDataObject, body: IDataObject) => boolean;
	/** How the link differs from what was requested, as sentences; undefined when it does not. */
	notAsRequested: (link: IDataObject, body: IDataObject) => string | undefined;
}

/** What the requested short URL begins with, as far as it is known. */
export const addressFor = (call: ItemCall, { domain }: IDataObject): string =>
	textOf(domain) || likelyDefaultDomain(call);

/** The candidate that is the requested link, as far as is known. */
export interface Choice {
	link: IDataObject;
	/** Its alias has the same characters as the requested one; otherwise it may be the link of another request. */
	isExact: boolean;
	/** No other link can be the requested one. */
	isCertain: boolean;
}

/** Accounts have fewer domains. A list in which more links share an alias is not to be trusted. */
const MAX_CANDIDATES = 100;

/** Links whose alias is the requested one or a slug of it, on all domains. One of them may be the requested link. */
export class Candidates {
	private readonly links: IDataObject[] = [];
	private readonly shortUrls = new Set<string>();
	/** Whether the requested alias is the one that is derived where neither alias nor domain is given. */
	private readonly requestsDerived: boolean;

	/** @param isTaken whether the service has refused the alias on the requested domain, so that a link there probably has it */
	constructor(
		private readonly call: ItemCall,
		private readonly existing: ExistingLink,
		private readonly body: IDataObject,
		private readonly isTaken = false,
	) {
		const { custom, ...others } = body;
		this.requestsDerived =
			textOf(body.domain) === '' && existing.complete(others).custom === custom;
	}

	/** Keeps those of the links that are candidates, each once. */
	add(links: IDataObject[]): void {
		const { custom } = this.body;
		for (const link of links) {
			if (this.links.length >= MAX_CANDIDATES) return;
			if (!isSpellingOf(aliasOf(link, custom), custom)) continue;
			const shortUrl = comparableShortUrl(link.shorturl);
			if (!this.shortUrls.has(shortUrl)) this.links.push(link);
			this.shortUrls.add(shortUrl);
		}
	}

	/** @throws {NodeApiError} when a list is needed to tell the default domain, and can't be read */
	async choose(): Promise<Choice | undefined> {
		const derived = this.withDerivedAlias();
		const isDerived = derived.length > 0;
		const link = this.best(isDerived ? derived : await this.onRequestedDomain());
		if (!link) return undefined;
		const isExact = this.isExact(link);
		return { link, isExact, isCertain: isExact && (isDerived || this.isOnKnownHost(link)) };
	}

	/** Only a request without a domain derives this alias, so that a link with it was made on the default domain. */
	private withDerivedAlias(): IDataObject[] {
		if (!this.requestsDerived) return [];
		return this.links.filter((link) => this.isExact(link) && this.hasSameTarget(link));
	}

	private async onRequestedDomain(): Promise<IDataObject[]> {
		const { call, links } = this;
		const domain = textOf(this.body.domain);
		const onDomain = await linksOnDomain(call, links, domain);
		if (onDomain.length > 0 || domain !== '' || !this.isTaken) return onDomain;
		const onOwnDomain = await linksOnOwnDefaultDomain(call, links);
		return onOwnDomain.filter((link) => this.hasSameTarget(link));
	}

	/** Of links on the requested domain, one with the alias itself, or else with a slug of it. */
	private best(links: IDataObject[]): IDataObject | undefined {
		const onKnownHost = links.filter((link) => this.isOnKnownHost(link));
		const exact = [...onKnownHost, ...links].filter((link) => this.isExact(link));
		return exact.find((link) => this.hasSameTarget(link)) ?? exact[0] ?? this.bestSlug(links);
	}

	/** A link with a slug must lead to the requested URL. Where it may lead anywhere, it is enough that there is no other one. */
	private bestSlug(links: IDataObject[]): IDataObject | undefined {
		const mayBeOnly = this.existing.isAnyTarget === true && links.length === 1;
		return links.find((link) => this.hasSameTarget(link)) ?? (mayBeOnly ? links[0] : undefined);
	}

	private isExact(link: IDataObject): boolean {
		const { custom } = this.body;
		return isSameAlias(aliasOf(link, custom), custom);
	}

	private hasSameTarget(link: IDataObject): boolean {
		return this.existing.hasSameTarget(link, this.body);
	}

	private isOnKnownHost({ shorturl }: IDataObject): boolean {
		return hostOf(shorturl) === hostOf(addressFor(this.call, this.body));
	}
}
