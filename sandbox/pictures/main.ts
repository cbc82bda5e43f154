/**
 * `npm run pictures`: makes the pictures of `docs/images` in the editor of a real n8n, beside the sandbox's link service.
 * It needs Chromium or Chrome, and ffmpeg for the moving one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium, type Page, selectors } from 'playwright-core';

import { explain, show } from '../../scripts/lib/show.mjs';
import { root, stateFolder, tarballName } from '../../scripts/lib/workspace.mjs';
import { credentialType, exampleFor, inputNameOf } from '../demo/example.ts';
import { startChild, stopChildren } from '../n8n/child.ts';
import type { N8nClient, Workflow } from '../n8n/client.ts';
import { findChromium, findProgram } from '../n8n/programs.ts';
import { startN8n } from '../n8n/server.ts';

const images = join(root, 'docs', 'images');
const data = join(root, 'examples', 'data');
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const logFile = (name: string) => join(stateFolder, 'logs', `pictures-${name}.log`);

type Credential = { id: string; name: string };

/** @throws when the program is not installed */
function installed(name: string, program = findProgram(name)): string {
	if (!program) throw new Error(`Install ${name}, then run this again.`);
	return program;
}

/** The link service, whose links look like those of a real one. @returns its address and key */
async function linkService(): Promise<{ url: string; key: string }> {
	const script = fileURLToPath(new URL('../service/main.ts', import.meta.url));
	const flags = ['--demo-records', '--limit=0', '--base-url=https://go.example.com'];
	return await new Promise((resolve, reject) => {
		const child = startChild({
			args: [script, ...flags],
			logFile: logFile('service'),
			onLine: (line) => resolve(JSON.parse(line) as { url: string; key: string }),
		});
		void child.ended.then(() => reject(new Error(child.tail())));
	});
}

/** What would distract: messages that go away, arrows to the neighbors of a node, and paths of this machine. */
const HIDDEN = `
	.el-notification, [role="tooltip"], [data-reka-popper-content-wrapper], [data-test-id="floating-nodes"] { display: none !important }`;

/** The height of a node's title, in pixels. */
const TITLE_HEIGHT = 42;
const SCREEN = { width: 1440, height: 810 };

/** The editor of one n8n. */
class Editor {
	private readonly page: Page;
	private readonly client: N8nClient;

	constructor(page: Page, client: N8nClient) {
		this.page = page;
		this.client = client;
	}

	/** Saves a workflow and runs it as a whole, in the editor. */
	async run(workflow: Workflow): Promise<void> {
		await this.client.saveWorkflow(workflow);
		await this.page.goto(`${this.client.url}/workflow/${workflow.id}`);
		const button = this.page.getByTestId('execute-workflow-button');
		await button.waitFor();
		await this.page.getByTestId('canvas-node').first().waitFor();
		await button.click();
		await this.page.getByText('Workflow executed successfully').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Opens a node, with most of the room for its output. */
	async open(name: string, outputFrom: number): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
		const handle = this.page.getByTestId('panel-drag-button');
		if (await handle.isVisible()) {
			const box = (await handle.boundingBox())!;
			const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
			await this.page.mouse.move(at.x, at.y);
			await this.page.mouse.down();
			await this.page.mouse.move(outputFrom, at.y, { steps: 8 });
			await this.page.mouse.up();
		}
	}

	async close(): Promise<void> {
		await this.page.locator('body').evaluate((body) => {
			body.ownerDocument.querySelector('#cover')?.remove();
		});
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Runs the open node, and waits until its output panel shows a text. */
	async execute(shown: string | RegExp): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByText(shown).first().waitFor();
	}

	/** Shows the output as a table. */
	async asTable(): Promise<void> {
		await this.page.getByTestId('output-panel').getByText('Table', { exact: true }).first().click();
	}

