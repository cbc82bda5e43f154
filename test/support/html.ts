/** As much of HTML's tokenizer as it takes to tell whether a text opens, closes or hides anything in a page. */

/** Everything in a text that is no character data: tags, comments, declarations. A tag that is not closed counts. */
export function elementsIn(html: string): string[] {
	const found: string[] = [];
	for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
		const next = html[at + 1] ?? '';
		if (/[a-z!?/]/i.test(next)) found.push(html.slice(at, html.indexOf('>', at) + 1 || undefined));
	}
	return found;
}
