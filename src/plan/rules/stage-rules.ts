/** `after` names orders that exist, and nothing waits for itself. */
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
  if (entries.every(({ after }) => after.length === 0)) return;
  // The rungs of a ladder with an error are not known, so any of them may be meant.
  const unmade = entries.filter((order) => isLadder(order) && order.rung === undefined).map(({ id }) => `${id ?? ''}-`);
  const isUnmade = (name: string): boolean =>
    unmade.some((start) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)));
  const known = [...names.keys()];
  let reported = 0;
  for (const entry of entries) {
    for (const name of entry.after) {
      if (names.has(name) || isUnmade(name) || ++reported > MOST_UNKNOWN) continue;
      found({
        code: 'stage/unknown-order',
        message: `there is no order ${quoted(name)} to wait for`,
        hint: meantBy(name, names, known),
        path: afterPath(entry, name),
      });
    }
  }
  refuseCycles(entries, orders, found);
  refuseFlood(entries, names, found);
}

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
    for (const name of new Set(entry.after)) ties += names.get(name)?.length ?? 0;
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
function refuseCycles(entries: readonly OrderDraft[], orders: readonly OrderDraft[], found: Found): void {
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
    [...byName].map(([name, entry]) => [name, entry.after.flatMap((one) => entryOf.get(one) ?? [])]),
  );
  for (const cycle of cycles(needs, MOST_CYCLES)) {
    const links = cycle.slice(0, MOST_LINKS).map((name, at) => {
      const next = cycle[(at + 1) % cycle.length] as string;
      const entry = byName.get(name) as OrderDraft;
      const written = entry.after.find((one) => entryOf.get(one) === next) as string;
      return { path: afterPath(entry, written), message: `${name} waits for ${next}` };
    });
    const [first, ...rest] = links as [(typeof links)[number], ...typeof links];
    found({
      code: 'stage/cycle',
      message: `${quoted(cycle[0] as string)} waits for itself: ${drawn(cycle)}`,
      hint:
        cycle.length === 1
          ? `an order cannot wait for itself: delete ${quoted(cycle[0] as string)} from this \`after\``
          : 'delete one of these links: none of the orders could ever be sent',
      path: first.path,
      label: first.message,
      related: rest,
    });
  }
}

/** Where an entry names an order. */
const afterPath = (entry: OrderDraft, name: string): Path =>
  namePath(entry, Array.isArray(entry.written.after) ? ['after'] : ['after', 'accepted'], name);
