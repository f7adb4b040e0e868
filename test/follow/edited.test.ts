/**
 * A plan that is followed was edited where it is at work: each start is refused with 5 and sends nothing, whatever the edit would have
 * come to. What works is named as it was sent, and each way on that is printed works as it is typed.
 */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, ordo, start, type Ended, type Running } from '../../proofs/support/ordo.ts';
import { isOpen } from '../support/follow-desk.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { begun, HOLD, isEntry, isStop, isTarget, killedDesk, type KilledDesk } from '../support/killed-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const DRY = ['run', 'plan.yaml', '--live', '--output', 'ndjson'];

/** It began to follow, 0.06 of its entry was filled, and it was killed. */
async function killed(version: (typeof INTERFACES)[number], plan = HOLD, size = '0.06'): Promise<KilledDesk> {
  const desk = await killedDesk(version, 0, plan);
  await desk.kill(await begun(desk, size));
  return desk;
}

const refusalIn = (ended: Ended): { code?: string; message?: string; hint?: string } =>
  ofKind(eventsOf(ended), 'run-finished')[0]?.refusal ?? {};

/** What the plan says now is refused by a start and by its dry run, and the exchange hears of no order. In words why. */
async function refused({ at, paper }: KilledDesk, plan: string, code = 'follow/edited'): Promise<string> {
  at.write('plan.yaml', plan);
  const before = JSON.stringify(paper.orders);
  const words: string[] = [];
  for (const command of [DRY, FOLLOW]) {
    const ended = await ordo(command, at);
    const refusal = refusalIn(ended);
    expect([ended.code, refusal.code]).toEqual([5, code]);
    words.push(`${refusal.message}\n${refusal.hint}`);
  }
  expect(JSON.stringify(paper.orders)).toBe(before);
  expect(words[0]).toBe(words[1]);
  return words[0] ?? '';
}

/** A machine with much to do starts a command in seconds. */
async function shown(is: () => boolean): Promise<void> {
  await expect.poll(is, { timeout: 60_000, interval: 5 }).toBe(true);
}

/** It is followed again, as the plan says, until that is so; and ends by a signal. */
async function goesOn({ life }: KilledDesk, is: () => boolean): Promise<void> {
  const running = life();
  await running.until(/"event":"order-state"/);
  await shown(is);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
}

/** Follows with these words until the test is over. */
function begin({ at }: KilledDesk, words: readonly string[]): Running {
  const running = start(words, at);
  afterTest(() => void running.child.kill('SIGKILL'));
  return running;
}

/** The commands that a hint has, as they are typed. */
const commandsIn = (words: string): string[][] =>
  [...words.matchAll(/ordo ((?:run|cancel) [^,;:]*)/g)].map(([, command = '']) => command.trim().split(' '));

const line = (id: string): string => HOLD.split('\n').find((one) => one.includes(`id: ${id},`)) ?? '';
const without = (id: string): string => HOLD.replace(`${line(id)}\n`, '');

test.each(INTERFACES)('%s: the stop of what is held is not another group’s', { timeout: 180_000 }, async (version) => {
  const desk = await killed(version);
  const NEXT = '  - { id: next, side: open-long, size: 0.1, price: 55000 }\n';
  const other = `${HOLD.slice(0, HOLD.indexOf('  - '))}${NEXT}${line('stop').replace('entry', 'next').replace('58000', '54000')}\n`;
  expect(await refused(desk, other)).toMatch(/entry is not in the plan: 0\.24 of it works, open-long 60000/);
  // The entry is there still, and the stop says what it said: only what it closes is another.
  const moved = HOLD.replace(line('stop'), `${NEXT.replace('55000', '59500')}${line('stop').replace('entry', 'next')}`);
  expect(await refused(desk, moved)).toContain('stop closes what is filled of entry, and the plan says next');
  expect(desk.paper.orders.filter(isOpen).filter(isStop)).toHaveLength(1);
  desk.at.write('plan.yaml', HOLD);
  desk.paper.fill(desk.order(isEntry).orderId);
  await goesOn(desk, () => desk.paper.orders.filter(isStop).length === 2);
  // Its second part is in the plan as it is: no new order can have been it.
  desk.at.write('plan.yaml', `${HOLD}  - { id: more, was: less, side: open-long, size: 0.1, price: 55000 }\n`);
  expect((await ordo(DRY, desk.at)).code).toBe(0);
});

test.each(INTERFACES)('%s: a target that the plan has no more', { timeout: 180_000 }, async (version) => {
  const desk = await killed(version);
  const words = await refused(desk, without('target').replace(', after: { filled: target }', ''));
  expect(words).toContain('target is not in the plan: 0.03 of it works, close-long 65000 at 65000');
  // `even` was never placed, and does not wait for it now.
  const [cancel = [], again = []] = commandsIn(words);
  expect(again.join(' ')).toBe('run plan.yaml --execute --live --follow');
  expect((await ordo([...cancel, '--yes'], desk.at)).code).toBe(0);
  expect(desk.paper.orders.filter(isOpen).some(isTarget)).toBe(false);
  await goesOn(desk, () => true);
});

