/** What is wrong with an exit, in words: what `compile/follow` found of it, at its place in the plan. */
import { Decimal } from '../../model/decimal.ts';
import type { ExitFault, PriceOf } from '../../model/follow.ts';
import { isLong } from '../../model/order.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import type { Path } from '../../document/locate.ts';
import type { Problem } from '../../document/problem.ts';
import { shareText } from '../../model/formula.ts';
import { namePath, orderPath, placeOf, type OrderDraft } from '../read/order-draft.ts';

/** An order by its id: the same names for rungs and ladders as their author's. */
export type DraftOf = (id: string) => OrderDraft | undefined;

interface Worded extends Problem {
  readonly path: Path;
  readonly part?: 'key';
  readonly related?: readonly { readonly message: string; readonly path: Path }[];
}

/** As its author calls it: a rung by the name of its ladder. */
const nameOf = ({ rung, id }: OrderDraft): string => rung?.ladder ?? id ?? '';

export function worded(fault: ExitFault, draft: OrderDraft, draftOf: DraftOf): Worded {
  switch (fault.fault) {
    case 'opens':
      return opens(draft, draftOf);
    case 'other-side':
    case 'other-symbol':
    case 'no-entry':
      return notItsEntry(fault, draft, draftOf(fault.entry) as OrderDraft);
    case 'groups':
      return otherGroup(draft, draftOf(fault.other) as OrderDraft);
    case 'sells-at-once':
      return sellsAtOnce(draft, fault.of);
    case 'side':
      return betweenEntries(draft, fault.of);
    case 'side-unknown':
      return atMarket(draft, draftOf(fault.entry) as OrderDraft);
    case 'shares':
    case 'share-of-all':
      return wrongShare(fault, draft);
    case 'nothing-left':
      return nothingLeft(
        draft,
        fault.waits.flatMap((id) => draftOf(id) ?? []),
      );
    case 'stop-until':
      return {
        code: 'exit/stop-until',
        message: 'a stop ends when nothing is held, or another stop takes its place',
        hint: 'delete `until`',
        path: orderPath(draft.index, 'until'),
        part: 'key',
      };
    case 'until-itself':
      return itself(draft);
  }
}

const FILLED: Path = ['size', 'filled'];
export const filledPath = (draft: OrderDraft, name: string): Path => namePath(draft, FILLED, name);

function opens(draft: OrderDraft, entryOf: DraftOf): Worded {
  const name = draft.terms?.filled?.[0] ?? '';
  const entry = entryOf(name) ?? entryOf(`${name}-1`);
  const side = entry?.side.value === 'open-short' ? 'close-short' : 'close-long';
  return {
    code: 'exit/opens',
    message: `only a close takes the size of what was filled, and ${quoted(draft.side.value ?? '')} opens`,
    hint: `write \`side: ${side}\`, or a size of its own in place of { filled: ${name} }`,
    path: orderPath(draft.index, 'size', 'filled'),
    part: 'key',
  };
}

/** The name by which the exit has the entry: its own, or that of its ladder. */
function nameIn(key: readonly string[], entry: OrderDraft): string {
  const id = entry.id ?? '';
  return key.includes(id) ? id : nameOf(entry);
}

function notItsEntry(
  { fault }: Extract<ExitFault, { readonly entry: string }>,
  draft: OrderDraft,
  entry: OrderDraft,
): Worded {
  const name = nameIn(draft.terms?.filled ?? [], entry);
  const place = { path: filledPath(draft, name), related: [{ message: 'that order', path: idPath(entry) }] };
  const side = draft.side.value ?? 'close-long';
  if (fault === 'no-entry') {
    return {
      code: 'exit/no-entry',
      message: `${quoted(name)} opens nothing that could be closed`,
      hint: 'name an opening order, or a ladder of them',
      ...place,
    };
  }
  if (fault === 'other-symbol') {
    const symbol = quoted(entry.symbol.value ?? '');
    return {
      code: 'exit/other-side',
      message: `it closes ${quoted(draft.symbol.value ?? '')}, and ${quoted(name)} opens ${symbol}`,
      hint: `write \`symbol: ${entry.symbol.value ?? ''}\`, or name another entry`,
      ...place,
    };
  }
  const [own, its] = isLong(side) ? ['long', 'short'] : ['short', 'long'];
  return {
    code: 'exit/other-side',
    message: `it closes a ${own}, and ${quoted(name)} opens a ${its}`,
    hint: `write \`side: close-${its}\`, or name another entry`,
    ...place,
  };
}

export const idPath = ({ index }: OrderDraft): Path => orderPath(index, 'id');

function otherGroup(draft: OrderDraft, other: OrderDraft): Worded {
  const names = other.terms?.filled ?? [];
  const written = names.length === 1 ? names[0] : `[${names.join(', ')}]`;
  return {
    code: 'exit/groups',
    message: `exits that share an entry name the same entries: ${quoted(nameOf(other))} has ${allOf(names.map(quoted))}`,
    hint: `write { filled: ${written ?? ''} } in both, or name no entry of the other`,
    path: orderPath(draft.index, ...FILLED),
    related: [{ message: 'the other exit', path: orderPath(other.index, ...FILLED) }],
  };
}

