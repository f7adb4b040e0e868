/** The workflow of examples/ci where plans lie in folders, have odd names, move, and go. */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { Runner, workflowOf, type Given } from '../support/workflow.ts';

const WORKFLOW = workflowOf('plans.yml');
const KEYS = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };
const NO_COMMIT = '0'.repeat(40);

interface Desk {
  readonly runner: Runner;
  readonly at: At;
  readonly paper: Awaited<ReturnType<typeof paperAndPlace>>['paper'];
  readonly given: (more?: Given) => Given;
}

const config = (origin: string, account = 'default'): string =>
  `version: 1\nexchange: { baseUrl: '${origin}', account: ${account} }\n`;

/** A repository with a config and these plans on its main branch, and a branch of its own to change them. */
async function desk(plans: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const { at, paper } = await paperAndPlace();
  const { ORDO_BASE_URL: _, ORDO_API_KEY: _k, ORDO_API_SECRET: _s, ORDO_API_PASSPHRASE: _p, ...env } = at.env;
  const runner = new Runner({ ...at, env });
  runner.git('checkout', '--quiet', '-b', 'main');
  runner.commit('ordo.config.yaml', config(paper.origin));
  for (const [name, text] of Object.entries(plans)) runner.commit(name, text);
  runner.git('checkout', '--quiet', '-b', 'change');
  const given = (more: Given = {}): Given => ({
    'github.base_ref': 'main',
    'github.event.number': '7',
    'github.token': 'none',
    'github.event.before': '',
    'secrets.ORDO_API_KEY': 'paper',
    'secrets.ORDO_API_SECRET': 'paper',
    'secrets.ORDO_API_PASSPHRASE': 'paper',
    ORDO_JOURNAL: join(at.folder, 'journal', 'journal.db'),
    WAIT: '0.2',
    ...more,
  });
  return { runner, at, paper, given };
}

/** What each step ended with; the words of one that failed. */
async function job({ runner, given }: Desk, name: string, more: Given = {}): Promise<readonly string[]> {
  const ends = await runner.job(WORKFLOW, name, given(more));
  return ends.map(({ step, code, stdout, stderr }) => `${step}: ${code}${code === 0 ? '' : `\n${stdout}${stderr}`}`);
}

const place = async ({ runner, given }: Desk, plan: string): Promise<void> => {
  const script = `ordo run '${plan}' --execute --live --yes --output lines`;
  expect(await runner.bash(script, { ...given(), ...KEYS })).toMatchObject({ code: 0 });
};

const codeFor = ({ runner }: Desk, plan: string): string =>
  (JSON.parse(readFileSync(join(runner.temp, 'review', `${plan}.json`), 'utf8')) as { approval: string }).approval;

const comments = ({ runner }: Desk): readonly string[] => runner.comments.map(({ body }) => body);

