import type { ListEndpoint } from '../api/lists';
import type { ValueField } from '../fields/field';
import { listFields } from '../fields/list';
import { deletes } from '../operations/behaviors/changes';
import { readsList } from '../operations/behaviors/reads';
import type { Operation, Reply } from '../operations/operation';
import { deleted } from '../operations/output/reply';

interface Texts {
	action: string;
	description: string;
	endpoint: string;
}

export const listOperation = (
	{ path: url, arrayName }: ListEndpoint,
	{ action, description, endpoint, reply }: Texts & { reply: Reply },
): Operation => ({
	option: {
		...{ name: 'Get Many', action, description },
		routing: { request: { method: 'GET', url } },
	},
	endpoint,
	fields: listFields(),
	behavior: readsList(arrayName),
	reply,
});

interface Deletion extends Texts {
	url: Operation['option']['routing']['request']['url'];
	record: (purpose: string) => ValueField;
	target: Parameters<typeof deletes>[0];
}

export const deleteOperation = ({
	action,
	description,
	endpoint,
	url,
	record,
	target,
}: Deletion): Operation => ({
	option: {
		...{ name: 'Delete', action, description },
		routing: { request: { method: 'DELETE', url } },
	},
	endpoint,
	fields: [record('to delete')],
	behavior: deletes(target),
	reply: deleted,
});
