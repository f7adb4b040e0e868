/** The groups of a plan: entries, and the exits that close what is filled of them, each with its kind; or what is wrong with them. */
import type { ExitFault, ExitGroup, ExitOf, GroupExit } from '../../model/follow.ts';
import { isLong, isOpening, type PlannedOrder } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { kindOf, type OrderOf } from './exit-kinds.ts';

export interface Groups {
  /** In the order of their first exits. Of a plan with faults: what is left without the exits that have one. */
  readonly groups: readonly ExitGroup[];
  readonly faults: readonly ExitFault[];
}

export const WHOLE_SHARE = Rational.ratio(1n, 1n);
const NONE = Rational.ratio(0n, 1n);

type Exit = PlannedOrder & { readonly exit: ExitOf };
const isExit = (order: PlannedOrder): order is Exit => order.exit !== undefined;

export function groupsOf(orders: readonly PlannedOrder[]): Groups {
  const faults = orders.flatMap(untilItself);
  const exits = orders.filter(isExit);
  if (exits.length === 0) return { groups: [], faults };
  const byId = new Map(orders.map((order) => [order.id, order]));
  const orderOf: OrderOf = (id) => byId.get(id);
  const sorted = new Sorted(orderOf);
  for (const exit of exits) sorted.add(exit);
  faults.push(...sorted.faults);
  const groups = sorted.drafts.flatMap((draft) => groupOf(draft, orderOf, faults));
  return { groups, faults };
}

const untilItself = ({ id, until }: PlannedOrder): ExitFault[] =>
  until?.filled?.includes(id) === true ? [{ fault: 'until-itself', id }] : [];

interface Draft {
  readonly name: string;
  readonly entries: readonly PlannedOrder[];
  readonly exits: Exit[];
}

/** Exits by what they name. The rungs of a ladder share one list, so each list is judged once. */
class Sorted {
  readonly drafts: Draft[] = [];
  readonly faults: ExitFault[] = [];
  readonly #orderOf: OrderOf;
  readonly #byList = new Map<readonly string[], Draft>();
  readonly #byName = new Map<string, Draft>();
  /** The first exit of each entry. */
  readonly #claimed = new Map<string, string>();

  constructor(orderOf: OrderOf) {
    this.#orderOf = orderOf;
  }

  add(exit: Exit): void {
    const fault = faultOf(exit, this.#orderOf);
    if (fault !== undefined) {
      this.faults.push(fault);
      return;
    }
    const draft = this.#byList.get(exit.exit.filled) ?? this.#draftOf(exit);
    if (draft === undefined) return;
    this.#byList.set(exit.exit.filled, draft);
    draft.exits.push(exit);
  }

  #draftOf({ id, exit: { filled } }: Exit): Draft | undefined {
    const ids = [...new Set(filled)];
    const name = ids.toSorted().join(' ');
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const other = ids.map((entry) => this.#claimed.get(entry)).find((one) => one !== undefined);
    if (other !== undefined) {
      this.faults.push({ fault: 'groups', id, other });
      return undefined;
    }
    for (const entry of ids) this.#claimed.set(entry, id);
    const draft: Draft = {
      name: ids.join(' '),
      entries: ids.map((entry) => this.#orderOf(entry) as PlannedOrder),
      exits: [],
    };
    this.#byName.set(name, draft);
    this.drafts.push(draft);
    return draft;
  }
}

/** What keeps an exit from closing what it names. */
function faultOf({ id, side, symbol, exit }: Exit, orderOf: OrderOf): ExitFault | undefined {
  if (isOpening(side)) return { fault: 'opens', id };
  for (const entry of exit.filled) {
    const order = orderOf(entry);
    if (order === undefined || !isOpening(order.side) || order.exit !== undefined)
      return { fault: 'no-entry', id, entry };
    if (isLong(order.side) !== isLong(side)) return { fault: 'other-side', id, entry };
    if (!sameSymbol(order.symbol, symbol)) return { fault: 'other-symbol', id, entry };
  }
  return undefined;
}

function groupOf({ name, entries, exits }: Draft, orderOf: OrderOf, faults: ExitFault[]): ExitGroup[] {
  const [first] = entries;
  if (first === undefined) return [];
  const sure: GroupExit[] = [];
  for (const exit of exits) {
    const is = kindOf(exit, entries, orderOf);
    const fault = 'fault' in is ? is.fault : misfit(exit, is.kind);
    if (fault !== undefined) faults.push(fault);
    else if ('kind' in is) sure.push(withShare(exit, is.kind));
  }
  faults.push(...tooMuch(sure), ...inVain(exits, sure));
  const ids = entries.map(({ id }) => id);
  const hasPreset = entries.some(({ stopLoss }) => stopLoss !== undefined);
  return [{ name, symbol: first.symbol, isLong: isLong(first.side), entries: ids, exits: sure, hasPreset }];
}

const withShare = ({ id, exit: { share } }: Exit, kind: GroupExit['kind']): GroupExit =>
  kind === 'target' ? { id, kind, share: share ?? WHOLE_SHARE } : { id, kind };

function misfit({ id, exit, until }: Exit, kind: GroupExit['kind']): ExitFault | undefined {
  if (kind !== 'target' && exit.share !== undefined) return { fault: 'share-of-all', id, kind };
  if (kind === 'stop' && until !== undefined) return { fault: 'stop-until', id };
  return undefined;
}

const sumOf = (exits: readonly GroupExit[]): Rational =>
  exits.reduce((sum, { share = NONE }) => (share.isZero ? sum : sum.plus(share)), NONE);

/** Marked at the target that makes it too much. */
function tooMuch(exits: readonly GroupExit[]): ExitFault[] {
  const targets = exits.filter(({ kind }) => kind === 'target');
  const all = sumOf(targets);
  if (all.compare(WHOLE_SHARE) <= 0) return [];
  let sum = NONE;
  const over = targets.find(({ share = NONE }) => (sum = sum.plus(share)).compare(WHOLE_SHARE) > 0);
  return [{ fault: 'shares', id: (over as GroupExit).id, sum: all }];
}

/** Exits that wait until all of their group is closed. The rungs of a ladder wait for one list. */
function inVain(exits: readonly Exit[], sure: readonly GroupExit[]): ExitFault[] {
  const known = new Map(sure.map((one) => [one.id, one]));
  const closes = new Map<readonly string[], readonly string[]>();
  return exits.flatMap(({ id, afterFilled }): ExitFault[] => {
    if (afterFilled === undefined) return [];
    const waits = closes.get(afterFilled) ?? closingAll(afterFilled, known);
    closes.set(afterFilled, waits);
    return waits.length === 0 ? [] : [{ fault: 'nothing-left', id, waits }];
  });
}

/** Those of the orders that close all that the group holds, once they are filled whole; none where something is left. */
function closingAll(ids: readonly string[], known: ReadonlyMap<string, GroupExit>): readonly string[] {
  const first = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  const whole = first.filter(({ kind }) => kind !== 'target');
  if (whole.length > 0) return whole.map(({ id }) => id);
  return sumOf(first).compare(WHOLE_SHARE) < 0 ? [] : first.map(({ id }) => id);
}
