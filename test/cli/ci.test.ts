/** examples/ci as GitHub and pre-commit run it, and every command of docs/ci.md. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { lockRun } from '../../src/journal/files/run-lock.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { Runner, workflowOf, type Given } from '../support/workflow.ts';

const WORKFLOW = workflowOf('plans.yml');
const CONFIG = (origin: string, more = ''): string => `version: 1\nexchange: { baseUrl: '${origin}'${more} }\n`;

/** Three bids at 60000 to 60002 are filled, and go down by 500. */
const CANDLES = `time,open,high,low,close
2026-11-20T00:00:00Z,60100,60200,60050,60100
2026-11-20T01:00:00Z,60100,60100,59500,59800
`;
const withCandles = (origin: string): string => `${CONFIG(origin)}simulate: { candles: { cmt_btcusdt: btc.csv } }\n`;

const given = (at: At, more: Given = {}): Given => ({
  'github.base_ref': 'main',
  'github.event.number': '7',
  'github.token': 'none',
  'github.event.before': '',
  'secrets.ORDO_API_KEY': 'paper',
  'secrets.ORDO_API_SECRET': 'paper',
  'secrets.ORDO_API_PASSPHRASE': 'paper',
  ORDO_JOURNAL: join(at.folder, 'journal', 'journal.db'),
  WAIT: '0.6',
  ...more,
});

/** A repository with a config on its main branch, and a plan on another. */
async function repository(
  options: PaperOptions = {},
): Promise<{ runner: Runner; at: At; paper: Awaited<ReturnType<typeof paperAndPlace>>['paper'] }> {
  const { at, paper } = await paperAndPlace(options);
  const { ORDO_BASE_URL: _, ORDO_API_KEY: _k, ORDO_API_SECRET: _s, ORDO_API_PASSPHRASE: _p, ...env } = at.env;
  const runner = new Runner({ ...at, env });
  runner.git('checkout', '--quiet', '-b', 'main');
  runner.commit('ordo.config.yaml', CONFIG(paper.origin));
  runner.git('checkout', '--quiet', '-b', 'change');
  runner.commit('plans/first.ordo.yaml', bids('first', 3));
  return { runner, at, paper };
}

/** The last step that ran, and whether it ended well. */
const review = async (runner: Runner, at: At): Promise<string> => {
  const last = (await runner.job(WORKFLOW, 'review', given(at))).at(-1);
  return `${last?.step}: ${last?.code}${last?.code === 0 ? '' : `\n${last?.stdout}${last?.stderr}`}`;
};
const codeIn = (runner: Runner): string =>
  (
    JSON.parse(readFileSync(join(runner.temp, 'review', 'plans', 'first.ordo.yaml.json'), 'utf8')) as {
      approval: string;
    }
  ).approval;

/** The approval code, without a review. */
async function codeOf({ folder }: Runner, at: At): Promise<string> {
  const journal = given(at)['ORDO_JOURNAL'] as string;
  const { ORDO_BASE_URL: _, ...env } = at.env;
  const args = ['run', 'plans/first.ordo.yaml', '--live', '--journal', journal, '--output', 'ndjson'];
  const [loaded] = ofKind(eventsOf(await here(args, { folder, env })), 'plan-loaded');
  return loaded?.approval ?? '';
}

const APPROVED = 'Each plan that would send something is approved as it is: 0';

/** Merges the branch, and returns where the main branch was before. */
function merge(runner: Runner): string {
  runner.git('checkout', '--quiet', 'main');
  const before = runner.git('rev-parse', 'HEAD');
  runner.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'change');
  runner.git('push', '--quiet', 'origin', 'main');
  return before;
}

