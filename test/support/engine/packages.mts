/** The node and credential types of the package under test and of n8n's own nodes, as n8n's registry gives them. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Loose, N8n } from './n8n.mts';
import { baseStandIn, has, toTool } from './older.mts';
import type { EntryPoint } from './protocol.ts';

const BASE = 'n8n-nodes-base';

/** Types by full name. For `oneItem` they have no customOperations, as in older versions of n8n. */
export interface Types {
	nodeTypes(entryPoint?: EntryPoint): Loose;
	credential(name: string): Loose;
}

/** Copies built packages to where n8n installs community packages, and returns their types. */
export async function loadPackages(
	n8n: N8n,
	packageDirs: string[],
	userFolder: string,
): Promise<Types> {
	const loaders: Loose[] = [baseLoader(n8n)];
	for (const dir of packageDirs) {
		const loader = new n8n.core.PackageDirectoryLoader(install(dir, userFolder));
		await loader.loadAll();
		loaders.push(loader);
	}
	const getNode = (fullName: string): Loose => {
		const [packageName, name] = fullName.split('.');
		const loader = loaders.find((candidate) => candidate.packageName === packageName);
		if (!loader) throw new Error(`No package ${packageName} is loaded`);
		return loader.getNode(name).type;
	};
	const credentialTypes = new Map<string, Loose>();
	const credential = (name: string): Loose => {
		const loader = loaders.find((candidate) => name in candidate.known.credentials);
		if (!loader) throw new Error(`No package has the credential ${name}`);
		if (!credentialTypes.has(name))
			credentialTypes.set(name, withDomainFields(n8n, loader.getCredential(name).type));
		return credentialTypes.get(name);
	};
	return {
		nodeTypes: (entryPoint = 'manyItems') => registry(n8n, getNode, entryPoint),
		credential,
	};
}

/** n8n's own nodes, loaded one by one when used (their big description files are not needed). */
function baseLoader(n8n: N8n): Loose {
	if (!has(n8n.directory, BASE)) return baseStandIn;
	const directory = join(n8n.directory, 'node_modules', BASE);
	const loader = new n8n.core.PackageDirectoryLoader(directory);
	const known = (kind: string) =>
		JSON.parse(readFileSync(join(directory, 'dist/known', `${kind}.json`), 'utf8'));
	loader.known = { nodes: known('nodes'), credentials: known('credentials') };
	loader.isLazyLoaded = true;
	return loader;
}

/** `npm install` of a packed package, in short: package.json and dist, no dependencies of its own. */
function install(packageDir: string, userFolder: string): string {
	const manifest = join(packageDir, 'package.json');
	const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
	const target = join(userFolder, '.n8n/nodes/node_modules', name);
	mkdirSync(target, { recursive: true });
	cpSync(manifest, join(target, 'package.json'));
	if (existsSync(join(packageDir, 'dist')))
		cpSync(join(packageDir, 'dist'), join(target, 'dist'), { recursive: true });
	return target;
}

/** n8n adds "Allowed HTTP Request Domains" to every credential with a request. */
function withDomainFields(n8n: N8n, type: Loose): Loose {
	const inject = n8n.workflow.injectDomainRestrictionFields;
	if (inject) type.properties = inject(type);
	return type;
}

function registry(n8n: N8n, getNode: (name: string) => Loose, entryPoint: EntryPoint): Loose {
	const tools = new Map<string, Loose>();
	const get = (fullName: string, version?: number): Loose => {
		const tool = /^(.+)Tool$/.exec(fullName)?.[1];
		if (!tool) return throughEntryPoint(executable(n8n, getNode(fullName), version), entryPoint);
		if (!tools.has(fullName)) tools.set(fullName, asTool(n8n, get(tool, version)));
		return tools.get(fullName);
	};
	return { getByName: getNode, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/** A type without a method of its own is run by the routing engine (n8n's `shouldAssignExecuteMethod`). */
function executable(n8n: N8n, versioned: Loose, version?: number): Loose {
	const type = n8n.workflow.NodeHelpers.getVersionedNodeType(versioned, version);
	const ownMethods = [type.execute, type.supplyData, type.poll, type.trigger];
	if (!ownMethods.some(Boolean)) {
		type.execute = async function (this: Loose) {
			return (await new n8n.core.RoutingNode(this, type).runNode()) ?? [];
		};
	}
	return type;
}

function throughEntryPoint(type: Loose, entryPoint: EntryPoint): Loose {
	return entryPoint === 'manyItems'
		? type
		: Object.create(type, { customOperations: { value: undefined } });
}

/** What n8n's `NodeTypes.getByNameAndVersion` does for a name that ends in Tool. */
function asTool(n8n: N8n, type: Loose): Loose {
	if (!type.description.usableAsTool)
		throw new Error(`${type.description.name} is not usable as a tool`);
	const properties = Object.create(type.description.properties);
	const description = Object.create(type.description, { properties: { value: properties } });
	return toTool(n8n, Object.create(type, { description: { value: description } }));
}
