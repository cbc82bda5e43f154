import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { countryNames } from '../fields/countries';
import { DEVICES } from '../fields/devices';
import { languageOptions } from '../fields/languages';
import { matchingFirst } from './entries';

const among = (entries: () => INodeListSearchItems[]) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: matchingFirst(entries(), filter) };
	};

/** Lists for targeting that need no request. Services match names (services.md section 4); other names can be typed. */
export const staticLists = {
	searchCountries: among(() => countryNames().map((name) => ({ name, value: name }))),
	searchDevices: among(() => DEVICES),
	searchLanguages: among(languageOptions),
};
