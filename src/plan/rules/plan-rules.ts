/** What the orders of a plan may not say together, and what its frame may not. */
import type { InstrumentList } from '../../model/instrument.ts';
import { symbolKey } from '../../model/symbol.ts';
import { quoted } from '../../source/quoted.ts';
import { didYouMean } from '../../document/did-you-mean.ts';
import type { Place } from '../../document/locate.ts';
import { instantMs } from '../../document/instant.ts';
import { orderPath, type Found, type OrderDraft } from '../read/order-draft.ts';
import type { Reading } from '../read/reading.ts';
import { symbolMeant } from '../read/symbol-meant.ts';

type PlanRule = (reading: Reading, found: Found) => void;

/** One finding stands for all orders with the same mistake. */
export function others(orders: readonly OrderDraft[]): string {
  const entries = new Set(orders.map(({ index }) => index)).size;
  return entries === 1 ? '' : ` (and ${entries - 1} more)`;
}

/** The name of a rung is written nowhere. */
const rungWords = (name: string, { rung }: OrderDraft): string =>
  rung === undefined || rung.ladder === name ? '' : `: rung ${rung.number} of the ladder ${quoted(rung.ladder)} has it`;

/** Ids of orders and names of ladders are one set: `after` and `--only` take either. */
const idsAreUnique: PlanRule = ({ orders }, found) => {
  const first = new Map<string, OrderDraft>();
  const twice = (name: string, order: OrderDraft, made: string): void => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, order);
    else if (earlier.index !== order.index) {
      found({
        code: 'order/duplicate-id',
        message: `the id ${quoted(name)} is used twice${made === '' ? rungWords(name, earlier) : made}`,
        hint: 'give each order an id of its own: the id is what the order is known by',
        path: orderPath(order.index, 'id'),
        related: [{ message: 'first used here', path: orderPath(earlier.index, 'id') }],
      });
    }
  };
  for (const order of orders) {
    const { id, rung } = order;
    if (rung?.number === 1) twice(rung.ladder, order, '');
    // The rungs of a second ladder of one name would only repeat that.
    const isRepeated = rung !== undefined && first.get(rung.ladder)?.index !== order.index;
    if (id !== undefined && !isRepeated)
      twice(id, order, rung === undefined ? '' : `: it is rung ${rung.number} of a ladder`);
  }
};

const ordersHaveSymbols: PlanRule = ({ orders }, found) => {
  const without = orders.filter(({ symbol }) => symbol.kind === 'missing');
  const [first] = without;
  if (first === undefined) return;
  const name = first.id === undefined ? 'an order' : `the order ${quoted(first.id)}`;
  found({
    code: 'order/no-symbol',
    message: `${name} has no symbol, and neither do the defaults${others(without)}`,
    hint: 'add `symbol:` to the order or to `defaults`',
    path: first.id === undefined ? orderPath(first.index) : orderPath(first.index, 'id'),
  });
};

/** What is summed and closed by symbol is summed by one spelling. */
const symbolsAreSpelledAlike: PlanRule = ({ orders }, found) => {
  const first = new Map<string, OrderDraft>();
  const told = new Set<string>();
  for (const order of orders) {
    const { value: symbol, from } = order.symbol;
    if (symbol === undefined) continue;
    const earlier = first.get(symbolKey(symbol));
    const was = earlier?.symbol.value;
    if (earlier === undefined || was === undefined) first.set(symbolKey(symbol), order);
    else if (was !== symbol && !told.has(symbol)) {
      told.add(symbol);
      found({
        code: 'order/symbol-spelling',
        message: `${quoted(symbol)} is the same symbol as ${quoted(was)}, and a plan spells one in one way`,
        hint: `write ${was}`,
        path: from === 'order' ? orderPath(order.index, 'symbol') : ['defaults', 'symbol'],
      });
    }
  }
};

/** Symbols without an instrument, each with the orders that have it. */
export function unlistedSymbols(
  orders: readonly OrderDraft[],
  instruments: InstrumentList | undefined,
): Map<string, OrderDraft[]> {
  const unlisted = new Map<string, OrderDraft[]>();
  for (const order of orders) {
    const symbol = order.symbol.value;
    if (symbol === undefined || instruments?.bySymbol.has(symbol) === true) continue;
    const alike = unlisted.get(symbol);
    if (alike === undefined) unlisted.set(symbol, [order]);
    else alike.push(order);
  }
  return unlisted;
}

const unlistedHint = (meant: string | undefined): string =>
  `${meant === undefined ? '' : `did you mean ${quoted(meant)}? Otherwise `}name a list of instruments in the config that has it`;

