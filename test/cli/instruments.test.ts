/** `ordo instruments` as a user runs it, against the paper exchange. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterTest, paperAndPlace, type At } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, place, type Ended } from '../../proofs/support/ordo.ts';

const instruments = (at: At, ...more: string[]): Promise<Ended> => here(['instruments', ...more], at);
const fileOf = (at: At, name = 'instruments.json'): string => join(at.folder, name);
const read = (at: At, name?: string): string => readFileSync(fileOf(at, name), 'utf8');
/** The text with what differs from run to run named. */
const steady = (text: string, origin: string): string =>
  text.replaceAll(origin, 'ORIGIN').replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'DATE');

const BTC = '"cmt_btcusdt": { "tick": "0.1", "step": "0.0001", "minSize": "0.0001", "maxSize": "1200" }';
const listFile = (origin: string, ...lines: readonly string[]): string =>
  `{"asOf":"2026-01-02T03:04:05Z","source":"${origin}/capi/v2/market/contracts","instruments":{${lines.join(',')}}}`;

/** All but the journal, which counts the question. */
const filesIn = (at: At): string[] => readdirSync(at.folder).filter((name) => name !== 'state');

describe('the list of the paper exchange', () => {
  test('is written one symbol a line, sorted, without a key, by one question of weight 10', async () => {
    const { paper, at } = await paperAndPlace();
    for (const name of ['ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE']) delete at.env[name];
    const { code, stdout, stderr } = await instruments(at);
    expect([code, stderr]).toEqual([0, '']);
    expect(steady(stdout, paper.origin)).toBe('wrote instruments.json: 8 symbols, as of DATE\n');
    expect(steady(read(at), paper.origin)).toBe(`{
  "asOf": "DATE",
  "source": "ORIGIN/capi/v2/market/contracts",
  "instruments": {
    "cmt_adausdt": { "tick": "0.0001", "step": "10", "minSize": "10", "maxSize": "200000000" },
    "cmt_bnbusdt": { "tick": "0.01", "step": "0.1", "minSize": "0.1", "maxSize": "100000" },
    ${BTC},
    "cmt_dogeusdt": { "tick": "0.00001", "step": "100", "minSize": "100", "maxSize": "500000000" },
    "cmt_ethusdt": { "tick": "0.01", "step": "0.001", "minSize": "0.001", "maxSize": "20000" },
    "cmt_ltcusdt": { "tick": "0.01", "step": "0.1", "minSize": "0.1", "maxSize": "500000" },
    "cmt_solusdt": { "tick": "0.01", "step": "0.1", "minSize": "0.1", "maxSize": "500000" },
    "cmt_xrpusdt": { "tick": "0.0001", "step": "10", "minSize": "10", "maxSize": "50000000" }
  }
}
`);
    expect(paper.requests.map(({ method, path, query, weight }) => [method, path + query, weight])).toEqual([
      ['GET', '/capi/v2/market/contracts', { ip: 10, uid: 0 }],
    ]);
    expect(filesIn(at)).toEqual(['instruments.json']);
  });

  test('goes beside the config that names it, and plans are then judged by it', async () => {
    const { paper, at } = await paperAndPlace();
    delete at.env['ORDO_BASE_URL'];
    mkdirSync(fileOf(at, 'plans'));
    at.write(
      'ordo.config.yaml',
      `version: 1\nexchange: { baseUrl: "${paper.origin}" }\ninstruments: lists/instruments.json\n`,
    );
    mkdirSync(fileOf(at, 'lists'));
    const from = { ...at, folder: fileOf(at, 'plans') };
    expect((await instruments(from as At)).stdout).toContain('instruments.json: 8 symbols');
    expect(read(at, 'lists/instruments.json')).toContain(BTC);
    at.write('plan.yaml', bids('on-tick', 2).replace('60001', '60000.15'));
    const { code, stdout } = await here(['validate', 'plan.yaml'], at);
    expect([code, stdout]).toEqual([3, expect.stringContaining('order/off-tick') as string]);
  });

  test('every change against the file that was there is told, the values first', async () => {
    const { paper, at } = await paperAndPlace();
    at.write(
      'instruments.json',
      listFile(
        paper.origin,
        '"cmt_btcusdt":{"tick":"0.5","step":"0.00010","minSize":"0.0001"}',
        '"cmt_ethusdt":{"tick":"0.01","step":"0.001","minSize":"0.001","maxSize":"20000"}',
        '"cmt_oldusdt":{"tick":"1","step":"1","minSize":"1"}',
      ),
    );
    const wanted = ['--symbol', 'cmt_btcusdt', '--symbol', 'cmt_ethusdt', '--symbol', 'cmt_dogeusdt'];
    const check = await instruments(at, '--check', ...wanted);
    expect(check.code).toBe(5);
    expect(check.stdout).toMatch(/^instruments\.json is not what the exchange lists\n/);
    expect(read(at)).toContain('cmt_oldusdt');

    const { code, stdout } = await instruments(at, ...wanted);
    expect(code).toBe(0);
    expect(steady(stdout, paper.origin)).toBe(`wrote instruments.json: 3 symbols, as of DATE

changed since DATE
  cmt_btcusdt  tick 0.5 → 0.1
  cmt_btcusdt  max none → 1200

removed since DATE
  cmt_oldusdt

added since DATE
  cmt_dogeusdt  tick 0.00001, step 100, min 100, max 500000000
`);
    expect(stdout.slice(stdout.indexOf('changed'))).toBe(check.stdout.slice(check.stdout.indexOf('changed')));

    const again = await instruments(at, '--check', ...wanted);
    expect([again.code, again.stdout]).toEqual([0, 'instruments.json is still what the exchange lists\n']);
  });

  test('a new date alone is written, and is no difference to --check', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('instruments.json', listFile(paper.origin, BTC));
    expect((await instruments(at, '--check', '--symbol', 'cmt_btcusdt')).code).toBe(0);
    expect(read(at)).toContain('2026-01-02T03:04:05Z');
    const { code, stdout } = await instruments(at, '--symbol', 'cmt_btcusdt');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^wrote .*, nothing changed\n$/) as string]);
    expect(read(at)).not.toContain('2026-01-02T03:04:05Z');
  });

  test('another address that the list comes from is told, and is no difference to --check while every number holds', async () => {
    const { at } = await paperAndPlace();
    const wanted = ['--symbol', 'cmt_btcusdt'];
    const source = '  source  https://elsewhere.test/capi/v2/market/contracts →';
    at.write('instruments.json', listFile('https://elsewhere.test', BTC));
    const check = await instruments(at, '--check', ...wanted);
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining(source)]);
    expect(check.stdout).toMatch(/^instruments\.json is still what the exchange lists\n/);
    expect((await instruments(at, ...wanted)).stdout).toContain(source);
    at.write('instruments.json', listFile('https://elsewhere.test', BTC.replace('0.0001', '0.001')));
    expect((await instruments(at, '--check', ...wanted)).code).toBe(5);
  });

  test('a new desk has the numbers of the paper exchange', async () => {
    const { at } = await paperAndPlace();
    expect((await here(['init', 'desk'], at)).code).toBe(0);
    expect((await instruments({ ...at, folder: fileOf(at, 'desk') }, '--check')).code).toBe(0);
  });

  test('a file keeps its mode and a link its target', async () => {
    const { at } = await paperAndPlace();
    chmodSync(at.write('real.json', '{\n  "asOf": "2026-01-'), 0o640);
    symlinkSync('real.json', fileOf(at));
    expect((await instruments(at)).stdout).toContain('(was not a list)');
    expect(read(at, 'real.json')).toContain(BTC);
    expect(statSync(fileOf(at, 'real.json')).mode & 0o777).toBe(0o640);
    expect(filesIn(at).toSorted()).toEqual(['instruments.json', 'real.json']);
  });
});

