import { textOf } from '../values/json';

/** A path in which each placeholder `:name` has its value. @throws {Error} for one without a value, as it would mean another record */
export const filledPath = (template: string, values: Record<string, unknown>): string =>
	template.replace(/:(\w+)/g, (placeholder, name: string) => {
		const value = textOf(values[name]);
		if (value === '') throw new Error(`The path ${template} has no value for ${placeholder}`);
		return encodeURIComponent(value);
	});
