/** What a run, a cancel, status and a report say of a position whose stop is not there, over HTTP; and what `requireStop` makes of it. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { forget, oids, paperAndPlace, type At } from '../support/live.ts';

const plan = (more = ''): string => `version: 1
name: pair
${more}defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
  - { id: exit, side: close-long, size: 0.05, trigger: 62000, price: market }
`;
const REQUIRED = 'limits: { requireStop: true }\n';
const REFUSED = { status: 400, body: '{"code":"40015","msg":"FAILED_PRECONDITION: no","data":null}' };

async function desk(more = '') {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', plan(more));
  // The exchange takes no trigger order.
  const { origin } = await between(paper, (asked) => (asked.includes('plan_order') ? REFUSED : undefined));
  return { paper, at, without: { ...at, env: { ...at.env, ORDO_BASE_URL: origin } } };
}

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at);
const execute = (at: At, more = ''): Promise<Ended> =>
  ordo(at, `run plan.yaml --execute --live --yes --output lines${more}`);
const protection = (ended: Ended): Extract<PublicEvent, { event: 'protection' }> => {
  const [event, ...others] = ofKind(eventsOf(ended), 'protection');
  if (event === undefined || others.length > 0) throw new Error(`${others.length} more than one event`);
  return event;
};
const BARE = '0.05 long cmt_btcusdt (entry) has no stop: exit was rejected (40015)';
const LINE = '! hold ? + long 0.05 working · at stops 0 · NAKED 0.05 · unknown 0 · by journal';

describe('a stop that is rejected', () => {
  test('leaves a position that everything says is naked', async () => {
    const { without } = await desk();
    const ran = await execute(without);
    expect(ran.code).toBe(6);
    expect(ran.stdout.split('\n').slice(-4, -2)).toEqual([`  ${BARE}`, LINE]);
    expect(ran.stdout.split('\n').at(-2)).toMatch(/^journal head /);
    expect(ran.stdout).toContain('  To cancel the entry that has no stop:\n    ordo cancel plan.yaml --only entry\n');
    const told = await ordo(without, 'status plan.yaml');
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(/^ {2}cmt_btcusdt long +\? +0\.05 +0 +0\.05 +0 +63000 +0$/m);
    expect(told.stdout.trimEnd().split('\n').slice(-2)).toEqual([`  ${BARE}`, LINE]);
    expect(protection(await ordo(without, 'status plan.yaml --output ndjson'))).toMatchObject({
      state: 'naked',
      basis: 'journal',
      positions: [{ naked: '0.05', why: [{ id: 'entry', reason: 'stop-rejected', stop: 'exit', size: '0.05' }] }],
    });
    expect((await ordo(without, 'report plan.yaml --as md')).stdout).toContain('NAKED 0.05');
    expect((await ordo(without, 'report plan.yaml --as html')).stdout).toContain('NAKED 0.05');
    expect((await ordo(without, 'report plan.yaml --as junit')).stdout).toMatch(
      /name="protection">\s+<failure type="naked" message="! hold \?.*NAKED 0\.05.*exit was rejected/,
    );
    const again = await ordo(without, 'run plan.yaml --live --output ndjson');
    expect(protection(again)).toMatchObject({ state: 'naked', basis: 'journal' });
  });

  test('withholds the entry where stops are required: nothing is naked', async () => {
    const { without, paper } = await desk(REQUIRED);
    const dry = await ordo(without, 'run plan.yaml --live');
    expect(dry.stdout).toMatch(/^ {2}entry +open-long +0\.05 +63000 +after exit$/m);
    const ran = await execute(without);
    expect(ran.code).toBe(6);
    expect(ran.stdout).toMatch(/– withheld +entry +dependency/);
    expect(ran.stdout).toContain('– hold ? · at stops 0 · naked 0 · unknown 0 · by journal');
    expect(oids(paper)).toEqual([]);
  });
});

describe('where stops are required', () => {
  test('a run that leaves one out is refused, and says what to add; with it, all is sent', async () => {
    const { at, paper } = await desk(REQUIRED);
    for (const words of ['run plan.yaml --live', 'run plan.yaml', 'run plan.yaml --execute --live --yes']) {
      const refused = await ordo(at, `${words} --only entry`);
      expect([refused.code, oids(paper)]).toEqual([4, []]);
      expect(refused.stderr).toContain(
        '(entry) has no stop: exit is not selected, and limits.requireStop forbids that',
      );
      expect(refused.stderr).toContain('add --only exit');
    }
    const ran = await execute(at, ' --only entry --only exit');
    expect([ran.code, oids(paper).length]).toEqual([0, 2]);
    expect(ran.stdout).toContain('✓ hold ? + long 0.05 working · at stops 50 · naked 0 · unknown 0 · by journal');
  });

  test('a stop alone goes, and the entry after it needs no other', async () => {
    const { at, paper } = await desk(REQUIRED);
    expect((await execute(at, ' --only exit')).code).toBe(0);
    expect((await execute(at, ' --only entry')).code).toBe(0);
    expect(oids(paper)).toHaveLength(2);
  });

  test('a cancelled stop is not placed beside: what opens is refused until it is placed again', async () => {
    const { at, paper } = await desk(REQUIRED);
    expect((await execute(at, ' --only exit')).code).toBe(0);
    expect((await ordo(at, 'cancel plan.yaml --execute --live --yes')).code).toBe(0);
    const refused = await execute(at);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('has no stop: exit was cancelled');
    expect(refused.stderr).toContain('place it again: add --again exit');
    const ran = await execute(at, ' --again exit');
    expect([ran.code, oids(paper).length]).toEqual([0, 3]);
  });
});

describe('a stop of which nobody knows', () => {
  test('withholds its entry where the end of its cancel was not seen', async () => {
    const { at, paper } = await desk(REQUIRED);
    at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue, cancelWait: 1s }\n');
    let isCut = false;
    const isAsked = (path: string): boolean => isCut && /cancel_plan|currentPlan|historyPlan/.test(path);
    const { origin } = await between(paper, (asked) => (isAsked(asked) ? { status: 502, body: '' } : undefined));
    const cut = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
    // The journal knows an account by its exchange's address.
    const begun = await execute(cut, ' --only exit');
    expect([begun.code, oids(paper).length]).toEqual([0, 1]);
    isCut = true;
    expect((await ordo(cut, 'cancel plan.yaml --only exit --execute --live --yes')).code).toBe(7);
    const ran = await execute(cut);
    expect([ran.code, oids(paper).length]).toEqual([7, 1]);
    expect(ran.stdout).toMatch(/withheld +entry/);
  });

  test('refuses the run where a look found it in no list', async () => {
    const { at, paper } = await desk(REQUIRED);
    expect((await execute(at, ' --only exit')).code).toBe(0);
    forget(paper, () => true);
    await ordo(at, 'status plan.yaml --refresh');
    const refused = await execute(at);
    expect([refused.code, oids(paper)]).toEqual([4, []]);
    expect(refused.stderr).toContain('look whether it is there: ordo status plan.yaml --refresh');
  });
});

test('an order of which nobody knows is unknown in row, line and exit code, also once a look has seen it', async () => {
  const { at } = await paperAndPlace({ faults: { 'drop-after': 1 } });
  at.write('plan.yaml', plan());
  at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue }\n');
  expect((await execute(at)).code).toBe(7);
  for (const words of ['status plan.yaml --refresh', 'status plan.yaml', 'status']) {
    const told = await ordo(at, words);
    expect(told.code).toBe(7);
    expect(told.stdout).toContain('2 UNKNOWN');
    expect(told.stdout).toMatch(/^\? hold 0 \+ long 0\.05 working · at stops 50 · naked 0 · UNKNOWN 2 ·/m);
  }
  expect((await ordo(at, 'settle plan.yaml')).code).toBe(0);
  const told = await ordo(at, 'status plan.yaml');
  expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('✓ hold 0') as string]);
});

describe('the cancel of a stop', () => {
  test.each([
    [REQUIRED, 11],
    ['', 0],
  ])('says before and after what it leaves: %j ends with %i', async (limits, code) => {
    const { at } = await desk(limits);
    expect((await execute(at)).code).toBe(0);
    const dry = await ordo(at, 'cancel plan.yaml --only exit');
    expect(dry.code).toBe(0);
    expect(dry.stdout.split('\n').slice(-4, -2)).toEqual([
      '  0.05 long cmt_btcusdt (entry) would have no stop: exit is taken off',
      '! hold ? + long 0.05 working · at stops 0 · NAKED 0.05 · unknown 0 · after run',
    ]);
    expect(protection(await ordo(at, 'cancel plan.yaml --only exit --output ndjson')).basis).toBe('after-run');
    const ran = await ordo(at, 'cancel plan.yaml --only exit --execute --live --yes');
    expect(ran.code).toBe(code);
    expect(ran.stdout).toContain('(entry) has no stop: exit was cancelled');
    expect((await ordo(at, 'status plan.yaml')).code).toBe(code);
  });
});

const CARRIES = (more = '') => `version: 1
name: carries
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000, stopLoss: 62000 }
${more}`;
const LATER = '  - { id: later, side: open-long, size: 0.05, price: 61000, stopLoss: 60000 }\n';

async function placed(isFilled: boolean) {
  const { paper, at } = await paperAndPlace({ presets: true });
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  at.write('plan.yaml', CARRIES());
  expect((await execute(at)).code).toBe(0);
  if (isFilled) paper.fill(paper.orders[0]?.orderId ?? '');
  await ordo(at, 'status plan.yaml --refresh');
  return { paper, at };
}

/** The line, and the row of what stands, of a dry run that adds an order. */
async function dryWithLater(at: At): Promise<string> {
  await ordo(at, 'status plan.yaml --refresh');
  at.write('plan.yaml', CARRIES(LATER));
  const { stdout } = await ordo(at, 'run plan.yaml --live');
  return stdout;
}