describe('the workflow', () => {
  test('shows and asks for the code, keeps an approval while it stays the same, and places exactly that, once', async () => {
    const { runner, at, paper } = await repository();
    expect(await review(runner, at)).toContain('approvals/first.ordo.yaml does not hold');
    const code = codeIn(runner);
    expect(runner.comments).toEqual([
      expect.objectContaining({
        body: expect.stringContaining(`commit \`${code}\` as \`approvals/first.ordo.yaml\``) as string,
      }),
    ]);

    // The same calls from another text: what was approved is still so.
    runner.commit('plans/first.ordo.yaml', `# the same orders\n${bids('first', 3)}`);
    runner.commit('approvals/first.ordo.yaml', `${code}\n`);
    expect(await review(runner, at)).toBe(APPROVED);
    expect(runner.comments).toHaveLength(1);
    expect(runner.comments[0]?.body).toContain(`Approved: \`${code}\``);
    runner.commit('plans/first.ordo.yaml', bids('first', 4));
    expect(await review(runner, at)).toContain('approvals/first.ordo.yaml does not hold');
    runner.commit('plans/first.ordo.yaml', bids('first', 3));
    expect(paper.orders).toHaveLength(0);

    const before = merge(runner);
    for (const expected of [3, 3]) {
      const ends = await runner.job(WORKFLOW, 'place', given(at, { 'github.event.before': before }));
      expect(ends.map(({ step, code: ended, stdout, stderr }) => [step, ended, stdout + stderr])).toEqual([
        ['Place what was approved by this push', 0, ''],
        ['Report', 0, expect.any(String)],
      ]);
      expect(paper.orders).toHaveLength(expected);
    }
    // Without an approval among its changes a push places nothing.
    runner.commit('plans/first.ordo.yaml', bids('first', 5));
    await runner.job(WORKFLOW, 'place', given(at, { 'github.event.before': 'HEAD~1' }));
    expect(paper.orders).toHaveLength(3);
    // And what is not as it was approved is refused.
    runner.commit('approvals/first.ordo.yaml', '0'.repeat(64));
    const [placed] = await runner.job(WORKFLOW, 'place', given(at, { 'github.event.before': 'HEAD~1' }));
    expect(placed?.code).toBe(5);
    expect(paper.orders).toHaveLength(3);
  });

  test.each([
    ['a rate limit', { uidWeight: { amount: 10, windowMs: 1500 } }, ', queries: false'],
    ['answers that are lost', { faults: { 'drop-after': 0.5 }, seed: 3 }, ''],
  ] as const)('goes on after %s with the same command, and nothing is sent twice', async (_, options, config) => {
    const { runner, at, paper } = await repository(options);
    runner.commit(
      'ordo.config.yaml',
      `${CONFIG(paper.origin, config)}execution: { maxOrdersPerCall: 1, rateRefusals: 0 }\n`,
    );
    runner.commit('approvals/first.ordo.yaml', await codeOf(runner, at));
    const before = merge(runner);
    const [placed] = await runner.job(WORKFLOW, 'place', given(at, { 'github.event.before': before }));
    expect(placed).toMatchObject({ code: 0 });
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(3);
    expect(paper.orders).toHaveLength(3);
    const runs = readFileSync(join(runner.temp, 'placed', 'plans', 'first.ordo.yaml.ndjson'), 'utf8').match(
      /"run-finished"/g,
    );
    expect(runs?.length).toBeGreaterThan(1);
  });

  test('waits for another run that holds the account', async () => {
    const { runner, at, paper } = await repository();
    runner.commit('ordo.config.yaml', CONFIG(paper.origin, ', queries: false'));
    runner.commit('approvals/first.ordo.yaml', await codeOf(runner, at));
    const before = merge(runner);
    const journal = given(at)['ORDO_JOURNAL'] as string;
    mkdirSync(dirname(journal), { recursive: true });
    const account = { origin: paper.origin, name: 'default' };
    const lock = lockRun(journal, { account }, { pid: 1, user: 'ann', host: 'desk', since: '2026-11-20T08:00:00Z' });
    setTimeout(() => lock.ok && lock.value.release(), 3000);
    const [placed] = await runner.job(WORKFLOW, 'place', given(at, { 'github.event.before': before, WAIT: '0.8' }));
    expect(placed).toMatchObject({ code: 0 });
    expect(readFileSync(join(runner.temp, 'placed', 'plans', 'first.ordo.yaml.ndjson'), 'utf8')).toContain(
      '"exitCode":10',
    );
    expect(paper.orders).toHaveLength(3);
  });

  test('tries every plan that changed on past prices, where something is expected', async () => {
    const { runner, at, paper } = await repository();
    runner.commit('ordo.config.yaml', withCandles(paper.origin));
    runner.commit('btc.csv', CANDLES);
    const tried = async (expectation: string) =>
      (await runner.job(WORKFLOW, 'review', given(at, { EXPECT: expectation }))).at(-1);
    // Three bids of 0.01 around 60001 are filled, and 59500 is the lowest.
    const lost = await tried('deepest >= -10');
    expect([lost?.step, lost?.code]).toEqual(['Try every plan that changed on past prices', 5]);
    expect(lost?.stdout).toContain('deepest >= -10   not met: -15.');
    expect((await tried('deepest >= -20'))?.step).toMatch(/^Each plan that would send/);
  });

  test('a mistake in a plan ends the review at its line', async () => {
    const { runner, at } = await repository();
    runner.commit('plans/first.ordo.yaml', bids('first', 3).replace('open-long', 'buy'));
    expect(await review(runner, at)).toMatch(/^Validate every plan: 3\n::error .*file=plans\/first\.ordo\.yaml,line=5/);
  });

  test('pins every action to a commit, and lies where init put its own', async () => {
    const text = readFileSync(new URL('../../examples/ci/plans.yml', import.meta.url), 'utf8');
    for (const [, action] of text.matchAll(/uses: (.*)/g))
      expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d/);
    const { runner } = await repository();
    await runner.bash('ordo init desk');
    expect(readdirSync(join(runner.folder, 'desk', '.github', 'workflows'))).toEqual(['plans.yml']);
  });

  test('gives keys to the job that places alone, and runs no step for a fork', () => {
    const text = readFileSync(new URL('../../examples/ci/plans.yml', import.meta.url), 'utf8');
    expect(JSON.stringify(WORKFLOW.jobs['review'])).not.toContain('secrets.');
    expect(JSON.stringify(WORKFLOW.jobs['place'])).toContain('secrets.ORDO_API_SECRET');
    expect(text).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    // What a pull request writes is never part of a script.
    for (const { steps } of Object.values(WORKFLOW.jobs))
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

test('every command of docs/ci.md does what the page says', async () => {
  const { runner, at, paper } = await repository();
  const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
  const scripts = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] as string);
  expect(scripts).toHaveLength(6);
  runner.commit('ordo.config.yaml', withCandles(paper.origin));
  runner.commit('btc.csv', CANDLES);
  const keys = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };
  for (const script of scripts) expect(await runner.bash(script, { ...given(at), ...keys })).toMatchObject({ code: 0 });
  expect(paper.orders).toHaveLength(3);
});

