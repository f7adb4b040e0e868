/** What a follower waits for, and what ends an order, in words. */
import { durationText } from '../../model/condition-words.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import type { RunView, StepView } from '../../report/view/run-view.ts';
import { partText } from './part-text.ts';

/** `4h`, `90m`: as a plan writes it. */
export const durationWords = (ms: number): Safe => safeText(durationText(ms));

/** `42s`, `1h32m`, `2d3h`: how long something has gone on. */
export function durationSpan(ms: number): Safe {
  const all = Math.floor(ms / 1000);
  if (all < 60) return safe`${all}s`;
  if (all < 3600) return safe`${Math.floor(all / 60)}m`;
  const hours = Math.floor(all / 3600);
  return hours < 48 ? safe`${hours}h${Math.floor((all % 3600) / 60)}m` : safe`${Math.floor(hours / 24)}d${hours % 24}h`;
}

/** `10 min`, `2.5 s`: how far apart slices are. */
const everyText = (ms: number): Safe =>
  ms % 60_000 === 0 ? safe`${ms / 60_000} min` : safeText(`${Number((ms / 1_000).toFixed(1))} s`);

/** Orders by their ids, a whole ladder by its name; of many their number. */
export function namesOf({ run }: RunView, ids: readonly string[]): Safe {
  const { orders, ladders } = run?.named(ids) ?? { orders: ids, ladders: [] };
  const names = [...orders, ...ladders.map(({ name }) => name)];
  return names.length > 3 ? safe`${names.length} orders` : joined(safeTexts(names), safe`, `);
}

const isOne = ({ run }: RunView, ids: readonly string[]): boolean => {
  const { orders, ladders } = run?.named(ids) ?? { orders: ids, ladders: [] };
  return orders.length + ladders.length === 1;
};

/** `4h after it is sent`, `once down fills`: whichever comes first. */
export function endWords(view: RunView, { when: { forMs, at, filled } }: StepView): Safe {
  const ends = [
    ...(filled === undefined ? [] : [safe`${namesOf(view, filled)} ${isOne(view, filled) ? 'fills' : 'fill'}`]),
    ...(at === undefined ? [] : [safeText(at)]),
    ...(forMs === undefined ? [] : [safe`${durationWords(forMs)} after it is sent`]),
  ];
  return safe`until ${joined(ends, safe` or `)}`;
}

/** What one step of a ladder, or an order, waits for. */
export function waitWords(view: RunView, step: StepView): Safe[] {
  const { when, group = [], takesPlaceOf, edited } = step;
  const { filled, accepted, at } = when;
  const waits = [
    ...(accepted === undefined
      ? []
      : [safe`once ${namesOf(view, accepted)} ${isOne(view, accepted) ? 'is' : 'are'} accepted`]),
    ...(filled === undefined ? [] : [safe`once ${namesOf(view, filled)} ${isOne(view, filled) ? 'is' : 'are'} filled`]),
    ...(at === undefined ? [] : [safe`from ${safeText(at)} on`]),
  ];
  return [
    ...(takesPlaceOf === undefined ? [] : [safe`in place of ${safeText(takesPlaceOf)}`]),
    ...waits,
    ...(waits.length === 0 && group.length > 0
      ? [safe`as ${namesOf(view, group)} ${isOne(view, group) ? 'fills' : 'fill'}`]
      : []),
    ...(edited === undefined ? [] : [editedWords(step.id, edited)]),
  ];
}

/** `in place of stop (0.06, market at 58000), cancelled once stop/2 works`. */
function editedWords(id: string, { firstPart, replaces }: NonNullable<StepView['edited']>): Safe {
  const olds = replaces.map(({ part, size, price, trigger }) => {
    const at = trigger === undefined ? safe`` : safe` at ${safeText(trigger)}`;
    return safe`${safeText(partText({ id, part }))} (${safeText(size)}, ${safeText(price)}${at})`;
  });
  return safe`in place of ${joined(olds, safe`, `)}, cancelled once ${safeText(partText({ id, part: firstPart }))} works`;
}

/** `12 slices, 2026-12-01 08:00Z to 09:50Z, every 10 min`; nothing for what is no slice. */
export function sliceWords(first: StepView, last: StepView): Safe[] {
  const { of, from, everyMs, offsetMs } = first.when;
  if (of === undefined || everyMs === undefined) return [];
  const range =
    from === undefined
      ? safe`from the approval on`
      : rangeText(Date.parse(from) + (offsetMs ?? 0), Date.parse(from) + (last.when.offsetMs ?? 0));
  return [safe`${of} slices`, range, safe`every ${everyText(everyMs)}`];
}

function rangeText(fromMs: number, toMs: number): Safe {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  const [day, start] = [(from ?? '').slice(0, 10), clockOf(from ?? '')];
  const end = (to ?? '').startsWith(day) ? clockOf(to ?? '') : `${(to ?? '').slice(0, 10)} ${clockOf(to ?? '')}`;
  return safeText(`${day} ${start} to ${end}`);
}

/** Seconds only where there are any. */
const clockOf = (iso: string): string => `${iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)}Z`;
