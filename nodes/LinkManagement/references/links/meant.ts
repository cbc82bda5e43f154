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