describe('the hooks of pre-commit', () => {
  /** Keys of a hook that its documentation has (pre-commit.com, "Creating new hooks"). */
  const KEYS = new Set(
    [
      'id name description entry args language language_version additional_dependencies minimum_pre_commit_version',
      'files exclude types types_or exclude_types always_run fail_fast verbose pass_filenames require_serial stages',
    ].flatMap((line) => line.split(' ')),
  );
  interface Hook {
    readonly id: string;
    readonly entry: string;
    readonly files: string;
  }
  const hooks = parse(
    readFileSync(new URL('../../.pre-commit-hooks.yaml', import.meta.url), 'utf8'),
  ) as readonly Hook[];

  test('are written as its manifest takes them, and are those of the example', () => {
    for (const hook of hooks) {
      expect(Object.keys(hook).filter((key) => !KEYS.has(key))).toEqual([]);
      expect(hook).toMatchObject({
        id: expect.any(String) as string,
        name: expect.any(String) as string,
        language: 'node',
      });
      expect(new RegExp(hook.files).test('plans/deep/a.yaml')).toBe(true);
      expect(new RegExp(hook.files).test('ordo.config.yaml')).toBe(false);
    }
    // pre-commit installs from what `npm pack` prints, which is the file’s name alone only by this.
    expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toMatch(/^foreground-scripts=false$/m);
    const used = workflowOf('pre-commit-config.yaml') as unknown as {
      repos: readonly { hooks: readonly { id: string }[] }[];
    };
    expect(used.repos.flatMap((repo) => repo.hooks.map(({ id }) => id))).toEqual(hooks.map(({ id }) => id));
  });

  test('pass a good plan, mend a layout, and refuse a mistake, given the names of files', async () => {
    const { runner } = await repository();
    const [validate, fmt] = hooks.map(({ entry }) => entry);
    expect((await runner.bash(`${validate} plans/first.ordo.yaml`)).code).toBe(0);
    runner.commit('plans/second file.yaml', bids('second', 1).replace('{ id', '{   id'));
    await runner.bash(`${fmt} plans/first.ordo.yaml 'plans/second file.yaml'`);
    // The hook fails where it changes a file: that is what git sees.
    expect(runner.git('diff', '--name-only')).toContain('plans/second file.yaml');
    runner.commit('plans/first.ordo.yaml', 'version: 1\n');
    expect((await runner.bash(`${validate} plans/first.ordo.yaml 'plans/second file.yaml'`)).code).toBe(3);
  });
});
