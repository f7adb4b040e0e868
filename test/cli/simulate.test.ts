/** `ordo simulate` as a user runs it. The sums of the plan and the candles can be checked by hand (docs/simulate.md). */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventsOf, EXAMPLES, place, type Ended } from '../../proofs/support/ordo.ts';
import { validateEvent } from '../../src/generated/validate-event.js';
import { widthOf } from '../../src/source/text-width.ts';
import { afterTest } from '../support/live.ts';
import { here } from '../support/here.ts';

const FOLDER = `${EXAMPLES}simulate/`;

const simulate = (...args: string[]): Promise<Ended> =>
  here(['simulate', 'scalp.yaml', ...args], { ...at(), folder: FOLDER });
const at = (): ReturnType<typeof place> => {
  const own = place();
  afterTest(() => own.remove());
  return own;
};

const HEAD = 'scalp  generation 1  SIMULATED  nothing is sent\n';
const READ = 'cmt_btcusdt · btc-1h.csv: CSV, times are opens, UTC · 8 candles of 1 h\n';
const REST = `2026-11-20 00:00 to 08:00 · fees 0.02 % maker, 0.08 % taker (assumed)

Orders
  entry  open-long  0.1  63900   01:00, closed 02:00: stop or target
  add-1  open-long  0.1  63000   04:00
  add-2  open-long  0.1  62500   touched 05:00, not passed
  add-3  open-long  0.1  62000   not reached: lowest 62500

Range                   pessimistic  optimistic
  result                     -23.64       56.30
    realised, after fees     -37.64       42.30   fees 7.63, 7.69
    open at 63140             14.00       14.00   0.1 long at 63000
  deepest                    -87.64       -7.70   05:00
  bare of a stop                4 h         3 h   add-1, from 04:00

  64400 |             │▼                                  target of entry
  64200 | │           │
  64000 | ┃     ┃     ┃     ┃
  63800 |       │▲    │     ┃                             entry
  63600 |             │▼    ┃                             stop of entry
  63400 |                   ┃     ┃
  63200 |                         ┃           │     ┃
  63000 |                         ┃▲    ┃     ┃     ┃     add-1
  62800 |                         │     ┃     ┃
  62600 |                               ┃     ┃
  62400 |                               │                 add-2
        00:00 01:00 02:00 03:00 04:00 05:00 06:00 07:00

Decided inside a candle                              apart
  02:00 to 03:00  entry: stop 63600 or target 64400  79.94

Next
  Shorter candles for that hour narrow the range:
    ordo candles cmt_btcusdt 1m --from 2026-11-20T02:00Z \\
      --to 2026-11-20T03:00Z --out btc-0200-1m.csv
  Then give both files: --candles btc-1h.csv --candles btc-0200-1m.csv

Past prices, which you have seen; the next ones will differ. Not counted:
funding, margin and liquidation, partial fills, your own effect on the price.

scalp: result -23.64 to 56.30 · deepest -87.64 · bare 4 h · 1 candle decides ·
candles 4798945367df · digest d10320c75465
`;

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => widthOf(line)));

