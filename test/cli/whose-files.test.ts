/** A config or a list of instruments that somebody else could have written decides about no order. */
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GO_ON, LOSING, paperAndPlace, run, settle, type At } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, type Ended } from '../../proofs/support/ordo.ts';
import { isRoot, OTHER } from '../support/users.ts';

const LIST =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.001","minSize":"0.001"}}}';
const CONFIG = 'version: 1\n';

/** A file in a folder of its own below the place. */
function inFolder(at: At, folder: string, mode: number, name: string, text: string): string {
  mkdirSync(join(at.folder, folder));
  const file = at.write(join(folder, name), text);
  chmodSync(dirname(file), mode);
  return file;
}
const named = (at: At, config: string): Promise<Ended> => run(at, '--config', config);

type Row = [name: string, make: (at: At) => Promise<Ended>, said: RegExp];
const refused: Row[] = [
  [
    'a config that its group may write',
    (at) => (chmodSync(at.write('ordo.config.yaml', CONFIG), 0o664), run(at)),
    /may write the config ordo\.config\.yaml \(mode 664\)\n.*chmod go-w ordo\.config\.yaml\n/,
  ],
  [
    'a config that others may write',
    (at) => (chmodSync(at.write('ordo.config.yaml', CONFIG), 0o602), run(at)),
    /chmod go-w ordo\.config\.yaml\n/,
  ],
  [
    'a config in a folder that others may write',
    (at) => named(at, inFolder(at, 'open', 0o777, 'c.yaml', CONFIG)),
    /the folder of the config open\/c\.yaml \(mode 777\)\n.*chmod go-w open\n/,
  ],
  [
    'a link to a config that others may write',
    (at) => {
      chmodSync(at.write('real.yaml', CONFIG), 0o666);
      symlinkSync('real.yaml', join(at.folder, 'ordo.config.yaml'));
      return run(at);
    },
    /chmod go-w real\.yaml\n/,
  ],
  [
    'a link to a config in a folder that others may write',
    (at) => {
      symlinkSync(inFolder(at, 'open', 0o770, 'c.yaml', CONFIG), join(at.folder, 'ordo.config.yaml'));
      return run(at);
    },
    /chmod go-w open\n/,
  ],
  [
    'a link in a folder that others may write',
    (at) => {
      at.write('c.yaml', CONFIG);
      const link = join(dirname(inFolder(at, 'open', 0o777, 'x', '')), 'link.yaml');
      symlinkSync('../c.yaml', link);
      return named(at, link);
    },
    /chmod go-w open\n/,
  ],
  [
    'instruments beside the config that others may write',
    (at) => {
      at.write('ordo.config.yaml', CONFIG);
      chmodSync(at.write('instruments.json', LIST), 0o606);
      return run(at);
    },
    /may write the instruments instruments\.json.*\n.*chmod go-w instruments\.json\n/,
  ],
  [
    'instruments in a folder that others may write',
    (at) => {
      at.write('ordo.config.yaml', `${CONFIG}instruments: open/list.json\n`);
      inFolder(at, 'open', 0o777, 'list.json', LIST);
      return run(at);
    },
    /chmod go-w open\n/,
  ],
];
const refusedAsRoot: Row[] = [
  [
    'a config of another user',
    (at) => (chownSync(at.write('ordo.config.yaml', CONFIG), OTHER, OTHER), run(at)),
    /the config ordo\.config\.yaml belongs to user 54322, neither to you \(0\) nor to root\n.*chown 0 ordo\.config\.yaml\n/,
  ],
  [
    'a config in a folder of another user',
    (at) => {
      const file = inFolder(at, 'theirs', 0o755, 'c.yaml', CONFIG);
      chownSync(dirname(file), OTHER, OTHER);
      return named(at, file);
    },
    /the folder of the config theirs\/c\.yaml belongs to user 54322/,
  ],
  [
    'a link of another user in a folder for all',
    (at) => {
      at.write('c.yaml', CONFIG);
      const link = join(dirname(inFolder(at, 'sticky', 0o1777, 'x', '')), 'link.yaml');
      symlinkSync('../c.yaml', link);
      lchownSync(link, OTHER, OTHER);
      return named(at, link);
    },
    /is a link that user 54322 made\n/,
  ],
  [
    'instruments of another user',
    (at) => {
      at.write('ordo.config.yaml', CONFIG);
      chownSync(at.write('instruments.json', LIST), OTHER, OTHER);
      return run(at);
    },
    /the instruments instruments\.json belongs to user 54322/,
  ],
];

describe('a live run refuses', () => {
  test.each([...refused, ...(isRoot ? refusedAsRoot : [])])('%s', async (_, make, said) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('whose', 1));
    const { code, stderr } = await make(at);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said) as string]);
    expect(paper.requests).toEqual([]);
  });
});

describe('a live run goes by', () => {
  test('a file of one’s own in a folder for all that keeps files apart, as /tmp does', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('whose', 1));
    expect((await named(at, inFolder(at, 'sticky', 0o1777, 'c.yaml', CONFIG))).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });

  test.runIf(isRoot)('a file of root’s, and one’s own in one’s own folder', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('whose', 1));
    at.write('ordo.config.yaml', CONFIG);
    chownSync(at.write('instruments.json', LIST), OTHER, OTHER);
    chownSync(at.folder, OTHER, OTHER);
    const args = ['run', 'plan.yaml', '--execute', '--live', '--yes'];
    expect((await here(args, { ...at, uid: OTHER })).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });
});

const openConfig = (at: At): string => {
  const file = at.write('ordo.config.yaml', GO_ON);
  chmodSync(file, 0o666);
  return file;
};

describe('a config that others may write', () => {
  test('is no hindrance to what sends nothing; a dry run for the live exchange warns', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('whose', 1));
    openConfig(at);
    for (const args of [['validate'], ['run'], ['run', '--execute'], ['status'], ['run', '--live']])
      expect([args, (await here([...args, 'plan.yaml'], at)).code]).toEqual([args, 0]);
    const { stdout } = await here(['run', 'plan.yaml', '--live'], at);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('an execution would be refused (exit 2); check that');
    expect(paper.requests).toEqual([]);
  });

  test('is refused by settle before the exchange is asked', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('whose', 1));
    const config = at.write('ordo.config.yaml', GO_ON);
    expect((await run(at)).code).toBe(7);
    const before = paper.requests.length;
    openConfig(at);
    const { code, stderr } = await settle(at);
    expect([code, stderr]).toEqual([2, expect.stringContaining('chmod go-w ordo.config.yaml') as string]);
    expect(paper.requests).toHaveLength(before);
    chmodSync(config, 0o600);
    expect((await settle(at)).code).toBe(0);
  });

  test('is refused by ordo instruments, and so is such a list', async () => {
    const { paper, at } = await paperAndPlace();
    const config = openConfig(at);
    const byConfig = await here(['instruments'], at);
    expect([byConfig.code, byConfig.stderr]).toEqual([2, expect.stringContaining('ordo.config.yaml') as string]);
    chmodSync(config, 0o600);
    chmodSync(at.write('instruments.json', LIST), 0o666);
    const byList = await here(['instruments'], at);
    expect([byList.code, byList.stderr]).toEqual([2, expect.stringContaining('go-w instruments.json') as string]);
    expect(paper.requests).toEqual([]);
  });
});
