/** What a failed creation says about its record. */
import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import {
	notCreated,
	notIdentifiable,
} from '../../../nodes/LinkManagement/recovery/creationFailures';
import type { CreationRecovery } from '../../../nodes/LinkManagement/recovery/lookUp';
import { failureOf } from '../../support/stubService';

const RECOVERY: CreationRecovery = {
	what: 'campaign',
	list: LISTS.campaigns,
	identity: () => undefined,
	matches: () => true,
};
const CHECK = 'Check the service before you run this item again.';

test('A creation that cannot be looked up says why, and what would help', () => {
	const why =
		"Nothing in the request distinguishes this campaign from others, so it can't be looked up.";
	const failure = failureOf('lostReply', { message: 'Lost.', advice: '' });
	expect(notIdentifiable(RECOVERY, failure)).toMatchObject({
		...{ kind: 'outcomeUnknown', advice: `${why} ${CHECK}` },
		message: 'Lost. Whether the campaign was created is not known',
	});
	const named = { ...RECOVERY, identityAdvice: 'Give it a name.' };
	expect(notIdentifiable(named, failureOf('lostReply')).advice).toBe(
		`${why} Give it a name. ${CHECK} Try something else.`,
	);
});

test('A record that was looked up in vain says that it does not exist, unless the service may still be working', () => {
	expect(notCreated(RECOVERY, failureOf('unnamedReply')).advice).toBe(
		'The campaign was looked up and does not exist. Try something else.',
	);
	expect(notCreated(RECOVERY, failureOf('unavailable')).advice).toMatch(
		/^The campaign was looked up and does not exist\. Reading works while creating fails: /,
	);
	expect(notCreated(RECOVERY, failureOf('lostReply', { late: true })).kind).toBe('outcomeUnknown');
});