function sellsAtOnce(draft: OrderDraft, of: PriceOf | undefined): Worded {
  const { side, price, index } = draft;
  const long = side.value === undefined || isLong(side.value);
  const verb = long ? 'sells' : 'buys';
  if (of === undefined || price.value?.kind !== 'limit') {
    return {
      code: 'exit/sells-at-once',
      message: `a close at market ${verb} at once, with the first fill of ${allOf((draft.terms?.filled ?? []).map(quoted))}`,
      hint: 'add `trigger:` with its price; or `after:` with an instant, or with { filled: … }',
      path: orderPath(index, 'price'),
    };
  }
  const at = price.value.at.toString();
  return {
    code: 'exit/sells-at-once',
    message: `a close at ${at}, ${long ? 'below' : 'above'} ${draft.terms?.filled?.includes(of.id) === false ? quoted(of.id) : 'the entry'} ${of.price.toString()}, ${verb} at once`,
    hint: `write \`trigger: ${at}\` and \`price: market\``,
    path: placeOf(draft, 'price'),
  };
}

function betweenEntries(draft: OrderDraft, of: readonly PriceOf[]): Worded {
  const at = draft.trigger.value?.toString() ?? '';
  const sorted = of.map(({ price }) => price).toSorted((a, b) => b.compare(a));
  const [high, low] = [sorted[0] ?? Decimal.zero, sorted.at(-1) ?? Decimal.zero];
  const isOne = high.compare(low) === 0;
  const long = draft.side.value === undefined || isLong(draft.side.value);
  const where = isOne
    ? `is the price ${high.toString()} that it waits for`
    : `is between the entries ${high.toString()} and ${low.toString()}`;
  const [stop, target] = long
    ? [`below ${low.toString()}`, `above ${high.toString()}`]
    : [`above ${high.toString()}`, `below ${low.toString()}`];
  const [first, ...more] = draft.after;
  const even = more.length > 0 ? `[${draft.after.join(', ')}]` : first;
  const ways = `write a stop ${stop}, or a target ${target}`;
  return {
    code: 'exit/side',
    message: `${at} ${where}, neither a stop nor a target`,
    hint:
      even === undefined
        ? `${ways}${isOne ? '' : '; or make two groups'}`
        : `for a stop at break-even write \`after: { filled: ${even} }\`; else ${ways}`,
    path: placeOf(draft, 'trigger'),
  };
}

const atMarket = (draft: OrderDraft, entry: OrderDraft): Worded => ({
  code: 'exit/side',
  message: `${quoted(nameOf(entry))} is at market, so ordo cannot tell whether ${quoted(nameOf(draft))} is a stop or a target`,
  hint: `add \`reference:\` to ${quoted(nameOf(entry))} with where you think the market is`,
  path: placeOf(draft, 'trigger'),
  related: [{ message: 'its entry', path: orderPath(entry.index, 'price') }],
});

function wrongShare(fault: Extract<ExitFault, { fault: 'shares' | 'share-of-all' }>, draft: OrderDraft): Worded {
  const { index, written } = draft;
  const hasShare = typeof written.size === 'object' && written.size.share !== undefined;
  const path = orderPath(index, 'size', hasShare ? 'share' : 'filled');
  if (fault.fault === 'shares') {
    const names = (draft.terms?.filled ?? []).join(', ');
    return {
      code: 'exit/shares',
      message: `the targets of ${names} close ${shareText(fault.sum)} of it`,
      hint: hasShare
        ? 'write shares that come to 1 at most'
        : `write a share of each, such as { filled: ${names.includes(',') ? `[${names}]` : names}, share: 1/2 }`,
      path,
    };
  }
  const what = fault.kind === 'stop' ? 'a stop' : 'a close-out';
  return {
    code: 'exit/shares',
    message: `${what} covers all that is held, and has no share`,
    hint: hasShare ? 'delete `share`' : 'write one price in place of the range',
    path: hasShare ? path : orderPath(index, 'price'),
    ...(hasShare && { part: 'key' }),
  };
}

function nothingLeft(draft: OrderDraft, waits: readonly OrderDraft[]): Worded {
  const [first] = waits as [OrderDraft, ...OrderDraft[]];
  const after = draft.terms?.afterFilled ?? [];
  const names = [...new Set(waits.map((one) => nameIn(after, one)))];
  const rung = waits.find((one) => one.rung !== undefined)?.id;
  return {
    code: 'exit/nothing-left',
    message: `once all of ${names.join(' and ')} is filled nothing of ${(draft.terms?.filled ?? []).join(', ')} is held`,
    hint: rung === undefined ? 'wait for an order that closes a part of it' : `name a rung, such as ${rung}`,
    path: namePath(draft, ['after', 'filled'], nameIn(after, first)),
  };
}

function itself(draft: OrderDraft): Worded {
  const { terms, id = '' } = draft;
  const name = terms?.until?.filled.includes(id) === true ? id : nameOf(draft);
  return {
    code: 'until/itself',
    message: 'it would end by its own fill',
    hint: `name another order in place of ${quoted(name)}`,
    path: namePath(draft, ['until', 'filled'], name),
  };
}
