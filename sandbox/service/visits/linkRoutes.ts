import express, { type Request, type Response, type Router } from 'express';

import type { Context } from '../api/operation.ts';
import { serviceNow } from '../store/clock.ts';
import type { LinkOptions, LinkRow } from '../store/links.ts';
import { isPassword } from '../store/passwords.ts';
import { expiredPage, framePage, notFoundPage, passwordPage, splashPage } from './linkPages.ts';
import { destination } from './targeting.ts';
import { visitorOf } from './visitor.ts';

/** The short links, and the other pages of branded domains. */
export function addLinkRoutes(router: Router, context: Context): void {
	const { store } = context;

	router.get('/:alias', (req, res) => {
		const link = store.links.byAlias(req.params.alias);
		if (!link) return unknownAlias(context, req, res);
		open(context, link, req, res);
	});

	router.post('/:alias', express.urlencoded({ extended: false }), (req, res) => {
		const link = store.links.byAlias(String(req.params.alias));
		if (!link) return unknownAlias(context, req, res);
		open(context, link, req, res, String(req.body?.password ?? ''));
	});
}

/** The branded domain a request came for, by its Host header. */
export function brandedDomain({ store: { database } }: Context, req: Request) {
	const host = req.get('Host') ?? '';
	return database.get<{ redirectroot: string; redirect404: string }>(
		'SELECT redirectroot, redirect404 FROM domains WHERE domain IN (?, ?)',
		`https://${host}`,
		`http://${host}`,
	);
}

function unknownAlias(context: Context, req: Request, res: Response): void {
	const elsewhere = brandedDomain(context, req)?.redirect404;
	if (elsewhere) return res.redirect(elsewhere);
	res.status(404).send(notFoundPage);
}

/** Redirects the visitor unless the link has expired or its password is missing or wrong. */
function open(
	context: Context,
	link: LinkRow,
	req: Request,
	res: Response,
	password?: string,
): void {
	const options = JSON.parse(link.options) as LinkOptions;
	if (link.expiry && link.expiry <= serviceNow(context.settings)) {
		res.status(410).send(expiredPage);
	} else if (options.password && password === undefined) {
		res.send(passwordPage(false));
	} else if (options.password && !isPassword(password ?? '', options.password)) {
		res.status(401).send(passwordPage(true));
	} else {
		visit(context, link, options, req, res);
	}
}

/** Counts the visit and redirects the visitor, in the way that the link's type says. */
function visit(
	{ settings, store }: Context,
	link: LinkRow,
	options: LinkOptions,
	req: Request,
	res: Response,
): void {
	const visitor = visitorOf(req);
	store.visits.record('link', link.id, visitor.visit);
	const { longurl } = link;
	const longUrl = settings.longUrls === 'entities' ? longurl.replaceAll('&amp;', '&') : longurl;
	const target = destination(longUrl, options, visitor);
	const { type = 'direct' } = options;
	// In a page of this service, the script of a `javascript:` address would run as its own; browsers do not redirect to one
	if (type === 'direct' || !/^https?:/i.test(target)) res.redirect(target);
	else if (type === 'frame') res.send(framePage(link.title, options, target));
	else res.send(splashPage(interstitialName(store, type) ?? link.title, target));
}

/** The name of the custom splash page or overlay a type stands for. */
function interstitialName({ database }: Context['store'], type: string): string | undefined {
	const [, overlay, id] = /^(overlay-)?(\d+)$/.exec(type) ?? [];
	const table = overlay ? 'overlays' : 'splash_pages';
	return id
		? database.get<{ name: string }>(`SELECT name FROM ${table} WHERE id = ?`, Number(id))?.name
		: undefined;
}
