import type { Limits, Rate, Weight } from '../../model/call.ts';
import { count } from '../../model/count.ts';
import { joined, safe, safeTexts, type Safe } from '../../model/safe-text.ts';
import { accountWindow, seconds } from '../../report/text/phrases.ts';
import type { Compiled, RunView } from '../../report/view/run-view.ts';
import { own, table, toned, type Block, type SheetColumn } from '../../show/sheet.ts';

interface Row {
  readonly name: Safe;
  readonly calls: Safe;
  readonly weight: Weight;
  readonly words: Safe;
}

/** What the calls cost, compared with the lower bound and with one call per order, and how long they take. */
export function totalBlocks({ compiled, run, orders }: RunView): Block[] {
  if (compiled === undefined) return [];
  const account = accountWindow(run?.limits);
  const unsent = [...orders].filter(({ call }) => call === undefined);
  const names = joined(safeTexts(unsent.map(({ id }) => id)), safe`, `);
  const items = [
    ...(run === undefined ? [] : [own(windows(run.limits))]),
    own(safe`the last call can start after ${seconds(compiled.forecastMs)}, with answers that take no time`),
    ...(unsent.length === 0 ? [] : [toned('withheld', safe`${count(unsent.length, 'order')} in no call: ${names}`)]),
  ];
  const rows = rowsOf(compiled, orders.length - unsent.length, account);
  const blocks: Block[] = [...table(columns(account), rows, { title: own(safe`Total`) }), { is: 'items', items }];
  return [{ is: 'group', blocks }];
}

const columns = (account: Safe): SheetColumn<Row>[] => [
  { title: safe``, kind: 'name', of: ({ name }) => own(name) },
  { title: safe`calls`, kind: 'number', of: ({ calls }) => own(calls) },
  { title: safe`IP`, kind: 'number', of: ({ weight }) => own(safe`${weight.ip}`) },
  { title: account, kind: 'number', of: ({ weight }) => own(safe`${weight.uid}`) },
  { title: safe``, kind: 'words', of: ({ words }) => own(['quiet', words]) },
];

function rowsOf({ calls, weight, lowerBound, naive, check }: Compiled, sent: number, account: Safe): Row[] {
  const saving = isSame(weight, naive)
    ? safe``
    : safe`saves ${saved(weight.ip, naive.ip)} IP, ${saved(weight.uid, naive.uid)} ${account}`;
  const reached = isSame(weight, lowerBound) ? safe`reached: it cannot be cheaper` : safe``;
  return [
    { name: safe`this plan`, calls: safe`${calls}`, weight, words: saving },
    { name: safe`lower bound`, calls: safe``, weight: lowerBound, words: reached },
    { name: safe`one call per order`, calls: safe`${sent}`, weight: naive, words: safe`` },
    ...(check === undefined
      ? []
      : [{ name: safe`the account, read first`, calls: safe``, weight: check, words: safe`` }]),
  ];
}

const isSame = (a: Weight, b: Weight): boolean => a.ip === b.ip && a.uid === b.uid;

const windows = ({ ip, uid, orderCalls, countsOrders }: Limits): Safe =>
  countsOrders === true
    ? safe`windows by the config: IP ${perWindow(ip)}, ORD (orders) ${perWindow(uid)} and ${perWindow(orderCalls)}; the exchange’s answers tighten or widen those of orders`
    : safe`windows assumed: IP ${perWindow(ip)}, UID ${perWindow(uid)}, calls ${perWindow(orderCalls)}`;

/** Rounded down, so that it never claims too much. */
const saved = (now: number, before: number): Safe =>
  safe`${before === 0 ? 0 : Math.floor(((before - now) * 100) / before)} %`;

const perWindow = ({ amount, windowMs }: Rate): Safe => safe`${amount} per ${windowMs / 1000} s`;
