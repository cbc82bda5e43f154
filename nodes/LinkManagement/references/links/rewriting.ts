import type { IDataObject } from 'n8n-workflow';

import { perKey } from '../../client/memory';
import { aliasOf, isMadeOf, isSameAlias } from '../../values/aliases';
import type { ReferenceCall } from '../call';

/** Whether the service rewrites aliases, as far as it was seen. At most one value. */
export const rewritingOf = perKey(() => ({ isSeen: false }));

/** Notes what a creation shows: whether the service rewrote the alias. @param link with its short URL under `shorturl` */
export function noteRewriting(
	{ service }: ReferenceCall,
	link: IDataObject,
	custom: unknown,
): void {
	const alias = aliasOf(link, custom);
	if (alias !== '' && !isSameAlias(alias, custom) && isMadeOf(alias, custom))
		rewritingOf(service).isSeen = true;
}
