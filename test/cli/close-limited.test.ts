/** `ordo close` and `ordo flatten` without a list of instruments, where the rate limit refuses the question for the exchange’s own. */
import { describe, expect, test } from 'vitest';
import { realClock } from '../../src/system/clock.ts';
import { between, type Instead } from '../support/between.ts';
import { close, closes, finishedAs, held, planOf, type Desk } from '../support/close-desk.ts';
import { here } from '../support/here.ts';

const NOW = '--execute --yes';
const LIMITED: Instead = { status: 429, body: '{"code":"429","msg":"slow down"}' };
const BANNED: Instead = { status: 418, body: '' };

/** From here on a wait is one for the rate limit: everything else looks again within seconds. */
const LONG_MS = 4_000;

/** A clock with which a long wait is over at once, and counts in full. */
function waited(): { readonly clock: typeof realClock; readonly longestMs: () => number } {
  let laterMs = 0;
  let longestMs = 0;
  const clock: typeof realClock = {
    ...realClock,
    monotonicMs: () => realClock.monotonicMs() + laterMs,
    sleep: async (ms, signal) => {
      const isLong = ms >= LONG_MS && ms !== Number.POSITIVE_INFINITY;
      await realClock.sleep(isLong ? 0 : ms, signal);
      if (!isLong) return;
      longestMs = Math.max(longestMs, ms);
      laterMs += ms;
    },
  };
  return { clock, longestMs: () => longestMs };
}

/** The first `times` questions for the contracts are answered so; how many there were. */
async function limited(
  desk: Desk,
  times: number,
  instead: Instead,
): Promise<Pick<Desk, 'at'> & { asked: () => number }> {
  let asked = 0;
  const { origin } = await between(desk.paper, (path) => {
    if (!/\/(?:contracts|exchangeInfo)$/.test(path)) return undefined;
    return asked++ < times ? instead : undefined;
  });
  return { at: { ...desk.at, env: { ...desk.at.env, ORDO_BASE_URL: origin } }, asked: () => asked };
}

describe.each(['v2', 'v3'] as const)('the list of contracts on %s', (version) => {
  test('that is refused by the rate limit is asked for again after the pause, and the close goes', async () => {
    const desk = await held(version);
    const { at, asked } = await limited(desk, 1, LIMITED);
    const { clock, longestMs } = waited();
    const ended = await close({ at }, `cmt_btcusdt long ${NOW} --rebind`, { clock });
    expect([ended.code, asked(), closes(desk)]).toEqual([0, 2, ['0.0401 filled']]);
    expect(longestMs()).toBeGreaterThanOrEqual(9_900);
    expect(ended.stdout).toContain('refused by the rate limit: asking again in 10 s');
  });

  test('that is refused again and again ends with 8, and nothing was sent', async () => {
    const desk = await held(version);
    const { at, asked } = await limited(desk, 99, LIMITED);
    const ended = await close({ at }, `cmt_btcusdt long ${NOW} --rebind --output ndjson`, { clock: waited().clock });
    // On version 3 a second refusal within a minute ends it.
    expect([ended.code, asked(), closes(desk)]).toEqual([8, version === 'v3' ? 2 : 4, []]);
    expect(finishedAs(ended)).toEqual([8, 'exchange/rate-limited']);
  });

  test('is not waited for longer than maxPause', async () => {
    const desk = await held(version, undefined, {}, 'maxPause: 5s');
    const { at, asked } = await limited(desk, 1, LIMITED);
    const { clock, longestMs } = waited();
    const ended = await close({ at }, `cmt_btcusdt long ${NOW} --rebind`, { clock });
    expect([ended.code, asked(), closes(desk)]).toEqual([8, 1, []]);
    expect(longestMs()).toBe(0);
    expect(ended.stderr).toContain('nothing was sent');
  });

  test('is asked for once where the exchange bans this address', async () => {
    const desk = await held(version);
    const { at, asked } = await limited(desk, 1, BANNED);
    const ended = await close({ at }, `cmt_btcusdt long ${NOW} --rebind`, { clock: waited().clock });
    expect([ended.code, asked(), closes(desk)]).toEqual([8, 1, []]);
  });
});

/** A limit, which fills at once: the largest order at market is smaller. */
const LARGE = (id: string, size: string): string => `  - { id: ${id}, side: open-long, size: ${size}, price: 65000 }\n`;

describe.each(['v2', 'v3'] as const)('a flatten on %s without a list, of more than the largest order', (version) => {
  test('waits for the list, and closes in parts', async () => {
    const desk = await held(version, planOf(LARGE('entry', '1200'), LARGE('more', '300')));
    const { at, asked } = await limited(desk, 1, LIMITED);
    const ended = await here(
      ['flatten', '--why', 'feed is wrong', '--all', '--execute', '--yes', '--rebind'],
      at,
      waited(),
    );
    expect([ended.code, asked(), closes(desk)]).toEqual([0, 2, ['1200 filled', '300 filled']]);
  });
});
