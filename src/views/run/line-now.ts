/**
 * The one line beside the groups of a plan that is followed, both by the same look: the account is looked at only once nothing is due,
 * and by then a fill that the groups have may be seconds old. What changed of the groups since the line was told is changed in it. Its
 * time is that of the last look that found it so.
 */
import { Decimal } from '../../model/decimal.ts';
import type { ProtectionStated } from '../../model/event.ts';
import type { GroupStated } from '../../model/follow-stated.ts';
import { timeOfDay } from '../../model/time-words.ts';
import type { RunView } from '../../report/view/run-view.ts';

type Line = ProtectionStated['line'];

const nakedOf = (groups: readonly GroupStated[]): Decimal =>
  groups.reduce((sum, { naked }) => sum.plus(Decimal.of(naked)), Decimal.zero);

/** `NAKED 0.06`, `naked 0`; undefined of what is in quote coin, or has no value. */
const sizeIn = (naked: string): Decimal | undefined => {
  const [, size = ''] = /^(?:naked|NAKED) ([0-9.]+)$/.exec(naked) ?? [];
  return Decimal.parse(size);
};

export function lineNow(view: RunView): Line | undefined {
  const line = ofGroups(view);
  // Nothing is as good as it was seen while nothing is seen.
  return line?.sign === '✓' && view.blind !== undefined && view.finished === undefined ? { ...line, sign: '?' } : line;
}

function ofGroups({ protection, protectionAsOfMs, following, toldGroups, orders }: RunView): Line | undefined {
  const told = protection?.line;
  const line = told && protectionAsOfMs !== undefined ? { ...told, asOf: timeOfDay(protectionAsOfMs) } : told;
  if (line === undefined || following === undefined) return line;
  const { groups } = following;
  const isOfOne = new Set(groups.map(({ symbol }) => symbol)).size === 1;
  const bare = isOfOne ? sizeIn(line.naked) : undefined;
  const now = nakedOf(groups);
  if (bare === undefined || now.compare(nakedOf(toldGroups)) === 0) return line;
  const left = bare.minus(nakedOf(toldGroups)).plus(now);
  const isNaked = left.compare(Decimal.zero) > 0;
  const unknown = line.unknown === 'unknown 0' ? unknownNow(orders) : line.unknown;
  const sign = isNaked ? '!' : unknown === 'unknown 0' ? '✓' : '?';
  return { ...line, sign, unknown, naked: isNaked ? `NAKED ${left.canonical()}` : 'naked 0' };
}

function unknownNow(orders: RunView['orders']): string {
  const unknown = [...orders].filter(({ followed }) => followed?.is === 'unknown').length;
  return unknown === 0 ? 'unknown 0' : `UNKNOWN ${unknown}`;
}
