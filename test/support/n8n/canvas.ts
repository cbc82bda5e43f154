import type { Page } from 'playwright-core';

/** A rectangle on the screen, in pixels. */
interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const touches = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const holds = (a: Box, b: Box) =>
	a.left <= b.left && b.right <= a.right && a.top <= b.top && b.bottom <= a.bottom;

/** A line of an SVG image. The types of browsers are not those of the tests. */
interface SvgPath {
	getTotalLength(): number;
	getPointAtLength(length: number): { matrixTransform(matrix: unknown): { x: number; y: number } };
	getScreenCTM(): unknown;
}

/** Measures everything at one moment, as the canvas may still be moving. */
const measured = async (page: Page) =>
	await page.locator('.vue-flow').evaluate((canvas) => {
		const boxOf = (element: { getBoundingClientRect(): Box }) => element.getBoundingClientRect();
		const boxesIn = (element: unknown): Box[] => {
			const range = canvas.ownerDocument.createRange();
			range.selectNodeContents(element);
			return [...range.getClientRects()];
		};
		const all = (selector: string, root = canvas) => [...root.querySelectorAll(selector)];
		const notes = all('[data-test-id="sticky"]').map((note) => {
			const texts = all('h1, h2, h3, p, li', note);
			const title = String(texts[0]?.textContent);
			return { title, box: boxOf(note), lines: texts.flatMap(boxesIn) };
		});
		const nodes = all('[data-test-id="canvas-node"]')
			.filter((node) => all('[data-test-id="sticky"]', node).length === 0)
			.map((node) => {
				const [body] = all('[data-canvas-node-render-type]', node);
				const name = String(node.getAttribute('data-node-name'));
				// What it shows, its label among that
				return { name, box: boxOf(body), parts: [boxOf(body), ...boxesIn(body)] };
			});
		const connections = all('[data-test-id="edge"]').map((connection) => {
			const nameOf = (end: string) => String(connection.getAttribute(`data-${end}-node-name`));
			// Along its line, each as a box without a size
			const points = all('.vue-flow__edge-path', connection).flatMap((path: SvgPath) =>
				Array.from({ length: 200 }, (_, index) => {
					const point = path.getPointAtLength((path.getTotalLength() * index) / 200);
					const { x, y } = point.matrixTransform(path.getScreenCTM());
					return { left: x, top: y, right: x, bottom: y };
				}),
			);
			return { from: nameOf('source'), to: nameOf('target'), points };
		});
		return { notes, nodes, connections };
	});

/**
 * What overlaps on the canvas that is open, in words; empty when all is clear: a node with its label lies inside a
 * note or outside it, the text of a note fits and no node covers it, and no connection runs through such a text,
 * through another node, or through a note that holds neither of its ends.
 */
export async function overlapsOn(page: Page): Promise<string[]> {
	const { notes, nodes, connections } = await measured(page);
	const ofNotes = notes.flatMap(({ title, box, lines }) => [
		...lines
			.filter((line) => !holds(box, line))
			.map(() => `the text of the note "${title}" is longer than the note`),
		...nodes
			.filter(({ parts }) => parts.some((part) => touches(box, part) && !holds(box, part)))
			.map(({ name }) => `the edge of the note "${title}" runs through "${name}"`),
		...nodes
			.filter(({ parts }) => parts.some((part) => lines.some((line) => touches(line, part))))
			.map(({ name }) => `"${name}" covers the text of the note "${title}"`),
	]);
	const ofConnections = connections.flatMap(({ from, to, points }) => {
		const ends = nodes.filter(({ name }) => [from, to].includes(name));
		const obstacles = [
			...nodes
				.filter((node) => !ends.includes(node))
				.map(({ name, box }) => ({ name, boxes: [box] })),
			...notes.map(({ title, box, lines }) => ({
				name: title,
				boxes: ends.some((node) => holds(box, node.box)) ? lines : [box],
			})),
		];
		return obstacles
			.filter(({ boxes }) => boxes.some((box) => points.some((point) => touches(point, box))))
			.map(({ name }) => `"${from}" to "${to}" runs through "${name}"`);
	});
	return [...new Set([...ofNotes, ...ofConnections])];
}
