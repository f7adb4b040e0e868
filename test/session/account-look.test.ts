/** A look at the account over real HTTP, on both versions: what is in it, what it costs, and what is not in it where answers fail. */
import { Decimal } from '../../src/model/decimal.ts';
import { describe, expect, it } from 'vitest';
import type { PaperOptions } from '../../src/paper/server.ts';
import { rowsOf } from '../../src/protection/reason-rows.ts';
import { rowText } from '../../src/protection/words.ts';
import { lookOf } from '../../src/protection/journal/kept-look.ts';
import type { SymbolLook } from '../../src/protection/journal/look.ts';
import type { OrderWords } from '../support/plan-builder.ts';
import { SPELLINGS } from '../support/spellings.ts';
import type { CancelRig } from './cancel-rig.ts';
import {
  BTC,
  costs,
  ETH,
  look,
  LOST,
  lookRig,
  protection,
  put,
  refreshed,
  rowsChanged,
  shown,
  told,
  type Change,
} from './look-rig.ts';

const HISTORIES = /history|allAlgoOrders/;
const BOUGHT: OrderWords = { id: 'bought', price: 'market', size: '0.02' };
const STOP: OrderWords = { id: 'stop', side: 'close-long', price: 'market', trigger: '50000', size: '0.015' };
const RESTS: OrderWords = { id: 'rests', price: '60000', size: '0.01' };
const ETHER: OrderWords = { id: 'ether', symbol: ETH, price: 'market', size: '0.1' };

