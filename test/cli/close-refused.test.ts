/** What `ordo close` refuses before anything is sent: another position, another word, an account that does not tell. */
import { describe, expect, test } from 'vitest';
import { start } from '../../proofs/support/ordo.ts';
import { between } from '../support/between.ts';
import { faults } from '../support/checked-desk.ts';
import { close, closes, held } from '../support/close-desk.ts';
import { here } from '../support/here.ts';

const NOW = '--execute --yes';
const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe.each(['v2', 'v3'] as const)('a position on %s', (version) => {
  test.each([
    ['cmt_btcusdt long 0.05', 'is more than is held of cmt_btcusdt long: 0.0401'],
    ['cmt_btcusdt long 0.00009', 'the minimum size is 0.0001'],
    ['cmt_btcusdt long 0.1%', 'the minimum size is 0.0001'],
    ['cmt_btcusdt short', 'the account holds long 0.0401'],
    ['cmt_ethusdt long', 'cmt_ethusdt long is not held'],
    ['cmt_btcusd long', 'did you mean cmt_btcusdt?'],
    ['cmt_btcusdt buy', 'say long or short'],
    ['cmt_btcusdt lnog', 'did you mean long?'],
    ['cmt_btcusdt long 0%', '0% is not a part of a position'],
    ['cmt_btcusdt long 101%', '101% is not a part of a position'],
    ['cmt_btcusdt long 1e-2', '1e-2 is not a part of a position'],
    ['cmt_btcusdt long half', 'half is not a part of a position'],
    ['cmt_btcusdt long -1', 'unknown option -1'],
    ['cmt_btcusdt', 'close needs a symbol, and long or short'],
  ])('close %s is refused (exit 2), and sends nothing', async (line, why) => {
    const desk = await held(version);
    const ended = await close(desk, `${line} ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([2, []]);
    expect(words(ended.stderr)).toContain(
      words(
        version === 'v3'
          ? why.replace('cmt_ethusdt long is', 'ETHUSDT long is').replace('mean cmt_btcusdt', 'mean BTCUSDT')
          : why,
      ),
    );
  });

  test('is not closed where positions are separated (exit 2)', async () => {
    const desk = await held(version, undefined, faults('separated'));
    const ended = await close(desk, `cmt_btcusdt long ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([2, []]);
    expect(words(ended.stderr)).toContain('has separated positions, and a close cannot name one');
  });

  test.each([
    ['an answer that is none', { status: 200, body: 'garbage' }],
    ['no position', { status: 500, body: '{}' }],
  ])('is not closed where the exchange tells %s of it (exit 7)', async (_, instead) => {
    const desk = await held(version);
    const { origin } = await between(desk.paper, (path) => (path.endsWith('singlePosition') ? instead : undefined));
    const at = { ...desk.at, env: { ...desk.at.env, ORDO_BASE_URL: origin } };
    const ended = await close({ at }, `cmt_btcusdt long ${NOW} --rebind`);
    expect([ended.code, closes(desk)]).toEqual([7, []]);
    expect(words(ended.stderr)).toContain('the position of');
    expect(ended.stderr).toContain('ordo halt --why');
  });

  test('needs a key, and points to what needs none', async () => {
    const desk = await held(version);
    const keyless = { ...desk, at: { ...desk.at, env: { ...desk.at.env, ORDO_API_SECRET: '' } } };
    const ended = await close(keyless, `cmt_btcusdt long ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([2, []]);
    expect(ended.stderr).toContain('ordo halt --why "the reason" needs no keys and no exchange');
  });
});

describe('an account that somebody holds', () => {
  test('is not closed (exit 10)', async () => {
    const desk = await held('v2', undefined, { latencyMs: 150 });
    const running = start(['close', 'cmt_btcusdt', 'long', '50%', '--execute', '--yes'], desk.at);
    while (/held +by nobody/.test((await here(['journal', 'info'], desk.at)).stdout) && running.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await close(desk, `cmt_btcusdt long ${NOW}`)).code).toBe(10);
    expect((await running.ended).code).toBe(0);
    expect(closes(desk)).toEqual(['0.02 filled']);
  });
});
