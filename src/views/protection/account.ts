/** What is held, working, covered and naked, a row a position. */
import type { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { isOpening } from '../../model/order.ts';
import { moneyColumn } from '../../protection/money.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import type { PositionProtection, Protection } from '../../protection/protection.ts';
import type { Rows } from '../../protection/reason-rows.ts';
import { namesAmong } from '../../protection/reason-names.ts';
import { statedOf } from '../../protection/words.ts';
import { grouped } from '../../report/text/phrases.ts';
import { own, table, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import { placesOf } from '../figures/exposure-figures.ts';
import { quotient } from '../figures/quotient.ts';
import { protectionBlocks } from './line.ts';

interface Row {
  readonly position: PositionProtection;
  readonly loss: string;
}

const number = (title: Safe, of: (row: Row) => Text): SheetColumn<Row> => ({ title, kind: 'number', of });
const size = (title: Safe, of: (position: PositionProtection) => Decimal): SheetColumn<Row> =>
  number(title, ({ position }) => own(grouped(of(position))));

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe``, kind: 'name', of: ({ position: { symbol, side } }) => [safeText(symbol), own(safe` ${side}`)] },
  { title: safe``, of: ({ position }) => own(modeOf(position)) },
  // What nobody looked at may be more than the journal knows.
  number(safe`held`, ({ position: { held, isHeldSeen } }) => own(isHeldSeen ? grouped(held) : safe`?`)),
  size(safe`working`, ({ working }) => working),
  size(safe`covered`, ({ covered }) => covered),
  number(safe`naked`, ({ position: { naked } }) => own(naked.isZero ? grouped(naked) : ['rejected', grouped(naked)])),
  number(safe`unknown`, ({ position: { unknown } }) =>
    own(unknown.isZero ? grouped(unknown) : ['notice', grouped(unknown)]),
  ),
  number(safe`average`, ({ position }) => averageOf(position)),
  number(safe`at stops`, ({ loss }) => safeText(loss)),
];

/** Cross is what goes without saying. */
const modeOf = ({ marginMode, isModeUnsure }: PositionProtection): Safe =>
  isModeUnsure === true ? safe`mode ?` : marginMode === 'isolated' ? safe`isolated` : safe``;

export function averageOf(position: PositionProtection): Text {
  if (position.average === undefined) return own(safe``);
  const { text, exact } = quotient(position.average, placesOf([position]));
  return safeText(exact ? text : `≈${text}`);
}

/** Nothing, where nothing is at stake. */
function protectionTable({ positions }: Protection): Block[] {
  const atStake = positions.filter(({ held, working }) => !held.isZero || !working.isZero);
  const losses = moneyColumn(
    atStake.map(({ lossAtStops }) => lossAtStops),
    'loss',
  );
  return table(
    COLUMNS,
    atStake.map((position, at): Row => ({ position, loss: losses[at] ?? '' })),
  );
}

/** So many stops are named. */
const MOST_SPARE = 5;

/** What stops close beyond what is at stake, the largest first: whatever is there then, also what somebody else opened. */
function spareBlocks({ positions, orders }: Protection): Block[] {
  const spare = positions
    .flatMap((position) => position.spare.map((one) => ({ ...one, of: heldBy(position, positions) })))
    .filter(({ mayBeTarget }) => mayBeTarget !== true)
    .toSorted((one, other) => other.size.compare(one.size));
  if (spare.length === 0) return [];
  const nameOf = namesAmong(
    orders,
    spare.map(({ stop }) => stop),
  );
  const rows = spare.slice(0, MOST_SPARE).map(({ stop, of, ...one }): Text => {
    const name = safeText(nameOf(stop) ?? 'a trigger that is not ours');
    const who = isOpening(stop.side) ? safe`the stopLoss of ${name}` : name;
    return safe`${who} closes ${grouped(one.size)} more than is at stake: whatever ${safeText(of)} is there when it fires`;
  });
  const more: Text[] = spare.length > MOST_SPARE ? [own(safe`… and ${spare.length - MOST_SPARE} more`)] : [];
  return [{ is: 'items', items: [...rows, ...more] }];
}

/** With its margin mode where there is one of the other mode next to it, which such a stop is not for. */
function heldBy({ symbol, side, marginMode }: PositionProtection, all: Protection['positions']): string {
  const isAlone = all.every((one) => one.symbol !== symbol || one.side !== side || one.marginMode === marginMode);
  return isAlone ? `${side} ${symbol}` : `${side} ${symbol} ${marginMode}`;
}

/** At the end of an answer about an account: a row a position, what stops close beyond that, the reasons, and the line. */
export const accountProtection = (protection: Protection, nowMs: number, of?: Rows): Block[] => [
  ...protectionTable(protection),
  ...spareBlocks(protection),
  ...protectionBlocks(statedOf(protection, nowMs, of)),
];

/** The same for a program. */
export function protectionData(protection: Protection): object {
  const { event: _, ...data } = protectionEvent(protection);
  return data;
}
