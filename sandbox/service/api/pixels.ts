import { serviceNow } from '../store/clock.ts';
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

/** The types of services.md section 1. */
const knownTypes = [
	'gtmpixel',
	'gapixel',
	'fbpixel',
	'adwordspixel',
	'linkedinpixel',
	'twitterpixel',
	'adrollpixel',
	'quorapixel',
	'pinterest',
	'bing',
	'snapchat',
	'reddit',
	'tiktok',
];

export function pixelOperations(context: Context): Operations {
	const { settings, store } = context;
	const byId = (id: number) => found(store.pixels.byId(id), 'Pixel');

	return {
		listPixels({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, 'listPixels', query, 'pixels', {
				count: () => store.pixels.count(),
				page: (limit, offset, order) => store.pixels.page(limit, offset, order),
			});
		},

		createPixel({ body }: Call<unknown, { type: string; name: string; tag: string }>) {
			const { type, tag } = body;
			if (![...knownTypes, ...settings.furtherPixelTypes].includes(type))
				throw new Refusal('Unknown pixel type.');
			refuseTakenName(context, 'pixels', body.name);
			const name = storedName(context, body.name);
			const { id } = store.pixels.add({ type, name, tag, date: serviceNow(settings) });
			return { error: 0, id: createdId(context, id) };
		},

		updatePixel({ params, body }: Call<{ id: number }, { tag: string; name?: string }>) {
			const row = byId(params.id);
			refuseTakenName(context, 'pixels', body.name, row.id);
			const name = storedName(context, body.name ?? row.name);
			store.pixels.update({ ...row, name, tag: body.tag });
			return done('Pixel has been updated successfully.');
		},

		deletePixel({ params }: Call<{ id: number }>) {
			store.pixels.delete(byId(params.id).id);
			return done('Pixel has been deleted successfully.');
		},
	};
}
