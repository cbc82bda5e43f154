import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { BASE_URL_EXPRESSION, withApiKey } from '../nodes/LinkManagement/client/credential';

const KEY_REFUSED = 'The service refused this API key. Copy the key from your account again.';
const TOO_MANY_REQUESTS =
	'Too many requests were sent with this API key. Wait a minute, then test again.';

const refusals = (key: string, values: unknown[], message: string) =>
	values.map((value) => ({ type: 'responseSuccessBody', properties: { key, value, message } }));
const statuses = (values: number[], message: string) =>
	values.map((value) => ({ type: 'responseCode', properties: { value, message } }));

const RULES = [
	// Replies with HTTP 200 that are no account: refusals (api.md section 7, and what other services send) and other pages
	...refusals('error', [1, '1', true], KEY_REFUSED),
	...refusals('error', [429, '429'], TOO_MANY_REQUESTS),
	// The first character of a body that is not JSON: a web page, perhaps after white space or a byte order mark
	...refusals(
		'[0]',
		['<', '\n', '\r', ' ', '\t', '\ufeff'],
		"The service returned a web page instead of JSON. Check that the 'Base URL' is the address of the service.",
	),
	// Every good reply has an account under `data` (api.md section 4.1). A refusal may have its words under `error`
	...refusals(
		'data',
		[undefined, null],
		"The reply contains no account. Check that the 'Base URL' is the address of the service, and copy the key from your account again.",
	),
	// Without these, n8n shows only the name of the status, such as "Forbidden"
	...statuses([401, 403], KEY_REFUSED),
	...statuses(
		[400],
		"The service refused the request. Check the API key, and whether the 'Base URL' must begin with https://.",
	),
	...statuses(
		[301, 302, 303, 307, 308],
		"The service redirects to another address. Enter that address as the 'Base URL'.",
	),
	...statuses(
		[404],
		"There is no link management service at this address. Check the 'Base URL', and leave out a page such as /user/login.",
	),
	...statuses([429], TOO_MANY_REQUESTS),
] as NonNullable<ICredentialTestRequest['rules']>;

/** Not a pattern: n8n checks this whenever a run reads the credential, and gives a pattern a time limit that a busy machine misses. */
const HTTPS = ['https://', ' https://', 'HTTPS://', 'Https://'].map((start) => ({
	_cnd: { startsWith: start },
}));

export class LinkManagementApi implements ICredentialType {
	name = 'linkManagementApi';

	displayName = 'Link Management API';

	icon: Icon = {
		light: 'file:../icons/linkManagement.svg',
		dark: 'file:../icons/linkManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/placeholder-organisation/n8n-nodes-link-management#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://links.example.com',
			hint: 'Enter the address at which you sign in to your service, without a page such as /user/login. If the test shows only a code, such as ECONNREFUSED, check the spelling and the port; with EPROTO, begin with http://.',
			// The declarative test shows a network error as its code only. A test function could say more, but has only
			// the deprecated `request` helper, which n8n does not allow in verified nodes.
			description:
				'Address of your link management service, which n8n must be able to reach. Without a scheme, https:// is added. A slash, /api or an endpoint such as /api/url/add at its end is left out.',
		},
		{
			displayName:
				'With http://, anyone on the network can read and change the API key and all data. Use https:// outside your own network.',
			name: 'plainHttpNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { baseUrl: [{ _cnd: { includes: '://' } }] },
				hide: { baseUrl: HTTPS },
			},
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: 'Copy the key from your account at the service, often under Settings or API',
		},
		{
			displayName: 'Updates Replace the Whole Link',
			name: 'updatesReplace',
			type: 'options',
			options: [
				{
					name: 'No',
					value: 'no',
					description: 'Only what an update sends changes. Saves a request for each update.',
				},
				{
					name: 'Unknown',
					value: 'unknown',
					description: 'Each update reads the link first and sends again what it can read',
				},
				{
					name: 'Yes',
					value: 'yes',
					description:
						'What an update leaves out is emptied. The node refuses updates that leave out a field that it cannot read, such as the password.',
				},
			],
			default: 'unknown',
			description: 'What your service does with fields that an update of a link leaves out',
		},
		{
			displayName: 'Default Domain',
			name: 'defaultDomain',
			type: 'string',
			default: '',
			placeholder: 'e.g. links.example.com',
			description:
				'Where your service makes a link when no domain is given. This chooses nothing: it tells the node what to expect. Leave it empty to learn it from your links.',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'The time zone of the dates of your service. A date with an offset, such as {{ $now }}, is sent as that moment in this zone.',
		},
	];

	/** A function, because n8n's declarative form evaluates one more expression for each request. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => withApiKey(credentials, request);

	test: ICredentialTestRequest = {
		request: { baseURL: BASE_URL_EXPRESSION, url: '/api/account', disableFollowRedirect: true },
		rules: RULES,
	};
}
