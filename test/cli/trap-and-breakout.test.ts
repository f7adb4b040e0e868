/** Two plans that look protected, run by the command: what it says of them dry, where a stop is rejected, and once the market moved. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { here, type Surroundings } from '../support/here.ts';
import { oids, paperAndPlace, type At } from '../support/live.ts';

const REQUIRED = 'limits: { requireStop: true }\n';
const plan = (name: string, reference: string | undefined, more: string, ...orders: readonly string[]): string =>
  `version: 1
name: ${name}
defaults: { symbol: cmt_btcusdt${reference === undefined ? '' : `, reference: ${reference}`} }
${more}orders:
${orders.map((order) => `  - { ${order} }\n`).join('')}`;

const trap = (reference = '64000', more = ''): string =>
  plan(
    'trap',
    reference,
    more,
    'id: core, side: open-long, size: 0.02, price: 63990, stopLoss: 63500',
    'id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market',
    'id: hedge-stop, side: close-short, size: 0.02, trigger: 63900, price: market',
  );
const breakout = (reference?: string, more = ''): string =>
  plan(
    'breakout',
    reference,
    more,
    'id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010',
    'id: break-stop, side: close-long, size: 0.05, trigger: 64010, price: market',
  );

const ordo = (at: At, line: string, how: Surroundings = {}): Promise<Ended> => here(line.split(' '), at, how);

/** The market of the served exchange is at 64000, where the stop of the breakout is passed: without the check its reference decides. */
const UNCHECKED = 'execution: { accountCheck: off }\n';

async function desk(name: string, text: string, options: PaperOptions = {}, more = '') {
  const { paper, at } = await paperAndPlace(options);
  at.write('ordo.config.yaml', `version: 1\nexchange: { baseUrl: "${paper.origin}" }\n${more}`);
  at.write(name, text);
  return { paper, at };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('dry', () => {
  test.each([
    ['the trap', trap(), 'order/stop-before-entry', 'loss at stops 9.8, NAKED 0.02'],
    ['the trap, past its entry', trap('63850'), 'order/stop-may-fire-first', 'loss at stops 11.8 ·'],
    ['the breakout', breakout('64500'), 'order/stop-may-fire-first', 'loss at stops 50 ·'],
    ['the breakout above its market', breakout('63900'), 'order/stop-before-entry', 'loss at stops none, NAKED 0.05'],
    ['the breakout of no known market', breakout(), 'order/stop-side-unknown', 'loss at stops none, UNKNOWN 0.05'],
  ])('%s', async (_, text, warning, closing) => {
    const { at } = await desk('plan.yaml', text);
    const ended = await ordo(at, 'run plan.yaml');
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`warning[${warning}]`);
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toContain(closing);
  });

  test.each([
    ['the trap', trap('64000', REQUIRED)],
    ['the breakout above its market', breakout('63900', REQUIRED)],
    ['the breakout of no known market', breakout(undefined, REQUIRED)],
  ])('%s is refused where stops are required', async (_, text) => {
    const { at } = await desk('plan.yaml', text);
    const ended = await ordo(at, 'run plan.yaml');
    expect([ended.code, ended.stdout]).toEqual([4, expect.stringContaining('error[policy/no-stop]')]);
  });
});

/** Refuses the second of two calls. */
const SECOND: PaperOptions = { faults: { 'reject-one': 0.5 }, seed: 1 };
const EVERY: PaperOptions = { faults: { 'reject-one': 1 } };
const OTHER = plan('other', undefined, '', 'id: bid, side: open-long, size: 0.01, price: 60000, stopLoss: 59000');
const NAKED = /NAKED 0\.05/;
const told = (ended: Ended): Extract<PublicEvent, { event: 'protection' }>[] => ofKind(eventsOf(ended), 'protection');

describe('a breakout whose stop is rejected', () => {
  test('is NAKED 0.05 on everything that speaks of it, and nowhere all on the exchange', async () => {
    const { at } = await desk('breakout.yaml', breakout('64500'), SECOND, UNCHECKED);
    const asked: string[] = [];
    const decline: Surroundings = { answer: (question) => (asked.push(question), 'no') };
    const ran = await ordo(at, 'run breakout.yaml --execute --live --yes --output lines');
    expect(ran.code).toBe(6);
    expect(ran.stdout).toContain('✗ rejected  break-stop  40015');
    at.write('other.yaml', OTHER);
    expect((await ordo(at, 'run other.yaml --execute --live', decline)).code).toBe(9);
    const answers: [string, string][] = [
      ['run', ran.stdout],
      ['prompt', asked.join('')],
    ];
    for (const words of [
      'status breakout.yaml',
      'status',
      'run breakout.yaml --live',
      'report breakout.yaml --as md',
      'report breakout.yaml --as html',
      'report breakout.yaml --as junit',
    ])
      answers.push([words, (await ordo(at, words)).stdout]);
    for (const [what, text] of answers) {
      expect([what, text]).toEqual([what, expect.stringMatching(NAKED)]);
      expect([what, text]).toEqual([what, expect.not.stringMatching(/All\b.*on the exchange/)]);
    }
    for (const words of ['status breakout.yaml', 'status', 'run breakout.yaml --live'])
      expect(told(await ordo(at, `${words} --output ndjson`))).toMatchObject([
        { state: 'naked', positions: [{ naked: '0.05', why: [{ id: 'break', reason: 'stop-rejected' }] }] },
      ]);
  });

  test('is withheld where stops are required: nothing is naked', async () => {
    const { at, paper } = await desk('breakout.yaml', breakout('64500', REQUIRED), EVERY, UNCHECKED);
    const ran = await ordo(at, 'run breakout.yaml --execute --live --yes --output lines');
    expect([ran.code, oids(paper)]).toEqual([6, []]);
    expect(ran.stdout).toMatch(/– withheld +break +dependency/);
    expect(ran.stdout).toContain('naked 0 · unknown 0');
  });
});

