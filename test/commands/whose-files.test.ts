/** Whose files a live run goes by, where this test is not root and cannot give files away: on entries that are made up. */
import { describe, expect, test } from 'vitest';
import { findConfig } from '../../src/commands/inputs/input-files.ts';
import { distrustOf } from '../../src/commands/live/whose-files.ts';
import type { Access, Entry, World } from '../../src/commands/world.ts';
import type { WorldParts } from '../support/world-parts.ts';

const [ROOT, ME, OTHER] = [0, 1000, 1001];
type Made = Access & { readonly link?: string };
type Tree = Readonly<Record<string, Made>>;

/** A system of which only these paths are there. */
function world(tree: Tree, knowsOwners = true): World {
  const entryAt = (path: string): Entry => {
    const found = tree[path];
    if (found === undefined) return { kind: 'nothing' };
    if (found.link !== undefined) return { ...entryAt(found.link), linkOwner: found.owner } as Entry;
    const { owner, mode } = found;
    return { kind: 'file', realPath: path, ...(knowsOwners && { access: { owner, mode } }) };
  };
  const own: WorldParts = {
    files: {
      folder: '/',
      userId: knowsOwners ? ME : undefined,
      entryAt,
    },
  };
  return own as World;
}
const FILE = '/repo/ordo.config.yaml';
const fileIn = (folder: Access, file: Made): Tree => ({ '/repo': folder, [FILE]: file });
const mine = (mode: number): Access => ({ owner: ME, mode });
const why = (tree: Tree, knowsOwners = true): string | undefined =>
  distrustOf(world(tree, knowsOwners).files, { configFile: FILE })?.why;

describe('a config', () => {
  test.each<[string, Tree]>([
    ['mine in a folder of mine', fileIn(mine(0o755), mine(0o644))],
    ['root’s in a folder of root’s', fileIn({ owner: ROOT, mode: 0o755 }, { owner: ROOT, mode: 0o444 })],
    ['mine in a folder for all that keeps files apart', fileIn({ owner: ROOT, mode: 0o1777 }, mine(0o600))],
    [
      'behind a link of mine',
      { ...fileIn(mine(0o700), { ...mine(0o777), link: '/x/c' }), '/x': mine(0o755), '/x/c': mine(0o600) },
    ],
  ])('%s is gone by', (_, tree) => expect(why(tree)).toBeUndefined());

  test.each<[string, Tree, string]>([
    ['another’s', fileIn(mine(0o755), { owner: OTHER, mode: 0o644 }), 'belongs to user 1001, neither to you (1000)'],
    ['mine that the group may write', fileIn(mine(0o755), mine(0o664)), '(mode 664)'],
    ['mine in another’s folder', fileIn({ owner: OTHER, mode: 0o755 }, mine(0o644)), 'the folder of the config'],
    ['mine in a folder for all', fileIn(mine(0o757), mine(0o644)), '(mode 757)'],
    ['in another’s folder that keeps files apart', fileIn({ owner: OTHER, mode: 0o1777 }, mine(0o644)), 'user 1001'],
    [
      'behind another’s link',
      fileIn({ owner: ROOT, mode: 0o1777 }, { owner: OTHER, mode: 0o777, link: '/repo' }),
      'link',
    ],
    ['that is gone', { '/repo': mine(0o755) }, 'not there any more'],
  ])('%s is refused', (_, tree, said) => expect(why(tree)).toContain(said));

  test('of no owner that the system knows is gone by', () => {
    expect(why(fileIn({ owner: OTHER, mode: 0o777 }, { owner: OTHER, mode: 0o666 }), false)).toBeUndefined();
  });
});

const above = (plans: number, repo: number): string | undefined =>
  findConfig(
    world({
      '/repo/plans': { owner: plans, mode: 0o755 },
      '/repo': { owner: repo, mode: 0o755 },
      [FILE]: mine(0o644),
    }).files,
    undefined,
    '/repo/plans',
  );

describe('the search upwards', () => {
  test('ends where the owner changes, be it to root', () => {
    expect(above(ME, ME)).toBe(FILE);
    expect(above(OTHER, OTHER)).toBe(FILE);
    expect(above(ME, ROOT)).toBeUndefined();
    expect(above(ROOT, ME)).toBeUndefined();
  });
});
