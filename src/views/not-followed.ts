/** What of a plan is due or waits while nobody follows it, and who follows it, in sentences. */
import type { KnownPlan } from '../journal/records/known-account.ts';
import type { Awaiting, Holder } from '../journal/records/ledger.ts';
import { mayRest } from '../journal/records/state.ts';
import { whatStands } from '../journal/records/what-stands.ts';
import { someOf } from '../model/count.ts';
import { orderOfPart } from '../model/ids.ts';
import type { UnfollowedStep } from '../model/followed.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../model/safe-text.ts';
import { timeOfDay } from '../model/time-words.ts';
import type { Onward, PlanStatus } from '../actions/status.ts';
import { shellWord } from '../report/text/phrases.ts';

const TO_SECONDS = 'yyyy-mm-ddThh:mm:ss'.length;
const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, TO_SECONDS)}Z`;
const sinceWords = (ms: number | undefined): string => (ms === undefined ? '' : ` since ${instant(ms)}`);

/**
 * `NOT FOLLOWED since …`, and the command that follows it again on the real exchange: what is held is there. Where the plan was edited so
 * that a start would be refused, what comes first.
 */
function notFollowedWords(followedMs: number | undefined, { planFile, place, onward }: Continued): string {
  const not = `NOT FOLLOWED${sinceWords(followedMs)}`;
  if (onward !== undefined && onward.options === undefined)
    return `${not}, and edited where it is at work (${onward.edited}). To continue, ${onward.first}`;
  const plan = planFile === undefined ? safe`<plan>` : shellWord(safeText(planFile));
  const taken = safeTexts(onward?.options ?? []);
  const command = joined([safe`ordo run`, plan, safe`--execute --live --follow`, ...taken, ...place], safe` `);
  return `${not}. To continue: ${command}`;
}

export interface Continued {
  /** The file of the plan; undefined where nobody knows it. */
  readonly planFile?: string | undefined;
  /** The options that say which journal. */
  readonly place: readonly Safe[];
  /** What a start of it as it is now needs; undefined where its file cannot be read. */
  readonly onward?: Onward | undefined;
}

/** `even is due, target-1 was filled at 14:40:52Z: NOT FOLLOWED since …`: steps with one cause share its words. */
export function dueWords(
  steps: readonly UnfollowedStep[],
  followedMs: number | undefined,
  continued: Continued,
): string[] {
  if (steps.length === 0) return [];
  const groups = Map.groupBy(steps, (step) => `${step.does} ${whyWords(step)}`);
  const parts = [...groups.values()].map((alike) => {
    const ids = [...new Set(alike.map(({ id }) => id))];
    const isCancel = alike[0]?.does === 'cancel';
    const what = isCancel ? `the cancel of ${someOf(ids)} is` : `${someOf(ids)} ${ids.length === 1 ? 'is' : 'are'}`;
    return `${what} due, ${whyWords(alike[0] as UnfollowedStep)}`;
  });
  return [`${parts.join('; ')}: ${notFollowedWords(followedMs, continued)}`];
}

type Cause = UnfollowedStep['because'];
type ByFill = 'conditions' | 'slice' | 'first-fill' | 'growth' | 'entries-over' | 'minute' | 'until-filled';

const CAUSES: Readonly<Record<Exclude<Cause, ByFill>, string>> = {
  resize: 'it closes more than is held',
  excess: 'it closes more than is held',
  rest: 'what fired closed too little, or the market has passed it',
  'was-refused': 'the one before was refused',
  'was-cancelled': 'somebody cancelled the one before',
  'is-unknown': 'the one before is in no list',
  edited: 'its edit was taken up',
  'taken-in': 'it was taken in',
  'until-for': 'its time is over',
  'until-at': 'its time is over',
  'nothing-held': 'nothing is held',
  replaced: 'another took its place',
  'stop-fired': 'the stop fired',
  'stop-passed': 'the market has passed the stop',
  'close-out': 'all is closed at once',
  passed: 'the market has passed it',
};

const isKept = (cause: Cause): cause is keyof typeof CAUSES => cause in CAUSES;

const whyWords = ({ because, of, atMs, firedIds }: UnfollowedStep): string =>
  isKept(because) ? CAUSES[because] : filledWords(of, atMs, firedIds);

function filledWords(of: readonly string[], atMs: number | undefined, fired: readonly string[]): string {
  if (atMs !== undefined) return `${someOf(of)} ${of.length === 1 ? 'was' : 'were'} filled at ${timeOfDay(atMs)}`;
  return fired.length > 0 ? `${someOf(fired)} fired` : 'its time has come';
}

/** Who follows the plan at this moment. */
export const followedByWords = ({ pid, user, host, since }: Holder): string =>
  `pid ${pid} of ${user} on ${host} follows it since ${since}`;

/** A position that a look saw smaller than what the plan counts: who closed it is not in the journal, so it counts as held. */
export const smallerWords = ({ words, atMs }: NonNullable<PlanStatus['short']>): string[] =>
  words.map((short) => `${short}, as of ${instant(atMs)}: no trade in the journal explains it`);

/** A plan that waits for what only a follower does, and that nobody follows. */
export function isWaiting({ plan, left, orders }: KnownPlan, awaiting: Awaiting | undefined): boolean {
  if (left === undefined || awaiting?.(plan)?.isFollow === true) return false;
  const stands = [...orders.values()].flatMap(whatStands).length > 0;
  const comes = left.some(({ reason, waitsFor = [] }) => reason === 'waiting' && waitsFor.length === 0);
  return stands || comes;
}

/** What of it waits still: what was open may be over since. */
export function waitingWords(
  { plan, generation, left = [], orders, followedMs, planFile }: KnownPlan,
  continued: Omit<Continued, 'planFile'>,
): string[] {
  const open = new Set([...orders.values()].flatMap((order) => (mayRest(order) ? [orderOfPart(order.id)] : [])));
  const ids = left.flatMap(({ id, reason }) => (reason !== 'open' || open.has(id) ? [id] : []));
  if (left.length > 0 && ids.length === 0) return [];
  const waits = left.length === 0 ? 'it was cut off' : someOf(ids);
  return [
    `${plan}, generation ${generation}, waits (${waits}): ${notFollowedWords(followedMs, { ...continued, planFile })}`,
  ];
}
