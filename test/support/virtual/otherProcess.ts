/** Loads modules of the node with a memory of their own, as another process has it. The clock and n8n's own module are shared. */
export function inOtherProcess<T>(load: () => T): T {
	const workflow = jest.requireActual<object>('n8n-workflow');
	const clock = jest.requireActual<object>('./clock');
	let loaded: T | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => workflow);
		jest.doMock('./clock', () => clock);
		loaded = load();
	});
	return loaded!;
}
