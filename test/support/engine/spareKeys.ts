/** Gives each of the keys once. @returns a function that throws when none is left */
export function spareKeys(keys: string[]): () => string {
	const spare = [...keys];
	return () => {
		const key = spare.pop();
		if (key === undefined) throw new Error('No fresh key is left: give the service more');
		return key;
	};
}
