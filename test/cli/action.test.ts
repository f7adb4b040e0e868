/** The steps of action.yml, run as GitHub's runner runs those of a composite action: bash, in a real clone, by the built command. */
import { existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bids, place, type Place } from '../../proofs/support/ordo.ts';
import { afterTest } from '../support/live.ts';
import { Runner } from '../support/workflow.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly name: string;
      readonly shell: string;
      readonly run: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const PROJECT = new URL('../../', import.meta.url).pathname;
const action = parse(readFileSync(join(PROJECT, 'action.yml'), 'utf8')) as Action;

let runner: Runner;
let at: Place;
beforeEach(() => {
  const made = place();
  at = made;
  afterTest(() => made.remove());
  runner = new Runner(at);
  runner.commit('plans/first.ordo.yaml', bids('first', 2));
  runner.git('checkout', '--quiet', '-b', 'change');
});

/** Each step after the first, which installs, up to one that fails. */
async function checked(
  inputs: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; said: string; summary: string }> {
  const given: Record<string, string> = { plans: 'plans', base: 'origin/main', expect: '', ...inputs };
  let said = '';
  for (const { run, env = {} } of action.runs.steps.slice(1)) {
    const variables = Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ inputs\.([a-z]+) \}\}/g, (_, input: string) => given[input] ?? ''),
    ]);
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    const { code, stdout, stderr } = await runner.bash(run, Object.fromEntries(variables) as Record<string, string>);
    said += stdout + stderr;
    if (code !== 0) return { code, said, summary: summary() };
  }
  return { code: 0, said, summary: summary() };
}

function summary(): string {
  const file = join(runner.temp, 'summary.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe('the action for pull requests', () => {
  test('takes its inputs as variables, never as text of a script', () => {
    expect(action.runs.using).toBe('composite');
    for (const { run, shell } of action.runs.steps) expect([shell, run.includes('${{')]).toEqual(['bash', false]);
    for (const { description } of Object.values(action.inputs)) expect(description).not.toBe('');
  });

  test('installs ordo of its own commit, and puts it on the path', async () => {
    const path = join(runner.temp, 'path');
    mkdirSync(join(at.folder, 'action'));
    const { code, stdout } = await runner.bash(action.runs.steps[0]?.run ?? '', {
      GITHUB_ACTION_PATH: join(at.folder, 'action'),
      GITHUB_PATH: path,
    });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `npm ci --silent --prefix ${at.folder}/action\nnpm run --silent --prefix ${at.folder}/action build\n`,
    );
    const bin = readFileSync(path, 'utf8').trim();
    expect(readlinkSync(join(bin, 'ordo'))).toBe(join(at.folder, 'action', 'dist', 'cli.js'));
  });

  test('says what changed of each plan, whatever its name, and nothing of the others', async () => {
    runner.commit('plans/first.ordo.yaml', bids('first', 3));
    runner.commit('plans/eth/a désk.yml', bids('second', 1));
    runner.commit('plans/notes.txt', 'words');
    const { code, said, summary: told } = await checked();
    expect([code, said.includes('valid')]).toEqual([0, true]);
    expect(told).toContain('plans/first.ordo.yaml');
    expect(told).toContain('a désk.yml');
    expect(told).not.toContain('notes.txt');
  });

  test('a changed config is a change of every plan, and a deleted plan is told', async () => {
    runner.commit('ordo.config.yaml', 'version: 1\npolicy: { maxOrders: 30 }\n');
    expect((await checked()).summary).toContain('plans/first.ordo.yaml');
    runner.git('rm', '-r', '--quiet', 'plans');
    runner.push('none left');
    const { code, summary: told } = await checked();
    expect(code).toBe(0);
    expect(told).toMatch(/deleted|removed/);
  });

  test('ends at a mistake, with its line', async () => {
    runner.commit('plans/first.ordo.yaml', bids('first', 2).replace('open-long', 'buy'));
    const { code, said } = await checked();
    expect(code).toBe(3);
    expect(said).toMatch(/^::error .*file=plans\/first\.ordo\.yaml,line=\d/m);
  });

  test('a clone that is too shallow is told how to be deeper; without a base nothing is compared', async () => {
    const { code, said } = await checked({ base: 'origin/gone' });
    expect(code).toBe(1);
    expect(said).toContain(
      '::error::origin/gone is not known here, or has no commit in common: check out with fetch-depth: 0',
    );
    expect(await checked({ base: '' })).toMatchObject({ code: 0, summary: '' });
  });
});
