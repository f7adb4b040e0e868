/** What a difference warns of: what is naked behind and was not before, and the warnings of the plan. */
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { own, together, type Block, type Text } from '../../show/sheet.ts';
import type { Difference } from './difference.ts';
import { riskRows } from './risk.ts';

/** Most letters of a place, and of what is said of it. */
const PLACE_LETTERS = 200;
const MESSAGE_LETTERS = 400;

/** Before all else: what has no stop behind and was not so before. */
export function nowNaked(difference: Difference): Block[] {
  const worse = riskRows(difference).flatMap(({ symbol, direction, before, after }) => {
    const [was, is] = [before?.loss?.naked ?? Decimal.zero, after?.loss?.naked ?? Decimal.zero];
    return is.compare(was) > 0 ? [{ symbol, direction, was, is }] : [];
  });
  if (worse.length === 0) return [];
  const parts = worse
    .slice(0, MOST_NAKED)
    .map(({ symbol, direction, was, is }): Text => [
      own(['rejected', safe`NAKED ${grouped(is)} `]),
      safeText(symbol),
      own(safe` ${direction}, ${grouped(was)} before`),
    ]);
  const more = worse.length - MOST_NAKED;
  const rest = more > 0 ? [own(safe`${amountOf(more, 'more position')}`)] : [];
  return [{ is: 'verdict', text: together([...parts, ...rest], safe` · `) }];
}

const MOST_NAKED = 5;

export function warningItems({ warnings = [] }: Difference): Block[] {
  if (warnings.length === 0) return [];
  const items = warnings
    .slice(0, MOST_WARNINGS)
    // Within a code span its own backticks would only be in the way.
    .map(({ place, code, message }): Text => [
      safeText(place, PLACE_LETTERS),
      safe` ${safeText(code)}: `,
      safeText(message.replaceAll('`', ''), MESSAGE_LETTERS),
    ]);
  const more = warnings.length - MOST_WARNINGS;
  const rest = more > 0 ? [own(safe`… and ${amountOf(more, 'more warning')}`)] : [];
  return [{ is: 'items', title: own(amountOf(warnings.length, 'warning')), items: [...items, ...rest] }];
}

const MOST_WARNINGS = 10;
