import type { NamedList } from '../api/lists';
import type { ValueField } from '../fields/field';
import { listFields } from '../fields/list';
import { deletes } from '../operations/behaviors/changes';
import { readsList } from '../operations/behaviors/reads';
import type { Operation } from '../operations/operation';
import { deleted } from '../operations/output/reply';

type Option = Operation['option'];
type Request = Option['routing']['request'];
type Texts = Pick<Option, 'action' | 'description'>;

/** An operation with its request, which n8n reads from the option in the editor. */
export const operation = (
	method: Request['method'],
	url: Request['url'],
	{ name, action, description, ...rest }: Omit<Operation, 'option'> & Omit<Option, 'routing'>,
): Operation => ({
	option: { name, action, description, routing: { request: { method, url } } },
	...rest,
});

export const listOperation = (
	{ path, arrayName, what }: NamedList,
	texts: Pick<Operation, 'reply'> & Texts,
): Operation =>
	operation('GET', path, {
		name: 'Get Many',
		...texts,
		endpoint: `list ${what}`,
		fields: listFields(),
		behavior: readsList(arrayName),
	});

export const deleteOperation = (
	url: Request['url'],
	record: (purpose: string) => ValueField,
	target: Parameters<typeof deletes>[0],
	texts: Pick<Operation, 'endpoint'> & Texts,
): Operation =>
	operation('DELETE', url, {
		name: 'Delete',
		...texts,
		fields: [record('to delete')],
		behavior: deletes(target),
		reply: deleted,
	});
