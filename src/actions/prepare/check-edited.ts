/** What a start of a plan that is followed is refused for (exit 5): what is at work of it was edited, or another generation is at work. */
import { needsFollow } from '../../compile/follow/later.ts';
import { knownOf, type KnownAccount, type KnownPlan } from '../../journal/records/known-account.ts';
import { someOf } from '../../model/count.ts';
import type { GivenOption } from '../../model/event.ts';
import { orderOfPart } from '../../model/ids.ts';
import { identityOf, type Plan } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import { refuse } from '../../refusal.ts';
import { optionWords, shellWord } from '../../report/text/phrases.ts';
import { editsAtWork, type EditAtWork } from './edited-at-work.ts';
import { heldGroups, isAtWork, wasFollowed } from './kept-groups.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

/** The run that would follow, with the options that a command repeats. */
type Start = Pick<PreparedRun, 'plan' | 'planFile' | 'options' | 'follows' | 'heldBy'>;

/** Orders that the message names; the rest is counted. */
const MOST_SAID = 4;

/** What works goes on as it was sent, and nothing is placed or cancelled because the plan says something else by now. */
export function checkNotEdited(start: Start, account: KnownAccount, takenUp?: ReadonlyMap<string, number>): void {
  const { plan, follows } = start;
  const known = knownOf(account, nameOf(plan));
  if (known === undefined || !wasFollowed(known)) return;
  if (follows !== true && !plan.orders.some(needsFollow)) return;
  const taken = new Set(plan.orders.flatMap((order) => (takenUp?.has(identityOf(order)) === true ? [order.id] : [])));
  const edits = editsAtWork(plan, known, account).filter(({ id }) => !taken.has(id));
  if (edits.length === 0) return;
  const more = edits.length - MOST_SAID;
  const said = edits.slice(0, MOST_SAID).map(({ words }) => words);
  const all = [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  refuse(
    'follow/edited',
    `the plan was edited where it is at work, and nothing was sent: ${all}`,
    waysOut(start, edits).join('; or '),
  );
}

/** The first works for all of them. Where another way leaves one of them, it is not said. */
function waysOut(start: Start, edits: readonly EditAtWork[]): readonly string[] {
  const sized = start.plan.sizedBy === undefined ? '' : ', with the account file that sized it';
  // Whoever follows it now does not read the file again.
  const until =
    start.heldBy === undefined
      ? 'until then nobody follows it, and what fills has no stop'
      : 'whoever follows it now goes on as it was approved';
  const first = `write it again as it was${sized}: ${until}`;
  const split = edits.filter(({ way }) => way === 'whole');
  if (split.length > 0 && split.length === edits.length)
    return [
      first,
      `take all of it out of the plan: ${[...new Set(split.flatMap(({ whole = [] }) => whole))].join(', ')}`,
    ];
  if (split.length > 0 || edits.some(({ way }) => way === undefined)) return [first];
  const ids = (...ways: readonly EditAtWork['way'][]): string[] =>
    edits.flatMap(({ id, way }) => (ways.includes(way) ? [id] : []));
  const [off, stops] = [ids('off', 'anew', 'stop'), ids('stop')];
  const words = [...named('--again', ids('anew', 'stop')), ...named('--replace', ids('edit'))];
  const follow = command('ordo run', start, '--execute', '--live', '--follow', ...words);
  if (off.length === 0) {
    const end = start.heldBy === undefined ? '' : 'end whoever follows it now, and ';
    return [`${end}take up the edit, with the old stop in place until the new one works: ${follow}`, first];
  }
  const cancel = command('ordo cancel', start, ...named('--only', off), '--execute', '--live');
  return [
    first,
    `take off what differs, ${cancel}, and follow it as the plan says now: ${follow}`,
    ...(stops.length === 0
      ? []
      : [
          `to be without a stop at no moment, write ${someOf(stops)} as it was, and below it the new one under an id of its own, which takes its place`,
        ]),
  ];
}

const REPEATED: ReadonlySet<GivenOption['name']> = new Set(['config', 'journal', 'var']);

const command = (verb: string, { planFile, options }: Start, ...words: readonly string[]): string =>
  [
    verb,
    shellWord(safeText(planFile)),
    ...words,
    ...optionWords(options.filter(({ name }) => REPEATED.has(name))),
  ].join(' ');

const named = (option: string, ids: readonly string[]): string[] =>
  ids.map((id) => `${option} ${shellWord(safeText(id))}`);

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