	/** Covers the panel on the left of the parameters: it can show the path of a file, and has no room for whole words. */
	async hideInput(): Promise<void> {
		const node = (await this.page.getByTestId('ndv').boundingBox())!;
		const parameters = (await this.page.getByTestId('node-parameters').boundingBox())!;
		const [left, top] = [node.x + 1, node.y + TITLE_HEIGHT];
		const [width, height] = [parameters.x - left, node.height - TITLE_HEIGHT - 1];
		const style = `position:fixed;z-index:9999;background:#f5f5f5;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
		await this.page.locator('body').evaluate((body, css) => {
			const cover = body.ownerDocument.createElement('div');
			cover.id = 'cover';
			cover.style.cssText = css;
			body.append(cover);
		}, style);
	}

	/** Moves the output's table so that it begins with a column. */
	async fromColumn(heading: string): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		const column = output.locator('th').filter({ hasText: heading }).first();
		await column.evaluate((cell) => {
			let box = cell.parentElement;
			while (box && box.scrollWidth <= box.clientWidth) box = box.parentElement;
			if (box)
				box.scrollLeft += cell.getBoundingClientRect().left - box.getBoundingClientRect().left;
		});
	}

	async toggle(parameter: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${parameter}`).locator('.el-switch').click();
	}

	/** Keeps the open node. Its input panel has no room for whole words. */
	async shootNode(file: string): Promise<void> {
		await this.settle('');
		await this.hideInput();
		await this.page.getByTestId('ndv').screenshot({ path: file });
	}

	/** Keeps what is on the screen. @param caption a line below it */
	async shoot(file: string, caption: string): Promise<void> {
		await this.settle(caption);
		await this.page.screenshot({ path: file });
	}

	private async settle(caption: string): Promise<void> {
		await this.page.mouse.move(2, 2);
		await this.page.addStyleTag({ content: HIDDEN });
		await this.page.getByText('Loading fields').first().waitFor({ state: 'detached' });
		await this.page.locator('body').evaluate((body, text) => {
			body.ownerDocument.querySelector('#caption')?.remove();
			if (text === '') return;
			const line = body.ownerDocument.createElement('div');
			line.id = 'caption';
			line.textContent = text;
			line.style.cssText =
				'position:fixed;left:0;right:0;bottom:0;z-index:99999;padding:16px;text-align:center;font:600 24px Inter,sans-serif;color:#fff;background:#101330';
			body.append(line);
		}, caption);
		await this.page.waitForTimeout(600);
	}
}

const step = (name: string, credential: Credential, parameters: Record<string, unknown>) => ({
	...{ id: name, name, type: 'n8n-nodes-link-management.linkManagement', typeVersion: 1 },
	...{ position: [220, 0] as [number, number], parameters },
	credentials: { [credentialType]: credential },
});

