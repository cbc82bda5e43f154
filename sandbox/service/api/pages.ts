import { orderBy } from '../store/database.ts';
import {
	type Call,
	type Context,
	listReply,
	type Operations,
	type PageQuery,
} from './operation.ts';

/** CTA overlays and splash pages. They are created in the service's own pages; the API only lists them. */
export function pageOperations(context: Context): Operations {
	const { settings, store } = context;
	const { database } = store;

	const listAs =
		(operationId: string, name: () => string, table: 'overlays' | 'splash_pages') =>
		({ query }: Call<unknown, unknown, PageQuery>) =>
			listReply(context, operationId, query, name(), {
				count: () => database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)!.n,
				page: (limit, offset, order) =>
					database.all(
						`SELECT * FROM ${table} ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
						limit,
						offset,
					),
			});

	return {
		listOverlays: listAs('listOverlays', () => settings.overlayKey, 'overlays'),
		listSplashPages: listAs('listSplashPages', () => 'splash', 'splash_pages'),
	};
}
