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

/** @typedef {{ node: SyntaxNode, parent: SyntaxNode, parentPath?: SyntaxPath }} SyntaxPath */

/** An operation has its label under `name`, beside its `action`, and so has an option of a field. @param {SyntaxPath} [property] */
const isLabel = (property) =>
	property?.node.key?.name === 'name' &&
	(property.parent.properties.some((/** @type {SyntaxNode} */ { key }) => key?.name === 'action') ||
		property.parentPath?.parentPath?.parent.key?.name === 'options');

/** @param {SyntaxPath} path */
const isShown = ({ node, parent, parentPath }) =>
	node.type === 'StringLiteral' &&
	parent?.type === 'ObjectProperty' &&
	(SHOWN.includes(parent.key.name) || isLabel(parentPath));

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore(path) {
			const own = /** @type {SyntaxPath} */ (path);
			return isSentence(own.node) || isShown(own) ? 'A text for people' : undefined;
		},
	}),
];