/** A link that is made without any table. */
function oneLink(credential: Credential): Workflow {
	const start = {
		...{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		...{ position: [0, 0] as [number, number], parameters: {} },
	};
	const create = step('Create short link', credential, {
		...{ resource: 'link', operation: 'create', url: 'https://www.example.com/spring' },
		additionalFields: { custom: 'spring' },
	});
	return {
		...{ id: 'oneLink', name: 'One link', nodes: [start, create] },
		connections: { Start: { main: [[{ node: create.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** A table of which two rows are for one link, so that both fail. */
function linksOfTable(credential: Credential): Workflow {
	const [, ...lines] = readFileSync(join(data, 'links.csv'), 'utf8').trim().split('\n');
	const rows = lines.slice(0, 8).map((line) => {
		const [address = '', alias] = line.split(',');
		return { url: address.split('?')[0], alias: alias?.replace('spring-', '') };
	});
	const table = {
		...{ id: 'rows', name: 'Rows', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		...{ position: [0, 0] as [number, number], parameters: {} },
	};
	const create = step('Create Short Link', credential, {
		...{ resource: 'link', operation: 'createOrGet', url: '={{ $json.url }}' },
		additionalFields: { custom: '={{ $json.alias }}' },
	});
	rows[3] = { ...rows[3]!, alias: rows[1]!.alias };
	return {
		...{ id: 'linksOfTable', name: 'Links of a table' },
		nodes: [table, { ...create, onError: 'continueRegularOutput' }],
		connections: { Rows: { main: [[{ node: create.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		pinData: { Rows: rows.map((json) => ({ json })) },
	};
}

function clicksReached(credential: Credential): Workflow {
	const trigger = step('When a link takes off', credential, {
		...{ event: 'linkClicksReached', threshold: 100 },
	});
	return {
		...{ id: 'clicksReached', name: 'A link takes off', connections: {} },
		nodes: [{ ...trigger, type: 'n8n-nodes-link-management.linkManagementTrigger' }],
		settings: { executionOrder: 'v1' },
	};
}

/** Joins frames to a GIF that loops. @param frames files, each with the seconds that it is shown */
function movie(frames: Array<{ file: string; seconds: number }>, output: string): void {
	// ffmpeg shows the last frame only if it is named once more, and then for as long again
	const last = { file: frames.at(-1)!.file, seconds: frames.at(-1)!.seconds / 2 };
	const list = [...frames.slice(0, -1), last].map(
		({ file, seconds }) => `file '${file}'\nduration ${seconds}`,
	);
	const listFile = join(folder, 'frames.txt');
	writeFileSync(listFile, `${list.join('\n')}\nfile '${last.file}'\n`);
	const filter =
		'scale=1080:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
	const args = [
		'-y',
		'-f',
		'concat',
		'-safe',
		'0',
		'-i',
		listFile,
		'-vf',
		filter,
		'-r',
		'10',
		output,
	];
	const { status, stderr } = spawnSync(installed('ffmpeg'), args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr.slice(-2_000));
}

async function tableMovie(editor: Editor, workflow: Workflow): Promise<void> {
	const frames: Array<{ file: string; seconds: number }> = [];
	const shoot = async (seconds: number, caption: string) => {
		const file = join(folder, `frame-${frames.length}.png`);
		await editor.shoot(file, caption);
		frames.push({ file, seconds });
	};
	await editor.run(workflow);
	await shoot(2, 'A workflow: a table in, a report out');
	await editor.open('Rows', 335);
	await editor.asTable();
	await editor.hideInput();
	await shoot(3, 'The table says how your links should be');
	await editor.close();
	await editor.open('Create or Update Links', 335);
	await editor.execute('12 items');
	await editor.asTable();
	await editor.hideInput();
	await editor.shootNode(join(images, 'table-as-the-truth.png'));
	await shoot(5, 'Dry Run: the plan. Nothing is changed yet');
	await editor.toggle('dryRun');
	await shoot(1.5, 'Turn off Dry Run');
	await editor.execute(/3 created/);
	await shoot(4, 'Run: only what differs is sent');
	await editor.execute(/12 unchanged/);
	await shoot(4.5, 'Run again: everything is as the table says, nothing is sent');
	movie(frames, join(images, 'table.gif'));
}

async function main(): Promise<void> {
	mkdirSync(images, { recursive: true });
	const [browserFile] = [installed('chromium', findChromium()), installed('ffmpeg')];
	const service = await show('Starting the link service', linkService);
	const server = await show(
		'Starting n8n',
		async () =>
			await startN8n({
				...{ userFolder: join(folder, 'n8n'), tarball: join(root, tarballName()) },
				...{ logFile: logFile('n8n'), fileFolders: [data, folder] },
			}),
	);
	const { client } = server;
	const credential = await client.saveCredential({
		...{ name: 'Link Management account', type: credentialType },
		data: { baseUrl: service.url, apiKey: service.key, updatesReplace: 'no' },
	});
	const example = (name: string) =>
		exampleFor(
			{ input: join(data, inputNameOf(name)!), output: join(folder, `${name}.xlsx`), credential },
			name,
		);
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: browserFile, args: ['--no-sandbox'] });
	try {
		const page = await browser.newPage({
			viewport: SCREEN,
			reducedMotion: 'reduce',
		});
		page.setDefaultTimeout(60_000);
		const { email, password } = client.owner;
		const signIn = { emailOrLdapLoginId: email, password };
		await page.request.post(`${client.url}/rest/login`, { data: signIn });
		const editor = new Editor(page, client);
		await show('One link', async () => {
			await editor.run(oneLink(credential));
			await editor.open('Create short link', 490);
			await editor.asTable();
			await editor.shootNode(join(images, 'link-create.png'));
		});
		await show('Links of a table', async () => {
			await client.saveWorkflow(linksOfTable(credential));
			await page.goto(`${client.url}/workflow/linksOfTable`);
			await editor.open('Create Short Link', 335);
			await editor.execute('8 items');
			await editor.asTable();
			await editor.shootNode(join(images, 'bulk-create.png'));
		});
		await show('The trigger', async () => {
			// Its whole table fits on this screen, from the short URL on
			await page.setViewportSize({ ...SCREEN, width: SCREEN.width + 80 });
			await client.saveWorkflow(clicksReached(credential));
			await page.goto(`${client.url}/workflow/clicksReached`);
			await editor.open('When a link takes off', 335);
			await editor.execute('1 item');
			await editor.asTable();
			await editor.fromColumn('shorturl');
			await editor.shootNode(join(images, 'trigger.png'));
			await page.setViewportSize(SCREEN);
		});
		await show('The table', async () => {
			// Most of its links exist
			await editor.run(example('bulk-create-from-spreadsheet'));
			await tableMovie(editor, example('table-as-the-truth'));
		});
	} catch (error) {
		const [page] = browser.contexts().flatMap((context) => context.pages());
		await page?.screenshot({ path: join(stateFolder, 'pictures-failed.png') });
		throw error;
	} finally {
		await browser.close();
	}
}

let code = 0;
try {
	await main();
} catch (error) {
	console.error(`\n${explain(error)}`);
	code = 1;
}
await stopChildren();
rmSync(folder, { recursive: true, force: true });
process.exit(code);