describe('the workflow, plan by plan', () => {
  test('tells two files of one name in two folders apart, in comments, approvals and what is placed', async () => {
    const at = await desk();
    at.runner.commit('plans/grid.yaml', bids('grid', 2));
    at.runner.commit('plans/eth/grid.yaml', bids('eth-grid', 3));
    expect((await job(at, 'review')).at(-1)).toContain('approvals/eth/grid.yaml does not hold');
    const [eth, own] = ['plans/eth/grid.yaml', 'plans/grid.yaml'].map((plan) => codeFor(at, plan)) as [string, string];
    expect(own).not.toBe(eth);
    expect(comments(at)).toHaveLength(2);
    for (const [plan, code] of [
      ['grid.yaml', own],
      ['eth/grid.yaml', eth],
    ]) {
      const body = comments(at).find((one) => one.startsWith(`<!-- ordo diff: plans/${plan} -->`));
      expect(body).toContain(`commit \`${code}\` as \`approvals/${plan}\``);
    }
    // One approved is one placed.
    at.runner.commit('approvals/eth/grid.yaml', eth);
    expect((await job(at, 'place', { 'github.event.before': 'HEAD~1' }))[0]).toBe(
      'Place what was approved by this push: 0',
    );
    expect(at.paper.orders).toHaveLength(3);
    expect(readFileSync(join(at.runner.temp, 'placed', 'plans', 'eth', 'grid.yaml.ndjson'), 'utf8')).toContain(
      'eth-grid',
    );
  });

  test('reviews and places names with an umlaut, a space, a line break, and the other ending', async () => {
    const at = await desk();
    const names = ['my désk.yml', 'two\nlines.yaml'];
    names.forEach((name, index) => at.runner.commit(`plans/${name}`, bids(`p${index}`, 1)));
    await job(at, 'review');
    const before = at.runner.git('rev-parse', 'HEAD');
    for (const name of names) at.runner.commit(`approvals/${name}`, codeFor(at, `plans/${name}`));
    expect((await job(at, 'review')).at(-1)).toBe('Each plan that would send something is approved as it is: 0');
    expect(comments(at)).toHaveLength(names.length);
    for (const told of await job(at, 'place', { 'github.event.before': before })) expect(told).toMatch(/: 0$/);
    expect(at.paper.orders).toHaveLength(names.length);
  });

  test('says of a deleted plan what stands of it, and of the last one too', async () => {
    const at = await desk({ 'plans/first.yaml': bids('first', 5) });
    await place(at, 'plans/first.yaml');
    rmSync(join(at.runner.folder, 'plans'), { recursive: true });
    at.runner.push('gone');
    for (const told of await job(at, 'review')) expect(told).toMatch(/: 0$/);
    const [body, ...more] = comments(at);
    expect(more).toEqual([]);
    expect(body).toMatch(/^<!-- ordo diff: plans\/first.yaml -->/);
    expect(body).toContain('5 removed');
    expect(body).toContain('5 of its orders are open:** `ordo cancel --name first`');
    expect(
      await at.runner.bash('ordo cancel --name first --execute --live --yes', { ...at.given(), ...KEYS }),
    ).toMatchObject({ code: 0 });
    await job(at, 'review');
    expect(comments(at)).toEqual([expect.stringContaining('None of its orders is open.')]);
  });

  test('goes by the config of the folder that the deleted plan was in', async () => {
    const at = await desk({ 'plans/other.yaml': bids('other', 1) });
    at.runner.git('checkout', '--quiet', 'main');
    at.runner.commit('plans/eth/ordo.config.yaml', config(at.paper.origin, 'eth'));
    at.runner.commit('plans/eth/grid.yaml', bids('grid', 2));
    await place(at, 'plans/eth/grid.yaml');
    at.runner.git('checkout', '--quiet', '-B', 'change');
    at.runner.git('rm', '--quiet', 'plans/eth/grid.yaml');
    at.runner.push('gone');
    await job(at, 'review');
    expect(comments(at).join('')).toContain('`ordo cancel --name grid --config plans/eth/ordo.config.yaml`');
  });

  test('knows a renamed file by the plan’s name, and a renamed plan by what stands of the old name', async () => {
    const at = await desk({ 'plans/first.yaml': bids('first', 2), 'plans/second.yaml': bids('second', 3) });
    await place(at, 'plans/second.yaml');
    mkdirSync(join(at.runner.folder, 'plans', 'btc'));
    renameSync(join(at.runner.folder, 'plans/first.yaml'), join(at.runner.folder, 'plans/btc/moved.yaml'));
    at.runner.commit('plans/second.yaml', bids('third', 3));
    await job(at, 'review');
    const [moved, third, ...more] = comments(at).toSorted();
    expect(more).toEqual([]);
    expect(moved).toMatch(/^<!-- ordo diff: plans\/btc\/moved.yaml -->/);
    expect(moved).toContain('`plans/btc/moved.yaml` is the same as `origin/main:plans/first.yaml`: 2 orders · digest ');
    expect(moved).not.toContain('No plan is called');
    expect(third).toContain(
      'No plan is called `second` any more, and 3 of its orders are open:** `ordo cancel --name second`',
    );
  });

  test('reviews every plan where only a config in a folder changed, and none where only a page did', async () => {
    const at = await desk({
      'plans/first.yaml': bids('first', 1),
      'plans/eth/second.yaml': bids('second', 1),
    });
    at.runner.commit('README.md', 'words');
    expect((await job(at, 'review')).at(-1)).toMatch(/: 0$/);
    expect(comments(at)).toEqual([]);
    at.runner.commit('plans/eth/ordo.config.yaml', config(at.paper.origin, 'eth'));
    expect((await job(at, 'review')).at(-1)).toContain('approvals/eth/second.yaml does not hold');
    expect(comments(at)).toHaveLength(2);
  });

  test('places nothing where the push names no commit before it, or an approval no plan', async () => {
    const at = await desk();
    expect(await job(at, 'place', { 'github.event.before': NO_COMMIT })).toEqual([
      'Place what was approved by this push: 0',
      'Report: 0',
    ]);
    at.runner.commit('plans/first.yaml', bids('first', 1));
    await job(at, 'review');
    at.runner.commit('approvals/first.yaml', codeFor(at, 'plans/first.yaml'));
    for (const before of [NO_COMMIT, 'f'.repeat(40)]) {
      const [told] = await job(at, 'place', { 'github.event.before': before });
      expect(told).toMatch(/: 1\n::error::nothing is placed: this push does not say which commit was there before it/);
    }
    at.runner.commit('approvals/gone.yaml', NO_COMMIT);
    const [told] = await job(at, 'place', { 'github.event.before': 'HEAD~1' });
    expect(told).toContain('::error file=approvals/gone.yaml::it approves plans/gone.yaml, which is not there');
    expect(at.paper.orders).toEqual([]);
  });
});
