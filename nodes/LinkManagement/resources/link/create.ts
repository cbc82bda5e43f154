import { additionalFields } from '../../fields/collection';
import { creates } from '../../operations/behaviors/creates';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import { notAsRequested, recovery } from '../../operations/links/recovery';
import { withDistinctAliases } from '../../operations/links/rows';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { withWarning } from '../../operations/output/warnings';
import { create as createQrCode } from '../qrCode/create';
import { qrCodeSwitch } from './addQrCode';
import { creatable, creationOptions } from './createMissing';
import { alias, linkFields, longUrlField } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create short link',
		description:
			'Shorten a long URL, optionally with an alias, branded domain, targeting or expiry. Creates another link each time it runs. Needs the long URL.',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	endpoint: 'create short links',
	fields: [
		longUrlField(true),
		...qrCodeSwitch,
		additionalFields([alias('Leave empty for a random one'), ...linkFields]),
		creationOptions,
	],
	behavior: withDistinctAliases(withWarning(notAsRequested, creates(recovery))),
	creatable,
	qrCode: createQrCode,
	includesInput: true,
	reply: record(SHORT_LINK, withShortUrl),
};
