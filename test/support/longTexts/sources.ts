/** What the code that ships has to do with texts: its patterns, and the functions that it exports. Found in its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(__dirname, '../../..');

/** A pattern, and where it is. */
export interface FoundPattern {
	place: string;
	pattern: RegExp;
}

/** A function that a file exports, with the types of its parameters as they are written. */
export interface FoundFunction {
	file: string;
	name: string;
	types: string[];
}

/** The paths of all source files, relative to the root. */
const shipped = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

const sources = new Map(
	shipped.map((file) => [
		file,
		ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
	]),
);

/** All patterns that are written as literals. */
export function shippedPatterns(): FoundPattern[] {
	const found: FoundPattern[] = [];
	const visit = (file: string, node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? [];
			found.push({ place: `${file}: ${node.text}`, pattern: new RegExp(source, flags) });
		}
		ts.forEachChild(node, (child) => visit(file, child));
	};
	for (const [file, source] of sources) visit(file, source);
	return found;
}

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	(ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** The functions that a statement declares, by name; a constant with the type `Convert` is a function, too. */
function declared(statement: ts.Statement): Array<[name: string, types: string[]]> {
	const typesOf = (parameters: readonly ts.ParameterDeclaration[]) =>
		parameters.map(({ type, initializer }) => (initializer ? '' : (type?.getText() ?? 'unknown')));
	if (ts.isFunctionDeclaration(statement))
		return [[statement.name?.text ?? '', typesOf(statement.parameters)]];
	if (!ts.isVariableStatement(statement)) return [];
	return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
		initializer && ts.isArrowFunction(initializer)
			? [[name.getText(), typesOf(initializer.parameters)] satisfies [string, string[]]]
			: [],
	);
}

/** All exported functions. */
export const shippedFunctions = (): FoundFunction[] =>
	[...sources].flatMap(([file, source]) =>
		source.statements
			.filter(isExported)
			.flatMap((statement) => declared(statement).map(([name, types]) => ({ file, name, types }))),
	);

/** Loads an exported function. */
export async function load({
	file,
	name,
}: FoundFunction): Promise<(...values: unknown[]) => unknown> {
	const exports = (await import(join(root, file))) as Record<
		string,
		(...values: unknown[]) => unknown
	>;
	const found = exports[name];
	if (!found) throw new Error(`${file} does not export ${name}`);
	return found;
}
