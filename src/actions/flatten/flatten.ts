/**
 * Brings an account to nothing, for `ordo flatten`: what opens of this journal goes off, what is held is closed, what is left of the
 * journal goes off, and the account is looked at twice. The account is halted before, so that nothing opens meanwhile; stops stay on
 * until their position is seen to be gone. Each step is on record, and the same command goes on from wherever it was cut off.
 */
import { liftText } from '../../journal/records/halt.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import { isNowhere, mayRest } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { isLong, isOpening, type Side } from '../../model/order.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { youngLook } from '../../protection/journal/account.ts';
import type { Protection } from '../../protection/protection.ts';
import { defined } from '../../model/defined.ts';
import { protectionNow } from '../prepare/run-protection.ts';
import { isTold } from '../../protection/journal/look.ts';
import type { Session } from '../../session/session.ts';
import { cancelOrders, findUnknown } from './cancel-orders.ts';
import { closeAll } from './close-all.ts';
import { FlattenNotes, type FlattenWith } from './flatten-with.ts';
import { lookAtAll, positionName, type HeldNow, type LookedAtAll } from './look-at-all.ts';
import type { ShownFills } from './shown-fills.ts';
import { stopsStay, journalFailed, type Flattened } from './flattened.ts';
import { standingSteps, type StandingSteps } from './standing.ts';
import { stepsNow } from './steps-now.ts';
import { takeOffLeft } from './take-off-left.ts';
import { bareWords, maybeBareWords } from './taken-off.ts';
import { unsettledOf } from './unsettled.ts';
import { whyLetBe } from './why-let-be.ts';

const BETWEEN_LOOKS_MS = 2_000;

/** Approved, connected, and halted. A journal that cannot be written ends it: what was done until then is told. */
export async function flatten(how: FlattenWith): Promise<Flattened> {
  const notes = new FlattenNotes();
  try {
    return await inSteps(how, notes);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return journalFailed(error, notes, how.before);
  }
}

async function inSteps(how: FlattenWith, notes: FlattenNotes): Promise<Flattened> {
  const { session, clock, stop, approval } = how;
  const { signal } = stop;
  const standing = async (): Promise<StandingSteps> => standingSteps(await session.account());
  await session.approve(CLOSE_PLAN, approval);
  await findUnknown(how, Object.values(await standing()).flat());
  await findCloses(how);
  await cancelOrders(how, (await standing()).openers, notes);
  await cancelOrders(how, (await standing()).limits, notes);
  // What a trigger became by firing has to be cancelled by itself.
  await cancelOrders(
    how,
    (await standing()).openers.filter(({ order }) => order.seen?.firedAs !== undefined),
    notes,
  );
  const shown = await closeAll(how, notes);
  await findCloses(how);
  const after = signal.aborted ? undefined : await lookAtAll({ ...how, signal });
  if (after !== undefined) await takeOffLeft(how, after, { notes, shown });
  const beside = after === undefined ? [] : await orphans(how, after);
  const looks = [await lookAtAll({ ...how, signal })];
  await clock.sleep(BETWEEN_LOOKS_MS, signal);
  looks.push(await lookAtAll({ ...how, signal }));
  return conclude(how, notes, { looks, beside, shown });
}

/** Of a close whose sender was cut off the position may be gone: nothing else looks for its end then. */
async function findCloses({ session, stop }: FlattenWith): Promise<void> {
  const open = [...stateOf(await session.account(), CLOSE_PLAN).values()].filter(mayRest);
  const clientOids = new Set(open.map(({ clientOid }) => clientOid));
  if (clientOids.size > 0) await session.untilOver({ plan: CLOSE_PLAN, clientOids, waitMs: 0, signal: stop.signal });
}

/** What the exchange made of presets, and is left with nothing to close: it is named, and not touched. */
async function orphans({ session, stop }: FlattenWith, { account }: LookedAtAll): Promise<readonly string[]> {
  const placed = account.flatMap(({ plan, orders }) =>
    [...orders.values()]
      .filter(({ orderId }) => orderId !== undefined)
      .map((order) => ({ name: `${plan}: ${order.id}`, order })),
  );
  const names = new Map(placed.map(({ name, order: { clientOid } }) => [clientOid, name]));
  const { presets } = await session.presets(
    placed.map(({ order }) => order),
    stop.signal,
  );
  const { orders, unread } = presets;
  return [
    ...orders
      .filter(({ isOrphan }) => isOrphan === true)
      .map(
        ({ clientOid, kind, orderId }) =>
          `the ${kind} of ${names.get(clientOid) ?? ''} (order ${orderId}) is left, with nothing to close`,
      ),
    ...unread.map((why) => `what the exchange made of presets is not known: ${why}`),
  ];
}

interface Ending {
  readonly looks: readonly (LookedAtAll | undefined)[];
  readonly beside: readonly string[];
  readonly shown: ShownFills;
}

