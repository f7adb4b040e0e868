/** `ordo simulate --watch`, and the figures in a watch of `ordo run`, on a real pseudo-terminal. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXAMPLES, ordo, place } from '../../proofs/support/ordo.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const example = (name: string): string => readFileSync(join(EXAMPLES, 'simulate', name), 'utf8');
const PLAN = example('scalp.yaml');
const CANDLES = example('btc-1h.csv');
const SIZE = { columns: 80, rows: 40 };

let at: ReturnType<typeof place>;
let terminal: DrivenTerminal | undefined;
let paper: PaperExchange | undefined;
beforeEach(() => {
  at = place();
  at.write('scalp.yaml', PLAN);
  at.write('btc-1h.csv', CANDLES);
  at.write('instruments.json', example('instruments.json'));
  at.write('ordo.config.yaml', 'version: 1\ninstruments: instruments.json\n');
});
afterEach(async () => {
  terminal?.close();
  await paper?.close();
  [terminal, paper] = [undefined, undefined];
  at.remove();
});

const GIVEN = ['simulate', 'scalp.yaml', '--candles', 'btc-1h.csv', '--watch'];
const open = (args: readonly string[] = GIVEN): DrivenTerminal => (terminal = new DrivenTerminal(args, at, SIZE));
/** As most editors save: in one step. */
function save(text: string, name = 'scalp.yaml'): void {
  at.write(`${name}.new`, text);
  renameSync(join(at.folder, `${name}.new`), join(at.folder, name));
}
const minute = (nth: number): string => `${1_700_000_000 + nth * 60},64000,64020,63980,64000,1`;
const stopAt = (price: number): string => PLAN.replace('stop: 63600', `stop: ${price}`);

/** Both ends of the result, by the command itself. */
async function figures(): Promise<string> {
  const { stdout } = await here(['simulate', 'scalp.yaml', '--candles', 'btc-1h.csv', '--output', 'json'], at);
  const { result } = JSON.parse(stdout) as { result: [string, string] };
  return result.map((text) => Number(text).toFixed(2)).join(' ');
}

/** `-23.64 → 56.30 56.30` */
const rowOf = (screen: string): string | undefined => /^ *result +(.*)$/m.exec(screen)?.[1]?.replaceAll(/ {2,}/g, ' ');

describe.skipIf(!hasPseudoTerminal)('a simulation that is watched', () => {
  test('opens at its view, and shows what a save changes', async () => {
    const one = open();
    await one.until(/\[5 simulation\][^]*8 candles of 1 h, 2026-11-20 00:00 to 08:00 UTC[^]*result +-23\.64 +56\.30/);
    save(stopAt(63500));
    const screen = await one.until(/result +-23\.64 → 56\.30 +56\.30/);
    expect(screen).toMatch(/deepest +-87\.64 → -36\.28 +-7\.70/);
    expect(screen).toMatch(/bare of a stop +4 h +3 h/);
    expect(screen).toMatch(/entry +01:00, closed 02:00: stop or target → 01:00, closed 02:00: target/);
    expect(screen).toContain('Past prices, which you have seen; the next ones will differ.');
    one.type('1');
    await one.until(/\[1 orders\][^]*entry/);
    one.type('5');
    await one.until(/\[5 simulation\][^]*56\.30/);
    one.type('q');
    expect(await one.ended).toBe(0);
  });

  test('100 saves, 10 of them broken: each good one has its figures and the change, each broken one leaves the last', async () => {
    const one = open();
    await one.until(/result +-23\.64 +56\.30/);
    let before = await figures();
    for (let nth = 1; nth <= 100; nth++) {
      const isBroken = nth % 10 === 0;
      // A stop that is in the way fires, at another price each time; one that is not never does.
      const plan = stopAt((nth % 2 === 0 ? 63600 : 63500) - nth);
      save(isBroken ? plan.replace('size: 0.1', 'size: 0.1x') : plan);
      if (isBroken) {
        await one.until(
          (screen) =>
            screen.includes('this save is not simulated: it has errors') && rowOf(screen)?.endsWith(before) === true,
        );
        continue;
      }
      const now = await figures();
      const [[was], [is, best]] = [before.split(' '), now.split(' ')];
      const row = `${was === is ? is : `${was} → ${is}`} ${best}`;
      await one.until((screen) => rowOf(screen) === row && !screen.includes('simulating'));
      before = now;
    }
    one.type('q');
    expect(await one.ended).toBe(0);
  }, 180_000);

  test('candles that change are simulated again, and ones that cannot be read say where', async () => {
    const one = open();
    await one.until(/result +-23\.64 +56\.30/);
    save(CANDLES.replace('64050,412.5', '64x50,412.5'), 'btc-1h.csv');
    await one.until(/this save could not be simulated; these are figures of[^]*candles\/number[^]*btc-1h\.csv:4:/);
    save(CANDLES.split('\n').slice(0, -2).join('\n'), 'btc-1h.csv');
    await one.until((screen) => screen.includes('7 candles of 1 h') && !screen.includes('candles/'));
    one.type('q');
    expect(await one.ended).toBe(0);
  });

  test('a watch of run has the view where the config names candles, from the save on that names them', async () => {
    const one = open(['run', 'scalp.yaml', '--watch']);
    await one.until(/\[1 orders\][^]*entry/);
    expect(one.screen().join('\n')).not.toContain('5 simulation');
    one.type('5');
    save(
      'version: 1\ninstruments: instruments.json\nsimulate: { candles: { cmt_btcusdt: btc-1h.csv } }\n',
      'ordo.config.yaml',
    );
    await one.until(/\[1 orders\][^]*5 simulation/);
    one.type('5');
    await one.until(/\[5 simulation\][^]*result +-23\.64 +56\.30/);
    one.type('q');
    expect(await one.ended).toBe(0);
  });

  test('a key is answered while a million candles are simulated', async () => {
    at.write('long.csv', Array.from({ length: 1_000_000 }, (_, nth) => minute(nth)).join('\n'));
    const one = open(['simulate', 'scalp.yaml', '--candles', 'long.csv', '--watch']);
    await one.until(/\[5 simulation\][^]*simulating this save/);
    for (const [key, tab] of [
      ['2', '[2 picture]'],
      ['1', '[1 orders]'],
      ['5', '[5 simulation]'],
    ] as const) {
      one.type(key);
      await one.until((screen) => screen.includes(tab));
    }
    expect(one.screen().join('\n')).toContain('simulating this save');
    // A newer save ends it, and is answered.
    await one.until(/1,000,000 candles of 1 min/);
    one.type('q');
    expect(await one.ended).toBe(0);
  });
});

