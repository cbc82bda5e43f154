import type { ChannelItemRow, ItemType } from '../store/channels.ts';
import {
	type Call,
	type Context,
	createdId,
	done,
	found,
	listReply,
	type Operations,
	type PageQuery,
	refuseTakenName,
	storedName,
} from './operation.ts';
import { Refusal } from './refusal.ts';

interface ChannelFields {
	name?: string;
	description?: string;
	color?: string;
	starred?: boolean;
}

const defaultColor = '#000000';

export function channelOperations(context: Context): Operations {
	const { settings, store } = context;
	const byId = (id: number) => found(store.channels.byId(id), 'Channel');

	return {
		listChannels({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, 'listChannels', query, 'channels', {
				count: () => store.channels.count(),
				page: (limit, offset, order) =>
					store.channels
						.page(limit, offset, order)
						.map((row) => ({ ...row, starred: Boolean(row.starred) })),
			});
		},

		listChannelItems({ params, query }: Call<{ id: number }, unknown, PageQuery>) {
			const channel = byId(params.id);
			return listReply(context, 'listChannelItems', query, 'items', {
				count: () => store.channels.countItems(channel.id),
				page: (limit, offset) =>
					store.channels
						.pageItems(channel.id, limit, offset)
						.map((item) => itemEntry(context, item)),
			});
		},

		createChannel({ body }: Call<unknown, ChannelFields & { name: string }>) {
			refuseTakenName(context, 'channels', body.name);
			const name = storedName(context, body.name);
			const { description = '', color = defaultColor, starred = false } = body;
			const { id } = store.channels.add({ name, description, color, starred: Number(starred) });
			return { error: 0, id: createdId(context, id), name, description, color, starred };
		},

		updateChannel({ params, body }: Call<{ id: number }, ChannelFields>) {
			const row = byId(params.id);
			refuseTakenName(context, 'channels', body.name, row.id);
			const updated = {
				id: row.id,
				name: storedName(context, body.name ?? row.name),
				description: body.description ?? row.description,
				color: body.color === '' ? defaultColor : (body.color ?? row.color),
				starred: body.starred ?? Boolean(row.starred),
			};
			store.channels.update({ ...updated, starred: Number(updated.starred) });
			if (settings.channelUpdateReply === 'channel')
				return { error: 0, ...updated, id: createdId(context, row.id) };
			return done('Channel has been updated successfully.');
		},

		deleteChannel({ params }: Call<{ id: number }>) {
			store.channels.delete(byId(params.id).id);
			return done('Channel has been deleted successfully.');
		},

		assignItemToChannel({ params }: Call<{ channelid: number; type: ItemType; itemid: number }>) {
			const channel = byId(params.channelid);
			if (!store.channels.hasItem(params.type, params.itemid)) throw new Refusal('Item not found.');
			store.channels.assign(channel.id, params.type, params.itemid);
			return done('Item successfully added to the channel.');
		},
	};
}

function itemEntry({ addresses }: Context, item: ChannelItemRow): object {
	const { type, id, title, date } = item;
	return { type, id, title, ...addresses.channelItem(item), date: date.slice(0, 10) };
}
