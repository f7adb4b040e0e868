/** What trades came to, by whose they are: random lists of them against a sum that is made another way. */
import { describe, expect, test } from 'vitest';
import { ownersOf, sumOf, sumsBy } from '../../src/actions/trades/trade-sums.ts';
import { moneyOf } from '../../src/model/account-money.ts';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { Fill } from '../../src/model/standing.ts';
import { randomFrom } from '../../src/paper/random.ts';

const known = (id: string, orderId: string, more: Partial<KnownOrder> = {}): KnownOrder => ({
  id,
  clientOid: `c${id}`,
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_btcusdt' },
  orderId,
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  ...more,
});

const fill = (id: string, orderId: string, more: Partial<Fill> = {}): Fill => ({
  id,
  orderId,
  size: '1',
  value: '1',
  fee: '0',
  realised: '0',
  createdMs: 0,
  ...more,
});

const accountWith = (...plans: readonly (readonly [plan: string, generation: number, ...orders: KnownOrder[]])[]) =>
  plans.map(([plan, generation, ...orders]) => ({
    plan,
    generation,
    isPlaced: true,
    orders: new Map(orders.map((order) => [order.id, order])),
  })) as unknown as KnownAccount;

const LISTS = 10_000;
const PLACES = 8;

test(`${LISTS} random lists of trades come to what an independent sum says`, () => {
  const random = randomFrom(20_261_126);
  const whole = (most: number): number => Math.floor(random() * most);
  /** Signed, of up to 14 digits, of which up to 8 behind the point; and the same in units of the last. */
  const number = (): { readonly text: string; readonly units: bigint } => {
    const units = BigInt(whole(10 ** 7)) * BigInt(10 ** whole(5)) * (random() < 0.5 ? -1n : 1n);
    const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, '0');
    const text = `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
    return { text: random() < 0.5 ? text : text.replace(/\.?0+$/, ''), units };
  };
  for (let list = 0; list < LISTS; list++) {
    const plans = Array.from({ length: 1 + whole(3) }, (_, plan) => ({
      name: `p${plan}`,
      ids: Array.from({ length: 1 + whole(3) }, (__, order) => `${plan}${order}000000000000000${whole(9)}`),
    }));
    const account = accountWith(
      ...plans.map(({ name, ids }) => [name, 1, ...ids.map((id, at) => known(`o${at}`, id))] as const),
    );
    // The same symbol throughout: only the order id tells whose a trade is.
    const sums = new Map<string, { trades: number; realised: bigint; fees: bigint }>();
    const fills = Array.from({ length: whole(12) }, (_, at) => {
      const [realised, fee] = [number(), number()];
      const plan = plans[whole(plans.length + 1)];
      const orderId = plan === undefined ? `9${at}` : (plan.ids[whole(plan.ids.length)] as string);
      for (const key of [plan?.name ?? 'others', 'all']) {
        const sum = sums.get(key) ?? { trades: 0, realised: 0n, fees: 0n };
        sums.set(key, {
          trades: sum.trades + 1,
          realised: sum.realised + realised.units,
          fees: sum.fees + fee.units,
        });
      }
      return fill(String(at), orderId, { realised: realised.text, fee: fee.text });
    });
    const told = random() < 0.5 ? 'before-fees' : 'after-fees';
    const owners = ownersOf(account);
    const names = new Map(plans.map(({ name }) => [name, name]));
    const rows = sumsBy(fills, { told, names, keyOf: (id) => owners.get(id)?.plan });
    const all = sumOf(fills, told);
    const found = new Map([...(rows ?? []).map((row) => [row.of ?? 'others', row] as const), ['all', all] as const]);
    for (const key of ['others', 'all', ...names.keys()]) {
      const [sum, own] = [sums.get(key), found.get(key)];
      if (sum === undefined) {
        expect(own?.trades ?? 0).toBe(0);
        continue;
      }
      const before = told === 'before-fees' ? sum.realised : sum.realised + sum.fees;
      const exact = (units: bigint): string => Decimal.ofDigits(units, PLACES).canonical();
      const { trades, realised, fees, net } = own ?? {};
      expect([trades, realised?.canonical(), fees?.canonical(), net?.canonical()], `list ${list}, ${key}`).toEqual([
        sum.trades,
        exact(before),
        exact(sum.fees),
        exact(before - sum.fees),
      ]);
    }
  }
});

const ownerOf = (order: KnownOrder, orderId: string): string | undefined =>
  ownersOf(accountWith(['p', 1, order])).get(orderId)?.id;

describe('a trade belongs', () => {
  test('to an earlier lineage of an order, too', () => {
    const order = known('a', '2', { lineage: 1, earlier: [known('a', '1')] });
    expect([ownerOf(order, '1'), ownerOf(order, '2')]).toEqual(['a', 'a']);
  });

  test('to a trigger by its own id, and by that of the order which it became', () => {
    const order = known('a', '1', { seen: { state: 'triggered', firedAs: '7', atMs: 0 } });
    expect([ownerOf(order, '1'), ownerOf(order, '7')]).toEqual(['a', 'a']);
  });

  test('to nobody whose order id is a person’s word alone', () => {
    expect(ownerOf(known('a', '1', { rule: 'by-person' }), '1')).toBeUndefined();
    const seen = { state: 'filled', atMs: 0 } as const;
    expect(ownerOf(known('a', '1', { rule: 'by-person', seen }), '1')).toBe('a');
  });
});

test.each([[{ fee: undefined }], [{ realised: undefined }]])('a trade that lacks %j makes no sum', (lacking) => {
  const { fee, realised, ...rest } = fill('1', '1');
  const whole = { ...rest, ...('fee' in lacking ? { realised } : { fee }) } as Fill;
  expect(sumOf([fill('0', '1'), whole], 'before-fees')).toBeUndefined();
});

describe('money', () => {
  const row = { coin: 'USDT', available: '18104.22' };
  test.each([
    ['an equity', { ...row, equity: '25310.40000000000000000001' }, 'balance', '25310.40000000000000000001'],
    ['a balance', { ...row, balance: '5696.49288823', openProfit: '-34.553' }, 'balance', '5696.49288823'],
    ['a balance and what is open', { ...row, balance: '5696.5', openProfit: '-34.553' }, 'balance+open', '5661.947'],
    ['a debt', { ...row, equity: '-3.5' }, 'balance', '-3.5'],
  ] as const)('of %s has every digit', (_, told, equityIs, equity) => {
    expect(moneyOf([told], equityIs)).toMatchObject({ asset: 'USDT', others: 0 });
    expect(moneyOf([told], equityIs)?.equity.toString()).toBe(equity);
  });

  test('is not known without its row, and without what is open where that is not told', () => {
    expect(moneyOf([{ coin: 'BTC', available: '1', equity: '1' }], 'balance')).toBeUndefined();
    expect(moneyOf([{ ...row, balance: '1' }], 'balance+open')).toBeUndefined();
  });

  test('counts other coins that it has something of, and adds none of them', () => {
    const others = ['0.5', '0', '0.000'].map((equity, at) => ({ coin: `C${at}`, available: equity, equity }));
    expect(moneyOf([{ ...row, equity: '7' }, ...others], 'balance')).toMatchObject({ others: 1 });
  });
});
