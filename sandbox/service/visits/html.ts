const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** HTML that is ready to be shown. */
export class Html {
	readonly source: string;

	constructor(source: string) {
		this.source = source;
	}

	toString(): string {
		return this.source;
	}
}

/** A template in which every value is escaped, unless it is `Html` itself. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
	const rendered = values.map((value) =>
		Array.isArray(value) ? value.map(render).join('') : render(value),
	);
	return new Html(String.raw({ raw: parts }, ...rendered));
}

const render = (value: unknown) =>
	value instanceof Html
		? value.source
		: String(value).replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** A whole page. */
export function page(title: string, body: Html, head: Html = html``): string {
	return html`<!doctype html>
		<html lang="en">
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width" />
			<title>${title}</title>
			${head}
			<style>
				body {
					font:
						16px/1.5 system-ui,
						sans-serif;
					max-width: 60rem;
					margin: 3rem auto;
					padding: 0 1rem;
				}
				table {
					border-collapse: collapse;
					width: 100%;
				}
				th,
				td {
					text-align: left;
					padding: 0.3rem 0.6rem;
					border-bottom: 1px solid #ddd;
					overflow-wrap: anywhere;
				}
				iframe {
					position: fixed;
					inset: 0;
					width: 100%;
					height: 100%;
					border: 0;
				}
			</style>
			${body}
		</html> `.source;
}