const symbolsAreListed: PlanRule = ({ orders: all, settings }, found) => {
  const { instruments, strictSymbols } = settings;
  if (instruments === undefined) return;
  const listed = [...instruments.bySymbol.keys()];
  for (const [symbol, orders] of unlistedSymbols(all, instruments)) {
    const own = orders.find((order) => order.symbol.from === 'order');
    const place: Place =
      own === undefined ? { path: ['defaults', 'symbol'] } : { path: orderPath(own.index, 'symbol') };
    if (strictSymbols) {
      const meant = symbolMeant(symbol, listed) ?? didYouMean(symbol, listed);
      found({
        ...place,
        code: 'instrument/unknown',
        message: `${quoted(symbol)} is not in the list of instruments${others(orders)}`,
        hint: `${meant === undefined ? 'check the symbol.' : `did you mean ${quoted(meant)}?`} The list is from ${instruments.source}, as of ${instruments.asOf}`,
      });
    } else {
      found({
        ...place,
        severity: 'warning',
        code: 'instrument/unlisted',
        message: `the precision of ${quoted(symbol)} is unchecked: its tick and step are not known${others(orders)}`,
        hint: unlistedHint(symbolMeant(symbol, listed)),
      });
    }
  }
};

const defaultsApply: PlanRule = ({ orders, defaults }, found) => {
  const timeInForce = defaults.timeInForce.value;
  if (timeInForce === undefined || timeInForce === 'normal') return;
  const triggers = orders.filter((order) => order.trigger.kind === 'given' && order.timeInForce.from === 'defaults');
  const [first] = triggers;
  if (first === undefined) return;
  found({
    severity: 'warning',
    code: 'order/default-not-applied',
    message: `${quoted(timeInForce)} does not apply to trigger orders: ${quoted(first.id ?? '')}${others(triggers)}`,
    hint: 'the request of a trigger order has no field for it',
    path: ['defaults', 'timeInForce'],
    related: [{ message: 'a trigger order', path: orderPath(first.index, 'trigger'), part: 'key' }],
  });
};

const instantIsReal: PlanRule = ({ document: { validUntil }, faults }, found) => {
  if (validUntil === undefined || faults.at('validUntil').here || instantMs(validUntil) !== undefined) return;
  found({
    code: 'plan/no-such-instant',
    message: `${quoted(validUntil)} is not on the calendar`,
    hint: 'check the day, the time and the offset',
    path: ['validUntil'],
  });
};

export const PLAN_RULES: readonly PlanRule[] = [
  idsAreUnique,
  ordersHaveSymbols,
  symbolsAreSpelledAlike,
  symbolsAreListed,
  defaultsApply,
  instantIsReal,
];

export const timeIsNotOver: PlanRule = ({ document: { validUntil }, faults, settings: { nowMs } }, found) => {
  if (validUntil === undefined || nowMs === undefined || faults.at('validUntil').any) return;
  const endMs = instantMs(validUntil);
  if (endMs === undefined || nowMs < endMs) return;
  found({
    severity: 'warning',
    code: 'plan/expired',
    message: 'the plan is past its `validUntil`',
    hint: 'an execution would be refused (exit 5): look at the plan again, and set a later time',
    path: ['validUntil'],
  });
};

/** A default reference guards the orders of its symbol; those of another have no guard unless they bring one. */
export const defaultReferenceApplies: PlanRule = ({ orders, defaults }, found) => {
  if (defaults.reference.kind !== 'given') return;
  const unguarded = orders.filter(
    ({ symbol, reference }) => symbol.from === 'order' && symbol.kind === 'given' && reference.kind === 'missing',
  );
  for (const [symbol, alike] of Map.groupBy(unguarded, (order) => order.symbol.value ?? '')) {
    if (symbol === defaults.symbol.value) continue;
    const [first] = alike as [OrderDraft, ...OrderDraft[]];
    found({
      severity: 'warning',
      code: 'order/default-not-applied',
      message: `the default reference is that of ${quoted(defaults.symbol.value ?? '')}; ${quoted(symbol)} has none, so its prices are compared with nothing${others(alike)}`,
      hint: 'add `reference:` to the order, with where you think its market is',
      path: orderPath(first.index, 'symbol'),
      related: [{ message: 'of another symbol', path: ['defaults', 'reference'] }],
    });
  }
};

/** Only for a plan without errors: a mistake may hide the order that uses a variable. */
export const variablesAreUsed: PlanRule = ({ variables, settings: { given } }, found) => {
  // A value that is given for a run may stand where the plan has a formula that uses others.
  if (given.size > 0) return;
  for (const name of variables.unused) {
    found({
      severity: 'warning',
      code: 'variable/unused',
      message: `no order uses the variable ${quoted(name)}`,
      hint: 'delete it, or use it as `=name`',
      path: ['vars', name],
      part: 'key',
    });
  }
};
