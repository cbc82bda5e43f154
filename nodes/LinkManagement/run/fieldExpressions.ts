import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

const TEXT = `(?:"[^"\\\\{}\\r\\n]*"|'[^'\\\\{}\\r\\n]*')`;
/**
 * An expression that only reads a field, as n8n writes it when the field is dragged: `={{ $json.name }}`,
 * `={{ $json['My name'] }}`, or `={{ $('Form').item.json.name }}`.
 */
const FIELD_EXPRESSION = new RegExp(
	`^=\\{\\{\\s*((?:\\$json|\\$\\(${TEXT}\\)\\.item\\.json)(?:\\.[A-Za-z_$][\\w$]*|\\[${TEXT}\\])+)\\s*\\}\\}$`,
);

/** Whether n8n evaluates a part of a parameter. */
const isEvaluated = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** The expressions in a parameter, at any depth. */
function expressionsIn(parameter: unknown): string[] {
	if (isEvaluated(parameter)) return [parameter];
	return typeof parameter === 'object' && parameter !== null
		? Object.values(parameter).flatMap(expressionsIn)
		: [];
}

/** A parameter with the values of its expressions. */
function evaluated(parameter: unknown, values: Map<string, unknown>): unknown {
	if (isEvaluated(parameter)) return values.get(parameter);
	if (Array.isArray(parameter)) return parameter.map((part) => evaluated(part, values));
	if (typeof parameter !== 'object' || parameter === null) return parameter;
	return Object.fromEntries(
		Object.entries(parameter).map(([name, part]) => [name, evaluated(part, values)]),
	);
}

/** Whether n8n does more with the value of an expression: it makes text of dates, and refuses functions. */
const isConverted = (value: unknown): boolean =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * The parameters whose expressions only read fields. n8n evaluates these expressions of an item together, as a list: it needs
 * about 0.4 ms for each evaluation, whatever the expression is, and a table has an expression for each column.
 */
export class FieldExpressions {
	/** The parameters by name, each with its expressions. */
	private readonly parameters: Array<[name: string, parameter: unknown, expressions: string[]]>;
	/** Each once. */
	private readonly expressions: string[];
	/** All of them as one expression. */
	private readonly list: string;

	/**
	 * @param parameters as they are saved
	 * @param names of the parameters that the operation has
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		parameters: INodeParameters,
		names: string[],
	) {
		this.parameters = names
			.map((name): [string, unknown, string[]] => [
				name,
				parameters[name],
				expressionsIn(parameters[name]),
			])
			.filter(
				([, , expressions]) =>
					expressions.length > 0 && expressions.every((text) => FIELD_EXPRESSION.test(text)),
			);
		this.expressions = [...new Set(this.parameters.flatMap(([, , expressions]) => expressions))];
		const fields = this.expressions.map((text) => FIELD_EXPRESSION.exec(text)?.[1]);
		this.list = `{{ [${fields.join(', ')}] }}`;
	}

	/**
	 * The parameters of an item, by name, as `getNodeParameter` gives them. Those that are not in here are left to n8n: they have
	 * other expressions, or a value that n8n converts, or it could not evaluate the list, which shows nothing about the one
	 * expression that is wrong.
	 */
	parametersOf(item: number): Map<string, unknown> {
		if (this.expressions.length < 2) return new Map();
		const values = this.valuesOf(item);
		const isKnown = (expression: string) =>
			values.has(expression) && !isConverted(values.get(expression));
		return new Map(
			this.parameters
				.filter(([, , expressions]) => expressions.every(isKnown))
				.map(([name, parameter]) => [name, evaluated(parameter, values)]),
		);
	}

	private valuesOf(item: number): Map<string, unknown> {
		try {
			const values: unknown = this.context.evaluateExpression(this.list, item);
			const isList = Array.isArray(values) && values.length === this.expressions.length;
			return new Map(isList ? this.expressions.map((text, at) => [text, values[at]]) : []);
		} catch {
			return new Map();
		}
	}
}
