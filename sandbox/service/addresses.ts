import type { Settings } from './settings.ts';
import type { CampaignRow } from './store/campaigns.ts';
import type { ChannelItemRow } from './store/channels.ts';

/** The public addresses of records. They are never stored, because a data file may be served elsewhere next time. */
export class Addresses {
	/** Where the service is reached, without a slash at the end; known once it listens. */
	base: string;

	private readonly settings: Settings;

	constructor(settings: Settings, base = '') {
		this.settings = settings;
		this.base = base.replace(/\/+$/, '');
	}

	shortUrl({ domain, alias }: { domain: string; alias: string }): string {
		return `${domain || this.settings.shortLinkBase || this.base}/${alias}`;
	}

	/** Shows where a link leads without visiting it. */
	preview(alias: string): string {
		return `${this.base}/preview/${alias}`;
	}

	/** What a QR code's image holds: scanning counts and leads on. */
	scan(alias: string): string {
		return `${this.base}/qr/${alias}`;
	}

	qrImage(alias: string, format: 'png' | 'svg' = 'png'): string {
		return `${this.scan(alias)}.${format}`;
	}

	rotator({ slug, public: isPublic }: CampaignRow): string | false {
		return isPublic && slug ? `${this.base}/r/${encodeURIComponent(slug)}` : false;
	}

	campaignList(id: number): string {
		return `${this.base}/list/${id}`;
	}

	channelItem(item: ChannelItemRow): { preview: string; link: string } {
		if (item.type === 'qr')
			return { preview: this.qrImage(item.alias, 'svg'), link: this.qrImage(item.alias) };
		if (item.type === 'links')
			return { preview: this.preview(item.alias), link: this.shortUrl(item) };
		const page = `${this.base}/bio/${item.alias}`;
		return { preview: page, link: page };
	}

	get avatar(): string {
		return `${this.base}/avatar.svg`;
	}
}
