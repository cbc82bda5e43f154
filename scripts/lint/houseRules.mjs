import ts from 'typescript';

/**
 * The rules of the house (CONTRIBUTING, Project structure) that ESLint checks. dependency-cruiser checks the layers.
 */

const MEMORY_MESSAGE =
	'Memory that outlives a request is a field of Account (client/account.ts) or of Run (run/run.ts).';

const AT_TOP_LEVEL = ':matches(Program, ExportNamedDeclaration) > VariableDeclaration';

/** A Map, a Set or a list without content at the top level of a file is there to be filled. */
export const noModuleMemory = [
	`${AT_TOP_LEVEL} > VariableDeclarator > NewExpression[arguments.length=0]`,
	`${AT_TOP_LEVEL} > VariableDeclarator > ArrayExpression[elements.length=0]`,
	`${AT_TOP_LEVEL} > VariableDeclarator > ObjectExpression[properties.length=0]`,
	`${AT_TOP_LEVEL}[kind="let"]`,
].map((selector) => ({ selector, message: MEMORY_MESSAGE }));

/** The query of a page is written in one folder. */
export const noPageRequests = {
	selector: 'Property[key.name="qs"] Property[key.name=/^(page|limit)$/]',
	message: 'Only lists/ requests pages: read them with PageReader.',
};

/**
 * The functions at the top level of a file.
 *
 * @param {ts.SourceFile} file
 * @returns {string[]} their names
 */
const functionsOf = (file) =>
	file.statements.flatMap((statement) => {
		if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
		if (!ts.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations
			.filter(
				({ initializer }) =>
					initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
			)
			.map(({ name }) => name.getText(file));
	});

/** @type {WeakMap<ts.Program, Map<string, string[]>>} the files that declare a function of each name */
const declarations = new WeakMap();

/** @param {ts.Program} program */
function declarationsIn(program) {
	const known = declarations.get(program);
	if (known) return known;
	const files = new Map();
	for (const file of program.getSourceFiles()) {
		if (!/\/(nodes|credentials)\//.test(file.fileName) || file.isDeclarationFile) continue;
		for (const name of functionsOf(file))
			files.set(name, [...(files.get(name) ?? []), file.fileName]);
	}
	declarations.set(program, files);
	return files;
}

/** @type {import('eslint').Rule.RuleModule} */
const oneNameOneFunction = {
	meta: {
		type: 'problem',
		schema: [],
		messages: { same: '`{{name}}` is also a function in {{file}}. Give each its own name.' },
	},
	create: (context) => ({
		Program(node) {
			const { program } = context.sourceCode.parserServices;
			const file = program?.getSourceFile(context.filename);
			if (!file) return;
			for (const name of functionsOf(file)) {
				const other = declarationsIn(program)
					.get(name)
					?.find((/** @type {string} */ path) => path !== file.fileName);
				if (other === undefined) continue;
				const data = { name, file: other.replace(/.*\/(?=nodes\/|credentials\/)/, '') };
				context.report({ node, messageId: 'same', data });
			}
		},
	}),
};

export const house = { rules: { 'one-name-one-function': oneNameOneFunction } };