describe('a stop that an order carries, and that somebody took off', () => {
  test.each([
    ['the trigger that it became', true],
    ['the stop that it carries', false],
  ])('by %s: the exposure says naked where the line does', async (_, isFilled) => {
    const { paper, at } = await placed(isFilled);
    expect(await dryWithLater(at)).toMatch(/^✓ hold/m);
    at.write('plan.yaml', CARRIES());
    const orders = paper.orders as PaperOrder[];
    for (const [index, { stopLoss: _off, ...order }] of orders.entries()) {
      if (isFilled && order.presetOf !== undefined) orders[index] = { ...order, status: 'canceled' };
      if (!isFilled) orders[index] = order;
    }
    await new Promise((resolve) => void setTimeout(resolve, 1100));
    const told = await dryWithLater(at);
    expect(told).toMatch(/with what is open .*\s+NAKED 0\.05$/m);
    expect(told).not.toContain('UNKNOWN');
    expect(told).toMatch(/^! hold .* NAKED 0\.05 · unknown 0/m);
    expect(told).toContain('0.05 long cmt_btcusdt (entry) has no stop: its stopLoss is not on the exchange');
  });
});

test('a look that nothing answers is told as that, whatever an older one saw: that stays in the journal', async () => {
  const started = await paperAndPlace();
  let isDown = false;
  const { origin } = await between(started.paper, () => (isDown ? { status: 503, body: 'down' } : undefined));
  const at = { ...started.at, env: { ...started.at.env, ORDO_BASE_URL: origin } };
  at.write('plan.yaml', CARRIES());
  expect((await execute(at)).code).toBe(0);
  const LINE_SEEN = /^✓ hold 0 \+ long 0\.05 working · at stops 50 · naked 0 · unknown 0 · [0-9:]+Z$/m;
  expect((await ordo(at, 'status plan.yaml --refresh')).stdout).toMatch(LINE_SEEN);
  isDown = true;
  const away = await ordo(at, 'status plan.yaml --refresh');
  expect(away.code).toBe(7);
  expect(away.stdout).toMatch(/^\? hold \? \+ long 0\.05 working .* UNKNOWN 3 · [0-9:]+Z$/m);
  expect(away.stdout).toContain('the positions of cmt_btcusdt were not read');
  expect(protection(await ordo(at, 'status plan.yaml --refresh --output ndjson'))).toMatchObject({
    state: 'unknown',
    basis: 'look',
    positions: [expect.not.objectContaining({ held: expect.anything() as unknown })],
    notRead: [{ list: 'positions' }, { list: 'triggers' }, { list: 'orders' }],
  });
  expect((await ordo(at, 'status plan.yaml')).stdout).toMatch(LINE_SEEN);
});

test('the check of a run is no look where it lacks an order of ours: that may be filled', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', plan());
  expect((await execute(at)).code).toBe(0);
  paper.fill(paper.orders.find(({ kind }) => kind !== 'trigger')?.orderId ?? '');
  at.write('other.yaml', plan().replace('name: pair', 'name: other'));
  const ran = await ordo(at, 'run other.yaml --execute --live --yes --output lines');
  expect(ran.stdout).toContain('hold ? + long 0.1 working · at stops 100 · naked 0 · unknown 0 · by journal');
});
