/** Turns what n8n holds after a run into plain JSON. */
import type { Loose, N8n } from './n8n.mts';
import type { BinaryReply, ErrorReply, ItemReply, Json } from './protocol.ts';

/** A value as JSON would carry it; what cannot be carried becomes undefined. */
export function plain<T>(value: T): T | undefined {
	try {
		return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as T);
	} catch {
		return undefined;
	}
}

/** An error of a node or of an item. */
export function errorReply(error: Loose): ErrorReply {
	return {
		name: error.name ?? '',
		message: error.message,
		description: error.description,
		messages: plain(error.messages),
		context: plain(error.context as Json) ?? {},
	};
}

/** One output item; binary files with their content. */
export async function itemReply(n8n: N8n, item: Loose): Promise<ItemReply> {
	const reply: ItemReply = { json: item.json, pairedItem: item.pairedItem };
	if (item.error) reply.error = errorReply(item.error);
	if (item.binary) reply.binary = await binaryReply(n8n, item.binary);
	return reply;
}

async function binaryReply(
	n8n: N8n,
	binary: Record<string, Loose>,
): Promise<Record<string, BinaryReply>> {
	const service = n8n.container.get(n8n.core.BinaryDataService);
	const files = Object.entries(binary).map(async ([key, file]): Promise<[string, BinaryReply]> => {
		const { mimeType, fileName } = file;
		const content: Buffer = await service.getAsBuffer(file);
		return [key, { mimeType, fileName, base64: content.toString('base64') }];
	});
	return Object.fromEntries(await Promise.all(files));
}