describe('the page of eight candles', () => {
  test('is what the docs print', async () => {
    const { code, stdout } = await simulate('--candles', 'btc-1h.csv');
    expect([code, stdout]).toEqual([0, `${HEAD}${READ}${REST}`]);
  });

  test.each([
    ['btc-1h.json', 'JSON, times are opens, UTC'],
    ['btc-1h-ccxt.json', 'JSON, times are opens in milliseconds, UTC'],
    ['btc-1h-binance.csv', 'CSV, times are opens in microseconds, UTC'],
    ['btc-1h-newest-first.csv', 'CSV, newest first, times are opens, UTC'],
  ])('is the same of %s, but for the head and the names of files', async (file, read) => {
    const { code, stdout } = await simulate('--candles', file);
    const [, ...lines] = stdout.split('\n');
    const from = lines.findIndex((line) => line.startsWith('2026-11-20'));
    expect(lines.slice(0, from).join(' ')).toBe(`cmt_btcusdt · ${file}: ${read} · 8 candles of 1 h`);
    const rest = lines.slice(from).join('\n').replace('--candles\n  btc', '--candles btc');
    expect([code, rest]).toEqual([0, REST.replace('--candles btc-1h.csv', `--candles ${file}`)]);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  test('names the prices that act on touch, where that is asked for', async () => {
    const { stdout } = await simulate('--candles', 'btc-1h.csv', '--fills', 'touch');
    expect(stdout).toContain('  result                      39.12      119.06\n');
    expect(stdout).toContain('  add-2  open-long  0.1  62500   05:00\n');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  test('has one answer on a path', async () => {
    const { code, stdout } = await simulate('--path', '64000,63500,64500');
    expect(code).toBe(0);
    expect(stdout).toContain(`
Path                          exact
  result                     -36.38
    realised, after fees     -36.38   fees 6.37
  deepest                    -36.38

`);
  });

  test('takes the candles of the config where no option names any', async () => {
    const { code, stdout } = await simulate();
    expect([code, stdout]).toEqual([0, `${HEAD}${READ}${REST}`]);
  });
});

describe('other forms', () => {
  test('several values of a variable are a row each, in the order given', async () => {
    const { code, stdout } = await simulate('--candles', 'btc-1h.csv', '--var', 'stop=63600', '--var', 'stop=63500');
    expect(code).toBe(0);
    expect(stdout).toContain(`
  stop            result            deepest        bare
  63600  -23.64 to 56.30  -87.64 to   -7.70  3 h to 4 h
  63500            56.30  -36.28 to   -7.70  3 h to 4 h
In your order. The best row of several on past candles is mostly the luckiest.
`);
    const turned = await simulate('--var', 'stop=63500', '--var', 'stop=63600', '--expect', 'result >= 0');
    expect(turned.code).toBe(5);
    expect(turned.stdout).toMatch(/\n {2}63500 .* met\n {2}63600 .* not met\n/);
    expect(widest(turned.stdout)).toBeLessThanOrEqual(80);
  });

  test('JSON is one object with pairs of texts', async () => {
    const { code, stdout } = await simulate('--output', 'json', '--expect', 'deepest >= -90');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      plan: 'scalp',
      bound: true,
      result: ['-23.635992', '56.300008'],
      realised: ['-37.635992', '42.300008'],
      open: ['14', '14'],
      fees: ['7.625992', '7.689992'],
      deepest: ['-87.635992', '-7.699992'],
      bareMs: ['14400000', '10800000'],
      deciding: [{ apart: '79.936' }],
      expected: [{ text: 'deepest >= -90', met: 'met' }],
      settings: { fees: { maker: '0.0002', taker: '0.0008', assumed: true }, fills: 'through', hold: [] },
      remarks: ['Past prices, which you have seen; the next ones will differ.', expect.any(String)],
    });
  });

  test.each(['lines', 'md', 'json', 'ndjson'])(
    'what the candles warn of is in %s too, and a time that is over',
    async (form) => {
      const own = at();
      cpSync(`${FOLDER}instruments.json`, `${own.folder}/instruments.json`);
      own.write(
        'scalp.yaml',
        readFileSync(`${FOLDER}scalp.yaml`, 'utf8').replace('vars:', 'validUntil: 2020-01-01T00:00:00Z\nvars:'),
      );
      own.write(
        'eth.csv',
        'time,open,high,low,close\n2026-11-20,3000,3100,2900,3050\n2026-11-21,3050,3100,2900,3000\n',
      );
      const { code, stdout } = await here(['simulate', 'scalp.yaml', '--candles', 'eth.csv', '--output', form], own);
      expect(code).toBe(0);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('are these candles of cmt_btcusdt?');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('validUntil 2020-01-01T00:00:00Z is before the first candle');
      expect(stdout).not.toContain('plan/expired');
      if (form === 'json')
        expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'candles/far', file: 'eth.csv', line: 2 }] });
    },
  );

  test('events are of the schema, and end with run-finished', async () => {
    const ended = await simulate('--output', 'ndjson');
    const events = eventsOf(ended);
    expect(events.filter((event) => !validateEvent(event))).toEqual([]);
    expect(events.map(({ event }) => event)).toEqual([
      'diagnostic',
      'candles-read',
      'plan-loaded',
      ...Array.from({ length: 4 }, () => 'order-filled'),
      ...Array.from({ length: 4 }, () => 'order-simulated'),
      'simulation-finished',
      'run-finished',
    ]);
    expect(events.at(-1)).toMatchObject({ mode: 'simulate', target: 'paper', exitCode: 0, elapsedMs: 0 });
    const again = await simulate('--output', 'ndjson');
    expect(again.stdout).toBe(ended.stdout);
  });

  test('a refusal and bad candles end the stream too', async () => {
    const refused = await simulate('--output', 'ndjson', '--fees', 'none');
    expect(eventsOf(refused)).toMatchObject([
      { event: 'run-finished', exitCode: 2, refusal: { code: 'option/value' } },
    ]);
    const bad = await simulate('--output', 'ndjson', '--candles', 'scalp.yaml');
    expect(bad.code).toBe(2);
    expect(eventsOf(bad)).toMatchObject([{ event: 'diagnostic' }, { event: 'run-finished', exitCode: 2 }]);
  });

  test('a page has the chart and loads nothing, and Markdown has the picture', async () => {
    const own = at();
    for (const name of ['scalp.yaml', 'btc-1h.csv']) cpSync(`${FOLDER}${name}`, `${own.folder}/${name}`);
    const tried = (...more: string[]) => here(['simulate', 'scalp.yaml', '--candles', 'btc-1h.csv', ...more], own);
    expect((await tried('--output', 'html', '--out', 'page.html')).code).toBe(0);
    const page = readFileSync(`${own.folder}/page.html`, 'utf8');
    expect(page.match(/<svg/g)).toHaveLength(2);
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect(page).toContain('Past prices, which you have seen; the next ones will differ.');
    const markdown = await tried('--output', 'md');
    expect(markdown.stdout).toContain('  64400 |             │▼                                  target of entry');
    // What is there is replaced only where it is a simulation.
    expect((await tried('--out', 'page.html')).code).toBe(0);
    expect((await tried('--out', 'scalp.yaml')).code).toBe(2);
    expect(readFileSync(`${own.folder}/page.html`, 'utf8')).toMatch(/^scalp {2}generation 1 {2}SIMULATED/);
  });

  test('several values do not go with a page, nor two names with several', async () => {
    const values = ['--var', 'stop=63600', '--var', 'stop=63500'];
    expect((await simulate(...values, '--output', 'html', '--out', 'x.html')).code).toBe(2);
    expect((await simulate(...values, '--var', 'a=1', '--var', 'a=2')).stderr).toContain('one name at a time');
    const many = Array.from({ length: 21 }, (_, one) => ['--var', `stop=${63600 - one}`]).flat();
    expect((await simulate(...many)).stderr).toContain('give at most 20 values');
  });
});

test('nothing but --out is written: no journal, no key', async () => {
  const own = at();
  for (const name of ['scalp.yaml', 'btc-1h.csv']) cpSync(`${FOLDER}${name}`, `${own.folder}/${name}`);
  await here(['simulate', 'scalp.yaml', '--candles', 'btc-1h.csv'], own);
  expect(readdirSync(own.folder).toSorted()).toEqual(['btc-1h.csv', 'scalp.yaml']);
});

test('the candles of 48 hours are those of their script, the same each time', () => {
  const made = execFileSync(process.execPath, [`${EXAMPLES}simulate/make-candles.ts`], { encoding: 'utf8' });
  expect(made).toBe(readFileSync(`${EXAMPLES}simulate/btc-48h.csv`, 'utf8'));
});
