import type { LinkOptions } from '../store/links.ts';
import { type Html, html, page } from './html.ts';

export const notFoundPage = page('Not found', html`<h1>Not found</h1>`);

export const expiredPage = page('Expired', html`<h1>This link has expired</h1>`);

/** The form that a link with a password shows first. */
export function passwordPage(isWrong: boolean): string {
	return page(
		'Password needed',
		html`<h1>This link needs a password</h1>
			${isWrong ? html`<p role="alert">That was not the password.</p>` : html``}
			<form method="post">
				<input type="password" name="password" required autofocus />
				<button>Continue</button>
			</form>`,
	);
}

/** The target inside a frame, under the short address. */
export function framePage(title: string, options: LinkOptions, target: string): string {
	const { metadescription = '', metaimage = '' } = options;
	return page(
		title,
		html`<iframe src="${target}" title="${title}"></iframe>`,
		html`<meta name="description" content="${metadescription}" />
			<meta property="og:image" content="${metaimage}" />`,
	);
}

/** A page between the link and its target: a splash page, or the overlay's message. */
export function splashPage(name: string, target: string): string {
	return page(
		name,
		html`<h1>${name}</h1>
			<p>You will be taken to <a href="${target}">${target}</a> in a few seconds.</p>`,
		html`<meta http-equiv="refresh" content="5;url=${target}" />`,
	);
}

/** A table of addresses and what they are. */
export function linkTable(rows: Array<{ address: string; text: string; note: string }>): Html {
	const lines = rows.map(
		({ address, text, note }) =>
			html`<tr>
				<td><a href="${address}">${address}</a></td>
				<td>${text}</td>
				<td>${note}</td>
			</tr>`,
	);
	return html`<table>
		${lines}
	</table>`;
}
