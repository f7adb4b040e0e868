/** All that is asked of an account over real HTTP, on both versions: in which order, at which cost, and never less than there is. */
import { describe, expect, it } from 'vitest';
import type { WholeAccount } from '../../src/session/lists/whole-account.ts';
import type { OrderWords } from '../support/plan-builder.ts';
import { SPELLINGS } from '../support/spellings.ts';
import type { CancelRig } from './cancel-rig.ts';
import { BTC, costs, ETH, LOST, lookRig, protection, put, refreshed, shown, type Change } from './look-rig.ts';

const BOUGHT: OrderWords = { id: 'bought', price: 'market', size: '0.02' };
const ETHER: OrderWords = { id: 'ether', symbol: ETH, price: 'market', size: '0.1' };
const RESTS: OrderWords = { id: 'rests', price: '60000', size: '0.01' };

const whole = (at: CancelRig, fromMs = Date.now() - 60_000): Promise<WholeAccount> =>
  at.during((session) =>
    session.whole({
      signal: new AbortController().signal,
      trades: (symbols) => symbols.map((symbol) => ({ symbol, fromMs, toMs: Date.now() + 60_000 })),
    }),
  );

const ofAll =
  (change: (rows: { side: string; symbol: string }[]) => unknown): Change =>
  (path, text) =>
    path.includes('allPosition')
      ? JSON.stringify(change(JSON.parse(text) as { side: string; symbol: string }[]))
      : undefined;

const heldOf = ({ look }: WholeAccount, symbol = BTC): string[] | undefined =>
  look.symbols.get(symbol)?.positions?.map(({ side, size }) => `${side} ${size.toString()}`);

const withoutIds: Change = (path, text) =>
  /fills|userTrades/.test(path) ? text.replace(/"(orderId)":"?\d+"?/, '"$1":"none"') : undefined;

describe.each(['v2', 'v3'] as const)('an account on %s', (version) => {
  const isThird = version === 'v3';
  const rig = (orders: readonly OrderWords[], change?: Change): Promise<CancelRig> =>
    lookRig(SPELLINGS[version], { orders, change, paper: {} });

  it('is asked for in order, what is held last of the look, and costs what the page says', async () => {
    const at = await rig([BOUGHT, ETHER]);
    // From here on the journal knows that both were filled: nothing of theirs is looked for.
    await refreshed(at);
    const from = at.paper.requests.length;
    const { weight, money, trades } = await whole(at, Date.now() + 30_000);
    const cost = costs(at, from);
    expect(weight).toEqual({ ip: cost.ip, uid: cost.uid });
    expect(weight).toEqual(isThird ? { ip: 10 + 5 + 5 + 2 * (2 + 5), uid: 0 } : { ip: 37, uid: 45 });
    expect(cost.asked).toEqual(
      isThird
        ? [
            'bookTicker',
            'symbolPrice',
            'bookTicker',
            'symbolPrice',
            'openAlgoOrders',
            'openOrders',
            'allPosition',
            'balance',
            'userTrades',
            'userTrades',
          ]
        : [
            'ticker',
            'ticker',
            'currentPlan',
            'currentPlan',
            'current',
            'current',
            'allPosition',
            'assets',
            'fills',
            'fills',
          ],
    );
    expect(money.kind).toBe('told');
    expect([...trades]).toEqual([BTC, ETH].map((symbol) => [symbol, { kind: 'all', fills: [] }]));
  });

  it('has each trade with its fee and what it realised', async () => {
    const { trades } = await whole(await rig([BOUGHT]));
    const [[symbol, read] = []] = trades;
    expect(symbol).toBe(BTC);
    expect(read).toMatchObject({ kind: 'all', fills: [{ size: '0.02', fee: '0', realised: '0' }] });
  });

  it('looks for what is in no list of what is open, and keeps that: it is filled, and not working', async () => {
    const at = await rig([BOUGHT, RESTS]);
    const { look, looked } = await whole(at);
    expect(looked.map(({ order: { id }, stand }) => [id, stand.kind])).toEqual([['bought', 'seen']]);
    const judged = await protection(at, look);
    expect(shown(judged)).toEqual([0, `${BTC} long naked 0.02 0.01 0 0.03 64000.1 0`]);
    expect((await at.state()).get('bought')?.state).toBe('filled');
  });

  it('looks at symbols that somebody else holds, too, and asks for those by themselves', async () => {
    const at = await rig(
      [BOUGHT],
      ofAll((rows) => {
        const ether = rows.map((row) => ({
          ...row,
          symbol: isThird ? 'ETHUSDT' : ETH,
          size: row.side === 'LONG' ? '3' : '0',
        }));
        return [...rows, ...ether];
      }),
    );
    const read = await whole(at);
    expect([...read.look.symbols.keys()]).toEqual([BTC, isThird ? 'ETHUSDT' : ETH]);
    // The exchange itself has none of it: the answer about the one symbol, which came last, counts.
    expect(heldOf(read, isThird ? 'ETHUSDT' : ETH)).toEqual([]);
    expect(at.paper.requests.filter(({ path }) => path.includes('singlePosition'))).toHaveLength(1);
  });

  it('does not take a side that is missing for one that is not held', async () => {
    const at = await rig(
      [BOUGHT],
      ofAll((rows) => rows.filter(({ side }) => side !== 'LONG')),
    );
    const read = await whole(at);
    expect(heldOf(read)).toEqual(isThird ? [] : ['long 0.02']);
  });

  it.each<[string, Change]>([
    ['a row without a size', ofAll((rows) => rows.map(({ ...row }) => ({ ...row, size: undefined })))],
    ['a row without a symbol', ofAll((rows) => rows.map(({ side }) => ({ side, size: '1' })))],
    ['no list', ofAll(() => ({}))],
    ['no answer', (path) => (path.includes('allPosition') ? LOST : undefined)],
  ])('tells nothing that is held, of %s', async (_, change) => {
    const read = await whole(await rig([BOUGHT], change));
    expect(read.held.kind).toBe('failed');
    expect(heldOf(read)).toBeUndefined();
  });

  it.each<[string, RegExp, Change]>([
    ['money', /assets|balance/, () => LOST],
    ['a coin twice', /assets|balance/, (_, text) => JSON.stringify([JSON.parse(text), JSON.parse(text)].flat())],
  ])('tells nothing of what it has, without %s', async (_, paths, change) => {
    const read = await whole(await rig([BOUGHT], (path, text) => (paths.test(path) ? change(path, text) : undefined)));
    expect(read.money.kind).toBe('failed');
  });

  it('does not make a sum of trades of which one cannot be read', async () => {
    const { trades } = await whole(await rig([BOUGHT], withoutIds));
    expect(trades.get(BTC)).toMatchObject({ kind: 'failed' });
  });

  it('looks at nothing more once it is stopped', async () => {
    const at = await rig([BOUGHT]);
    const from = at.paper.requests.length;
    const read = await at.during((session) =>
      session.whole({ signal: AbortSignal.abort('stopped'), trades: () => [] }),
    );
    expect([read.held.kind, read.money.kind, at.paper.requests.length - from]).toEqual(['failed', 'failed', 0]);
  });
});

it('of somebody else’s orders has none that are taken for ours', async () => {
  const at = await lookRig(SPELLINGS.v2, { orders: [BOUGHT], change: undefined, paper: {} });
  put(at, 1, { type: '2', price: '70000', size: '0.03' });
  const { look, looked } = await whole(at);
  expect(look.symbols.get(BTC)?.orders).toHaveLength(1);
  expect(looked).toHaveLength(1);
});