async function conclude(how: FlattenWith, notes: FlattenNotes, { looks, beside, shown }: Ending): Promise<Flattened> {
  const { session, stop } = how;
  const last = looks.findLast((one) => one !== undefined);
  const held = new Map(looks.flatMap((one) => one?.held ?? []).map((one) => [positionName(one), one]));
  const account = await session.account();
  const orders = account.flatMap(({ plan, orders: all }) =>
    [...all.values()].filter(mayRest).map((order) => ({ name: `${plan}: ${order.id}`, order })),
  );
  const unsure = orders.filter(({ order }) => order.state !== 'accepted' || isNowhere(order)).map(({ name }) => name);
  const rests = orders.map(({ name }) => name).filter((name) => !unsure.includes(name));
  const isRead = !looks.includes(undefined);
  const why = whyLetBe(notes, { isRead, held, open: new Set(orders.map(({ order }) => order.clientOid)) });
  const late = last === undefined ? notes.late : shown.late(account, last.held, last.begunMs);
  const unknown = [
    ...why.unknown,
    ...notes.late.filter(({ key }) => late.some((one) => one.key === key)).map(stopsStay),
    ...(unsure.length === 0 ? [] : [`the state of these is not known: ${someOf(unsure)}`]),
    ...(isRead
      ? []
      : [
          stop.signal.aborted
            ? 'it was interrupted before it had looked twice'
            : 'not all of the account could be read',
          ...maybeBareWords(notes),
        ]),
  ];
  const left = [
    ...why.left,
    ...(isRead ? bareWords(notes, { account, held, last }) : []),
    ...[...held.values()].map(leftWords),
    ...(rests.length === 0 ? [] : [`these are still open: ${someOf(rests)}`]),
  ];
  const isFlat = unknown.length + left.length === 0;
  const steps = stepsNow(notes.done, account);
  // What was sent later is no reason to try again later.
  const limited = steps.some(({ kind }) => kind === 'withheld') ? notes.limited : undefined;
  return {
    steps,
    left: isFlat ? left : [...limitedWords(limited, why.left), ...left],
    unknown,
    unsettled: await unsettledOf({ session }, account),
    heldBack: why.heldBack,
    beside: [...(await liftedWords(session)), ...beside, ...(last === undefined ? [] : foreignOpeners(last))],
    seenAtMs: isFlat ? looks.flatMap((one) => one?.look.atMs ?? []) : [],
    protection: last?.protection ?? (await asKept(how)),
    exitCode: unknown.length > 0 ? EXIT.unknown : (stop.exitCode ?? (isFlat ? EXIT.done : notFlatCode(limited))),
  };
}

/** A person may lift the halt meanwhile, in another shell. What was seen was seen all the same. */
async function liftedWords(session: Pick<Session, 'halted' | 'lifted'>): Promise<readonly string[]> {
  if ((await session.halted()) !== undefined) return [];
  const lifted = await session.lifted();
  return lifted === undefined ? [] : [`${liftText(lifted)}. Orders that open may be sent again`];
}

/** Where no last look was read, as after Ctrl-C: by the newest look that is kept, and by the journal since. */
async function asKept({ session, clock, config }: FlattenWith): Promise<Protection> {
  const look = youngLook(await session.newestLook(), clock.wallMs());
  return protectionNow({ account: await session.account(), config, ...defined({ look }) });
}
const notFlatCode = (limited: string | undefined): ExitCode =>
  limited === undefined ? EXIT.incomplete : EXIT.rateLimited;

/** Unless it is said of a position. */
const limitedWords = (limited: string | undefined, said: readonly string[]): readonly string[] =>
  limited === undefined || said.some((words) => words.includes(limited)) ? [] : [`not all was sent: ${limited}`];

const leftWords = (held: HeldNow): string =>
  `${positionName(held)} ${held.size.canonical()} is held${held.isOurs || held.mayBeOurs === true ? '' : ' (not ordo’s; --all closes it)'}`;

/** They are not ours, and may open something again. */
function foreignOpeners({ look, account }: LookedAtAll): string[] {
  const ours = new Set(account.flatMap(({ orders }) => [...orders.values()].map(({ clientOid }) => clientOid)));
  const foreign = [...look.symbols.values()].flatMap(({ orders = [], triggers = [] }) =>
    [...orders, ...triggers]
      .filter(isTold)
      .filter(({ side, clientOid }) => isOpening(side) && !ours.has(clientOid ?? ''))
      .map(({ symbol, side, orderId }) => `order ${orderId} (${symbol} ${sideOf(side)})`),
  );
  return foreign.length === 0 ? [] : [`not ordo’s, not touched, and may open again: ${someOf(foreign)}`];
}

const sideOf = (side: Side): string => (isLong(side) ? 'long' : 'short');