test('where stops are required, the entry alone is refused, and the stop that is left out is named', async () => {
  const { at, paper } = await desk('breakout.yaml', breakout('64500', REQUIRED));
  const refused = await ordo(at, 'run breakout.yaml --execute --live --yes --only break');
  expect([refused.code, oids(paper)]).toEqual([4, []]);
  expect(refused.stderr).toContain('--only break-stop');
});

test('where stops are required, a look that saw the market elsewhere than the file says refuses the run', async () => {
  const { at, paper } = await desk('breakout.yaml', breakout('64500', REQUIRED));
  at.write('other.yaml', OTHER);
  expect((await ordo(at, 'run other.yaml --execute --live --yes')).code).toBe(0);
  expect((await ordo(at, 'run breakout.yaml --live')).code).toBe(0);
  // The market of the served exchange is at 64000: the stop at 64010 fires at once.
  expect((await ordo(at, 'status other.yaml --refresh')).code).toBe(0);
  const refused = await ordo(at, 'run breakout.yaml --execute --live --yes');
  expect([refused.code, oids(paper).length]).toEqual([4, 1]);
  expect(flat(refused.stderr)).toContain('(break) has no stop: break-stop fires before it opens');
});

test.each([
  [REQUIRED, 11],
  ['', 0],
])('the cancel of its stop says dry what it leaves: %j ends with %i', async (limits, code) => {
  const { at } = await desk('breakout.yaml', breakout('64500', limits), {}, UNCHECKED);
  expect((await ordo(at, 'run breakout.yaml --execute --live --yes')).code).toBe(0);
  const dry = await ordo(at, 'cancel breakout.yaml --only break-stop');
  expect([dry.code, flat(dry.stdout)]).toEqual([0, expect.stringMatching(NAKED)]);
  expect(dry.stdout).toContain('  0.05 long cmt_btcusdt (break) would have no stop: break-stop is taken off\n');
  expect((await ordo(at, 'cancel breakout.yaml --only break-stop --execute --live --yes')).code).toBe(code);
});

describe('the trap, placed', () => {
  test('is not told as all there, as a part of it has no stop', async () => {
    const { at } = await desk('trap.yaml', trap());
    const ran = await ordo(at, 'run trap.yaml --execute --live --yes --output lines');
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toMatch(/All\b.*on the exchange/);
    expect(ran.stdout).toContain('3 orders placed; what has no stop is named below.');
    expect(ran.stdout).toContain('(hedge) has no stop: hedge-stop fires before it opens');
  });

  test('is held naked once the market has walked through it: the short once, though its trigger had fired', async () => {
    // 50 steps of the walk are 25 s of `ordo exchange --market walk --seed 3`.
    const { at, paper } = await desk('trap.yaml', trap(), { market: { seed: 3, stepMs: 0 } });
    expect((await ordo(at, 'run trap.yaml --execute --live --yes --output lines')).code).toBe(0);
    paper.advance(50);
    const looked = await ordo(at, 'status trap.yaml --refresh');
    expect(looked.stdout).toMatch(/^ {2}cmt_btcusdt short +0\.02 +0 +0 +0\.02 +0 +63799\.9 /m);
    expect(looked.stdout).toContain('  0.02 short cmt_btcusdt (hedge) has no stop\n');
    expect(flat(looked.stdout)).toMatch(/! hold ≈2,5\d\d\.\d+ · at stops 9\.8 · NAKED ≈1,2\d\d\.\d+ · unknown 0/);
    const [seen] = told(await ordo(at, 'status trap.yaml --output ndjson'));
    expect(seen?.positions.find(({ side }) => side === 'short')).toMatchObject({
      state: 'naked',
      held: '0.02',
      working: '0',
      naked: '0.02',
      why: [{ id: 'hedge', size: '0.02' }],
    });
  });
});
