/** One setting: what it means, its default and what else it may be. */
export interface SettingKind<T> {
	readonly initial: T;
	/** For the table in README.md. */
	readonly description: string;
	/** The values as words, for the same table. */
	readonly values: string;
	/** All values, when these are a few words. */
	readonly allowed?: readonly T[];
	/** What a value must be. Undefined when the value is allowed. */
	complaint(value: unknown): string | undefined;
}

/** One of a few words. The first is the default. */
export function oneOf<const T extends string>(
	values: readonly [T, ...T[]],
	description: string,
): SettingKind<T> {
	return {
		initial: values[0],
		allowed: values,
		description,
		values: values.map((value, index) => (index === 0 ? `**${value}**` : value)).join(' · '),
		complaint: (value) =>
			values.some((allowed) => allowed === value)
				? undefined
				: `must be one of ${values.join(', ')}`,
	};
}

/** A number between two bounds, by default at least 0. */
export function number(
	initial: number,
	description: string,
	{ min = 0, max = Infinity } = {},
): SettingKind<number> {
	return {
		initial,
		description,
		values: `**${initial}**`,
		complaint: (value) =>
			typeof value !== 'number'
				? 'must be a number'
				: value >= min && value <= max
					? undefined
					: `must lie between ${min} and ${max}`,
	};
}

export function flag(initial: boolean, description: string): SettingKind<boolean> {
	return {
		initial,
		description,
		values: `**${initial}** · ${!initial}`,
		complaint: (value) => (typeof value === 'boolean' ? undefined : 'must be a boolean'),
	};
}

export function text(
	initial: string,
	description: string,
	{ pattern = /^/, form = 'a text' } = {},
): SettingKind<string> {
	return {
		initial,
		description,
		values: initial === '' ? 'text' : `text, **${initial}**`,
		complaint: (value) =>
			typeof value === 'string' && pattern.test(value) ? undefined : `must be ${form}`,
	};
}

/** A number for each of some names, for none by default. The numbers are at least 1. */
export function numbers(description: string): SettingKind<Readonly<Record<string, number>>> {
	return {
		initial: {},
		description,
		values: 'object of numbers',
		complaint: (value) =>
			typeof value === 'object' &&
			value !== null &&
			!Array.isArray(value) &&
			Object.values(value).every((entry) => typeof entry === 'number' && entry >= 1)
				? undefined
				: 'must be an object of numbers that are at least 1',
	};
}

/** A list of texts, empty by default. */
export function texts(description: string): SettingKind<readonly string[]> {
	return {
		initial: [],
		description,
		values: 'array of texts',
		complaint: (value) =>
			Array.isArray(value) && value.every((entry) => typeof entry === 'string')
				? undefined
				: 'must be an array of texts',
	};
}
