/** How placed orders stand on the exchange: `status --refresh`, and what `status` knows of it afterwards. */
import { describe, expect, test } from 'vitest';
import { protectionOfAccount } from '../support/account-protection.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { lookOf } from '../../src/protection/journal/kept-look.ts';
import { realClock } from '../../src/system/clock.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { between } from '../support/between.ts';
import { misshapen } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { journalOf, KIND_IDS, KINDS, LOSING, paperAndPlace, run, settle, type At } from '../support/live.ts';

const MACHINE = {
  self: { host: 'here', user: 'tester', pid: 1, since: '' },
  ...realClock,
  defer: (act: () => void) => void setImmediate(act),
};

const status = (at: At, ...more: string[]): Promise<Ended> =>
  here(['status', 'plan.yaml', '--output', 'ndjson', ...more], at);
const refresh = (at: At, ...more: string[]): Promise<Ended> => status(at, '--refresh', ...more);

/** `id state exchange-state filled at average` of each order. */
const standing = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'order-state').map(({ id, state, exchange }) =>
    [id, state, exchange?.state, exchange?.filledSize, exchange?.averagePrice].filter(Boolean).join(' '),
  );

async function placed(
  options: PaperOptions = {},
): Promise<{ paper: PaperExchange; at: At; idOf: (id: string) => string }> {
  const { paper, at } = await paperAndPlace(options);
  at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue }\n');
  at.write('plan.yaml', KINDS);
  await run(at);
  const oids = new Map(ofKind(eventsOf(await status(at)), 'order-state').map(({ id, clientOid }) => [id, clientOid]));
  const idOf = (id: string): string => paper.orders.find(({ clientOid }) => clientOid === oids.get(id))?.orderId ?? '';
  return { paper, at, idOf };
}

const made = (ended: Ended): unknown =>
  ofKind(eventsOf(ended), 'order-state').find(({ id }) => id === 'preset')?.presets;

describe('how orders stand', () => {
  test.each([{}, { fillsAs: 'array' }, { liveWords: true }] as PaperOptions[])(
    'is told with what was filled, %j',
    async (options) => {
      const { paper, at, idOf } = await placed(options);
      paper.fill(idOf('rests'), '0.004', '60000');
      paper.fill(idOf('rests'), '0.002', '59990');
      paper.cancelByExchange(idOf('ether'));
      const ended = await refresh(at);
      expect([ended.code, misshapen(ended)]).toEqual([0, []]);
      expect(standing(ended)).toEqual([
        'rests accepted partly-filled 0.006 59996.66666667',
        expect.stringMatching(/^filled filled filled 0\.01 6/),
        'preset accepted open 0',
        'ether cancelled cancelled 0',
        'bail-out accepted open 0',
      ]);
      // The outcomes of the placing are as they were.
      const outcomes = ofKind(eventsOf(ended), 'order-outcome').map(({ outcome }) => outcome);
      expect(outcomes).toEqual(KIND_IDS.map(() => 'accepted'));
    },
  );

  test.each(['v2', 'v3'])('is told with a look at the account, which is kept, on %s', async (version) => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
    at.write('plan.yaml', KINDS);
    await run(at);
    const from = paper.requests.length;
    expect((await refresh(at)).code).toBe(0);
    const asked = paper.requests.slice(from).map(({ path }) => path.split('/').at(-1)?.split('?')[0] ?? '');
    const times = (name: RegExp): number => asked.filter((one) => name.test(one)).length;
    // Two symbols, with orders in each list but for the triggers of one; each list that has some has an empty page as its end.
    const isThird = version === 'v3';
    expect(times(/^(ticker|bookTicker)$/)).toBe(2);
    expect([times(/^(currentPlan|openAlgoOrders)$/), times(/^(current|openOrders)$/)]).toEqual(
      isThird ? [2, 2] : [3, 4],
    );
    expect(asked.slice(-2)).toEqual(['singlePosition', 'singlePosition']);
    expect(times(/singlePosition/)).toBe(2);
    const ledger = openLedger(sqliteUrl(journalOf(at)), MACHINE);
    const account = { origin: paper.origin, name: 'default' };
    const { known, look } = await ledger.accountWithLook(account);
    const protection = protectionOfAccount({
      account: known,
      look: look && lookOf(look),
      nowMs: Date.now(),
      cancelWaitMs: 10_000,
    });
    expect([protection.basis, protection.unknown, protection.notRead]).toEqual(['look', 0, []]);
    expect(protection.positions.map(({ symbol, side, held }) => `${symbol} ${side} ${held.canonical()}`)).toEqual([
      'cmt_btcusdt long 0.01',
      'cmt_ethusdt long 0',
    ]);
    expect((await here(['journal', 'verify'], at)).code).toBe(0);
    // Where nothing is left to ask of the plan's orders, the account is looked at all the same.
    for (const { orderId, status: state } of paper.orders)
      if (state === 'open' || state === 'untriggered') paper.cancelByExchange(orderId);
    await refresh(at);
    const next = paper.requests.length;
    expect((await refresh(at)).code).toBe(0);
    expect(paper.requests.length).toBeGreaterThan(next);
    expect((await ledger.newestLook(account))?.atMs).toBeGreaterThan(look?.atMs ?? Infinity);
  });

  test('is kept: without a network and a key status tells the last of it', async () => {
    const { paper, at, idOf } = await placed();
    paper.fill(idOf('rests'), '0.004');
    const before = standing(await refresh(at));
    await paper.close();
    const keyless = { ...at, env: { ...at.env, ORDO_API_KEY: '', ORDO_API_SECRET: '' } };
    expect(standing(await status(keyless))).toEqual(before);
    expect((await here(['status', 'plan.yaml'], keyless)).stdout).toContain('0.004 of 0.01 filled at 60000');
  });

  test('a trigger that fired is triggered, and is no end: it may stand as another order', async () => {
    const { paper, at, idOf } = await placed();
    paper.fire(idOf('bail-out'));
    expect(standing(await refresh(at)).at(-1)).toBe('bail-out accepted triggered');
  });

  test('what the exchange made of presets is listed, and an orphan is called one', async () => {
    const { paper, at, idOf } = await placed({ presets: true, orphans: true });
    paper.fill(idOf('preset'));
    expect(made(await refresh(at))).toMatchObject([
      { kind: 'stop-loss', trigger: '50000', size: '0.01', orphan: false },
    ]);
    at.write('plan.yaml', `${KINDS}  - { id: out, side: close-long, size: 0.02, price: market }\n`);
    await run(at);
    expect(made(await refresh(at))).toMatchObject([{ kind: 'stop-loss', orphan: true }]);
    expect((await here(['status', 'plan.yaml', '--refresh'], at)).stdout).toMatch(
      /an\s+ORPHAN,\s+nothing\s+is\s+left\s+to\s+close/,
    );
  });

  test('an order in no list is not found, and stands all the same', async () => {
    const { paper, at, idOf } = await placed();
    const gone = idOf('rests');
    (paper.orders as unknown[]).splice(
      paper.orders.findIndex(({ orderId }) => orderId === gone),
      1,
    );
    expect(standing(await refresh(at))[0]).toBe('rests accepted not-found');
    expect((await here(['cancel', 'plan.yaml'], at)).stdout).toContain('rests');
  });

  test('an unknown placing is left to settle: exit 7', async () => {
    const { at } = await placed(LOSING);
    const ended = await refresh(at);
    expect([ended.code, new Set(standing(ended).map((one) => one.split(' ')[1]))]).toEqual([7, new Set(['unknown'])]);
  });
});

