import { serviceNow } from '../store/clock.ts';
import type { QrCodeRow } from '../store/qrCodes.ts';
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

interface QrCodeFields {
	type: QrCodeRow['type'];
	data: unknown;
	background?: string;
	foreground?: string;
	logo?: string;
	name?: string;
}

const defaultName = (type: QrCodeRow['type']) => `QR code (${type})`;

export function qrCodeOperations(context: Context): Operations {
	const { addresses, settings, store } = context;
	const byId = (id: number) => found(store.qrCodes.byId(id), 'QR code');

	const describe = ({ id, alias, scans, name, date }: QrCodeRow) => ({
		id,
		link: addresses.qrImage(alias),
		scans,
		name,
		date,
	});

	return {
		listQrCodes({ query }: Call<unknown, unknown, PageQuery>) {
			return listReply(context, 'listQrCodes', query, 'qrs', {
				count: () => store.qrCodes.count(),
				page: (limit, offset, order) => store.qrCodes.page(limit, offset, order).map(describe),
			});
		},

		getQrCode({ params }: Call<{ id: number }>) {
			const row = byId(params.id);
			return { error: 0, ...single(context, describe(row), row) };
		},

		createQrCode({ body }: Call<unknown, QrCodeFields>) {
			refuseTakenName(context, 'qr_codes', body.name);
			const { type, data, background = '', foreground = '', logo = '' } = body;
			const row = store.qrCodes.add({
				type,
				data,
				background,
				foreground,
				logo,
				name: storedName(context, body.name ?? defaultName(type)),
				date: serviceNow(settings),
			});
			return { error: 0, id: createdId(context, row.id), link: addresses.qrImage(row.alias) };
		},

		updateQrCode({ params, body }: Call<{ id: number }, Partial<QrCodeFields>>) {
			const row = byId(params.id);
			if (settings.qrUpdateNeedsType && body.type === undefined)
				throw new Refusal('Please choose a type.');
			refuseTakenName(context, 'qr_codes', body.name, row.id);
			const { type = row.type, data, name = row.name } = body;
			store.qrCodes.update({
				...row,
				...body,
				type,
				name: storedName(context, name || defaultName(type)),
				data: JSON.stringify(data),
			});
			return done('QR code has been updated successfully.');
		},

		deleteQrCode({ params }: Call<{ id: number }>) {
			store.deleteQrCode(byId(params.id).id);
			return done('QR code has been deleted successfully.');
		},
	};
}

const untrackedTypes: ReadonlySet<string> = new Set(['text', 'sms', 'wifi']);

/** `details` and `data` of a single code. */
function single(
	context: Context,
	{ date, ...details }: { date: string; [name: string]: unknown },
	row: QrCodeRow,
): object {
	const { qrDateUnder, untrackedQrCodes } = context.settings;
	const isTracked = untrackedQrCodes === 'tracked' || !untrackedTypes.has(row.type);
	const data = isTracked ? statistics(context, row) : undefined;
	if (qrDateUnder === 'data') return { details, data: { ...data, date } };
	if (data === undefined && untrackedQrCodes === 'noData') return { details: { ...details, date } };
	return { details: { ...details, date }, data: data ?? [] };
}

function statistics({ store }: Context, { id, scans }: QrCodeRow): object {
	const { unique, countries, referrers, browsers, os, social } = store.visits.statistics('qr', id);
	return {
		clicks: scans,
		uniqueClicks: unique,
		topCountries: countries,
		topReferrers: referrers,
		topBrowsers: browsers,
		topOs: os,
		socialCount: {
			facebook: Number(social.facebook ?? 0),
			twitter: Number(social.twitter ?? 0),
			instagram: Number(social.instagram ?? 0),
		},
	};
}
