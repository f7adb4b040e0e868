/** What a start of a plan that is followed is refused for (exit 5): what is at work of it was edited, or another generation is at work. */
import { needsFollow } from '../../compile/follow/later.ts';
import { knownOf, type KnownAccount, type KnownPlan } from '../../journal/records/known-account.ts';
import { someOf } from '../../model/count.ts';
import { orderOfPart } from '../../model/ids.ts';
import { identityOf, type Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { editsAtWork, type EditAtWork } from './edited-at-work.ts';
import { heldGroups, isAtWork, wasFollowed } from './kept-groups.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';
import { spokenOf, takenUpBy, waysOut, type SpokenPlan } from './ways-out.ts';

/** The run that would follow, with the options that a command repeats. */
type Start = Pick<PreparedRun, 'plan' | 'planFile' | 'options' | 'follows' | 'heldBy'>;

/** Orders that the message names; the rest is counted. */
const MOST_SAID = 4;

/** What works goes on as it was sent, and nothing is placed or cancelled because the plan says something else by now. */
export function checkNotEdited(start: Start, account: KnownAccount, takenUp?: ReadonlyMap<string, number>): void {
  const { plan, follows } = start;
  if (follows !== true && !plan.orders.some(needsFollow)) return;
  const taken = new Set(plan.orders.flatMap((order) => (takenUp?.has(identityOf(order)) === true ? [order.id] : [])));
  const edits = editsOfFollowed(plan, account).filter(({ id }) => !taken.has(id));
  if (edits.length === 0) return;
  refuse(
    'follow/edited',
    `the plan was edited where it is at work, and nothing was sent: ${editsSaid(edits)}`,
    waysOut(spokenOf(start), edits).join('; or '),
  );
}

/** Nothing where it was never followed. */
function editsOfFollowed(plan: Plan, account: KnownAccount): readonly EditAtWork[] {
  const known = knownOf(account, nameOf(plan));
  return known === undefined || !wasFollowed(known) ? [] : editsAtWork(plan, known, account);
}

function editsSaid(edits: readonly EditAtWork[]): string {
  const more = edits.length - MOST_SAID;
  const said = edits.slice(0, MOST_SAID).map(({ words }) => words);
  return [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/**
 * How a plan that nobody follows is followed on, by its file as it is now: the options that take up its edits, or, where a start would be
 * refused, why and the first thing to do.
 */
export function onwardOf(of: SpokenPlan, account: KnownAccount): Onward {
  const edits = of.plan.orders.some(needsFollow) ? editsOfFollowed(of.plan, account) : [];
  const taken = takenUpBy(edits);
  return taken === undefined ? { edited: editsSaid(edits), first: waysOut(of, edits)[0] ?? '' } : { options: taken };
}

type Onward =
  | { readonly options: readonly string[] }
  | { readonly edited: string; readonly first: string; readonly options?: never };

/** An earlier generation that was followed and is at work: its exits would be nobody's. */
export function earlierAtWork(plan: Plan, account: KnownAccount): string | undefined {
  for (const known of account) {
    if (known.plan !== plan.name || known.generation >= plan.generation || !wasFollowed(known)) continue;
    const words = atWorkWords(known, account);
    if (words !== undefined) return `generation ${known.generation} of the plan ${words}`;
  }
  return undefined;
}

/** What is held and open of a plan that was followed; undefined where nothing is. */
export function atWorkWords(known: KnownPlan, account: KnownAccount): string | undefined {
  const held = heldGroups(known, account).flatMap(({ held: size, isLong, symbol, entries }) =>
    size.isZero ? [] : [`${size.canonical()} ${isLong ? 'long' : 'short'} ${symbol} (${entries.join(', ')})`],
  );
  const open = [...new Set([...known.orders.values()].filter(isAtWork).map(({ id }) => orderOfPart(id)))];
  const words = [
    ...(held.length === 0 ? [] : [`holds ${someOf(held)}`]),
    ...(open.length === 0 ? [] : [`has open or unknown orders: ${someOf(open)}`]),
  ];
  return words.length === 0 ? undefined : words.join(', and ');
}

/** A raised generation leaves nothing behind that its follower would not see (exit 5). One that was placed already goes on. */
export function checkNoneAtWork(plan: Plan, account: KnownAccount): void {
  if (knownOf(account, nameOf(plan))?.isPlaced === true) return;
  const earlier = earlierAtWork(plan, account);
  if (earlier === undefined) return;
  const before = account.findLast((known) => known.plan === plan.name && known.generation < plan.generation);
  refuse(
    'plan/generation',
    `the plan says generation ${plan.generation}, and ${earlier}: nobody would follow that any more`,
    `write generation: ${before?.generation ?? 1} and follow that to its end; a plan of another name can be placed beside it`,
  );
}
