/** What the program of `notify` is told of a plan that is followed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BareLooks } from '../../src/actions/follow/bare-looks.ts';
import type { GroupStanding } from '../../src/compile/follow/standing.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FollowNews } from '../../src/session/follow/follow-task.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';

const PLAN = `version: 1
name: rings
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 62000, price: market }
`;
/** It runs with PATH and HOME alone. */
const NOTIFY = { config: `notify: [sh, -c, 'cat >> "$HOME/heard"']` };
const isEntry = ({ type, kind }: PaperOrder): boolean => type === '1' && kind !== 'trigger';
const isStop = ({ type, kind }: PaperOrder): boolean => type === '3' && kind === 'trigger';

/** Of whole lines: it may be written just now. */
const kindsIn = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { kind: string }).kind)
    : [];

test('a stop that comes with the fill rings nobody', { timeout: 60_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(PLAN, NOTIFY);
  const one = begin();
  await one.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId, '0.1');
  await one.until('the stop', () => paper.orders.some(isStop));
  paper.fill(order(isEntry).orderId);
  await one.until('all of it', () => paper.orders.filter(isStop).length === 2);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await one.stop();
  expect(kindsIn(join(at.folder, 'heard'))).toEqual(['finished']);
});

test('a stop that is let go rings as naked while the plan is followed', { timeout: 60_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(PLAN, NOTIFY);
  const heard = join(at.folder, 'heard');
  const one = begin();
  await one.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  for (const many of [1, 2]) {
    await one.until('the stop', () => paper.orders.filter(isStop).length === many);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    paper.cancelByExchange(order((is) => isStop(is) && isOpen(is)).orderId);
  }
  await one.until('the notice', () => kindsIn(heard).includes('naked'));
  await one.stop();
  expect(kindsIn(heard)).toEqual(['naked', 'finished']);
  expect(readFileSync(heard, 'utf8')).toContain('NAKED 0.3 long cmt_btcusdt: nothing would stop it');
});

const group = (naked: string, more: Partial<GroupStanding> = {}): GroupStanding =>
  ({ entries: ['entry'], naked: Decimal.of(naked), hasStop: true, isLetGo: false, ...more }) as GroupStanding;

/** The looks of a group by what of it is naked, and whether it rings after the last. */
const LOOKED: readonly (readonly [string, readonly string[], boolean])[] = [
  ['the look that sees the fill', ['0.1'], false],
  ['one more', ['0.1', '0.1'], false],
  ['two more', ['0.1', '0.1', '0.2'], true],
  ['covered in between', ['0.1', '0.1', '0', '0.1', '0.1'], false],
];

test.each(LOOKED)('%s', (_, sizes, rings) => {
  const bare = new BareLooks();
  for (const [at, size] of sizes.entries()) {
    const news = { groups: [group(size)], known: { lookedMs: at } } as unknown as FollowNews;
    bare.take(news);
    // Told again without a look.
    bare.take(news);
  }
  expect(bare.isBare(group(sizes.at(-1) ?? '0'), false)).toBe(rings);
});

test('at once where no stop is to come', () => {
  const bare = new BareLooks();
  const rings = [group('0.1', { hasStop: false }), group('0.1', { isLetGo: true })].map((one) =>
    bare.isBare(one, false),
  );
  expect([...rings, bare.isBare(group('0.1'), true), bare.isBare(group('0'), true)]).toEqual([true, true, true, false]);
});
