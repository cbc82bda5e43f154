import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { textOf } from '../values/json';

/** The parts of a proxy address, as n8n's HTTP helper expects them. */
function proxyOf(context: IExecuteFunctions, address: string): IHttpRequestOptions['proxy'] {
	try {
		const { hostname, port, protocol, username, password } = new URL(
			address.includes('://') ? address : `http://${address}`,
		);
		const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
		return {
			host: hostname,
			port: Number(port || (protocol === 'https:' ? 443 : 80)),
			protocol: protocol.replace(':', ''),
			...(username === '' ? {} : { auth }),
		};
	} catch {
		const field = { label: 'Proxy', node: context.getNode() };
		throw invalidInput(
			field,
			'the value is not an address',
			'Enter it as http://user:password@host:port, with % in a password as %25.',
		);
	}
}

/** The Request Options (timeout, proxy, SSL) that n8n adds to every declarative node, for the entry point for many items. */
export function nodeRequestOptions(context: IExecuteFunctions): Partial<IHttpRequestOptions> {
	const given = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	return {
		timeout: Number(given.timeout) || undefined,
		...(given.proxy ? { proxy: proxyOf(context, textOf(given.proxy)) } : {}),
		...(given.allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
	};
}
