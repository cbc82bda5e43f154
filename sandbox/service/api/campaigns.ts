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
	refuseTakenName,
	storedName,
} from './operation.ts';
import { Refusal } from './refusal.ts';

interface CampaignFields {
	name?: string;
	slug?: string;
	public?: boolean;
}

export function campaignOperations(context: Context): Operations {
	const { settings, store } = context;
	const byId = (id: number) => found(store.campaigns.byId(id), 'Campaign');

	return {
		listCampaigns({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, 'listCampaigns', query, 'campaigns', {
				count: () => store.campaigns.count(),
				page: (limit, offset, order) =>
					store.campaigns.page(limit, offset, order).map((row) => ({
						id: row.id,
						[settings.campaignNameKey]: row.name,
						...access(context, row),
					})),
			});
		},

		createCampaign({ body }: Call<unknown, CampaignFields>) {
			refuseTakenSlug(context, body.slug);
			refuseTakenName(context, 'campaigns', body.name);
			const name = storedName(context, body.name ?? 'New campaign');
			const { slug = null } = body;
			return changed(
				context,
				store.campaigns.add({ name, slug, public: Number(body.public ?? false) }),
			);
		},

		updateCampaign({ params, body }: Call<{ id: number }, CampaignFields>) {
			const row = byId(params.id);
			refuseTakenSlug(context, body.slug, row.id);
			refuseTakenName(context, 'campaigns', body.name, row.id);
			const name = storedName(context, body.name ?? row.name);
			const { slug = row.slug } = body;
			const updated = {
				id: row.id,
				name,
				slug: slug || null,
				public: Number(body.public ?? row.public),
			};
			store.campaigns.update(updated);
			return changed(context, updated);
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

function access({ addresses }: Context, row: CampaignRow) {
	return {
		public: Boolean(row.public),
		rotator: addresses.rotator(row),
		list: addresses.campaignList(row.id),
	};
}

/** The reply to the creation and to the update of a campaign. */
function changed(context: Context, row: CampaignRow): object {
	const id = createdId(context, row.id);
	const name = { [context.settings.campaignReplyNameKey]: row.name };
	return { error: 0, id, ...name, ...access(context, row) };
}

function refuseTakenSlug({ store }: Context, slug: string | undefined, owner?: number): void {
	if (!slug) return;
	const holder = store.campaigns.bySlug(slug);
	if (holder && holder.id !== owner) throw new Refusal('This slug is already in use.', 'duplicate');
}
