/** Which version of the interface a config chooses, and what it assumes of it. */
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const load = (exchange: string, execution = '{}'): ReturnType<typeof loadConfig> =>
  loadConfig(new SourceFile('ordo.config.yaml', `version: 1\nexchange: ${exchange}\nexecution: ${execution}\n`));

describe('version 3', () => {
  test('has limits of its own', () => {
    const { config } = load('{ interface: v3 }');
    expect(config?.exchange).toMatchObject({
      interface: 'v3',
      cancelBatch: 10,
      engineRefusalsAt500: true,
      limits: {
        ip: { amount: 500, windowMs: 10_000 },
        uid: { amount: 50, windowMs: 60_000 },
        orderCalls: { amount: 10, windowMs: 10_000 },
      },
    });
    expect(config?.exchange.isInterfaceAssumed).toBeUndefined();
    expect(config?.execution).toMatchObject({ maxOrdersPerCall: 1, accountCheck: 'refuse' });
  });

  test('takes what is written of them', () => {
    const { config } = load(
      '{ interface: v3, orderCalls: 5/10s, orderCallsPerMinute: 300/60s }',
      '{ maxOrdersPerCall: 5 }',
    );
    expect(config?.exchange.limits).toMatchObject({ uid: { amount: 300 }, orderCalls: { amount: 5 } });
    expect(config?.execution.maxOrdersPerCall).toBe(5);
  });
});

test.each([
  ['{ interface: v3, uidWeight: 500/10s }', '{}', 'write orderCalls and orderCallsPerMinute in its place'],
  ['{ orderCallsPerMinute: 50/60s }', '{}', 'write uidWeight in its place'],
  ['{ interface: v3, cancelBatch: 11 }', '{}', 'write 10 or less'],
  ['{ interface: v3 }', '{ maxOrdersPerCall: 6 }', 'write 5 or less'],
])('%s, %s is refused', (exchange, execution, hint) => {
  const { config, diagnostics } = load(exchange, execution);
  expect(config).toBeUndefined();
  expect(diagnostics).toMatchObject([{ code: 'config/other-interface', hint }]);
});

test.each([
  ['v3', '{ interface: v3, cancelBatch: 51 }', '{}', 'write a whole number from 1 to 10'],
  ['v3', '{ interface: v3 }', '{ maxOrdersPerCall: 21 }', 'write a whole number from 1 to 5'],
  ['v2', '{ cancelBatch: 51 }', '{}', 'write a whole number from 1 to 50'],
  ['v2', '{}', '{ maxOrdersPerCall: 21 }', 'write a whole number from 1 to 20'],
])('what is more than any version takes is told the limit of %s, which works', (version, exchange, execution, hint) => {
  expect(load(exchange, execution).diagnostics).toMatchObject([{ code: 'value/spelling', hint }]);
  const most = Number(/[0-9]+$/.exec(hint)?.[0]);
  const mended = [exchange, execution].map((text) => text.replace(/51|21/, String(most)));
  expect(load(mended[0] ?? '', mended[1]).config?.exchange.interface).toBe(version);
});

test.each([
  ['{ interface: v3, uidWeight: 500/10s }', 'uidWeight'],
  ['{ orderCallsPerMinute: 50/60s }', 'orderCallsPerMinute'],
])('%s: the mark is at the key', (exchange, key) => {
  const [one] = load(exchange).diagnostics;
  expect(one?.source.text.slice(one.start, one.end)).toBe(key);
});

test('a code that is no code is told what one is', () => {
  const [one] = load('{ interface: v3, refusalCodes: [-1.5] }').diagnostics;
  expect(one?.hint).toBe('write a whole number or a word, such as 40034 or -2010');
  for (const code of ['40034', '-2010', 'ORDER_LIMIT'])
    expect(load(`{ interface: v3, refusalCodes: [${code}] }`).config?.exchange.refusalCodes).toEqual([code]);
});

test('a config that names none has version 2, and says that it is assumed', () => {
  expect(load('{}').config?.exchange).toMatchObject({ interface: 'v2', isInterfaceAssumed: true });
  expect(load('{ interface: v2 }').config?.exchange.isInterfaceAssumed).toBeUndefined();
});
