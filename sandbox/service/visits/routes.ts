import { type Response, Router } from 'express';

import type { Context } from '../api/operation.ts';
import { html, page } from './html.ts';
import { linkTable, notFoundPage } from './linkPages.ts';
import { addLinkRoutes, brandedDomain } from './linkRoutes.ts';
import { scanResult } from './qrContent.ts';
import { qrImage } from './qrImages.ts';
import { visitorOf } from './visitor.ts';

/** The public pages: short links, QR codes and the pages around them. */
export function publicRoutes(context: Context): Router {
	const router = Router();
	addFrontPage(router, context);
	addQrRoutes(router, context);
	addCampaignRoutes(router, context);
	addPages(router, context);
	addLinkRoutes(router, context);
	router.use((_req, res) => notFound(res));
	return router;
}

function addFrontPage(router: Router, context: Context): void {
	const { addresses, store } = context;
	router.get('/', (req, res) => {
		const elsewhere = brandedDomain(context, req)?.redirectroot;
		if (elsewhere) return res.redirect(elsewhere);
		const rows = store.links.page({}, 50, 0).map((link) => ({
			address: addresses.shortUrl(link),
			text: link.longurl,
			note: `${link.clicks} clicks`,
		}));
		const body = html`<h1>Link service</h1>
			<p>
				A link management service for demos, tests and benchmarks. Its interface is described in
				<a href="/sandbox/openapi.yaml">openapi.yaml</a>; what was asked of it stands in
				<a href="/sandbox/requests">its journal</a>.
			</p>
			<h2>Newest links (${store.links.count()} in all)</h2>
			${linkTable(rows)}`;
		res.send(page('Link service', body));
	});
}

/** The image lies beside the address it holds, so that it can be fetched without being counted as a scan. */
function addQrRoutes(router: Router, { addresses, store }: Context): void {
	router.get(/^\/qr\/([^/]+)\.(png|svg)$/, async (req, res) => {
		const [alias, format] = [req.params[0] as string, req.params[1] as 'png' | 'svg'];
		const code = store.qrCodes.byAlias(alias);
		if (!code) return notFound(res);
		res.type(format).send(await qrImage(format, addresses.scan(alias), code));
	});

	router.get('/qr/:alias', (req, res) => {
		const code = store.qrCodes.byAlias(req.params.alias);
		if (!code) return notFound(res);
		store.visits.record('qr', code.id, visitorOf(req).visit);
		const result = scanResult(code);
		if ('address' in result) return res.redirect(result.address);
		res.type(result.type).send(result.content);
	});
}

function addCampaignRoutes(router: Router, { addresses, store }: Context): void {
	router.get('/r/:slug', (req, res) => {
		const campaign = store.campaigns.bySlug(req.params.slug);
		const links = campaign?.public ? store.links.ofCampaign(campaign.id) : [];
		const link = links[Math.floor(Math.random() * links.length)];
		if (!link) return notFound(res);
		res.redirect(`/${encodeURIComponent(link.alias)}`);
	});

	router.get('/list/:id', (req, res) => {
		const campaign = store.campaigns.byId(Number(req.params.id));
		if (!campaign?.public) return notFound(res);
		const rows = store.links
			.ofCampaign(campaign.id)
			.filter((link) => link.status === 'public')
			.map((link) => ({
				address: addresses.shortUrl(link),
				text: link.title,
				note: link.description,
			}));
		const body = html`<h1>${campaign.name}</h1>
			${linkTable(rows)}`;
		res.send(page(campaign.name, body));
	});
}

const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<circle cx="4.5" cy="4.5" r="4.5" fill="#567"/>
</svg>`;

/** Where the addresses in the account's and the channel items' fields lead. */
function addPages(router: Router, { store }: Context): void {
	router.get('/avatar.svg', (_req, res) => void res.type('svg').send(avatar));

	router.get('/bio/:alias', (req, res) => {
		const bio = store.database.get<{ title: string }>(
			'SELECT title FROM bio_pages WHERE alias = ?',
			req.params.alias,
		);
		if (!bio) return notFound(res);
		res.send(page(bio.title, html`<h1>${bio.title}</h1>`));
	});

	router.get('/preview/:alias', (req, res) => {
		const link = store.links.byAlias(req.params.alias);
		if (!link) return notFound(res);
		const body = html`<h1>${link.title}</h1>
			<p>${link.description}</p>
			<p>Leads to ${link.longurl}</p>`;
		res.send(page(link.title, body));
	});
}

function notFound(res: Response): void {
	res.status(404).send(notFoundPage);
}