describe('what it is asked', () => {
  const CONFIG = 'version: 1\nexchange: { baseUrl: "http://127.0.0.1:1/api" }\n';
  const rows: [name: string, args: string[], files: Record<string, string>, code: number, said: RegExp][] = [
    [
      'a symbol that is misspelt',
      ['--symbol', 'cmt_btcusd'],
      {},
      2,
      /lists no cmt_btcusd\n.*did you mean cmt_btcusdt\?/,
    ],
    ['a symbol by another name', ['--symbol', 'CMT_XBTUSDT'], {}, 2, /lists no CMT_XBTUSDT\n/],
    ['a plan as the file', ['--out', 'plan.yaml'], { 'plan.yaml': bids('p', 1) }, 2, /plan\.yaml is not a \.json file/],
    ['JSON that is another file', ['--out', 'other.json'], { 'other.json': '{"version":1}' }, 2, /other\.json:1/],
    [
      'a folder as the file',
      ['--out', 'folder.json'],
      { 'folder.json/x': '' },
      2,
      /folder\.json cannot be read: it is a folder/,
    ],
    [
      'a folder that is not there',
      ['--out', 'none/list.json'],
      {},
      2,
      /list\.json cannot be written: there is no such file/,
    ],
    ['nothing to check', ['--check'], {}, 2, /there is no instruments\.json to check/],
    [
      'a file to check that was cut',
      ['--check'],
      { 'instruments.json': '{\n  "asOf":' },
      2,
      /json\/syntax[^]*there is no whole list in instruments\.json/,
    ],
    ['a word too many', ['cmt_btcusdt'], {}, 2, /takes no cmt_btcusdt/],
    ['an unknown option', ['--symbols', 'x'], {}, 2, /did you mean --symbol\?/],
    ['a config that is wrong', [], { 'ordo.config.yaml': 'version: 2\n' }, 2, /ordo\.config\.yaml:1/],
    ['a config that is not there', ['--config', 'none.yaml'], {}, 2, /the config none\.yaml cannot be read/],
    ['a config whose address is none', [], { 'ordo.config.yaml': CONFIG }, 2, /more than an origin/],
  ];
  test.each(rows)('%s: nothing is written', async (_name, args, files, code, said) => {
    const { at } = await paperAndPlace();
    for (const [name, text] of Object.entries(files)) {
      if (name.includes('/')) mkdirSync(fileOf(at, name.slice(0, name.indexOf('/'))));
      at.write(name, text);
    }
    const ended = await instruments(at, ...args);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(said) as string]);
    for (const [name, text] of Object.entries(files)) expect(read(at, name)).toBe(text);
    expect(filesIn(at)).toEqual(Object.keys(files).map((name) => name.replace(/\/.*/, '')));
  });

  test('no address at all: what to set', async () => {
    const at = place();
    afterTest(() => at.remove());
    const { code, stderr } = await instruments(at);
    const what = 'no exchange is configured: instruments needs exchange.baseUrl in ordo.config.yaml, or ORDO_BASE_URL';
    expect([code, stderr]).toEqual([2, `ordo: ${what}\n`]);
  });

  test.each(['http://exchange.test', 'ftp://127.0.0.1'])('%s is no address to ask', async (origin) => {
    const at = place(origin);
    afterTest(() => at.remove());
    const { code, stderr } = await instruments(at);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^ordo: ORDO_BASE_URL (must be https|is not an https address)/),
    ]);
  });

  test.each(['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_ENV_PROXY'])(
    '%s is refused before anything is asked',
    async (name) => {
      const { paper, at } = await paperAndPlace();
      at.env[name] = '0';
      const { code, stderr } = await instruments(at);
      expect([code, stderr]).toEqual([2, expect.stringContaining(name) as string]);
      expect(paper.requests).toEqual([]);
    },
  );
});