test.each(INTERFACES)('%s: an entry that is smaller than what was filled', { timeout: 180_000 }, async (version) => {
  const part = await killed(version);
  const smaller = HOLD.replace('size: 0.3', 'size: 0.05');
  expect(await refused(part, smaller)).toContain('entry was edited (size 0.3 → 0.05): 0.24 of it works');
  const whole = await killed(version, HOLD, '0.3');
  await goesOn(whole, () => true);
  expect(await refused(whole, smaller)).toContain('entry was edited (size 0.3 → 0.05): 0.3 long');
  expect(await refused(whole, HOLD.replace('size: 0.3', 'size: 0.4'))).not.toContain('ordo cancel');
});

test('v3: a stop that says another price is told as it works; the way on works', { timeout: 180_000 }, async () => {
  const desk = await killed('v3');
  const edited = HOLD.replace('58000', '58500');
  const words = await refused(desk, edited);
  expect(words).toContain('stop was edited (trigger 58000 → 58500): 0.06 of it works, close-long market at 58000');
  const [take = [], ...more] = commandsIn(words);
  expect([take.slice(-2), more]).toEqual([['--replace', 'stop'], []]);
  const running = begin(desk, [...take, '--yes', '--output', 'ndjson']);
  await shown(() => desk.paper.orders.some((one) => isOpen(one) && one.trigger?.startsWith('58500') === true));
  await shown(() => !desk.paper.orders.filter(isOpen).some(isStop));
  expect(running.child.exitCode).toBeNull();
});

test('v2: a new stop below the old one takes its place, and nothing is bare', { timeout: 180_000 }, async () => {
  const desk = await killed('v2');
  const anew = line('stop').replace('id: stop', 'id: tighter').replace('58000', '58500');
  desk.at.write('plan.yaml', HOLD.replace(line('stop'), `${line('stop')}\n${anew}`));
  const isNew = (one: (typeof desk.paper.orders)[number]): boolean => one.trigger?.startsWith('58500') === true;
  await goesOn(desk, () => desk.paper.orders.some(isNew) && !desk.paper.orders.filter(isOpen).some(isStop));
  expect(desk.paper.orders.filter(isOpen).some(isNew)).toBe(true);
});

/** A stop whose trigger waits for the average, at work. */
const LATE = HOLD.replace(
  line('stop'),
  line('stop').replace('trigger: 58000', 'trigger: =tick(average(entry) - 2000)'),
);

test('v2: a formula, a side and a kind', { timeout: 180_000 }, async () => {
  const desk = await killed('v2', LATE);
  expect(await refused(desk, LATE.replace('- 2000', '- 1900'))).toMatch(
    /stop was placed by the formula trigger tick\(average\(entry\) - 2000\), and the plan says .* - 1900/,
  );
  const short = LATE.replaceAll('open-long', 'open-short').replaceAll('close-long', 'close-short');
  expect(
    await refused(
      desk,
      short
        .replace('average(entry) - 2000', 'average(entry) + 2000')
        .replace('59000', '61000')
        .replace('price: 65000', 'price: 55000'),
    ),
  ).toMatch(/side open-long → open-short/);
  const whole = await killed('v2', HOLD, '0.3');
  await goesOn(whole, () => true);
  const asTarget = line('stop').replace('filled: entry', 'filled: entry, share: 1/4');
  const below = HOLD.replace('price: 60000', 'price: 57000').replace(line('stop'), asTarget);
  expect(await refused(whole, below)).toContain('stop works as a stop, and the plan makes it a target');
});

test.each(INTERFACES)(
  '%s: what changes nothing of what is at work is followed',
  { timeout: 180_000 },
  async (version) => {
    const desk = await killed(version);
    const { at } = desk;
    const codeOf = async (): Promise<string | undefined> =>
      ofKind(eventsOf(await ordo(DRY, at)), 'plan-loaded')[0]?.approval;
    const code = await codeOf();
    const lines = HOLD.split('\n');
    const turned = [...lines.slice(0, 4), '# as it was', lines[4], lines[5], lines[7], lines[6], ''].join('\n');
    at.write('plan.yaml', turned);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    await goesOn(desk, () => true);
    at.write('plan.yaml', HOLD.replace('# as it was\n', ''));
    expect(await codeOf()).toBe(code);
    at.write(
      'plan.yaml',
      `${HOLD}  - { id: more, side: open-long, size: 0.1, price: 55000, stopLoss: 54000, until: 4h }\n`,
    );
    await goesOn(desk, () => desk.paper.orders.some(({ price }) => price?.startsWith('55000') === true));
  },
);

