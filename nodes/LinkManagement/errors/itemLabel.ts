/** "[item 3]", as n8n's own nodes name an item in a message. */
export const itemLabel = (item: number | undefined) =>
	item === undefined ? '' : ` [item ${item}]`;
