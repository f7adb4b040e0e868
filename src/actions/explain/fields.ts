/** The fields of an order, each with its value and its origin: a line, an expression, a formula, or the defaults. */
import { conditionTexts } from '../../model/condition-words.ts';
import { someOf } from '../../model/count.ts';
import { formulaWords, type Formula } from '../../model/formula.ts';
import type { ExitKind } from '../../model/follow.ts';
import type { Ladder, Plan, PlannedOrder } from '../../model/order.ts';
import { FIELD_NAMES, fieldTexts, ORDER_FIELDS, type OrderField, type OrderNumber } from '../../model/order-fields.ts';
import { isExpression } from '../../plan/expression/syntax.ts';
import type { Written, WrittenOrder } from '../../plan/written-order.ts';
import type { ExplainedField } from './explained.ts';

/** The fields in the order in which a plan has them; `ladder` is given for a rung. */
export function explainFields(
  order: PlannedOrder,
  written: WrittenOrder,
  ladder: Ladder | undefined,
  groups?: Plan['groups'],
): ExplainedField[] {
  const texts = fieldTexts(order);
  const said = FIELD_NAMES.flatMap((name): ExplainedField[] => {
    const { kind, part } = ORDER_FIELDS[name];
    const value = texts[name];
    if (value === undefined || part === 'guard') return [];
    if (name === 'timeInForce' && order.trigger !== undefined)
      return [{ name, value: 'none', from: 'a trigger order has no such field' }];
    const isWord = kind === 'word' || value === 'market';
    return [{ name, value, from: isWord ? wordOrigin(name, written) : numberOrigin(order, name, written, ladder) }];
  });
  return [
    ...said,
    ...guards(order, written),
    ...waiting(order, written),
    ...exitOf(order, groups),
    ...conditions(order, written),
    worth(order),
  ];
}

const lineOf = (written: Written | undefined): string => (written === undefined ? '' : `line ${written.line}`);

const wordOrigin = (key: string, { own, inherited }: WrittenOrder): string =>
  own.has(key)
    ? lineOf(own.get(key))
    : inherited.has(key)
      ? `from defaults, ${lineOf(inherited.get(key))}`
      : 'the default';

/** `line 12: =entry * 0.98 (entry = 64000)`, `line 9: { notional: 5000 } → 5000 / 64000, …`, or only the line. */
function numberOrigin(
  order: PlannedOrder,
  name: OrderField,
  { own }: WrittenOrder,
  ladder: Ladder | undefined,
): string {
  const written = own.get(name);
  if (written === undefined) return '';
  const how = computation(written.text, order.formulas?.[name as OrderNumber]);
  const end = name === 'price' && ladder !== undefined && order.formulas?.price === undefined;
  const which = end ? `${written.text} → ${ladder.orders[0] === order.id ? 'its from' : 'its to'}` : how;
  return which === '' ? lineOf(written) : `${lineOf(written)}: ${which}`;
}

function computation(text: string, formula: Formula | undefined): string {
  if (formula === undefined) return '';
  const words = formulaWords(formula);
  return formula.kind === 'expression' && isExpression(text) ? `=${words}` : `${text} → ${words}`;
}

/** The reference, and how far prices may be from it: both are checked, and never sent. */
function guards(order: PlannedOrder, written: WrittenOrder): ExplainedField[] {
  const formula = order.formulas?.reference;
  return (['reference', 'maxDistance'] as const).flatMap((name): ExplainedField[] => {
    const text = (written.own.get(name) ?? written.inherited.get(name))?.text;
    if (text === undefined) return [];
    const how = name === 'reference' && formula !== undefined ? `: ${computation(text, formula)}` : '';
    return [{ name, value: text, from: `${wordOrigin(name, written)}${how}; a guard, never sent` }];
  });
}

const KINDS: Readonly<Record<ExitKind, string>> = {
  stop: 'its trigger is on the losing side: it covers all that is held',
  'close-out': 'at market: it closes all that is held at once',
  target: 'it closes its share of what is filled',
};

/** Which exit it is, and of which entries. */
function exitOf({ id }: PlannedOrder, groups: Plan['groups'] = []): ExplainedField[] {
  for (const { entries, exits } of groups) {
    const kind = exits.find((exit) => exit.id === id)?.kind;
    if (kind !== undefined) return [{ name: 'exit', value: kind, from: `of ${someOf(entries)}; ${KINDS[kind]}` }];
  }
  return [];
}

/** What only a follower does, each by its key: where it is written, and what it comes to. */
function conditions(order: PlannedOrder, { own }: WrittenOrder): ExplainedField[] {
  return Object.entries(conditionTexts(order)).flatMap(([name, value]): ExplainedField[] => {
    const key = name.split(/[. ]/)[0] ?? name;
    return [{ name, value, from: `${lineOf(own.get(key))}: ${MEANS[name] ?? ''}` }];
  });
}

const MEANS: Readonly<Record<string, string>> = {
  'size.filled': 'closes what is filled of it, in parts as it fills',
  'size.share': 'its part of what is filled',
  'after.filled': 'sent only once filled whole',
  'after.at': 'not sent before',
  'until.for': 'then what is left is cancelled, counted from its sending',
  'until.at': 'then what is left is cancelled',
  'until.filled': 'at its first fill what is left is cancelled',
  over: 'its place in the ladder over time',
  'trigger (late)': 'known once the entry is filled',
  'price (late)': 'known once the entry is filled',
};

/** The orders that it waits for, as written; the name of a ladder means all its rungs. */
function waiting({ after }: PlannedOrder, { own }: WrittenOrder): ExplainedField[] {
  const written = own.get('after');
  if (after === undefined || written === undefined) return [];
  // In a mapping beside other conditions they are told by themselves.
  const names = written.text.startsWith('[') ? written.text.slice(1, -1) : after.join(', ');
  const rungs = names === after.join(', ') ? '' : `: ${someOf(after)}`;
  return [{ name: 'after', value: names, from: `${lineOf(written)}: sent only once accepted${rungs}` }];
}

/** Size times price, in quote coin. The worth of an order at market is known only once it is filled. */
function worth({ size, price, trigger }: PlannedOrder): ExplainedField {
  if (price.kind === 'limit')
    return { name: 'worth', value: size.times(price.at).canonical(), from: 'size × price, in quote coin' };
  if (trigger === undefined) return { name: 'worth', value: 'not known', from: 'at market: known once it is filled' };
  return {
    name: 'worth',
    value: size.times(trigger).canonical(),
    from: 'size × trigger, in quote coin; at market it may differ',
  };
}
