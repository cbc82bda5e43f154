/** A plugin of Stryker that leaves out texts for people: whether a message is good, no test can tell. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Words with a space between them. Nothing that is sent, compared or stored looks like this. */
const SENTENCE = /\p{L}\S* \S*\p{L}/u;
/** What n8n's editor shows of a field. */
const SHOWN = ['action', 'description', 'displayName', 'hint', 'placeholder'];
/** A template with a decision in it is not left out. */
const DECIDES = /Conditional|Logical|Binary|Arrow/;

/** @typedef {{ type: string, value: any, quasis?: any[], expressions?: any[], key?: any, properties?: any }} SyntaxNode */

/** @param {SyntaxNode} node */
const isSentence = ({ type, value, quasis = [], expressions = [] }) => {
	if (type === 'StringLiteral') return SENTENCE.test(value);
	return (
		type === 'TemplateLiteral' &&
		SENTENCE.test(quasis.map((quasi) => quasi.value.raw).join('…')) &&
		!expressions.some((expression) => DECIDES.test(expression.type))
	);
};

/** An option has its label under `name`, beside its `value`, and an operation beside its `action`. @param {SyntaxNode[]} properties */
const haveLabel = (properties) =>
	properties.some(({ key }) => ['action', 'value'].includes(key?.name));

/** @param {SyntaxNode} node @param {SyntaxNode} parent @param {SyntaxNode} object */
const isShown = ({ type }, parent, object) =>
	type === 'StringLiteral' &&
	parent?.type === 'ObjectProperty' &&
	(SHOWN.includes(parent.key.name) || (parent.key.name === 'name' && haveLabel(object.properties)));

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore(path) {
			const { node, parent, parentPath } =
				/** @type {{ node: SyntaxNode, parent: SyntaxNode, parentPath: { parent: SyntaxNode } }} */ (
					path
				);
			const isText = isSentence(node) || isShown(node, parent, parentPath?.parent);
			return isText ? 'A text for people' : undefined;
		},
	}),
];
