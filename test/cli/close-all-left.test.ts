/** What a close of all of a position leaves open, and a list of instruments that the config names and that is not there. */
import { describe, expect, test } from 'vitest';
import { inCases } from '../support/cases.ts';
import { configOf } from '../support/checked-desk.ts';
import { close, closes, held, LONG, planOf } from '../support/close-desk.ts';
import { FLAT, flatten, heldIn } from '../support/flatten-desk.ts';
import { oneLine } from '../support/unknown-close.ts';

const NOW = '--execute --yes';
const STOP = '  - { id: stop, side: close-long, size: 0.0401, trigger: 61000, price: market, after: [entry] }\n';
const LEFT = 'It cancelled nothing. These are open, and have nothing to close: first: stop (0.0401 at 61000)';

describe.each(inCases(['v2', 'v3'] as const))('a position on %s', (version) => {
  test('that is closed whole leaves a stop, which the end names; a part of it names none', async () => {
    const desk = await held(version, planOf(LONG('0.0401'), STOP));
    const part = await close(desk, `cmt_btcusdt long 0.02 ${NOW}`);
    expect([part.code, oneLine(part.stdout)]).toEqual([0, expect.not.stringContaining('nothing to close')]);
    const all = await close(desk, `cmt_btcusdt long ${NOW}`);
    expect([all.code, oneLine(all.stdout)]).toEqual([0, expect.stringContaining(LEFT)]);
  });

  test('is closed and flattened by the exchange’s own list where the one that the config names is gone', async () => {
    const desk = await held(version);
    desk.at.write('ordo.config.yaml', `${configOf(version, 'cancelWait: 3s')}\ninstruments: gone.json\n`);
    const shown = await close(desk, 'cmt_btcusdt long 50%');
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect((await close(desk, `cmt_btcusdt long 50% ${NOW}`)).code).toBe(0);
    expect(closes(desk)).toEqual(['0.02 filled']);
    const ended = await flatten(desk);
    expect([ended.code, heldIn(desk)]).toEqual([0, FLAT]);
  });
});