describe.skipIf(!hasPseudoTerminal)('a live watch', () => {
  test('places while its candles are simulated, which have no part in its code', async () => {
    paper = await startPaperExchange({ latencyMs: 0 });
    Object.assign(at.env, {
      ORDO_BASE_URL: paper.origin,
      ORDO_API_KEY: 'paper',
      ORDO_API_SECRET: 'paper',
      ORDO_API_PASSPHRASE: 'paper',
    });
    at.write('long.csv', Array.from({ length: 1_000_000 }, (_, nth) => minute(nth)).join('\n'));
    const config = 'version: 1\ninstruments: instruments.json\n';
    at.write('ordo.config.yaml', config);
    const { stdout } = await here(['run', 'scalp.yaml', '--live', '--output', 'lines'], at);
    at.write('ordo.config.yaml', `${config}simulate: { candles: { cmt_btcusdt: long.csv } }\n`);
    const one = open(['run', 'scalp.yaml', '--watch', '--execute', '--live']);
    const code = /approval ([0-9a-f]{8})/.exec(await one.until(/approval [0-9a-f]{8}/))?.[1] ?? '';
    expect(stdout).toContain(code);
    one.type('p');
    await one.until(/type the first 6 .*account default, checked/);
    one.type(code.slice(0, 6));
    await one.until((screen) => screen.includes(`${code.slice(0, 6)}_`));
    one.type('\r');
    await one.until(/✓ entry/);
    expect(paper.orders).toHaveLength(4);
    one.type('5');
    await one.until(/\[5 simulation\][^]*1,000,000 candles of 1 min/);
    one.type('q');
    expect(await one.ended).toBe(0);
    expect(paper.orders).toHaveLength(4);
  });
});

describe('a watched simulation is refused', () => {
  test.each([
    [['--output', 'json'], /--watch needs a terminal/],
    [[], /--watch needs a terminal: its simulation is shown on the screen/],
  ])('%j', async (more, words) => {
    const { code, stderr } = await ordo([...GIVEN, ...more], at);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });

  test.skipIf(!hasPseudoTerminal).each([
    [['--var', 'stop=1', '--var', 'stop=2'], /--var gives several/],
    [['--output', 'json'], /--output does not go with --watch/],
    [['--candles', '-'], /a watch reads its keys from stdin/],
  ])('%j on a terminal', async (more, words) => {
    const one = open([...GIVEN, ...more]);
    expect(await one.ended).toBe(2);
    expect(one.history().join('\n')).toMatch(words);
  });
});
