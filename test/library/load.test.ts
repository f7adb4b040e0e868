/** Texts and documents to plans and calls, through the library's own names. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import {
  compilePlan,
  dryRunText,
  EXIT,
  loadConfig,
  loadInstruments,
  loadPlan,
  type PlanDocument,
  orThrow,
  paperInstruments,
  RefusalError,
} from '../../src/index.ts';

const ORDER = { id: 'entry', symbol: 'cmt_btcusdt', side: 'open-long', size: '0.10', price: 64_000 } as const;
const DOCUMENT = { version: 1, name: 'doc', orders: [ORDER] } as const;

type InstrumentsInput = Parameters<typeof loadInstruments>[0];

const made = (version: number) => ({ version, name: 'made', orders: [ORDER] });

describe('a plan', () => {
  test('as a document and as text is the same bytes, with the digits as they are written', () => {
    const text = `version: 1\nname: doc\norders:\n  - { id: entry, symbol: cmt_btcusdt, side: open-long, size: 0.10, price: 64000 }\n`;
    const [one, other] = [DOCUMENT, text].map((input) => orThrow(compilePlan(orThrow(loadPlan(input)))));
    expect(one?.digest).toBe(other?.digest);
    expect(one?.calls[0]?.body).toContain('"size":"0.10"');
    const big = loadPlan({ ...DOCUMENT, orders: [{ ...ORDER, price: 64_000n, size: 0.1 }] });
    expect(orThrow(big).plan.orders[0]).toMatchObject({ price: { kind: 'limit' } });
    expect(JSON.stringify(orThrow(big).plan.orders[0]?.price)).toBe('{"kind":"limit","at":"64000"}');
  });

  test('that no file could have is refused at its place: a circle, endless levels, numbers that nobody wrote', () => {
    const circle: Record<string, unknown> = { ...DOCUMENT };
    circle['orders'] = [ORDER, circle];
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
    let wide: unknown = {};
    for (let level = 0; level < 30; level += 1) wide = { a: wide, b: wide };
    const priced = (price: unknown): unknown => ({ ...DOCUMENT, orders: [ORDER, { ...ORDER, id: 'b', price }] });
    const cases: readonly (readonly [unknown, string, string])[] = [
      [circle, 'yaml/too-deep', 'the document contains itself'],
      [deep, 'yaml/too-deep', 'more than 32 levels of nesting'],
      [priced(deep), 'yaml/too-deep', 'more than 32 levels of nesting'],
      [wide, 'text/too-large', 'more than 1000000 values'],
      [priced(Number.NaN), 'value/number', '`orders[1].price`: NaN is not a number that an order could have'],
      [priced(-Infinity), 'value/number', '`orders[1].price`: -Infinity is not'],
      [priced(2 ** 53 + 2), 'value/number', '`orders[1].price`: past 2^53'],
      [priced(1e21), 'value/number', 'that was written: 1000000000000000000000'],
      [priced(-(2 ** 60)), 'value/number', 'past 2^53'],
    ];
    for (const [document, code, words] of cases) {
      const loaded = loadPlan(document as PlanDocument);
      expect(loaded.ok ? undefined : loaded.error.diagnostics.map((one) => one.code)).toEqual([code]);
      expect(loaded.ok ? '' : loaded.error.diagnostics[0]?.message).toContain(words);
      expect(loadConfig(document as object as { version: 1 }).ok).toBe(false);
      expect(loadInstruments(document as InstrumentsInput).ok).toBe(false);
    }
    // The same digits as a text or a bigint are what was written.
    for (const price of [2n ** 53n + 2n, String(2n ** 53n + 2n), 2 ** 53 - 1]) {
      const { plan } = orThrow(loadPlan(priced(price) as PlanDocument));
      expect(JSON.stringify(plan.orders[1]?.price)).toContain(`"${BigInt(price)}"`);
    }
    // A part that is shared is no circle.
    const waits = ['entry'];
    const others = [
      { ...ORDER, id: 'b', after: waits },
      { ...ORDER, id: 'c', after: waits },
    ];
    expect(loadPlan({ ...DOCUMENT, orders: [ORDER, ...others] }).ok).toBe(true);
  });

  test('may be made by functions that return one, with a number as its version', () => {
    expect(loadPlan(made(1)).ok).toBe(true);
    expect(loadPlan(made(2))).toMatchObject({ ok: false });
  });

  test('says every mistake as a value: code, place, hint and frame', () => {
    const loaded = loadPlan(
      {
        ...DOCUMENT,
        orders: [
          { ...ORDER, price: 1e-9 },
          { ...ORDER, id: 'entry' },
        ],
      },
      { file: 'mine.json' },
    );
    expect(loaded).toMatchObject({
      ok: false,
      error: { code: 'plan/invalid', exitCode: EXIT.invalid, message: 'mine.json is invalid (2 errors)' },
    });
    if (loaded.ok) return;
    const [found] = loaded.error.diagnostics;
    expect(found).toMatchObject({
      severity: 'error',
      code: 'value/number',
      file: 'mine.json',
      hint: 'write 0.000000001',
    });
    expect(found?.frame.split('\n')[found.frame.split('\n').length - 3]).toContain('price: 1e-9');
    expect(structuredClone(found)).toEqual(found);
    expect(() => orThrow(loaded)).toThrow(RefusalError);
    expect(() => orThrow(loaded)).toThrow('must be a plain decimal');
  });

  test('as a document is written as a person would, whatever is in it', () => {
    const odd = {
      ...DOCUMENT,
      description: 'a "quoted": #thing\\ - {x}',
      vars: { 'no name': 1, width: 0.5, none: undefined },
      orders: [{ ...ORDER, after: [], size: { total: 10n ** 30n, shape: [1, '2'] } }],
    };
    const loaded = loadPlan(odd as never, { file: 'odd' });
    const text = loaded.ok ? '' : loaded.error.diagnostics.map(({ frame }) => frame).join('\n');
    expect(text).toContain('"no name": 1');
    const checked = orThrow(loadPlan({ ...DOCUMENT, description: odd.description, vars: { width: 0.5 } }));
    expect(checked.plan.description).toBe(odd.description);
    expect(checked.text).toContain('vars:\n  width: 0.5\n');
    expect(checked.text).toContain('orders:\n  - id: "entry"\n    symbol: ');
    const again = orThrow(
      loadPlan({ ...DOCUMENT, orders: [{ ...ORDER, size: checked.plan.orders[0]?.size as never }] }),
    );
    expect(again.plan.orders[0]?.size.toString()).toBe('0.10');
  });

  test.each([
    ['half a character', { ...DOCUMENT, description: 'cut \ud83d' }, 'text/'],
    ['a control character', { ...DOCUMENT, description: 'a\u001b[2J' }, 'text/'],
    ['no object at all', null as never, 'value/'],
    ['no YAML', '{', 'yaml/'],
  ])('that is %s is a mistake, never an exception', (_, input, code) => {
    const loaded = loadPlan(input);
    expect(loaded.ok).toBe(false);
    if (!loaded.ok) expect(loaded.error.diagnostics.map((one) => one.code).join(' ')).toContain(code);
  });

  test('takes values for its variables, and only for those that it has', () => {
    const text = bids('vars', 1)
      .replace('defaults:', 'vars: { entry: 60000 }\ndefaults:')
      .replace('price: 60000', 'price: =entry');
    const priced = orThrow(loadPlan(text, { variables: { entry: 61_000 }, instruments: paperInstruments }));
    expect(String(priced.plan.orders[0]?.price.kind === 'limit' && priced.plan.orders[0].price.at)).toBe('61000');
    for (const variables of [{ entri: 1 }, { entry: '1e5' }]) {
      expect(loadPlan(text, { variables })).toMatchObject({
        ok: false,
        error: { exitCode: EXIT.usage, diagnostics: [] },
      });
    }
  });

  test('is held against the policy, the instruments and the time', () => {
    const config = orThrow(loadConfig({ version: 1, policy: { maxPlanNotional: 100 } }));
    expect(loadPlan(DOCUMENT, { config })).toMatchObject({ ok: false, error: { exitCode: EXIT.forbidden } });
    const instruments = orThrow(
      loadInstruments({
        source: 'a test',
        asOf: '2026-01-01T00:00:00Z',
        instruments: { cmt_btcusdt: { tick: '0.1', step: '0.03', minSize: '0.03' } },
      }),
    );
    const offStep = loadPlan(DOCUMENT, { instruments });
    expect(offStep.ok ? [] : offStep.error.diagnostics.map(({ code }) => code)).toContain('order/off-step');
    const late = { ...DOCUMENT, validUntil: '2026-01-01T00:00:00Z' };
    expect(loadPlan(late).ok).toBe(true);
    const past = orThrow(loadPlan(late, { nowMs: Date.UTC(2026, 1) }));
    expect(past.warnings.map(({ message }) => message).join(' ')).toContain('validUntil');
  });
});

test('a config or a list that is wrong is a value under exit code 2', () => {
  for (const wrong of [loadConfig({ version: 1, exchange: { locale: 'x', nope: 1 } } as never), loadInstruments('{')]) {
    expect(wrong).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
    if (!wrong.ok) expect(wrong.error.diagnostics.length).toBeGreaterThan(0);
  }
});

test('what is compiled is data, and what a choice names must be there', () => {
  const checked = orThrow(loadPlan(bids('chosen', 3), { instruments: paperInstruments }));
  const all = orThrow(compilePlan(checked));
  expect(all.calls.map(({ method, path, orders }) => [method, path, orders.map(({ id }) => id)])).toEqual([
    ['POST', '/capi/v2/order/batchOrders', ['bid-1', 'bid-2', 'bid-3']],
  ]);
  const one = orThrow(compilePlan(checked, { only: ['bid-2'] }));
  expect(one.withheld.map(({ id, reason }) => `${id} ${reason}`)).toEqual(['bid-1 not-selected', 'bid-3 not-selected']);
  expect(compilePlan(checked, { only: ['bid-4'] })).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  expect(compilePlan(checked, { again: ['bid-1'] })).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  expect(structuredClone(all.calls)).toEqual(all.calls);
});

test('the dry run is the command’s, without its next commands', () => {
  const compiled = orThrow(compilePlan(orThrow(loadPlan(bids('shown', 2), { instruments: paperInstruments }))));
  const text = dryRunText(compiled, { connection: { origin: 'https://exchange.example' }, width: 80 });
  expect(text).toContain('LIVE  https://exchange.example');
  expect(text).toContain(`digest ${compiled.digest.slice(0, 12)}`);
  expect(text).not.toContain('ordo run');
  expect(text).not.toContain('\u001b');
  expect(dryRunText(compiled, { color: true })).toContain('\u001b[');
  expect(dryRunText(compiled)).toMatch(/^shown\s+generation 1\s+no exchange is connected\n/);
  expect(dryRunText(compiled)).not.toContain('LIVE');
  expect(dryRunText(compiled, { bytes: true })).toContain(compiled.calls[0]?.body);
});
