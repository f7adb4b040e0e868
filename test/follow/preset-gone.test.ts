/** A stopLoss that is not on the exchange any more, or never was: seen by the looks of a follower, and in every ending. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { configOf } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: preset
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.1, price: 60000, stopLoss: 58000 }
  - { id: half, side: close-long, size: { filled: entry, share: 50% }, trigger: 66000, price: market }
`;

const isPreset = (one: PaperOrder): boolean => isOpen(one) && one.presetOf !== undefined;
const isHalf = (one: PaperOrder): boolean => isOpen(one) && one.trigger?.startsWith('66000') === true;

async function deskOf(version: (typeof INTERFACES)[number], options: PaperOptions, more = ''): Promise<FollowDesk> {
  const desk = await followDesk(PLAN, { version, ...options });
  desk.at.write('ordo.config.yaml', configOf(version, more).replace('500ms }', '500ms, cancelWait: 3s }'));
  return desk;
}

type Group = { readonly held: string; readonly covered: string; readonly naked: string; readonly unknown: string };

const groupsOf = (ended: Pick<Ended, 'stdout'>): readonly Group[] =>
  ofKind(eventsOf(ended as Ended), 'protection').flatMap(({ positions }) =>
    positions.flatMap(({ groups = [] }) => groups as readonly Group[]),
  );

/** In each event the group has what its position has. */
function expectAgreed(ended: Ended): void {
  for (const { positions } of ofKind(eventsOf(ended), 'protection'))
    for (const { held, covered, naked, groups: [group] = [undefined] } of positions)
      if (group !== undefined && group.held === held) expect([group.covered, group.naked]).toEqual([covered, naked]);
}

/** Of the group: the account may be seen to hold it before its trades are. */
const UNKNOWN = '"held":"0.1","covered":"0","naked":"0","unknown":"0.1"';
const MISSING = 'the stopLoss of entry at 58000 is not on the exchange: ordo places none in its stead';

test.each(INTERFACES)(
  '%s: taken off by hand: said by the looks after it, rung, and the plan ends with 6',
  { timeout: 60_000 },
  async (version) => {
    const desk = await deskOf(version, { presets: true }, `notify: [sh, -c, 'cat >> "$HOME/heard"']`);
    const { paper, at, begin, order } = desk;
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    paper.fill(order(isOpen).orderId);
    await one.until('its stop and the target', () => paper.orders.some(isPreset) && paper.orders.some(isHalf));
    await one.until('some looks', () => one.written.includes('"covered":"0.1"'));
    expect(one.written).not.toContain('"naked":"0.1"');
    paper.cancelByExchange(order(isPreset).orderId);
    await one.until('that it is naked', () => one.written.includes('"naked":"0.1"'));
    const asked = paper.requests.length;
    await one.until('more looks', () => paper.requests.length > asked + 30);
    const status = await here(['status', 'plan.yaml'], at);
    expect(status.stdout).toMatch(/held 0\.1 long.* covered 0 · NAKED 0\.1/);
    expect(status.stdout).toContain('! hold long 0.1 · at stops 0 · NAKED 0.1');
    paper.fire(order(isHalf).orderId);
    const ended = await one.ended;
    expect(ended.code).toBe(6);
    expect(groupsOf(ended).at(-1)).toMatchObject({ held: '0.05', covered: '0', naked: '0.05', unknown: '0' });
    expectAgreed(ended);
    expect((ended.stdout + ended.stderr).split(MISSING)).toHaveLength(2);
    expect(readFileSync(join(at.folder, 'heard'), 'utf8')).toContain('"kind":"naked"');
    expect((await here(['status', 'plan.yaml', '--refresh'], at)).code).toBe(6);
    const again = await begin().ended;
    expect([again.code, groupsOf(again).at(-1)?.naked]).toEqual([6, '0.05']);
  },
);

test.each(INTERFACES)('%s: the same where each entry has to have a stop: 11', { timeout: 60_000 }, async (version) => {
  const { paper, at, begin, order } = await deskOf(version, { presets: true }, 'policy: { requireStop: true }');
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(isOpen).orderId);
  await one.until('its stop and the target', () => paper.orders.some(isPreset) && paper.orders.some(isHalf));
  paper.cancelByExchange(order(isPreset).orderId);
  const half = order(isHalf);
  paper.fire(half.orderId);
  expect((await one.ended).code).toBe(11);
  expect((await here(['status', 'plan.yaml', '--refresh'], at)).code).toBe(11);
});

test.each(INTERFACES)(
  '%s: not there yet: not known at first, and naked only long after the fill',
  { timeout: 60_000 },
  async (version) => {
    const { paper, begin, order } = await deskOf(version, {});
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    const filledMs = Date.now();
    paper.fill(order(isOpen).orderId);
    await one.until('that it is not known', () => one.written.includes(UNKNOWN));
    await one.until('that it is naked', () => one.written.includes('"reason":"preset-missing"'));
    expect(Date.now() - filledMs).toBeGreaterThan(3_000);
    const ended = await one.stop();
    const bare = groupsOf(ended).filter(({ held, covered }) => held === '0.1' && covered === '0');
    expect([bare[0]?.unknown, bare.at(-1)?.naked]).toEqual(['0.1', '0.1']);
    expectAgreed(ended);
  },
);

test.each(INTERFACES)(
  '%s: ended before anybody can know: 7, here and in status',
  { timeout: 60_000 },
  async (version) => {
    const { paper, at, begin, order } = await deskOf(version, {});
    // Nobody can know it before the test is over, however slow the machine is.
    at.write('ordo.config.yaml', configOf(version).replace('500ms }', '500ms, cancelWait: 10m }'));
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    paper.fill(order(isOpen).orderId);
    await one.until('that it is not known', () => one.written.includes(UNKNOWN));
    const ended = await one.stop();
    expect([ended.code, groupsOf(ended).at(-1)?.unknown]).toEqual([7, '0.1']);
    const status = await here(['status', 'plan.yaml', '--refresh'], at);
    expect([status.code, status.stdout]).toEqual([7, expect.stringMatching(/covered 0 · naked 0 · unknown 0\.1/)]);
  },
);

test.each(INTERFACES)('%s: a stop of a person in its stead covers', { timeout: 60_000 }, async (version) => {
  const { paper, at, begin, order } = await deskOf(version, { presets: true });
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(isOpen).orderId);
  await one.until('its stop and the target', () => paper.orders.some(isPreset) && paper.orders.some(isHalf));
  paper.cancelByExchange(order(isPreset).orderId);
  await one.until('that it is naked', () => one.written.includes('"reason":"preset-missing"'));
  at.write(
    'own.yaml',
    'version: 1\nname: own\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: own, side: close-long, size: 0.1, trigger: 57000, price: market }\n',
  );
  const own = await here(['run', 'own.yaml', '--execute', '--live', '--yes'], at);
  expect([own.code, own.stderr]).toEqual([0, '']);
  const before = one.written.length;
  await one.until('that it is covered', () => one.written.slice(before - 200).includes('"covered":"0.1","naked":"0"'));
  const ended = await one.stop();
  expect([ended.code, groupsOf(ended).at(-1)]).toMatchObject([130, { covered: '0.1', naked: '0' }]);
  expectAgreed(ended);
});
