/** What was filled of an order stays what it was, whatever becomes of the order: through the command. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { cancel, ends, misshapen } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, status, type At } from '../support/live.ts';

const plan = (...orders: string[]): string =>
  `version: 1\nname: held\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
const long = (size: string, price: number | string, id = 'a'): string =>
  `id: ${id}, side: open-long, size: ${size}, price: ${price}`;
const stop = (trigger: number): string =>
  `id: stop, side: close-long, size: 0.01, trigger: ${trigger}, price: market, after: [a]`;
const both = (price: number | string, trigger: number): string => plan(long('0.01', price), stop(trigger));
/** Finer than the exchange takes. */
const REFUSED_PRICE = '60100.05';

interface World {
  readonly paper: PaperExchange;
  readonly at: At;
}

async function placed(before: string, config = ''): Promise<World> {
  const world = await paperAndPlace();
  world.at.write('ordo.config.yaml', `version: 1\nexecution: { cancelWait: 700ms }\n${config}`);
  world.at.write('plan.yaml', before);
  expect((await run(world.at)).code).toBe(0);
  return world;
}

const filled = async (size: string, before = plan(long('0.01', 60_000)), config = ''): Promise<World> => {
  const world = await placed(before, config);
  world.paper.fill(world.paper.orders[0]?.orderId ?? '', size);
  return world;
};
const dry = (at: At, ...more: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--live', ...more], at);
const sizes = ({ orders }: PaperExchange): string[] => orders.map(({ size, status: is }) => `${size} ${is}`);
const stateOf = (ended: Ended, id = 'a') => ofKind(eventsOf(ended), 'order-state').find((one) => one.id === id);

describe('an edit to another side, symbol or margin mode', () => {
  const EDITS = [
    ['side', 'id: a, side: open-short, size: 0.01, price: 70000', 'side open-long → open-short'],
    ['side, as a close', 'id: a, side: close-long, size: 0.01, price: 70000', 'side open-long → close-long'],
    ['symbol', 'id: a, symbol: cmt_ethusdt, side: open-long, size: 1, price: 2000', 'cmt_btcusdt → cmt_ethusdt'],
    ['margin mode', `${long('0.01', 60_000)}, marginMode: isolated`, 'cross → isolated'],
  ] as const;

  test.each(EDITS)('%s: is another order, which --replace does not place', async (_, edit, words) => {
    const { paper, at } = await filled('0.004');
    at.write('plan.yaml', plan(edit));
    const named = await run(at, '--replace', 'a');
    expect([named.code, named.stderr.includes(words)]).toEqual([2, true]);
    expect(named.stderr).toContain('is another order: cancel this one, give the new one an id of its own');
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, ends(ended), said(ended)]).toEqual([6, [], ['a edited-after-send']]);
    expect(sizes(paper)).toEqual(['0.01 open']);
  });

  test.each(EDITS)('%s: takes nothing of what was filled, once that was cancelled', async (_, edit) => {
    const { paper, at } = await filled('0.004');
    expect((await cancel(at)).code).toBe(0);
    at.write('plan.yaml', plan(edit));
    const ended = await run(at, '--again', 'a');
    expect([ended.code, said(ended), paper.orders.length]).toEqual([6, ['a edited-after-send'], 1]);
    expect(ended.stdout).toContain('give the new one an id of its own');
    expect((await here(['status'], at)).stdout).toMatch(/cmt_btcusdt long +\? +0 +0 +0\.004 +0 +60000 /);
  });

  test('is placed where nothing of it was filled', async () => {
    const { paper, at } = await placed(plan(long('0.01', 60_000)));
    expect((await cancel(at)).code).toBe(0);
    at.write('plan.yaml', plan('id: a, side: open-short, size: 0.01, price: 70000'));
    expect((await run(at, '--again', 'a')).code).toBe(0);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.01 open']);
  });

  test('is not offered by the screen that shows the others', async () => {
    const { at } = await placed(plan(long('0.01', 60_000), long('0.01', 59_000, 'b')));
    at.write('plan.yaml', plan('id: a, side: open-short, size: 0.01, price: 70000', long('0.01', 59_100, 'b')));
    const { stdout } = await dry(at);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /~ a side open-long → open-short, .*: this is another order: cancel it, and give the new one an id of its own/,
    );
    expect(stdout).not.toContain('--replace a');
    expect(stdout).toContain('--replace b');
  });
});

