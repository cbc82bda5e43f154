/** Durations and rates in the words of the messages. */
import { durationInWords, rateInWords } from '../../../nodes/LinkManagement/values/durations';

test.each([
	[0, '1 second'],
	[400, '1 second'],
	[1_400, '1 second'],
	[48_200, '48 seconds'],
	[89_999, '90 seconds'],
	[90_000, '2 minutes'],
	[11 * 60_000 + 4_000, '11 minutes'],
	[90 * 60_000 - 1, '90 minutes'],
	[90 * 60_000, '2 hours'],
	[3 * 3_600_000, '3 hours'],
])('%d ms are %s', (ms, words) => {
	expect(durationInWords(ms)).toBe(words);
});

test.each([
	[57_000, 'a minute'],
	[56_999, 'in 57 seconds'],
	[63_000, 'a minute'],
	[63_001, 'in 63 seconds'],
	[57 * 60_000, 'an hour'],
	[63 * 60_000, 'an hour'],
	[63 * 60_000 + 1, 'in 63 minutes'],
	[10_000, 'in 10 seconds'],
	[900_000, 'in 15 minutes'],
])('what happens once in %d ms happens %s', (ms, words) => {
	expect(rateInWords(ms)).toBe(words);
});
