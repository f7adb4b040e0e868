/** Which config a command goes by: the nearest above the plan and no farther, and never none where one cannot be read. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterTest } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, place, type Ended } from '../../proofs/support/ordo.ts';
import { closed, isRoot, keptOut, ONE, OTHER } from '../support/users.ts';

/** A policy that every plan here breaks: exit 4 shows that this config was taken, 0 that it was not. */
const FORBIDS = 'version: 1\npolicy: { maxOrderNotional: 1 }\n';
const FORBIDDEN = 4;

interface Tree {
  readonly folder: string;
  readonly file: (name: string) => string;
  readonly make: (name: string, text?: string) => string;
  readonly validate: (plan: string, ...more: string[]) => Promise<Ended>;
  readonly validateAs: (uid: number, plan: string) => Promise<Ended>;
  readonly validateKeptOut: (plan: string) => Promise<Ended>;
}

/** A folder of a user's own, so that nothing above it is looked at, with a plan in `plans`. */
function tree(): Tree {
  const at = place();
  afterTest(() => at.remove());
  const file = (name: string): string => join(at.folder, name);
  const make = (name: string, text?: string): string => {
    mkdirSync(join(file(name), text === undefined ? '.' : '..'), { recursive: true });
    if (text !== undefined) writeFileSync(file(name), text);
    return file(name);
  };
  mkdirSync(file('.git'));
  make('plans/plan.yaml', bids('found', 1));
  return {
    folder: at.folder,
    file,
    make,
    validate: (plan, ...more) => here(['validate', plan, ...more], at),
    validateAs: (uid, plan) => here(['validate', plan], { ...at, uid }),
    validateKeptOut: (plan) => here(['validate', plan], keptOut(at)),
  };
}

describe('the nearest config', () => {
  test('is looked for upwards as far as the root of the repository', async () => {
    const { make, validate } = tree();
    make('ordo.config.yaml', FORBIDS);
    expect((await validate('plans/plan.yaml')).code).toBe(FORBIDDEN);
    make('plans/ordo.config.yaml', 'version: 1\n');
    expect((await validate('plans/plan.yaml')).code).toBe(0);
  });

  test.each<[string, (git: string) => void]>([
    ['a folder', (git) => mkdirSync(git)],
    ['the file of a worktree', (git) => writeFileSync(git, 'gitdir: /elsewhere\n')],
    ['a link to nothing', (git) => symlinkSync('nowhere', git)],
  ])('is not looked for above that root, its .git %s', async (_, makeGit) => {
    const { file, make, validate } = tree();
    make('ordo.config.yaml', FORBIDS);
    makeGit(file('plans/.git'));
    expect((await validate('plans/plan.yaml')).code).toBe(0);
  });

  test('is that of the repository in which the folder truly lies', async () => {
    const { file, make, validate } = tree();
    make('real/plans/plan.yaml', bids('found', 1));
    make('real/ordo.config.yaml', FORBIDS);
    symlinkSync(file('real/plans'), file('link'));
    expect((await validate('link/plan.yaml')).code).toBe(FORBIDDEN);
  });

  test.runIf(isRoot)('is not looked for past a change of owner, within a repository or without one', async () => {
    const { file, make, validateAs } = tree();
    make('ordo.config.yaml', FORBIDS);
    chmodSync(file('.'), 0o755);
    expect((await validateAs(ONE, 'plans/plan.yaml')).code).toBe(FORBIDDEN);
    chownSync(file('plans'), ONE, ONE);
    expect((await validateAs(ONE, 'plans/plan.yaml')).code).toBe(0);
    rmSync(file('.git'), { recursive: true });
    expect((await validateAs(ONE, 'plans/plan.yaml')).code).toBe(0);
    chownSync(file('.'), ONE, ONE);
    expect((await validateAs(OTHER, 'plans/plan.yaml')).code).toBe(FORBIDDEN);
  });
});

describe('a config that is there and cannot be read is refused', () => {
  const rows: [name: string, make: (file: string) => void, said: string][] = [
    ['a link to nothing', (file) => symlinkSync('gone.yaml', file), 'it is a link to nothing'],
    ['a link to itself', (file) => symlinkSync('ordo.config.yaml', file), 'its links lead in a circle'],
    ['a link to a folder', (file) => symlinkSync('.', file), 'it is a folder'],
    ['a folder', (file) => mkdirSync(file), 'it is a folder'],
    ['a pipe', (file) => void execFileSync('mkfifo', [file]), 'it is not a regular file'],
    ['a link to a device', (file) => symlinkSync('/dev/zero', file), 'it is not a regular file'],
    ['a file without end', (file) => symlinkSync('/proc/self/pagemap', file), 'cannot be read: '],
  ];
  test.each(rows)('%s', async (_, makeConfig, said) => {
    const { file, validate } = tree();
    makeConfig(file('ordo.config.yaml'));
    const ended = await validate('plans/plan.yaml');
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('the config');
    expect(ended.stderr).toContain(said);
    renameSync(file('ordo.config.yaml'), file('named.yaml'));
    if (said.includes('circle')) symlinkSync('ordo.config.yaml', file('ordo.config.yaml'));
    const named = await validate('plans/plan.yaml', '--config', 'named.yaml');
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining(said) as string]);
  });

  test('one that may not be read', async () => {
    const { file, make, validateKeptOut } = tree();
    chmodSync(file('.'), 0o755);
    closed(make('ordo.config.yaml', FORBIDS));
    const { code, stderr } = await validateKeptOut('plans/plan.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining('permission denied') as string]);
  });

  test('one in a folder that may not be entered', async () => {
    const { file, make, validateKeptOut } = tree();
    chmodSync(file('.'), 0o755);
    make('closed/inner/ordo.config.yaml', FORBIDS);
    symlinkSync('closed/inner/ordo.config.yaml', file('ordo.config.yaml'));
    expect((await validateKeptOut('plans/plan.yaml')).code).toBe(FORBIDDEN);
    closed(file('closed'));
    const { code, stderr } = await validateKeptOut('plans/plan.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining('permission denied') as string]);
  });

  test('the instruments that it names', async () => {
    const { file, make, validate } = tree();
    make('ordo.config.yaml', 'version: 1\ninstruments: list.json\n');
    symlinkSync('gone.json', file('list.json'));
    const { code, stderr } = await validate('plans/plan.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining('it is a link to nothing') as string]);
  });
});

test.each(['ordo.config.yml', 'plans/ordo.config.yml'])('%s is told to be called otherwise', async (name) => {
  const { file, make, validate } = tree();
  make(name, FORBIDS);
  const { code, stderr } = await validate('plans/plan.yaml');
  expect([code, stderr]).toEqual([2, expect.stringContaining('it must be called ordo.config.yaml') as string]);
  expect(stderr).toContain(name);
  // Named, it is what the person means; above the root of the repository it is nobody's.
  expect((await validate('plans/plan.yaml', '--config', name)).code).toBe(FORBIDDEN);
  mkdirSync(file('plans/.git'));
  expect((await validate('plans/plan.yaml')).code).toBe(name.startsWith('plans') ? 2 : 0);
});
