/** What the workflows of GitHub Actions may do. The job that can publish is the one that others would attack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, string>;
	env?: Record<string, string>;
}
interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string | string[];
	uses?: string;
	steps?: Step[];
}
interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const github = resolve(__dirname, '../../.github');
const read = <T>(file: string) => parse(readFileSync(join(github, file), 'utf8')) as T;
const workflows = readdirSync(join(github, 'workflows')).map((file) => ({
	file,
	...read<Workflow>(`workflows/${file}`),
}));
const jobs = workflows.flatMap((workflow) =>
	Object.entries(workflow.jobs).map(([id, job]) => ({ id: `${workflow.file} ${id}`, ...job })),
);

test('only one job has the identity that npm trusts, and it publishes what was tested', () => {
	expect(workflows.map(({ permissions }) => permissions)).toEqual(
		workflows.map(() => ({ contents: 'read' })),
	);
	const [publishing, ...others] = jobs.filter(({ permissions }) => permissions?.['id-token']);
	expect(others).toEqual([]);
	expect(publishing).toMatchObject({
		id: 'release.yml publish',
		environment: 'npm',
		needs: 'test',
		permissions: { 'id-token': 'write' },
	});
	expect(Object.keys(publishing!.permissions!)).toEqual(['id-token']);
});

test('the job that publishes runs no code of the repository and installs nothing', () => {
	const { steps = [] } = jobs.find(({ id }) => id === 'release.yml publish')!;
	const names = steps.map(({ uses, run }) => uses?.split('@')[0] ?? run?.split(' ')[0]);
	expect(names.join(', ')).toBe('actions/setup-node, actions/download-artifact, echo, test, npm');
	const commands = steps.flatMap(({ run }) => run ?? []);
	expect(commands[0]).toMatch(/"\$SHA256 .*\| sha256sum --check/);
	expect(commands[2]).toBe(
		'npm publish ./*.tgz --provenance --access public --ignore-scripts --tag "$DIST_TAG"',
	);
});

test('a tag with a hyphen is a candidate: a pre-release that npm installs as "next" only', () => {
	const { publish, announce } = read<Workflow>('workflows/release.yml').jobs;
	const last = ({ steps = [] }: Job) => steps.at(-1)!;
	const hasHyphen = "contains(github.ref_name, '-')";
	expect(last(publish!).env!.DIST_TAG).toBe(`\${{ ${hasHyphen} && 'next' || 'latest' }}`);
	expect(last(announce!).env!.IS_CANDIDATE).toBe(`\${{ ${hasHyphen} }}`);
	expect(last(announce!).run).toContain('--prerelease="$IS_CANDIDATE"');
});

test('a token is only used where there is one, and only the job that publishes gets it', () => {
	const withToken = jobs.filter((job) => JSON.stringify(job).includes('NPM_TOKEN'));
	expect(withToken.map(({ id }) => id)).toEqual(['release.yml publish']);
	const [{ run, env } = {}] = withToken[0]!.steps!.filter((step) => step.env?.NPM_TOKEN);
	expect(env).toEqual({ NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' });
	// An empty one would keep npm from asking for the identity of the workflow
	expect(run).toMatch(/^test -z "\$NPM_TOKEN" \|\| npm config set /);
});

test('the tested package reaches that job by its ID and its digest', () => {
	const { jobs: ci } = read<Workflow>('workflows/ci.yml');
	const steps = ci.browser!.steps!;
	const tested = steps.findIndex(({ run }) => run === 'npm run test:e2e');
	const uploaded = steps.findIndex((step) => step.with?.name === 'package');
	expect(tested).toBeGreaterThan(0);
	expect(uploaded).toBeGreaterThan(tested);
	const { test: call, publish } = read<Workflow>('workflows/release.yml').jobs;
	expect(call!.uses).toBe('./.github/workflows/ci.yml');
	const download = publish!.steps!.find(({ uses }) => uses?.includes('download-artifact'));
	expect(download?.with).toEqual({ 'artifact-ids': '${{ needs.test.outputs.package-id }}' });
});

test('actions are pinned to a commit', () => {
	const { runs } = read<{ runs: { steps: Step[] } }>('actions/prepare/action.yml');
	const steps = [...jobs.flatMap((job) => job.steps ?? []), ...runs.steps];
	const used = steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !uses.startsWith('./'));
	expect(used.length).toBeGreaterThan(10);
	expect(used.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
});

test('commands get values from outside as variables, not as text of a shell', () => {
	const texts = jobs.flatMap(({ steps }) => (steps ?? []).flatMap(({ run }) => run ?? []));
	expect(texts.filter((text) => text.includes('${{'))).toEqual([]);
});

test('Dependabot waits before it proposes a new version', () => {
	const { updates } = read<{ updates: Array<{ cooldown?: { 'default-days': number } }> }>(
		'dependabot.yml',
	);
	expect(updates).toHaveLength(3);
	for (const { cooldown } of updates) expect(cooldown?.['default-days']).toBeGreaterThanOrEqual(7);
});
