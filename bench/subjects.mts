/** The same work as parameters of each node. */
import type { Json, RunRequest } from '../test/support/engine/protocol.ts';
import type { Row, Subject, Work } from './types.mts';

/** Each optional field has its own column in the input. */
const OPTIONAL = [
	'custom',
	'description',
	'expiry',
	'metadescription',
	'metaimage',
	'metatitle',
	'password',
	'status',
];

const itemOf = (index: number): Json => ({
	url: `https://example.com/page/${index}`,
	custom: `alias-${index}`,
	description: `Row ${index}`,
	expiry: '2031-01-02 03:04:05',
	metadescription: `About page ${index}`,
	metaimage: `https://example.com/${index}.png`,
	metatitle: `Page ${index}`,
	password: `secret-${index}`,
	status: 'public',
});

const pick = (item: Json, names: string[]) =>
	Object.fromEntries(names.map((name) => [name, item[name]]));

const namesOf = (work: Work & { kind: 'create' }) => [
	'url',
	...(work.fields === 9 ? OPTIONAL : []),
];

/** The input of a run. Lists are read for a single item. */
export function itemsFor(work: Work): Json[] {
	if (work.kind === 'list') return [{}];
	return Array.from({ length: work.items }, (_, index) => pick(itemOf(index), namesOf(work)));
}

const mapped = (names: string[]): Json =>
	Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`]));

const declarative = (work: Work): Json => {
	if (work.kind === 'list') return { operation: 'getAll', pageSize: work.pageSize };
	const { url, ...additionalFields } = mapped(namesOf(work));
	// n8n evaluates it, and the node reads the other fields itself
	if (work.isComplex) additionalFields.description = '={{ $json.description.trim() }}';
	return { operation: 'create', url, additionalFields };
};

const ours = (work: Work): Json => ({
	resource: 'link',
	...declarative(work),
	...(work.kind === 'list' && { returnAll: true, options: { pageSize: work.pageSize } }),
});

/** As a user configures n8n's HTTP Request node. */
function httpRequest(work: Work, baseUrl: string, batching: Json | undefined): Json {
	const credential = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'linkManagementApi',
	};
	if (work.kind === 'create') {
		const parameters = Object.entries(mapped(namesOf(work))).map(([name, value]) => ({
			name,
			value,
		}));
		const body = { sendBody: true, bodyParameters: { parameters } };
		return {
			...credential,
			method: 'POST',
			url: `${baseUrl}/api/url/add`,
			...body,
			options: { ...batching },
		};
	}
	const page = { type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [page] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.data.currentpage >= $response.body.data.maxpage }}',
	};
	const query = {
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: String(work.pageSize) }] },
	};
	return {
		...credential,
		url: `${baseUrl}/api/urls`,
		...query,
		options: { pagination: { pagination } },
	};
}

const nodes: Record<Exclude<Subject, 'raw'>, { nodeType: string; credentialType: string }> = {
	naive: { nodeType: 'n8n-nodes-naive.naive', credentialType: 'naiveApi' },
	http: { nodeType: 'n8n-nodes-base.httpRequest', credentialType: 'linkManagementApi' },
	floor: { nodeType: 'n8n-nodes-naive.floor', credentialType: 'linkManagementApi' },
	node: {
		nodeType: 'n8n-nodes-link-management.linkManagement',
		credentialType: 'linkManagementApi',
	},
};

/** What the engine runs. */
export function requestFor(
	subject: Exclude<Subject, 'raw'>,
	{ work, batching }: Pick<Row, 'work' | 'batching'>,
	baseUrl: string,
): RunRequest & typeof nodes.node & { parameters: Json } {
	const batch = batching && {
		batching: { batch: { batchSize: batching.size, batchInterval: batching.ms } },
	};
	const parameters = {
		naive: () => ({ ...declarative(work), requestOptions: { ...batch } }),
		http: () => httpRequest(work, baseUrl, batch),
		floor: () => declarative(work),
		node: () => ours(work),
	}[subject]();
	return { ...nodes[subject], parameters, items: itemsFor(work) };
}
