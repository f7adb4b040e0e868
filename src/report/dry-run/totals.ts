import { padEnd, widthOf, wrap } from '../text/columns.ts';
import type { RunView } from '../view/run-view.ts';
import { line, type Paint, type Piece } from '../text/tones.ts';
import { count, seconds } from '../text/phrases.ts';

/** What the calls cost, against the least there is and against one call per order, and how long they take. */
export function totalLines(view: RunView, paint: Paint, width: number): string[] {
  const { compiled, run, orders } = view;
  if (compiled === undefined) return [];
  const { weight, lowerBound, naive } = compiled;
  let sent = 0;
  for (const { call } of orders) if (call !== undefined) sent += 1;
  const saving =
    weight.ip === naive.ip && weight.uid === naive.uid
      ? ''
      : `saves ${saved(weight.ip, naive.ip)} IP, ${saved(weight.uid, naive.uid)} UID`;
  const reached = weight.ip === lowerBound.ip && weight.uid === lowerBound.uid ? 'reached: it cannot be cheaper' : '';
  const rows = [
    { name: 'this plan', calls: String(compiled.calls), weight, words: saving },
    { name: 'lower bound', calls: '', weight: lowerBound, words: reached },
    { name: 'one call per order', calls: String(sent), weight: naive, words: '' },
  ];
  const windows =
    run === undefined
      ? []
      : [
          `windows assumed: IP ${perWindow(run.limits.ip)}, UID ${perWindow(run.limits.uid)}, calls ${perWindow(run.limits.orderCalls)}`,
        ];
  const unsent = [...orders].filter(({ call }) => call === undefined);
  // Wide screens get two more blanks; on narrow ones no number may be cut.
  const names = Math.max(...rows.map(({ name }) => name.length)) + (width < 42 ? 0 : 2);
  return [
    line(paint, [
      ['heading', 'Total'.padEnd(2 + names)],
      ['quiet', columns('calls', 'IP', 'UID')],
    ]),
    ...rows.map((row) =>
      line(
        paint,
        [
          `  ${row.name.padEnd(names)}${columns(row.calls, row.weight.ip, row.weight.uid)}`,
          ['quiet', `   ${row.words}`],
        ],
        width,
      ),
    ),
    ...[
      ...windows,
      `the last call can start after ${seconds(compiled.forecastMs)}, with answers that take no time`,
    ].flatMap((text) => wrap(text, width - 2).map((part) => `  ${part}`)),
    ...(unsent.length === 0
      ? []
      : wrap(`${count(unsent.length, 'order')} in no call: ${unsent.map(({ id }) => id).join(', ')}`, width - 2).map(
          (text) => paint('withheld', `  ${text}`),
        )),
  ];
}

const columns = (calls: string, ip: string | number, uid: string | number): string =>
  calls.padStart(6) + String(ip).padStart(7) + String(uid).padStart(7);

/** Rounded down: nothing is saved that was not. */
const saved = (now: number, before: number): string =>
  `${before === 0 ? 0 : Math.floor(((before - now) * 100) / before)} %`;

const perWindow = ({ amount, windowMs }: { amount: number; windowMs: number }): string =>
  `${amount} per ${windowMs / 1000} s`;

/** Fewest columns for a value. */
const LEAST_VALUE = 20;

/** Every assumption with its value and where to change it. */
export function assumptionLines(view: RunView, paint: Paint, width: number): string[] {
  const { assumptions } = view;
  if (assumptions.length === 0) return [];
  const widest = Math.max(...assumptions.map(({ name }) => widthOf(name)));
  const nameWidth = Math.min(28, widest, Math.max(10, width - 4 - LEAST_VALUE));
  const room = Math.max(LEAST_VALUE, width - 2 - nameWidth - 2);
  const lines = assumptions.flatMap(({ name, value, change }) => {
    const values = wrap(value, room);
    const changes = wrap(change, room);
    const oneLine = values.length === 1 && changes.length === 1 && widthOf(value) + 3 + widthOf(change) <= room;
    const texts: Piece[][] = oneLine
      ? [[value, ['quiet', `   ${change}`]]]
      : [...values.map((text) => [text]), ...changes.map((text): Piece[] => [['quiet', text]])];
    const names = wrap(name, nameWidth);
    return Array.from({ length: Math.max(names.length, texts.length) }, (_, at) =>
      line(paint, ['  ', padEnd(names[at] ?? '', nameWidth), '  ', ...(texts[at] ?? [])]),
    );
  });
  return [...wrap('Assumed, until the exchange says otherwise', width).map((text) => paint('heading', text)), ...lines];
}
