/** What users have saved with a version stays as it is. */
import { checksumOf, checksums, versions } from '../support/fixtures';

test('the fixtures of every version are as `node scripts/fixtures.mjs` wrote them', () => {
	const present = versions().map((version) => [version, checksumOf(version)] as const);
	expect(Object.fromEntries(present)).toEqual(checksums());
});
