import type { Limits, Rate, Weight } from '../../model/call.ts';
import { count } from '../../model/count.ts';
import { joined, safe, safeTexts, type Safe } from '../../model/safe-text.ts';
import { padEnd, padStart, widest } from '../text/columns.ts';
import { line, paragraph, type Page } from '../text/page.ts';
import { accountWindow, seconds } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { Compiled, RunView } from '../view/run-view.ts';

interface Row {
  readonly name: Safe;
  readonly calls: Safe;
  readonly weight: Weight;
  readonly words: Safe;
}

/** What the calls cost, compared with the lower bound and with one call per order, and how long they take. */
export function totalLines(page: Page, { compiled, run, orders }: RunView): Drawn[] {
  if (compiled === undefined) return [];
  const account = accountWindow(run?.limits);
  const unsent = [...orders].filter(({ call }) => call === undefined);
  const names = joined(safeTexts(unsent.map(({ id }) => id)), safe`, `);
  const start = safe`the last call can start after ${seconds(compiled.forecastMs)}, with answers that take no time`;
  return [
    ...table(page, rowsOf(compiled, orders.length - unsent.length, account), account),
    ...(run === undefined ? [] : paragraph(page, windows(run.limits), 2)),
    ...paragraph(page, start, 2),
    ...(unsent.length === 0
      ? []
      : paragraph(page, safe`${count(unsent.length, 'order')} in no call: ${names}`, 2, 'withheld')),
  ];
}

function rowsOf({ calls, weight, lowerBound, naive }: Compiled, sent: number, account: Safe): Row[] {
  const saving = isSame(weight, naive)
    ? safe``
    : safe`saves ${saved(weight.ip, naive.ip)} IP, ${saved(weight.uid, naive.uid)} ${account}`;
  const reached = isSame(weight, lowerBound) ? safe`reached: it cannot be cheaper` : safe``;
  return [
    { name: safe`this plan`, calls: safe`${calls}`, weight, words: saving },
    { name: safe`lower bound`, calls: safe``, weight: lowerBound, words: reached },
    { name: safe`one call per order`, calls: safe`${sent}`, weight: naive, words: safe`` },
  ];
}

const isSame = (a: Weight, b: Weight): boolean => a.ip === b.ip && a.uid === b.uid;

function table({ paint, width }: Page, rows: readonly Row[], account: Safe): Drawn[] {
  // Wide screens get two more blanks; on narrow ones no number may be cut.
  const names = widest(rows.map(({ name }) => name)) + (width < 42 ? 0 : 2);
  return [
    line(paint, [
      ['heading', padEnd(safe`Total`, 2 + names)],
      ['quiet', numbers(safe`calls`, safe`IP`, account)],
    ]),
    ...rows.map(({ name, calls, weight, words }) => {
      const cells = numbers(calls, safe`${weight.ip}`, safe`${weight.uid}`);
      return line(paint, [safe`  ${padEnd(name, names)}${cells}`, ['quiet', safe`   ${words}`]], width);
    }),
  ];
}

const numbers = (calls: Safe, ip: Safe, uid: Safe): Safe =>
  safe`${padStart(calls, 6)}${padStart(ip, 7)}${padStart(uid, 7)}`;

const windows = ({ ip, uid, orderCalls, countsOrders }: Limits): Safe =>
  countsOrders === true
    ? safe`windows assumed: IP ${perWindow(ip)}, ORD (orders) ${perWindow(uid)} and ${perWindow(orderCalls)}`
    : safe`windows assumed: IP ${perWindow(ip)}, UID ${perWindow(uid)}, calls ${perWindow(orderCalls)}`;

/** Rounded down, so that it never claims too much. */
const saved = (now: number, before: number): Safe =>
  safe`${before === 0 ? 0 : Math.floor(((before - now) * 100) / before)} %`;

const perWindow = ({ amount, windowMs }: Rate): Safe => safe`${amount} per ${windowMs / 1000} s`;
