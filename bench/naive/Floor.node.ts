import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { additionalFields, longUrl } from './fields';

const CREDENTIAL = 'linkManagementApi';
const MAX_IN_FLIGHT = 16;
/** Without these the helper does more: it follows redirects, and checks the status itself. */
const FEWEST_STEPS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
};

/** The least that n8n allows: it reads the parameters of each item, sends them, and does nothing else. */
export class Floor implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Floor',
		name: 'floor',
		group: ['output'],
		version: 1,
		description: 'The least that n8n allows for creating short links',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [longUrl, additionalFields],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const data = await this.getCredentials(CREDENTIAL);
		// n8n would read and decrypt the credential for each request
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
		// Evaluating expressions takes less time when no requests come in between
		const bodies = items.map((_, item): IDataObject => {
			const more = this.getNodeParameter('additionalFields', item) as IDataObject;
			return { url: this.getNodeParameter('url', item) as string, ...more };
		});
		const output: INodeExecutionData[] = [];
		let next = 0;
		const sendInTurn = async () => {
			for (let item = next++; item < items.length; item = next++) {
				const reply = (await this.helpers.httpRequestWithAuthentication.call(
					this,
					CREDENTIAL,
					{
						method: 'POST',
						baseURL: data.baseUrl as string,
						url: '/api/url/add',
						body: bodies[item],
						...FEWEST_STEPS,
					},
					{ credentialsDecrypted },
				)) as { body: IDataObject };
				output[item] = { json: reply.body, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, sendInTurn));
		return [output];
	}
}
