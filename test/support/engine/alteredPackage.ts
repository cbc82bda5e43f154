/** A copy of the built package, in which n8n gets another description of the node. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

const ROOT = resolve(__dirname, '../../..');

/**
 * @param alter changes the properties in place, before n8n loads them. It runs in the process of n8n, so it knows nothing of its file
 * @returns the folder of the copy, which is removed after the last test
 */
export function alteredPackage(alter: (properties: INodeProperties[]) => void): string {
	const folder = mkdtempSync(join(tmpdir(), 'altered-package-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
	cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
	const loaded = `
		const { LinkManagement } = require('../../linkManagement.js');
		(${alter.toString()})(new LinkManagement().description.properties);
		exports.LinkManagement = LinkManagement;
	`;
	writeFileSync(join(folder, 'dist/nodes/LinkManagement/LinkManagement.node.js'), loaded);
	return folder;
}
