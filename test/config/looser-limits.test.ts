import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { looserLimits } from '../../src/config/looser-limits.ts';
import type { Config, LooserLimit } from '../../src/model/config.ts';
import { readSource } from '../../src/source/read-source.ts';

function configOf(text: string): Config {
  const source = readSource('c.yaml', Buffer.from(`version: 1\n${text}\n`));
  const { config, diagnostics } = source.ok ? loadConfig(source.value) : { config: undefined, diagnostics: [] };
  expect(diagnostics).toEqual([]);
  return config as Config;
}

const looser = (before: string, after: string): LooserLimit[] => {
  const [was, is] = [configOf(before), configOf(after)];
  return looserLimits({ config: was }, { config: is });
};

/** Each allows less on the left, and has to be told one way and not the other. */
const ROWS: readonly (readonly [name: string, tight: string, loose: string])[] = [
  ['policy.symbols', 'policy: { symbols: [a] }', 'policy: { symbols: [a, b] }'],
  ['policy.symbols', 'policy: { symbols: [a] }', ''],
  ['policy.maxOrders', 'policy: { maxOrders: 9 }', 'policy: { maxOrders: 10 }'],
  ['policy.maxOrders', 'policy: { maxOrders: 9 }', ''],
  ['policy.maxOrderSize.a', 'policy: { maxOrderSize: { a: 2 } }', 'policy: { maxOrderSize: { A: 2.1 } }'],
  ['policy.maxOrderSize.a', 'policy: { maxOrderSize: { a: 2 } }', 'policy: { maxOrderSize: { b: 1 } }'],
  ...[
    'maxOrderNotional',
    'maxSideNotional',
    'maxPlanNotional',
    'maxStandingNotional',
    'maxCloseNotional',
    'maxLossAtStops',
  ].map((name) => [`policy.${name}`, `policy: { ${name}: 9.9 }`, `policy: { ${name}: 10 }`] as const),
  ['policy.requireStop', 'policy: { requireStop: true }', 'policy: { requireStop: false }'],
  ['policy.requireStop', 'policy: { requireStop: true }', ''],
  ['execution.onUnknown', '', 'execution: { onUnknown: continue }'],
  ['execution.onReject', 'execution: { onReject: stop }', ''],
  ['execution.maxOrdersPerCall', 'execution: { maxOrdersPerCall: 5 }', ''],
  ['execution.rateRefusals', '', 'execution: { rateRefusals: 4 }'],
  ['execution.maxPause', '', 'execution: { maxPause: 6m }'],
  ['execution.lookEvery', '', 'execution: { lookEvery: 3s }'],
  ['exchange.ipWeight', '', 'exchange: { ipWeight: 501/10s }'],
  ['exchange.uidWeight', '', 'exchange: { uidWeight: 500/9s }'],
  ['exchange.orderCalls', '', 'exchange: { orderCalls: 20/1s }'],
  ['exchange.inFlight', '', 'exchange: { inFlight: 9 }'],
  ['exchange.cancelBatch', '', 'exchange: { cancelBatch: 11 }'],
  ['exchange.refusalCodes', '', 'exchange: { refusalCodes: [40020] }'],
  ['exchange.queries', '', 'exchange: { queries: false }'],
];

describe.each(ROWS)('%s', (name, tight, loose) => {
  test(`is looser in \`${loose}\` than in \`${tight}\``, () => {
    expect(looser(tight, loose).map((limit) => limit.name)).toEqual([name]);
  });

  test('and the other way round nothing is', () => {
    const back = looser(loose, tight).map((limit) => limit.name);
    // A bound that another symbol loses is one of its own.
    expect(back).toEqual(loose.includes('{ b: 1 }') ? ['policy.maxOrderSize.b'] : []);
    expect(looser(loose, loose)).toEqual([]);
  });
});

test('a limit that is gone is told by what it was', () => {
  expect(looser('policy: { maxPlanNotional: 1000.50 }', '')).toEqual([
    { name: 'policy.maxPlanNotional', before: '1000.50', after: undefined },
  ]);
});
