import { orderBy } from '../store/database.ts';
import {
	type Call,
	type Context,
	createdId,
	done,
	found,
	listReply,
	type Operations,
	type PageQuery,
} from './operation.ts';
import { Refusal } from './refusal.ts';

interface Domain {
	domain: string;
	redirectroot?: string;
	redirect404?: string;
}

export function domainOperations(context: Context): Operations {
	const { settings, store } = context;
	const { database } = store;
	const byId = (id: number) =>
		found(database.get('SELECT id FROM domains WHERE id = ?', id), 'Domain');

	return {
		listDomains({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, 'listDomains', query, 'domains', {
				count: () => database.get<{ n: number }>('SELECT count(*) AS n FROM domains')!.n,
				page: (limit, offset, order) =>
					database.all(
						`SELECT * FROM domains ORDER BY ${orderBy(order, 'domain')} LIMIT ? OFFSET ?`,
						limit,
						offset,
					),
				onEveryPage: settings.sharedDomains.map((domain) => ({
					id: null,
					domain,
					redirectroot: '',
					redirect404: '',
				})),
			});
		},

		createDomain({ body }: Call<unknown, Domain>) {
			const domain = body.domain.replace(/\/$/, '');
			if (database.get('SELECT 1 FROM domains WHERE domain = ?', domain))
				throw new Refusal('This domain has already been added.', 'duplicate');
			const { redirectroot = '', redirect404 = '' } = body;
			const id = database.insert('domains', { domain, redirectroot, redirect404 });
			return { error: 0, id: createdId(context, id) };
		},

		updateDomain({ params: { id }, body }: Call<{ id: number }, Omit<Domain, 'domain'>>) {
			byId(id);
			database.run(
				'UPDATE domains SET redirectroot = ifnull(?, redirectroot), redirect404 = ifnull(?, redirect404) WHERE id = ?',
				body.redirectroot ?? null,
				body.redirect404 ?? null,
				id,
			);
			return done('Domain has been updated successfully.');
		},

		deleteDomain({ params: { id } }: Call<{ id: number }>) {
			byId(id);
			database.run('DELETE FROM domains WHERE id = ?', id);
			return done('Domain has been deleted successfully.');
		},
	};
}
