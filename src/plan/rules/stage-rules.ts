/** Orders name orders that exist, and nothing waits for itself, whether by `after` or for what it closes. */
import { quoted } from '../../source/quoted.ts';
import { cycles, drawn } from '../../model/cycles.ts';
import { didYouMean } from '../../document/did-you-mean.ts';
import { isLadder, namePath, orderPath, type Found, type OrderDraft } from '../read/order-draft.ts';
import type { Names } from '../read/names.ts';
import type { Path } from '../../document/locate.ts';

/** Reports at most this many, and of a circle at most this many links; nobody reads more. */
const MOST_UNKNOWN = 20;
const MOST_CYCLES = 20;
const MOST_LINKS = 10;

/** Far above any plan that a person reviews, and small enough for memory. */
const MOST_TIES = 200_000;

export function stagesAreSound(orders: readonly OrderDraft[], names: Names, found: Found): void {
  const entries = orders.filter(({ rung }) => rung === undefined || rung.number === 1);
  if (entries.every(({ after, terms }) => after.length === 0 && terms === undefined)) return;
  const ties = new Map(entries.map((entry) => [entry, tiesOf(entry)]));
  // The rungs of a ladder with an error are not known, so any of them may be meant.
  const unmade = entries.filter((order) => isLadder(order) && order.rung === undefined).map(({ id }) => `${id ?? ''}-`);
  const isUnmade = (name: string): boolean =>
    unmade.some((start) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)));
  const known = [...names.keys()];
  let reported = 0;
  for (const entry of entries) {
    for (const { name, key, isEnd } of ties.get(entry) ?? []) {
      if (names.has(name) || isUnmade(name) || ++reported > MOST_UNKNOWN) continue;
      found({
        code: 'stage/unknown-order',
        message: `there is no order ${quoted(name)} to ${key[0] === 'size' ? 'close' : isEnd ? 'end by' : 'wait for'}`,
        hint: meantBy(name, names, known),
        path: namePath(entry, key, name),
      });
    }
  }
  refuseCycles(entries, orders, (entry) => (ties.get(entry) ?? []).filter(({ isEnd }) => !isEnd), found);
  refuseFlood(entries, names, found);
}

/** A name under a key of an order. */
interface Tie {
  readonly name: string;
  readonly key: Path;
  /** It ends the order, and keeps it from nothing: two orders may end each other. */
  readonly isEnd: boolean;
}

function tiesOf({ after, terms, written }: OrderDraft): readonly Tie[] {
  const accepted = Array.isArray(written.after) ? AFTER : ACCEPTED;
  const own = after.map((name): Tie => ({ name, key: accepted, isEnd: false }));
  if (terms === undefined) return own;
  return [
    ...own,
    ...tied(terms.afterFilled, FILLED_FIRST),
    ...tied(terms.filled ?? [], EXIT_OF),
    ...tied(terms.until?.filled ?? [], UNTIL_FILLED, true),
  ];
}

const tied = (names: readonly string[], key: Path, isEnd = false): Tie[] => names.map((name) => ({ name, key, isEnd }));

const AFTER: Path = ['after'];
const ACCEPTED: Path = ['after', 'accepted'];
const FILLED_FIRST: Path = ['after', 'filled'];
const EXIT_OF: Path = ['size', 'filled'];
const UNTIL_FILLED: Path = ['until', 'filled'];

/** For a rung number past the end, shows the ladder's range instead of guessing a name. */
function meantBy(name: string, names: Names, known: readonly string[]): string {
  const rungs = names.get(name.replace(/-\d+$/, '')) ?? [];
  if (rungs.length > 1) return `the ladder has the rungs ${quoted(rungs[0] ?? '')} to ${quoted(rungs.at(-1) ?? '')}`;
  const meant = didYouMean(name, known);
  return meant === undefined ? 'write the id of an order, or the name of a ladder' : `did you mean ${quoted(meant)}?`;
}

/** Each entry holds the orders that it waits for; ten thousand behind ten thousand would be a hundred million. */
function refuseFlood(entries: readonly OrderDraft[], names: Names, found: Found): void {
  let ties = 0;
  for (const entry of entries) {
    for (const name of new Set(tiesOf(entry).map((tie) => tie.name))) ties += names.get(name)?.length ?? 0;
    if (ties <= MOST_TIES) continue;
    found({
      code: 'stage/too-many-ties',
      message: `the orders of the plan wait for more than ${MOST_TIES} others, each counted for each that waits for it`,
      hint: 'let them wait for fewer, or split the plan',
      path: orderPath(entry.index, 'after'),
      part: 'key',
    });
    return;
  }
}

const nameOf = (draft: OrderDraft): string | undefined => draft.rung?.ladder ?? draft.id;

/** Cycles are sought among entries as they are written: a rung stands for its whole ladder, as all rungs wait alike. */
function refuseCycles(
  entries: readonly OrderDraft[],
  orders: readonly OrderDraft[],
  ties: (entry: OrderDraft) => readonly Tie[],
  found: Found,
): void {
  const entryOf = new Map<string, string>();
  for (const draft of orders) {
    const name = nameOf(draft);
    if (draft.id === undefined || name === undefined) continue;
    entryOf.set(draft.id, name);
    entryOf.set(name, name);
  }
  const byName = new Map(
    entries.flatMap((entry) => (nameOf(entry) === undefined ? [] : [[nameOf(entry) as string, entry]])),
  );
  const needs = new Map(
    [...byName].map(([name, entry]) => [name, ties(entry).flatMap((one) => entryOf.get(one.name) ?? [])]),
  );
  for (const cycle of cycles(needs, MOST_CYCLES)) {
    const links = cycle.slice(0, MOST_LINKS).map((name, at) => {
      const next = cycle[(at + 1) % cycle.length] as string;
      const entry = byName.get(name) as OrderDraft;
      const { name: written, key } = ties(entry).find((one) => entryOf.get(one.name) === next) as Tie;
      const verb = key === EXIT_OF ? 'closes' : 'waits for';
      return { path: namePath(entry, key, written), message: `${name} ${verb} ${next}` };
    });
    const [first, ...rest] = links as [(typeof links)[number], ...typeof links];
    found({
      code: 'stage/cycle',
      message: `${quoted(cycle[0] as string)} waits for itself: ${drawn(cycle)}`,
      hint:
        cycle.length === 1
          ? first.path[2] === 'size'
            ? 'an exit closes what another order opens: name that one'
            : `an order cannot wait for itself: delete ${quoted(cycle[0] as string)} from this \`after\``
          : 'delete one of these links: none of the orders could ever be sent',
      path: first.path,
      label: first.message,
      related: rest,
    });
  }
}
