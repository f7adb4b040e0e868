import { describe, expect, expectTypeOf, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { joined, safe, safeText, type Safe } from '../../src/model/safe-text.ts';
import { cut, cutMiddle, NumberColumn, padEnd, packed, wrap } from '../../src/report/text/columns.ts';
import { line, pageOf, paragraph, section, stack } from '../../src/report/text/page.ts';
import { html } from '../../src/show/page/markup.ts';
import { painter } from '../../src/report/text/tones.ts';

/** What a plan or an exchange may send: nothing that draws may take it as it is. */
const raw: string = '\u001b[2J';
const page = pageOf({ color: true, width: 80 });

/** Compiled only: every line is a mistake that the compiler must find. */
const refused = [
  // @ts-expect-error: raw
  () => wrap(raw, 20),
  // @ts-expect-error: raw
  () => cut(raw, 20),
  // @ts-expect-error: raw
  () => cutMiddle(raw, 20),
  // @ts-expect-error: raw
  () => padEnd(raw, 20),
  // @ts-expect-error: raw
  () => packed([raw], safe` `, 20),
  // @ts-expect-error: raw
  () => new NumberColumn().cell(raw),
  // @ts-expect-error: raw
  () => painter(true)('notice', raw),
  // @ts-expect-error: raw
  () => line(page.paint, [raw]),
  // @ts-expect-error: raw
  () => html`<p>${raw}</p>`,
  // @ts-expect-error: raw, with a tone
  () => line(page.paint, [['notice', raw]]),
  // @ts-expect-error: raw
  () => paragraph(page, raw),
  // @ts-expect-error: a raw title
  () => section(page, raw, []),
  // @ts-expect-error: a raw line
  () => stack([[raw]]),
  // @ts-expect-error: raw
  () => joined([raw], safe` `),
  // @ts-expect-error: raw in a template of ours
  () => safe`order ${raw}`,
  // @ts-expect-error: raw in a template within
  () => safe`order ${`id ${raw}`}`,
  // @ts-expect-error: a text that only begins as we wrote it
  () => safe`order ${raw as `id ${string}`}`,
  // @ts-expect-error: a finished line, whose colours must not be measured
  () => wrap(painter(true)('notice', safe`words`), 20),
];

describe('what is drawn', () => {
  test('is safe text, or it does not compile', () => {
    expect(refused.length).toBeGreaterThan(0);
    expectTypeOf(safeText(raw)).toEqualTypeOf<Safe>();
  });

  test('may be put together from safe text, numbers and words of our own', () => {
    const state: 'accepted' | 'rejected' = 'accepted';
    expect(safe`${safeText(raw)}: ${2} ${state} at ${Decimal.of('64000.10')}`).toBe(
      String.raw`\e[2J: 2 accepted at 64000.10`,
    );
  });

  test('is escaped once, and a second time changes nothing', () => {
    const once = safeText(raw);
    expect(safeText(once)).toBe(once);
  });
});
