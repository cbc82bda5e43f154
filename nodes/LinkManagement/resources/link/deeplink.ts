import type { IDataObject } from 'n8n-workflow';

import { type Convert, filled, flag, json, url } from '../../fields/convert';
import { inBody } from '../../fields/send';

const links: Convert = (value, place) => {
	const given = filled(json(value, place), place) as IDataObject | undefined;
	const found = given && 'links' in given ? (given.links as IDataObject) : given;
	const converted = filled(
		{
			apple: url(found?.apple, { ...place, label: `${place.label}, App Store` }),
			google: url(found?.google, { ...place, label: `${place.label}, Google Play` }),
			auto: flag(found?.auto, { ...place, label: `${place.label}, Automatic` }),
		},
		place,
	) as IDataObject | undefined;
	// A collection that was added but not filled in is left out
	return converted &&
		(converted.auto === true || Object.keys(converted).some((key) => key !== 'auto'))
		? converted
		: undefined;
};

/** The app or store page that opens on phones (api.md section 4.8). */
export const deeplink = inBody(
	{
		displayName: 'Deep Links',
		name: 'deeplink',
		type: 'fixedCollection',
		placeholder: 'Add Deep Links',
		default: {},
		description: 'Opens an app or its store page on phones. Set Device Targeting as well.',
		options: [
			{
				displayName: 'Links',
				name: 'links',
				values: [
					{
						displayName: 'App Store',
						name: 'apple',
						type: 'string',
						placeholder: 'e.g. https://apps.apple.com/app/id42',
						default: '',
						description: "URL of the app in Apple's App Store",
					},
					{
						displayName: 'Google Play',
						name: 'google',
						type: 'string',
						placeholder: 'e.g. https://play.google.com/42',
						default: '',
						description: 'URL of the app in Google Play',
					},
					{
						displayName: 'Automatic',
						name: 'auto',
						type: 'boolean',
						default: false,
						description: 'Whether the service generates the deep links from the long URL',
					},
				],
			},
		],
	},
	links,
);
