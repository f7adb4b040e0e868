/** `ordo flatten` beside a close that nothing proves: it is not known to be flat by that alone, and says what ends that. */
import { describe, expect, test } from 'vitest';
import { inCases } from '../support/cases.ts';
import { here } from '../support/here.ts';
import { FLAT, flatten, heldIn } from '../support/flatten-desk.ts';
import { oneLine, settleLine, unknownClose } from '../support/unknown-close.ts';
import { journalOf } from '../support/live.ts';
import { passTime } from '../support/pass-time.ts';

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