describe('what was filled', () => {
  test('stays with its price when the rest is replaced, and in the rest of every figure', async () => {
    const { paper, at } = await filled('0.004');
    at.write('plan.yaml', plan(long('0.01', 60_100)));
    expect((await run(at, '--replace', 'edited')).code).toBe(0);
    paper.fill(paper.orders[1]?.orderId ?? '', '0.003');
    const looked = await here(['status', 'plan.yaml', '--refresh', '--output', 'ndjson'], at);
    expect(misshapen(looked)).toEqual([]);
    expect(stateOf(looked)).toMatchObject({
      size: '0.006',
      exchange: { state: 'partly-filled', filledSize: '0.003' },
      filledBefore: [
        {
          side: 'open-long',
          symbol: 'cmt_btcusdt',
          size: '0.004',
          price: '60000',
        },
      ],
    });
    expect(await status(at)).toMatch(/0\.006 .*0\.003 of 0\.006 filled.*0\.004 filled before at 60000/s);
    expect((await here(['status'], at)).stdout).toMatch(/cmt_btcusdt long +0\.007 +0\.003 +0 +0\.01 +0 +≈60042\.9 /);
  });

  test('is off the size of the dry run and in what stands', async () => {
    const { at } = await filled('0.007');
    expect((await cancel(at)).code).toBe(0);
    const { stdout } = await dry(at, '--again', 'a', '--bytes');
    expect(stdout).toContain('"size":"0.003"');
    expect(stdout).toMatch(/a +open-long +0\.003 /);
    expect(stdout).toMatch(/cmt_btcusdt long +1 +0\.003 +180/);
    expect(stdout).toMatch(/with what is open +2 +0\.01 +600/);
  });

  test('stands though the rest was rejected', async () => {
    const { at } = await filled('0.006');
    at.write('plan.yaml', plan(long('0.01', REFUSED_PRICE)));
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, said(ended)]).toEqual([6, ['a rejected']]);
    expect((await here(['status'], at)).stdout).toMatch(/cmt_btcusdt long +\? +0 +0 +0\.006 +0 +60000 /);
    expect(await status(at)).toContain('0.006 filled before at 60000');
  });

  test('goes when a person closes it', async () => {
    const { paper, at } = await filled('0.004');
    at.write('plan.yaml', plan(long('0.01', 60_100)));
    expect((await run(at, '--replace', 'edited')).code).toBe(0);
    paper.fill(paper.orders[1]?.orderId ?? '');
    expect((await here(['settle', 'plan.yaml', '--closed', 'a'], at)).code).toBe(0);
    expect((await here(['status'], at)).stdout).toContain('No order is open');
  });
});

