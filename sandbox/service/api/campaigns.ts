import type { CampaignRow } from '../store/campaigns.ts';
import {
	type Call,
	type Context,
	createdId,
	done,
	found,
	listReply,
	type Operations,
	type PageQuery,
	Refusal,
} from './operation.ts';

interface CampaignFields {
	name?: string;
	slug?: string;
	public?: boolean;
}

export function campaignOperations(context: Context): Operations {
	const { addresses, settings, store } = context;
	const byId = (id: number) => found(store.campaigns.byId(id), 'Campaign');

	const describe = (row: CampaignRow) => ({
		public: Boolean(row.public),
		rotator: addresses.rotator(row),
		list: addresses.campaignList(row.id),
	});
	const changed = (row: CampaignRow) => ({
		error: 0,
		id: createdId(context, row.id),
		domain: row.name,
		...describe(row),
	});

	function refuseTakenSlug(slug: string | undefined, owner?: number): void {
		if (slug === undefined) return;
		const holder = store.campaigns.bySlug(slug);
		if (holder && holder.id !== owner) throw new Refusal('This slug is already in use.');
	}

	return {
		listCampaigns({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, query, 'campaigns', {
				count: () => store.campaigns.count(),
				page: (limit, offset) =>
					store.campaigns
						.page(limit, offset)
						.map((row) => ({ id: row.id, [settings.campaignNameKey]: row.name, ...describe(row) })),
			});
		},

		createCampaign({ body }: Call<unknown, CampaignFields>) {
			refuseTakenSlug(body.slug);
			const { name = 'New campaign', slug = null } = body;
			return changed(store.campaigns.add({ name, slug, public: Number(body.public ?? false) }));
		},

		updateCampaign({ params, body }: Call<{ id: number }, CampaignFields>) {
			const row = byId(params.id);
			refuseTakenSlug(body.slug, row.id);
			const { name = row.name, slug = row.slug } = body;
			const updated = { id: row.id, name, slug, public: Number(body.public ?? row.public) };
			store.campaigns.update(updated);
			return changed(updated);
		},

		deleteCampaign({ params }: Call<{ id: number }>) {
			store.campaigns.delete(byId(params.id).id);
			return done('Campaign has been deleted successfully.');
		},

		assignLinkToCampaign({ params }: Call<{ campaignid: number; linkid: number }>) {
			const campaign = byId(params.campaignid);
			const link = found(store.links.byId(params.linkid), 'Link');
			store.links.assignToCampaign(link.id, campaign.id);
			return done('Link successfully added to the campaign.');
		},
	};
}