test(
  'v3: the same plan is followed after a cancel, a hand’s cancel, --only and --again',
  { timeout: 180_000 },
  async () => {
    const desk = await killed('v3');
    const { paper, at } = desk;
    expect((await ordo(['cancel', 'plan.yaml', '--only', 'target', '--execute', '--live', '--yes'], at)).code).toBe(0);
    await goesOn(desk, () => true);
    const again = begin(desk, [...FOLLOW, '--again', 'target']);
    await shown(() => paper.orders.filter((one) => isOpen(one) && isTarget(one)).length === 1);
    expect(again.child.exitCode).toBeNull();
    expect((await ordo(['cancel', 'plan.yaml', '--only', 'entry', '--execute', '--live', '--yes'], at)).code).toBe(0);
    expect((await again.ended).code).toBe(6);
    paper.cancelByExchange(paper.orders.find((one) => isOpen(one) && isTarget(one))?.orderId ?? '');
    await goesOn(desk, () => true);
    const only = begin(desk, [...FOLLOW, '--only', 'stop']);
    await only.until(/"event":"order-state"/);
    expect(only.child.exitCode).toBeNull();
  },
);

test.each(INTERFACES)(
  '%s: a raised generation leaves nothing at work behind',
  { timeout: 180_000 },
  async (version) => {
    const desk = await killed(version);
    const raised = HOLD.replace('name: hold', 'name: hold\ngeneration: 2');
    expect(await refused(desk, raised, 'plan/generation')).toMatch(
      /holds 0\.06 long cmt_btcusdt \(entry\), and has open or unknown orders: entry, stop, target/,
    );
    expect(await refused(desk, raised.replace('generation: 2', 'generation: 7'), 'plan/generation')).not.toContain('8');
    desk.at.write('plan.yaml', HOLD);
    const again = await ordo([...DRY, '--again', 'entry'], desk.at);
    expect([again.code, again.stdout]).toEqual([2, expect.stringContaining('an id of its own')]);
    expect(again.stdout).not.toContain('generation');
  },
);

test('v2: one of which only the entry works; and one that is over', { timeout: 180_000 }, async () => {
  const desk = await killedDesk('v2');
  const one = desk.life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  await desk.kill(one);
  const raised = HOLD.replace('name: hold', 'name: hold\ngeneration: 2');
  expect(await refused(desk, raised, 'plan/generation')).toContain('has open or unknown orders: entry');
  desk.at.write('plan.yaml', HOLD);
  expect((await ordo(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], desk.at)).code).toBe(0);
  desk.at.write('plan.yaml', raised);
  expect((await ordo(DRY, desk.at)).code).toBe(0);
  const two = desk.life();
  await two.until(/"order-outcome","id":"entry".*"accepted"/);
});

test.each(INTERFACES)(
  '%s: a group that is over is in the plan as a whole, or not at all',
  { timeout: 180_000 },
  async (version) => {
    const desk = await killed(version, HOLD, '0.3');
    desk.paper.fire(desk.order(isStop).orderId);
    expect((await desk.life().ended).code).toBe(0);
    expect(await refused(desk, without('stop'))).toMatch(
      /stop is not in the plan: it was filled, and so was what is left of its group \(entry\)[^]*take all of it out of the plan: entry/,
    );
    const next = line('entry').replace('entry', 'next').replace('60000', '55000');
    const anew = [
      ...HOLD.split('\n').slice(0, 4),
      next,
      line('stop').replace('entry', 'next').replace('58000', '54000'),
      '',
    ].join('\n');
    expect(await refused(desk, anew)).toContain('entry is not in the plan: it was filled');
    expect(await refused(desk, anew.replace(next, `${next}\n${line('entry')}`))).toContain(
      'stop closed what was filled of entry, and the plan says otherwise',
    );
    desk.at.write('plan.yaml', anew.replaceAll('id: stop', 'id: below'));
    const running = desk.life();
    await shown(() => desk.paper.orders.some(({ price }) => price?.startsWith('55000') === true));
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    // What no later run had counts all the same.
    const back = anew.replaceAll('id: stop', 'id: below').replace(next, `${next}\n${line('entry')}`);
    expect(await refused(desk, back)).toContain('stop is not in the plan: it was filled');
  },
);

test('v2: of what is filled whole a followed plan is told of no --replace', { timeout: 180_000 }, async () => {
  const desk = await killed('v2', HOLD, '0.3');
  await goesOn(desk, () => true);
  // The price of what is filled whole decides nothing any more.
  desk.at.write('plan.yaml', HOLD.replace('price: 60000', 'price: 60500'));
  const dry = await ordo(['run', 'plan.yaml', '--live'], desk.at);
  expect(dry.stdout).toContain('price 60000 → 60500');
  expect(dry.stdout + dry.stderr).not.toContain('--replace');
});

test('v3: beside whoever follows it, an edited plan is told to go on as approved', { timeout: 180_000 }, async () => {
  const desk = await killedDesk('v3');
  const running = await begun(desk);
  desk.at.write('plan.yaml', HOLD.replace('58000', '58500'));
  const dry = await ordo(DRY, desk.at);
  expect([dry.code, refusalIn(dry).hint]).toEqual([5, expect.stringContaining('goes on as it was approved')]);
  expect((await ordo(FOLLOW, desk.at)).code).toBe(10);
  desk.paper.fill(desk.order(isEntry).orderId);
  await shown(() => desk.paper.orders.filter((one) => isOpen(one) && isStop(one)).length === 2);
  expect(running.child.exitCode).toBeNull();
});
