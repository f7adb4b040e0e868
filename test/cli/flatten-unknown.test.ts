/** `ordo flatten` beside a close that nothing proves: it is not known to be flat by that alone, and says what ends that. */
import { describe, expect, test } from 'vitest';
import { inCases } from '../support/cases.ts';
import { realClock } from '../../src/system/clock.ts';
import { here, type Surroundings } from '../support/here.ts';
import { FLAT, flatten, heldIn } from '../support/flatten-desk.ts';
import { oneLine, settleLine, unknownClose } from '../support/unknown-close.ts';
import { journalOf } from '../support/live.ts';
import { passTime } from '../support/pass-time.ts';

const WAITS_MS = 2_000;

describe.each(inCases(['v2', 'v3'] as const))('an account on %s', (version) => {
  test('is not known to be flat beside a close that is unknown, until the line that it names was said', async () => {
    const made = await unknownClose(version);
    // Its position goes by its target.
    made.paper.fill(made.paper.orders.find(({ price }) => price === '90000')?.orderId ?? '');
    const early = await flatten(made);
    expect([early.code, heldIn(made)]).toEqual([7, FLAT]);
    expect(early.stdout).toContain('NOT KNOWN whether it is flat');
    expect(oneLine(early.stdout)).toContain(
      'Whether it was placed is not known: ordo:close: btcusdt-long-1. Look it up: ordo settle --name ordo:close',
    );
    expect(oneLine(early.stdout)).toMatch(
      /say so \(from \d\d:\d\d:\d\dZ on, when its request can no longer be taken\): ordo/,
    );
    expect((await here(settleLine(early), made.at)).code).toBe(2);
    passTime(journalOf(made.at), 61_000);
    const late = await flatten(made);
    expect(late.code).toBe(7);
    expect(oneLine(late.stdout)).toContain('say so (its request can no longer be taken): ordo');
    expect((await here(settleLine(late), made.at)).code).toBe(0);
    expect((await flatten(made)).code).toBe(0);
  });
});

describe.each(inCases(['v2', 'v3'] as const))('a flatten on %s that is interrupted', (version) => {
  test('as it waits for an unknown close says that nobody knows of it, and ends with what is held and NAKED', async () => {
    const made = await unknownClose(version);
    let interrupt: (() => void) | undefined;
    const onInterruption: NonNullable<Surroundings['onInterruption']> = (listener) => {
      interrupt = () => listener('SIGINT');
      return () => {};
    };
    // It sleeps for so long only until the request of that close can no longer be taken.
    const clock: typeof realClock = {
      ...realClock,
      sleep: (ms, signal) => {
        if (ms === WAITS_MS) interrupt?.();
        return realClock.sleep(ms, signal);
      },
    };
    const ended = await flatten(made, '--execute --yes', { clock, onInterruption });
    expect([ended.code, heldIn(made)]).toEqual([7, '0.04 0']);
    const said = oneLine(ended.stdout);
    expect(said).toContain('cmt_btcusdt long: whether btcusdt-long-1 was placed is not known');
    expect(said).not.toContain('was accepted');
    expect(said).toContain('it was interrupted before it had looked twice');
    // Its stop is still on. The line is the last one, of the look before.
    expect(oneLine(ended.stdout)).toMatch(
      /[?✓!] hold long 0\.04 · at stops \S+ · naked 0 · UNKNOWN 1 · \d\d:\d\d:\d\dZ $/,
    );
  });
});

describe.each(inCases(['v2', 'v3'] as const))('an unknown close on %s that is settled as absent', (version) => {
  test('ends with the command that closes what it was to close', async () => {
    const made = await unknownClose(version);
    passTime(journalOf(made.at), 61_000);
    const words = ['settle', '--name', 'ordo:close'];
    const looked = await here(words, made.at);
    expect([looked.code, oneLine(looked.stdout)]).toEqual([
      7,
      expect.stringContaining('The position may then be closed again, and if you were wrong more of it is closed'),
    ]);
    const settled = await here([...words, '--absent', 'btcusdt-long-1', '--why', 'not there'], made.at);
    expect(settled.code).toBe(0);
    expect(settled.stdout).not.toContain('ordo run');
    const [, command = ''] = /To see what is still held of it, and close that: ordo (close \S+ \S+)/.exec(
      oneLine(settled.stdout),
    ) ?? [settled.stdout];
    const shown = await here(command.split(' '), made.at);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('--approve')]);
    expect((await here([...command.split(' '), '--execute', '--yes'], made.at)).code).toBe(0);
    expect(heldIn(made)).toBe(FLAT);
  });
});
