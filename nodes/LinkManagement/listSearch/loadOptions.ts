import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { textOf } from '../values/json';
import { readPixels } from './index';

/** Most pages of a multiple choice, which n8n loads at once, without a search. */
const MAX_PAGES = 10;

/** The account's pixels, by name. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const pixels: INodePropertyOptions[] = [];
	for (let page = 0, token = '1'; page < MAX_PAGES && token !== ''; page++) {
		const found: INodeListSearchResult = await readPixels(this, token);
		pixels.push(...found.results.map(({ name, value }) => ({ name, value })));
		token = textOf(found.paginationToken);
	}
	return pixels.sort((a, b) => a.name.localeCompare(b.name));
}

/** The methods that fill multiple choices. */
export const loadOptions = { getPixels };
