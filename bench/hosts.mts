/** The processes that are measured: one per subject, so that they do not affect each other. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { transformFileSync } from '@swc/core';

import { root, stateFolder } from '../scripts/lib/workspace.mjs';
import { type Engine, startEngine } from '../test/support/engine/index.ts';
import type { RawReply, RawWork } from './raw.mts';
import type { Subject } from './types.mts';

/** The folder of the built naive package. */
export const naivePackage = join(stateFolder, 'bench', 'naive');

/** Builds the naive package, file by file. */
export function buildNaive(): void {
	const source = join(import.meta.dirname, 'naive');
	rmSync(naivePackage, { recursive: true, force: true });
	mkdirSync(join(naivePackage, 'dist'), { recursive: true });
	cpSync(join(source, 'package.json'), join(naivePackage, 'package.json'));
	for (const file of readdirSync(source).filter((name) => name.endsWith('.ts'))) {
		const jsc = { parser: { syntax: 'typescript' as const }, target: 'es2022' as const };
		const { code } = transformFileSync(join(source, file), { jsc, module: { type: 'commonjs' } });
		writeFileSync(join(naivePackage, 'dist', file.replace(/ts$/, 'js')), code);
	}
}

/** Requests without n8n. */
export interface Raw {
	send(work: RawWork): Promise<RawReply>;
	stop(): Promise<void>;
}

function startRaw(): Raw {
	const child: ChildProcess = fork(join(import.meta.dirname, 'raw.mts'), { execArgv: [] });
	return {
		send: async (work) => {
			child.send(work);
			return ((await once(child, 'message')) as [RawReply])[0];
		},
		stop: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

type Host<S extends Subject> = S extends 'raw' ? Raw : Engine;

/** Starts hosts when they are first needed. */
export class Hosts {
	private readonly hosts = new Map<Subject, Promise<Engine | Raw>>();

	async get<S extends Subject>(subject: S): Promise<Host<S>> {
		const known =
			this.hosts.get(subject) ??
			(subject === 'raw' ? Promise.resolve(startRaw()) : this.engine(subject));
		this.hosts.set(subject, known);
		return (await known) as Host<S>;
	}

	private async engine(subject: Subject): Promise<Engine> {
		// n8n's default level; a lower level would log more lines, which takes time
		const env: Record<string, string> = { N8N_LOG_LEVEL: 'info' };
		// With batching, requests are rejected before anything awaits them; n8n's server survives that
		if (subject !== 'node') env.NODE_OPTIONS = '--unhandled-rejections=none';
		return await startEngine({ packageDirs: [root, naivePackage], env });
	}

	/** Ends all processes. */
	async stop(): Promise<void> {
		const hosts = [...this.hosts.values()];
		this.hosts.clear();
		await Promise.all(hosts.map(async (host) => await (await host).stop()));
	}
}
