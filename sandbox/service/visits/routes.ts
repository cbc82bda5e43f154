import express, { type Response, Router } from 'express';
import type { Context } from '../api/operation.ts';
import { serviceNow } from '../store/clock.ts';
import { isPassword } from '../store/passwords.ts';
import type { LinkOptions, LinkRow } from '../store/links.ts';
import { html, page } from './html.ts';
import { framePage, linkTable, passwordPage, splashPage } from './linkPages.ts';
import { scanResult } from './qrContent.ts';
import { qrImage } from './qrImages.ts';
import { destination } from './targeting.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** What the public sees: short links, QR codes and the pages around them. */
export function publicRoutes(context: Context): Router {
	const router = Router();
	addQrRoutes(router, context);
	addCampaignRoutes(router, context);
	addPages(router, context);
	addLinkRoutes(router, context);
	router.use((_req, res) => notFound(res));
	return router;
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
		const links = store.links.ofCampaign(campaign.id).filter((link) => link.status === 'public');
		const rows = links.map((link) => ({
			address: addresses.shortUrl(link),
			text: link.title,
			note: link.description,
		}));
		res.send(
			page(
				campaign.name,
				html`<h1>${campaign.name}</h1>
					${linkTable(rows)}`,
			),
		);
	});
}

function addPages(router: Router, { addresses, store }: Context): void {
	router.get('/', (_req, res) => {
		const rows = store.links.page({}, 50, 0).map((link) => ({
			address: addresses.shortUrl(link),
			text: link.longurl,
			note: `${link.clicks} clicks`,
		}));
		const about = html`<p>
			A link management service for demos, tests and benchmarks. Its interface is described in
			<a href="/sandbox/openapi.yaml">openapi.yaml</a>; what was asked of it stands in
			<a href="/sandbox/requests">its journal</a>.
		</p>`;
		res.send(
			page(
				'Link service',
				html`<h1>Link service</h1>
					${about}
					<h2>Newest links (${store.links.count()} in all)</h2>
					${linkTable(rows)}`,
			),
		);
	});

	router.get('/avatar.svg', (_req, res) => {
		res
			.type('svg')
			.send(
				'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5" fill="#567"/></svg>',
			);
	});

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
		res.send(
			page(
				link.title,
				html`<h1>${link.title}</h1>
					<p>${link.description}</p>
					<p>Leads to ${link.longurl}</p>`,
			),
		);
	});
}

function addLinkRoutes(router: Router, context: Context): void {
	const { settings, store } = context;

	router.get('/:alias', (req, res) => {
		const link = store.links.byAlias(req.params.alias);
		if (!link) return notFound(res);
		if (link.expiry && link.expiry <= serviceNow(settings)) return expired(res);
		if ((JSON.parse(link.options) as LinkOptions).password) return void res.send(passwordPage(false));
		visit(context, link, visitorOf(req), res);
	});

	router.post('/:alias', express.urlencoded({ extended: false }), (req, res) => {
		const link = store.links.byAlias(String(req.params.alias));
		if (!link) return notFound(res);
		if (link.expiry && link.expiry <= serviceNow(settings)) return expired(res);
		const { password } = JSON.parse(link.options) as LinkOptions;
		if (password && !isPassword(String(req.body?.password ?? ''), password))
			return void res.status(401).send(passwordPage(true));
		visit(context, link, visitorOf(req), res);
	});
}

/** Counts the visit and leads on, in the way the link's type says. */
function visit({ store }: Context, link: LinkRow, visitor: Visitor, res: Response): void {
	store.visits.record('link', link.id, visitor.visit);
	const options = JSON.parse(link.options) as LinkOptions;
	const target = destination(link.longurl, options, visitor);
	const { type = 'direct' } = options;
	if (type === 'direct') return res.redirect(target);
	if (type === 'frame') return void res.send(framePage(link, target));
	res.send(splashPage(interstitialName(store, type) ?? link.title, target));
}

/** The name of the custom splash page or overlay a type stands for. */
function interstitialName({ database }: Context['store'], type: string): string | undefined {
	const id = Number(type.replace('overlay-', ''));
	const named = (table: string) =>
		database.get<{ name: string }>(`SELECT name FROM ${table} WHERE id = ?`, id)?.name;
	if (Number.isNaN(id)) return undefined;
	return (type.startsWith('overlay-') ? undefined : named('splash_pages')) ?? named('overlays');
}

function notFound(res: Response): void {
	res.status(404).send(page('Not found', html`<h1>Not found</h1>`));
}

function expired(res: Response): void {
	res.status(410).send(page('Expired', html`<h1>This link has expired</h1>`));
}