describe.each(['v2', 'v3'] as const)('a look on %s', (version) => {
  const isThird = version === 'v3';
  const rig = (orders: readonly OrderWords[], change?: Change, paper?: PaperOptions): Promise<CancelRig> =>
    lookRig(SPELLINGS[version], { orders, change, paper });

  it('has the market, what is held with its average and mark, and stops of ours and of others', async () => {
    const at = await rig([BOUGHT, STOP, RESTS, ETHER]);
    put(at, 1, {
      kind: 'trigger',
      type: '3',
      match: '1',
      price: '0',
      trigger: '62000',
      size: '0.005',
      status: 'untriggered',
    });
    put(at, 2, { type: '2', price: '70000', size: '0.03', filledSize: '0.01' });
    const seen = await refreshed(at);
    expect([...seen.symbols.keys()]).toEqual([BTC, ETH]);
    const btc = seen.symbols.get(BTC) as Required<SymbolLook>;
    expect([btc.market.low, btc.market.high].map(String)).toEqual(['64000', '64000.1']);
    expect(
      btc.positions.map(({ size, average, mark, ...rest }) => [...[size, average, mark].map(String), rest]),
    ).toEqual([['0.02', '64000.1', '64000', { symbol: BTC, side: 'long', marginMode: 'cross' }]]);
    expect(btc.triggers).toHaveLength(2);
    expect(btc.orders).toHaveLength(2);
    // Of what is held 0.015 lose 14000.1 each, by our stop, and on version 3 0.005 lose 2000.1 each, by the other; what rests is bare.
    expect(shown(await protection(at, seen))).toEqual([
      // On version 3 no list says whether what is not ours carries a stop.
      1,
      isThird
        ? `${BTC} long partly 0.02 0.01 0.02 0.01 64000.1 220.002`
        : `${BTC} long partly 0.02 0.01 0.015 0.01 64000.1 210.0015`,
      isThird ? `${BTC} short unknown 0 0.02 0 0 70000 0` : `${BTC} short naked 0 0.02 0 0.02 70000 0`,
      `${ETH} long naked 0.1 0 0 0.1 ${seen.symbols.get(ETH)?.positions?.[0]?.average?.toString()} 0`,
    ]);
  });

  it('asks for all of it in order, the positions last, and costs what the page says', async () => {
    const at = await rig([BOUGHT, ETHER]);
    // What was filled is on record from here on, so that no order of ours is looked for in the histories.
    await look(at);
    const from = at.paper.requests.length;
    await look(at);
    const cost = costs(at, from);
    expect({ ip: cost.ip, uid: cost.uid }).toEqual(isThird ? { ip: 5 + 2 * 4, uid: 0 } : { ip: 2 * 8, uid: 2 * 8 });
    expect(cost.asked).toEqual(
      isThird
        ? [
            'bookTicker',
            'symbolPrice',
            'bookTicker',
            'symbolPrice',
            'openAlgoOrders',
            'openOrders',
            'singlePosition',
            'singlePosition',
          ]
        : ['ticker', 'ticker', 'currentPlan', 'currentPlan', 'current', 'current', 'singlePosition', 'singlePosition'],
    );
    // With orders in it, each list has one page more; the market and the positions cost the same.
    put(at, 1, {});
    put(at, 2, { kind: 'trigger', type: '3', match: '1', trigger: '62000', status: 'untriggered' });
    const next = at.paper.requests.length;
    await look(at);
    const more = costs(at, next);
    expect([more.ip - cost.ip, more.uid - cost.uid]).toEqual([5, isThird ? 0 : 5]);
  });

  it('follows a market that moves', async () => {
    const at = await rig([BOUGHT], undefined, { market: { seed: 3, stepMs: 0 } });
    const [first, , second] = [await told(at), at.paper.advance(5), await told(at)];
    expect(first.low).not.toBe(second.low);
    const aTickUp = Decimal.of(second.low ?? '').plus(Decimal.of('0.1'));
    expect(second).toEqual({ low: second.low, mark: aTickUp.toString(), average: first.average });
  });

  it('holds both margin modes of a side apart', async () => {
    const at = await rig([BOUGHT, { ...BOUGHT, id: 'apart', marginMode: 'isolated' }]);
    const positions = (await look(at)).symbols.get(BTC)?.positions ?? [];
    const rows = positions.map(({ side, marginMode, size }) => `${side} ${marginMode} ${size.toString()}`);
    // An order of version 3 cannot say its margin mode.
    expect(rows).toEqual(isThird ? ['long cross 0.04'] : ['long cross 0.02', 'long isolated 0.02']);
  });

  it('does not take a stop of others for one of the mode that is held, where it may be of the other', async () => {
    const trigger = { kind: 'trigger', type: '3', match: '1', price: '0', status: 'untriggered' } as const;
    const others = { ...trigger, trigger: '62000', size: '0.02' };
    const at = await rig([BOUGHT, { ...RESTS, marginMode: 'isolated' }]);
    put(at, 1, others);
    const judged = await protection(at, await refreshed(at));
    const [cross, isolated] = judged.positions.toSorted((one, other) => one.marginMode.localeCompare(other.marginMode));
    // What rests is of the other mode: on version 3 as well, by what our plan says of it.
    expect([cross?.state, isolated?.state, judged.unknown]).toEqual(['unknown', 'naked', 1]);
    expect(rowsOf(judged).rows.map(rowText)).toContain(
      `0.02 long ${BTC} (bought) may have no stop: the margin mode of a trigger that is not ours is not known`,
    );
    const alone = await rig([BOUGHT, RESTS]);
    put(alone, 1, others);
    expect((await protection(alone, await refreshed(alone))).positions[0]?.covered.toString()).toBe(
      isThird ? '0.02' : '0',
    );
  });

  it('does not guess the margin mode in which others open', async () => {
    const at = await rig([{ ...RESTS, id: 'ours', price: '61000' }]);
    put(at, 1, { type: '1', price: '60000', size: '0.01' });
    const stop = { kind: 'trigger', type: '3', match: '1', price: '0', status: 'untriggered' } as const;
    put(at, 2, { ...stop, trigger: '50000', size: '0.02' });
    const judged = await protection(at, await refreshed(at));
    const rows = judged.positions.map(({ covered, unknown, naked, isModeUnsure = false }) =>
      [covered, unknown, naked, isModeUnsure].map(String),
    );
    // On version 3 each order is in the margin mode of its pair.
    expect(rows).toEqual(
      isThird
        ? [['0.02', '0', '0', 'false']]
        : [
            ['0', '0.01', '0', 'false'],
            ['0', '0.01', '0', 'true'],
          ],
    );
  });

  it('lacks a list that does not come to an end, and says so', async () => {
    const at = await rig([BOUGHT, STOP, RESTS], undefined, { lists: 'ignored' });
    const seen = await refreshed(at);
    expect(Object.keys(seen.symbols.get(BTC) ?? {})).toEqual(['market', 'positions']);
    const judged = await protection(at, seen);
    expect(judged.notRead.map(({ what }) => what)).toEqual(['triggers', 'orders']);
    expect([judged.unknown, judged.state]).toEqual([2, 'partly']);
  });

  it.each<[string, Change]>([
    ['a row without a size', rowsChanged((rows) => rows.map(({ ...row }) => ({ ...row, size: undefined })))],
    ['a row without a margin mode', rowsChanged((rows) => rows.map(({ side }) => ({ side, size: '0.02' })))],
    ['a row of a side that is none', rowsChanged((rows) => [...rows, { side: 'BOTH', size: '1' }])],
    ['no list', rowsChanged(() => ({}))],
    ['no answer', (path) => (path.includes('singlePosition') ? LOST : undefined)],
  ])('does not make less of a position than there is, of %s', async (_, change) => {
    const at = await rig([BOUGHT, STOP], change);
    const seen = await refreshed(at);
    expect(Object.keys(seen.symbols.get(BTC) ?? {})).toEqual(['market', 'triggers', 'orders']);
    const judged = await protection(at, seen);
    expect(judged.notRead).toEqual([{ symbol: BTC, what: 'positions' }]);
    // What the journal knows as filled is held.
    expect(judged.positions[0]?.held.toString()).toBe('0.02');
  });

  it('takes a side without a row for one that was not told, where there should be one', async () => {
    const at = await rig(
      [BOUGHT],
      rowsChanged((rows) => rows.filter(({ side }) => side !== 'SHORT')),
    );
    const positions = (await look(at)).symbols.get(BTC)?.positions;
    expect(positions?.map(({ side }) => side)).toEqual(isThird ? ['long'] : undefined);
  });

  it.each<[string, RegExp, Change]>([
    [
      'a trigger of no side',
      /currentPlan|openAlgoOrders/,
      (_, text) => text.replace(/"(type|side)":"[^"]*"/g, '"$1":"9"'),
    ],
    ['a trigger without a price', /currentPlan|openAlgoOrders/, (_, text) => text.replaceAll('"triggerPrice"', '"x"')],
    ['an order without a size', /current\?|openOrders/, (_, text) => text.replaceAll(/"(size|origQty)"/g, '"x"')],
    ['an order of no id', /current\?|openOrders/, (_, text) => text.replaceAll(/"(order_id|orderId)"/g, '"x"')],
  ])('lacks a list with %s', async (_, path, change) => {
    const at = await rig([BOUGHT, STOP, RESTS], (target, text) =>
      path.test(target) ? change(target, text) : undefined,
    );
    const seen = (await look(at)).symbols.get(BTC);
    const lacking = path.test('current?') ? 'orders' : 'triggers';
    expect(Object.keys(seen ?? {})).toEqual(
      ['market', 'triggers', 'orders', 'positions'].filter((one) => one !== lacking),
    );
  });

  it('has no market where one of its prices did not come', async () => {
    const stop = { ...STOP, size: '0.02' };
    const at = await rig([BOUGHT, stop], (path) => (/ticker\?|symbolPrice/.test(path) ? LOST : undefined));
    const seen = await refreshed(at);
    expect(Object.keys(seen.symbols.get(BTC) ?? {})).toEqual(['triggers', 'orders', 'positions']);
    expect((await protection(at, seen)).state).toBe('unknown');
  });

  it('is kept only where it was of all, and somebody answered', async () => {
    let isDown = false;
    const at = await rig([BOUGHT, ETHER], () => (isDown ? LOST : undefined));
    const whole = await look(at);
    isDown = true;
    const none = await look(at);
    expect([...none.symbols.values()]).toEqual([{}, {}]);
    const kept = await at.ledger.newestLook(at.account);
    expect(kept?.atMs).toBe(whole.atMs);
    expect(await at.during((session) => session.newestLook())).toEqual(kept && lookOf(kept));
  });

  it('asks nothing where nothing is at stake', async () => {
    const at = await rig([]);
    const from = at.paper.requests.length;
    expect(await at.during((session) => session.look(new AbortController().signal))).toBeUndefined();
    expect(await at.ledger.newestLook(at.account)).toBeUndefined();
    expect(at.paper.requests.length).toBe(from);
  });

  it('reads a list of several pages until no order ended in between, or lacks it', async () => {
    const [at, ending] = [await rig([BOUGHT]), await rig([BOUGHT], undefined, { lists: 'shifted' })];
    for (const one of [at, ending]) for (let index = 0; index < 230; index++) put(one, index, {});
    expect((await look(at)).symbols.get(BTC)?.orders).toHaveLength(230);
    const list = at.paper.requests.filter(({ path }) => /\/(current|openOrders)(\?|$)/.test(path));
    expect(list).toHaveLength(2 * 4);
    expect((await look(ending)).symbols.get(BTC)?.orders).toBeUndefined();
  });

  it('does not take a fill of ours for less: what no list has may be working beside what is held', async () => {
    let isDown = true;
    const at = await rig([BOUGHT], (path) => (isDown && HISTORIES.test(path) ? LOST : undefined));
    expect(shown(await protection(at, await look(at)))).toEqual([1, `${BTC} long naked 0.02 0.02 0 0.04 64000.1 0`]);
    isDown = false;
    expect(shown(await protection(at, await look(at)))).toEqual([0, `${BTC} long naked 0.02 0 0 0.02 64000.1 0`]);
  });
});