describe('a cap of what stands', () => {
  const CAP = 'policy: { maxStandingNotional: 700 }\n';

  test('counts what was filled at what it was filled for', async () => {
    const { paper, at } = await filled('0.009', plan(long('0.01', 64_000)), CAP);
    at.write('plan.yaml', plan(long('0.01', 6400)));
    expect((await run(at, '--replace', 'a')).code).toBe(0);
    at.write('plan.yaml', plan(long('0.01', 6400), long('0.01', 60_000, 'b')));
    const ended = await run(at);
    // 0.009 at 64000 and 0.001 at 6400 stand.
    expect([ended.code, paper.orders.length]).toEqual([4, 2]);
    expect(ended.stderr).toContain('this run opens 600, and 582.4 is open in the account already: 1182.4 in all');
  });

  test('counts what was filled of an order that is to be replaced', async () => {
    const { at } = await filled('0.009', plan(long('0.01', 64_000)), CAP);
    expect((await here(['status', 'plan.yaml', '--refresh'], at)).code).toBe(0);
    at.write('plan.yaml', plan(long('0.02', 12_000)));
    const ended = await run(at, '--replace', 'a');
    // The 0.001 that rests may be filled at 64000 yet, and then 0.01 are placed at 12000.
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('this run opens 184, and 576 is open')]);
  });

  test('counts what may be filled of an order while it goes off', async () => {
    const { at } = await placed(plan(long('0.01', 64_000)), CAP);
    at.write('plan.yaml', plan(long('0.011', 64_000)));
    expect((await run(at, '--replace', 'a')).stderr).toContain('704 in all');
    at.write('plan.yaml', plan(long('0.05', 6400)));
    // 0.01 of it may be filled at 64000 yet, and 0.04 are placed then.
    expect((await run(at, '--replace', 'a')).stderr).toContain('this run opens 896, and 0 is open');
    at.write('plan.yaml', plan(long('0.015', 6400)));
    expect((await run(at, '--replace', 'a')).code).toBe(0);
  });

  test('counts what was filled of an order that was edited to a close', async () => {
    const { at } = await filled('0.009', plan(long('0.01', 64_000)), CAP);
    const close = 'id: a, side: close-long, size: 0.01, price: 70000';
    at.write('plan.yaml', plan(close, long('0.01', 60_000, 'b')));
    // The 0.001 that is open may be filled too.
    const before = await run(at);
    expect([before.code, before.stderr]).toEqual([4, expect.stringContaining('this run opens 600, and 640 is open')]);
    expect((await cancel(at, '--only', 'a')).code).toBe(0);
    const after = await run(at);
    expect([after.code, after.stderr]).toEqual([4, expect.stringContaining('this run opens 600, and 576 is open')]);
  });

  test('counts what was filled before the rest was rejected', async () => {
    const { at } = await filled('0.006', plan(long('0.01', 60_000)), CAP);
    at.write('plan.yaml', plan(long('0.01', REFUSED_PRICE)));
    expect((await run(at, '--replace', 'a')).code).toBe(6);
    at.write('plan.yaml', plan(long('0.01', REFUSED_PRICE), long('0.01', 60_000, 'b')));
    expect((await run(at)).stderr).toContain('and 360 is open in the account already');
  });
});

describe('a stop that went off to be replaced', () => {
  test('comes back, and first, though the rest of its entry is rejected', async () => {
    const { paper, at } = await filled('0.006', both(60_000, 50_000));
    at.write('plan.yaml', both(REFUSED_PRICE, 50_500));
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, said(ended).toSorted()]).toEqual([6, ['a rejected', 'stop accepted']]);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.01 canceled', '0.01 untriggered']);
    const sent = ofKind(eventsOf(ended), 'order-outcome').map(({ id }) => id);
    expect(sent[0]).toBe('stop');
  });

  test('is placed again by the command that the screen names, where it was left off', async () => {
    const { paper, at } = await filled('0.006', both(60_000, 50_000));
    expect((await cancel(at)).code).toBe(0);
    const ended = await run(at, '--again', 'stop');
    expect(said(ended)).toEqual(['a already-cancelled', 'stop accepted']);
    expect(sizes(paper).at(-1)).toBe('0.01 untriggered');
  });

  test('is named where it is not there', async () => {
    const { paper, at } = await filled('0.006', both(60_000, 50_000));
    at.write('plan.yaml', plan(long('0.01', 60_000), stop(50_500).replace('50500', '50500.05')));
    const ended = await here(
      ['run', 'plan.yaml', '--execute', '--live', '--yes', '--replace', 'edited', '--output', 'lines'],
      at,
    );
    expect([ended.code, sizes(paper)]).toEqual([6, ['0.01 open', '0.01 canceled']]);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Next Cancelled, and NOT BACK: stop (close-long 0.01 cmt_btcusdt, trigger 50500.05). Nothing of it closes a position ' +
        'until you place it again: ordo run plan.yaml --live --again stop',
    );
  });
});
