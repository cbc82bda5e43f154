/** What the code that ships has to do with texts: its patterns, and the functions that it exports. Found in its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(__dirname, '../../..');

/** All source files. Their names are relative to the root. */
const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => {
			const file = `${folder}/${name.replaceAll('\\', '/')}`;
			const text = readFileSync(join(root, file), 'utf8');
			return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		}),
);

/** All patterns that are written as literals, and where each of them is. */
export function shippedPatterns() {
	const found: Array<{ place: string; pattern: RegExp }> = [];
	const visit = (file: string, node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? [];
			found.push({ place: `${file}: ${node.text}`, pattern: new RegExp(source, flags) });
		}
		ts.forEachChild(node, (child) => visit(file, child));
	};
	for (const source of sources) visit(source.fileName, source);
	return found;
}

/** The functions that a statement declares, by name; a constant with the type `Convert` is a function, too. */
const functionsOf = (statement: ts.Statement): Array<[name: string, ts.SignatureDeclaration]> => {
	if (ts.isFunctionDeclaration(statement)) return [[statement.name!.text, statement]];
	if (!ts.isVariableStatement(statement)) return [];
	return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
		initializer && ts.isArrowFunction(initializer) ? [[name.getText(), initializer]] : [],
	);
};

const typeOf = ({ type, initializer }: ts.ParameterDeclaration): string =>
	initializer ? '' : (type?.getText() ?? 'unknown');

/** All exported functions, with the types of their parameters as they are written. */
export const shippedFunctions = () =>
	sources.flatMap(({ fileName: file, statements }) =>
		statements
			.filter((statement) => statement.getText().startsWith('export '))
			.flatMap(functionsOf)
			.map(([name, { parameters }]) => ({ file, name, types: parameters.map(typeOf) })),
	);

/** Loads an exported function. */
export async function load({ file, name }: { file: string; name: string }) {
	type Exports = Record<string, (...values: unknown[]) => unknown>;
	const { [name]: found } = (await import(join(root, file))) as Exports;
	if (!found) throw new Error(`${file} does not export ${name}`);
	return found;
}
