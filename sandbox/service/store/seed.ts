import { dateTime } from './clock.ts';
import type { Store } from './index.ts';
import { start } from './initial.ts';

/**
 * How many records of each kind to add. The first `channelItems` links are assigned to the first channel; `clicks` and `scans` are
 * spread over the newest links and codes.
 */
export interface SeedCounts {
	links?: number;
	qrs?: number;
	campaigns?: number;
	channels?: number;
	channelItems?: number;
	domains?: number;
	pixels?: number;
	clicks?: number;
	scans?: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Adds records that are the same every time. Their dates lie a minute apart in 2024, so that what is created
 * afterwards is newer. All are added in one transaction.
 */
export function addSeedRecords(store: Store, counts: SeedCounts): void {
	store.database.transaction(() => {
		addLinks(store, counts.links ?? 0);
		addQrCodes(store, counts.qrs ?? 0);
		addNamedRecords(store, counts);
		for (let i = 1; i <= (counts.channelItems ?? 0); i++) store.channels.assign(1, 'links', i);
	});
	spreadVisits(store, 'link', counts.clicks ?? 0);
	spreadVisits(store, 'qr', counts.scans ?? 0);
}

function addLinks({ links }: Store, count: number): void {
	const before = links.count();
	for (let i = before + 1; i <= before + count; i++) {
		links.add({
			alias: `s${i.toString(36)}`,
			longurl: `https://www.example.com/page/${i}`,
			title: `Page ${i}`,
			description: i % 3 === 0 ? `Note ${i}` : '',
			status: i % 2 === 0 ? 'public' : 'private',
			date: dateTime(start + i * minute),
		});
	}
}

function addQrCodes({ qrCodes }: Store, count: number): void {
	const before = qrCodes.count();
	for (let i = before + 1; i <= before + count; i++) {
		qrCodes.add({
			alias: `q${i.toString(36)}`,
			name: `Code ${i}`,
			type: 'link',
			data: `https://www.example.com/code/${i}`,
			background: '',
			foreground: '',
			logo: '',
			date: dateTime(start + i * minute),
		});
	}
}

function addNamedRecords(
	{ database, campaigns, channels, pixels }: Store,
	counts: SeedCounts,
): void {
	for (let i = 1; i <= (counts.campaigns ?? 0); i++) {
		const n = campaigns.count() + 1;
		campaigns.add({
			name: `Campaign ${n}`,
			slug: n % 2 === 0 ? `campaign-${n}` : null,
			public: n % 2 === 0 ? 1 : 0,
		});
	}
	for (let i = 1; i <= (counts.channels ?? 0); i++) {
		const n = channels.count() + 1;
		const color = `#${((n * 0x3355) % 0x1000000).toString(16).padStart(6, '0')}`;
		channels.add({ name: `Channel ${n}`, description: '', color, starred: n % 4 === 0 ? 1 : 0 });
	}
	for (let i = 1; i <= (counts.pixels ?? 0); i++) {
		const n = pixels.count() + 1;
		const date = dateTime(start + n * minute);
		pixels.add({ type: 'gapixel', name: `Pixel ${n}`, tag: `G-SEED${n}`, date });
	}
	for (let i = 1; i <= (counts.domains ?? 0); i++) {
		const n = database.get<{ n: number }>('SELECT count(*) AS n FROM domains')!.n + 1;
		database.insert('domains', {
			domain: `https://brand-${n}.example.com`,
			redirectroot: '',
			redirect404: '',
		});
	}
}

/** Adds the records that the account of the demo has from the start. */
export function addDemoRecords(store: Store): void {
	const { campaigns, channels, links, qrCodes } = store;
	store.database.transaction(() => {
		const channel = channels.add({
			name: 'Newsletter',
			description: 'Links of the monthly newsletter',
			color: '#3366cc',
			starred: 1,
		});
		const campaign = campaigns.add({ name: 'Spring launch', slug: 'spring', public: 1 });
		demoLinks.forEach(([alias, title], index) => {
			const link = links.add({
				alias,
				title,
				longurl: `https://www.example.com/${alias}`,
				status: 'public',
				campaign: index < 2 ? campaign.id : null,
				date: dateTime(start + index * 30 * day),
				options: index === 0 ? { pixels: [1, 2] } : {},
			});
			if (index < 3) channels.assign(channel.id, 'links', link.id);
		});
		qrCodes.add({
			alias: 'poster',
			name: 'Poster',
			type: 'link',
			data: 'https://www.example.com/poster',
			background: '',
			foreground: '',
			logo: '',
			date: dateTime(start),
		});
	});
	for (const [alias, , clicks] of demoLinks)
		addVisits(store, 'link', store.links.byAlias(alias)!.id, clicks);
	spreadVisits(store, 'qr', 30);
}

/** Alias, title and clicks. */
const demoLinks = [
	['welcome', 'Welcome', 412],
	['pricing', 'Pricing', 268],
	['spring-offer', 'Spring offer', 143],
	['changelog', 'What is new', 57],
	['webinar', 'Webinar', 21],
	['jobs', 'Jobs', 0],
] as const;

const visits = [
	{ country: 'Canada', referrer: 'Direct', browser: 'Chrome', os: 'Windows' },
	{ country: 'Germany', referrer: 'www.facebook.com', browser: 'Safari', os: 'iOS' },
	{ country: 'Japan', referrer: 't.co', browser: 'Chrome', os: 'Android' },
];

/** Divides visits among the newest three records. */
function spreadVisits(store: Store, subject: 'link' | 'qr', count: number): void {
	const newest = subject === 'link' ? store.links.page({}, 3, 0) : store.qrCodes.page(3, 0);
	newest.forEach((record, index) => {
		const share = Math.floor(count / newest.length) + (index < count % newest.length ? 1 : 0);
		addVisits(store, subject, record.id, share);
	});
}

/** Adds visits of a record from three countries. */
function addVisits(store: Store, subject: 'link' | 'qr', id: number, count: number): void {
	visits.forEach((visit, place) => {
		const part = Math.floor(count / visits.length) + (place < count % visits.length ? 1 : 0);
		if (part > 0) store.visits.addMany(subject, id, visit, part);
	});
}
