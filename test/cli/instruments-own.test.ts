/** `ordo instruments` replaces a list of instruments and nothing else, wherever a config or a link may point. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startFaultServer, httpAnswer } from '../../proofs/support/fault-server.ts';
import { afterTest, paperAndPlace, type At } from '../support/live.ts';
import { contracts } from '../../src/paper/v2/order/instruments.ts';
import { here } from '../support/here.ts';
import { place, type Ended } from '../../proofs/support/ordo.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 Canary\n';
const fileOf = (at: At, name: string): string => join(at.folder, name);
const read = (at: At, name: string): string => readFileSync(fileOf(at, name), 'utf8');

/** A folder `desk` with a config that names this list, and somebody's file beside the folder. */
async function desk(list: string | undefined, ...files: [name: string, text: string][]): Promise<At> {
  const { at } = await paperAndPlace();
  mkdirSync(fileOf(at, 'desk'));
  at.write('desk/ordo.config.yaml', `version: 1\n${list === undefined ? '' : `instruments: ${list}\n`}`);
  at.write('authorized_keys', KEY);
  for (const [name, text] of files) {
    mkdirSync(dirname(fileOf(at, name)), { recursive: true });
    at.write(name, text);
  }
  return at;
}
const instruments = (at: At, ...more: string[]): Promise<Ended> =>
  here(['instruments', ...more], { ...at, folder: fileOf(at, 'desk') });

describe('of a config that names another file, nothing is replaced', () => {
  const outside = /leads out of .*\n.*--out/;
  const rows: [name: string, list: string, files: [string, string][], said: RegExp][] = [
    ['a file that is not JSON', '../authorized_keys', [], /authorized_keys is not a \.json file/],
    ['the config itself', 'ordo.config.yaml', [], /ordo\.config\.yaml is not a \.json file/],
    ['a list outside its folder', '../list.json', [['list.json', '{\n  "asOf"']], outside],
    ['a list outside its folder that is not there', '../list.json', [], outside],
    ['text', 'keys.json', [['desk/keys.json', KEY]], /keys\.json is not a list of instruments/],
    ['other JSON', 'a.json', [['desk/a.json', '{"version":1}']], /a\.json is not a list of instruments/],
    ['JSON that is almost a list', 'a.json', [['desk/a.json', '{"asOf":1}']], /a\.json is not a list of instruments/],
    ['what is not UTF-8 text', 'a.json', [['desk/a.json', '\ufffe']], /a\.json is not a list of instruments/],
  ];
  test.each(rows)('%s', async (_, list, files, said) => {
    const at = await desk(list, ...files);
    const before = [...files.map(([name]) => name), 'desk/ordo.config.yaml', 'authorized_keys'];
    const texts = before.map((name) => read(at, name));
    const { code, stderr } = await instruments(at);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said) as string]);
    expect(before.map((name) => read(at, name))).toEqual(texts);
  });
});

describe('through a link', () => {
  test.each<[string, (at: At) => string[]]>([
    [
      'the list beside the config',
      (at) => (symlinkSync('../authorized_keys', fileOf(at, 'desk/instruments.json')), []),
    ],
    [
      'a folder of it',
      (at) => {
        at.write('desk/ordo.config.yaml', 'version: 1\ninstruments: lists/x.json\n');
        mkdirSync(fileOf(at, 'elsewhere'));
        symlinkSync('../elsewhere', fileOf(at, 'desk/lists'));
        return [];
      },
    ],
    [
      'the file of --out',
      (at) => (symlinkSync('../authorized_keys', fileOf(at, 'desk/out.json')), ['--out', 'out.json']),
    ],
    ['to nothing', (at) => (symlinkSync('../new.json', fileOf(at, 'desk/instruments.json')), [])],
  ])('%s that leaves its folder, nothing is written and nothing shown', async (_, link) => {
    const at = await desk(undefined);
    const { code, stdout, stderr } = await instruments(at, ...link(at));
    expect([code, stderr]).toEqual([2, expect.stringMatching(/leads out of|is a link to nothing/) as string]);
    expect(stdout + stderr).not.toContain('Canary');
    expect(read(at, 'authorized_keys')).toBe(KEY);
  });

  test('of a whole folder, what a person names with --out is written', async () => {
    const at = await desk(undefined);
    mkdirSync(fileOf(at, 'elsewhere'));
    symlinkSync('../elsewhere', fileOf(at, 'desk/lists'));
    expect((await instruments(at, '--out', 'lists/x.json')).code).toBe(0);
    expect(read(at, 'elsewhere/x.json')).toContain('cmt_btcusdt');
    expect((await instruments(at, '--out', '../elsewhere/x.json')).code).toBe(0);
  });
});

describe('what is its own is replaced', () => {
  test.each([
    ['an empty file', ''],
    ['a list that was cut', '{\n  "asOf": "2026-01-02T03:04:05Z",\n  "sou'],
    ['a list that was cut at once', '{\n'],
    ['a list that was edited', '{\n  "asOf": "2026-01-02T03:04:05Z",\n  "source": "x",\n  "instruments": 1\n}\n'],
  ])('%s', async (_, text) => {
    const at = await desk(undefined, ['desk/instruments.json', text]);
    const { code, stdout } = await instruments(at);
    expect([code, stdout]).toEqual([0, expect.stringContaining('(was not a list)') as string]);
    expect(read(at, 'desk/instruments.json')).toContain('cmt_btcusdt');
  });

  test('from a folder below the config, beside the config, where every command finds it', async () => {
    const at = await desk(undefined, ['desk/plans/x', '']);
    expect((await here(['instruments'], { ...at, folder: fileOf(at, 'desk/plans') })).code).toBe(0);
    expect(read(at, 'desk/instruments.json')).toContain('cmt_btcusdt');
  });
});

test('a file that takes the place of the list while the exchange answers is not replaced', async () => {
  const record = contracts.get('cmt_btcusdt')?.record ?? {};
  const at = place();
  const server = await startFaultServer({
    onRequest: (_request, socket) => {
      symlinkSync(at.write('authorized_keys', KEY), fileOf(at, 'instruments.json'));
      socket.write(httpAnswer(200, JSON.stringify([record])));
    },
  });
  afterTest(() => server.close());
  afterTest(() => at.remove());
  const env = { ...at.env, ORDO_BASE_URL: server.origin };
  const { code, stderr } = await here(['instruments'], { ...at, env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('not a list of instruments') as string]);
  expect(read(at, 'authorized_keys')).toBe(KEY);
});