describe('what cannot be asked', () => {
  test('the whole account is exit 2, and so is a config without lists', async () => {
    const { paper, at } = await placed();
    const asked = paper.requests.length;
    expect((await here(['status', '--refresh'], at)).code).toBe(2);
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    expect((await refresh(at)).code).toBe(2);
    expect((await here(['status', 'plan.yaml', '--rebind'], at)).code).toBe(2);
    expect(paper.requests).toHaveLength(asked);
  });

  test('nothing placed asks nothing, and reads no key', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', KINDS);
    const keyless = { ...at, env: { ...at.env, ORDO_API_KEY: '', ORDO_API_SECRET: '' } };
    const ended = await refresh(keyless);
    expect([ended.code, paper.requests]).toEqual([0, []]);
    expect(ended.stderr).toContain('nothing was asked, as no order in the journal is open: ordo account shows');
  });

  test('a list that does not answer is said beside what is known, and the exit is 7', async () => {
    const { paper, at } = await placed();
    await paper.close();
    const ended = await refresh(at);
    expect([ended.code, misshapen(ended)]).toEqual([7, []]);
    // Without a look nothing is unknown.
    expect((await status(at)).code).toBe(0);
    expect(ended.stderr).toContain('rests: its state on the exchange is not known: the open list:');
    expect(standing(ended)[0]).toBe('rests accepted');
  });
});

test('one list that does not answer, and none that the account is seen by, is exit 7 as well', async () => {
  const { paper, at } = await paperAndPlace();
  let isSilent = false;
  const silent = (path: string) => (isSilent && path.endsWith('/history') ? { status: 404, body: '' } : undefined);
  at.env['ORDO_BASE_URL'] = (await between(paper, silent)).origin;
  at.write('plan.yaml', KINDS);
  await run(at);
  const first = paper.orders.find(({ status: is, kind }) => is === 'open' && kind !== 'trigger');
  paper.cancelByExchange(first?.orderId ?? '');
  isSilent = true;
  const ended = await refresh(at);
  expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining('its state on the exchange is not known')]);
});

test('a trigger at market that fired since is triggered, to settle as to status', async () => {
  const { paper, at } = await paperAndPlace(LOSING);
  const hedge = '{ id: hedge, side: open-long, size: 0.01, trigger: 70000, price: market }';
  at.write('plan.yaml', `version: 1\nname: fires\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - ${hedge}\n`);
  expect((await run(at)).code).toBe(7);
  paper.fire(paper.orders[0]?.orderId ?? '');
  const settled = await settle(at);
  expect(settled.stdout).toMatch(/^1 unknown: 1 found, triggered\n/);
  expect(settled.stdout).toMatch(/^✓ accepted +hedge +order \d+, triggered, /m);
  expect(settled.stdout).not.toContain('filled');
  for (const more of [[], ['--refresh']]) {
    const looked = await here(['status', 'plan.yaml', ...more], at);
    expect(looked.stdout.replaceAll(/\s+/g, ' ')).toMatch(/✓ accepted hedge .*, triggered /);
  }
});
