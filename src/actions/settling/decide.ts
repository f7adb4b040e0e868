/** A person's word on orders: held against the exchange's lists where they can be asked, and else taken as it is. */
import type { AdoptedOrder, Decision } from '../../journal/records/ledger.ts';
import type { RunRecord } from '../../journal/records/run-record.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import { marksOf } from '../../journal/account/order-marks.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { identityOf, type Order, type Plan } from '../../model/order.ts';
import { orderOfPart } from '../../model/ids.ts';
import type { EventSink } from '../../ports.ts';
import type { LookedUp } from '../../session/lists/look-up.ts';
import type { Session } from '../../session/session.ts';
import { foundWords, type Finding, type Sought } from '../../session/lists/list-matches.ts';
import { elsewhereSince, soughtOf, soughtOfPlan } from '../../session/lists/lookup-keys.ts';
import type { Stand } from '../../session/lists/stand.ts';
import { refuse } from '../../refusal.ts';
import { asItRests, restWords } from '../prepare/as-it-rests.ts';
import { compileUnder } from '../prepare/compile-under.ts';
import { asFollowed, createdOf, isFollowedPlan, plannedOf } from '../prepare/taken-in.ts';
import { refuseWhileAlive } from '../prepare/request-expiry.ts';
import { closable, refuseResting } from './closing.ts';
import type { Conclusions, Decided as DecidedOn } from './conclusions.ts';
import { byOrder, type Decisions, type GivenDecision } from './decisions.ts';
import { openWords } from './finding-words.ts';

interface Deciding {
  readonly config: Config;
  /** Absent where the file does not say a valid plan: ladders have no names then, and nothing is taken in. */
  readonly plan?: Plan;
  readonly planPath: string;
  /** The words that say the plan and its journal again, behind the name of a command. */
  readonly again: string;
  /** The plan, and the file that a look-up is recorded under. */
  readonly run: Omit<RunRecord, 'digest' | 'isLookUp'>;
  readonly session: Session;
  readonly known: JournalState;
  readonly decisions: Decisions;
  /** Who decides, in words for the journal. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Connects the session, or says why the lists cannot be asked; asked once at most. */
  readonly connect: () => Promise<string | undefined>;
  readonly conclusions: Conclusions;
  readonly emit: EventSink;
}

/** An order with what is said of it; `isKnown`: the journal has it as unknown, else it was never sent from here. */
type Decided = Pick<GivenDecision, 'orderId' | 'isUnseen'> &
  ({ readonly isKnown: true; readonly order: KnownOrder } | { readonly isKnown: false; readonly order: Order });

/** All decisions or none: each must be about an unknown order, one to be closed, or one that was placed from elsewhere and is found. */
export async function decide(deciding: Deciding): Promise<void> {
  const { session, conclusions, known, plan, decisions } = deciding;
  const given = byOrder(decisions.orders, known, plan?.ladders ?? []);
  const closing = given.filter(({ isClosed }) => isClosed === true);
  const closed = closing.map(({ id }) => closable(known, id));
  const unseen = new Set(closing.flatMap(({ id, isUnseen }) => (isUnseen === true ? [id] : [])));
  const decided = given.filter(({ isClosed }) => isClosed !== true).map((one) => decidedOrder(deciding, one));
  await checkOrderIds(session, given);
  const absent = decided.filter(({ orderId }) => orderId === undefined).map(({ order }) => order);
  await refuseWhileAlive(session, absent, (id) => `--absent ${id}`);
  await refuseResting({ ...deciding, unseen }, closed);
  const findings = await findingsOf(deciding, decided);
  const by = `decided by ${deciding.by}${decisions.why === undefined ? '' : `: ${decisions.why}`}`;
  const settled: DecidedOn[] = closed.map((order) => ({
    order,
    decision: { clientOid: order.clientOid, isClosed: true, rule: 'by-person', evidence: by },
  }));
  const adopted: Adoption[] = [];
  const isFollowed = plan !== undefined && isFollowedPlan(plan);
  for (const one of decided) {
    const looked = findings.get(one.order.id);
    if (one.isKnown) {
      const decision = decisionOn(one, looked, { by, deciding });
      const stand = decision.rule === 'found' ? looked?.as?.stand : undefined;
      settled.push({ order: one.order, decision, ...defined({ stand }) });
    } else adopted.push(adoption(one, looked, { by, isFollowed }));
  }
  noteWords(deciding.emit, { settled, adopted, findings });
  if (settled.length > 0) await conclusions.settled(settled);
  if (adopted.length > 0) await conclusions.adopted(adopted);
}

/** What is taken in otherwise than the plan has it, and where a person's word stands alone. */
function noteWords(
  emit: EventSink,
  what: {
    readonly settled: readonly DecidedOn[];
    readonly adopted: readonly Adoption[];
    readonly findings: ReadonlyMap<string, LookedUp>;
  },
): void {
  for (const { order, differing } of what.adopted)
    if (differing !== '')
      emit({ event: 'note', message: `${order.id} is recorded as it is on the exchange: ${differing}` });
  for (const { order, decision } of what.settled) {
    const finding = what.findings.get(order.id)?.finding;
    if (finding !== undefined && decision.rule === 'by-person')
      emit({ event: 'note', message: `${order.id}: recorded as you stated; ${whyNot(order.id, finding)}` });
  }
}

/** What the lists say of an order; `isAsked`: false where they could not be. */
type Held = LookedUp & { readonly isAsked: boolean };

/** By the lists where they prove it, else by the person's word: said twice where they were asked and do not show it. */
function decisionOn(
  { order: { id, clientOid }, orderId, isUnseen }: Decided,
  looked: Held | undefined,
  { by, deciding: { again } }: { readonly by: string; readonly deciding: Deciding },
): Decision {
  if (orderId === undefined) return { clientOid, rule: 'by-person', evidence: by };
  const finding = looked?.finding;
  const proof = proofOf(id, orderId, finding);
  if (proof !== undefined) return { clientOid, orderId, rule: 'found', evidence: proof };
  // Several have its client order id, and a person says which.
  if (finding?.kind === 'found-twice') return { clientOid, orderId, rule: 'chosen', evidence: by };
  if (looked?.isAsked === true && isUnseen !== true)
    refuse(
      'settle/unproved',
      `--placed ${id}=${orderId}: ${whyNot(id, finding)}`,
      `look on the exchange; if it is there after all, repeat the decision: ordo settle ${again} --placed ${id}=${orderId} --unseen ${id}=${orderId}`,
    );
  return { clientOid, orderId, rule: 'by-person', evidence: by };
}

/** An order that is taken in, and in what it rests otherwise than the plan says. */
interface Adoption {
  readonly order: AdoptedOrder;
  readonly stand: Stand;
  readonly differing: string;
}

/** For an order that was never sent from here a person's word is not enough: it is taken in as the lists have it. */
function adoption(
  { order: planned, orderId = '' }: Extract<Decided, { isKnown: false }>,
  looked: LookedUp | undefined,
  { by, isFollowed }: { readonly by: string; readonly isFollowed: boolean },
): Adoption {
  const { id } = planned;
  const proof = proofOf(id, orderId, looked?.finding);
  const as = looked?.as;
  if (looked === undefined || proof === undefined || as === undefined)
    return refuse('settle/unproved', `${id} was never sent from here: ${whyNot(id, looked?.finding)}`, NOT_TAKEN_IN);
  const order = isFollowed ? asFollowed(planned, looked, as) : planned;
  const { clientOid, lineage, stand } = as;
  const { content, filled, filledAt } = asItRests(order, as);
  const marks = { ...marksOf(order), ...defined({ filled, filledAt }) };
  const taken = {
    id: identityOf(order),
    ...(Object.keys(marks).length > 0 && { marks }),
    clientOid,
    lineage,
    content,
    orderId,
    evidence: `${proof}, ${by}`,
    ...(isFollowed && defined({ sentAtMs: createdOf(as) })),
  };
  // How large a part is, and at which price it went, was decided when it was sent.
  return { order: taken, stand, differing: order.exit === undefined ? restWords(order, as) : '' };
}

const NOT_TAKEN_IN =
  'only what the lists have once, with the symbol, side and size of the plan, is taken into the journal';

function decidedOrder({ known, plan, planPath, config }: Deciding, given: GivenDecision): Decided {
  const { id, orderId } = given;
  const word = defined({ orderId, isUnseen: given.isUnseen });
  const order = known.get(id);
  if (order?.state === 'unknown') return { ...word, isKnown: true, order };
  const isNeverSent = order === undefined || order.state === 'never-sent';
  if (isNeverSent && orderId !== undefined && plan?.orders.some((one) => one.id === orderOfPart(id)) === true) {
    const planned = plannedOf(plan, id, compileUnder(config, plan, known, { planPath, only: [], again: [] }));
    if (planned !== undefined) return { ...word, isKnown: false, order: planned };
  }
  return refuse(
    'settle/wrong-state',
    `${id} is ${order === undefined ? 'not in the journal' : order.state}: only an unknown order can be settled`,
    'ordo status lists them',
  );
}

async function checkOrderIds(session: Session, given: readonly GivenDecision[]): Promise<void> {
  const ownerOf = new Map<string, string>();
  for (const { id, orderId } of given) {
    if (orderId === undefined) continue;
    const owner = ownerOf.get(orderId) ?? (await session.orderIdOwner(orderId))?.id;
    if (owner !== undefined)
      refuse('settle/contradicted', `${orderId} is the order id of ${owner}`, 'look it up once more');
    ownerOf.set(orderId, id);
  }
}

/** What the lists say of the orders that are said to stand, by id; of each the same failure where they cannot be asked. */
async function findingsOf(
  { session, run, nowMs, connect }: Deciding,
  decided: readonly Decided[],
): Promise<ReadonlyMap<string, Held>> {
  const orders = decided.flatMap(({ isKnown, order, orderId }): Sought[] => {
    if (orderId === undefined) return [];
    return [{ ...(isKnown ? soughtOf(order) : soughtOfPlan(order, run, elsewhereSince(nowMs))), claimedAs: orderId }];
  });
  if (orders.length === 0) return new Map();
  const why = await connect();
  if (why !== undefined) {
    return new Map(
      orders.map((order): [string, Held] => [
        order.id,
        { order, finding: { kind: 'failed', message: why }, isAsked: false },
      ]),
    );
  }
  const findings = new Map<string, Held>();
  for await (const looked of session.lookUp(run, orders, new AbortController().signal))
    findings.set(looked.order.id, { ...looked, isAsked: true });
  return findings;
}

/** How the lists prove a person's word; undefined where they are silent. What they have against it is a refusal (exit 2). */
function proofOf(id: string, orderId: string, finding: Finding | undefined): string | undefined {
  switch (finding?.kind) {
    case undefined:
    case 'not-found':
    case 'failed':
      return undefined;
    case 'found':
      if (finding.orderId === orderId) return foundWords(finding);
      return refuse(
        'settle/contradicted',
        `${id} is on the exchange as order ${finding.orderId}, not as ${orderId}`,
        `settle --placed ${id}=${finding.orderId}`,
      );
    case 'found-twice': {
      // Which of them is the right one is a person's word.
      const one = finding.standing.find((standing) => standing.orderId === orderId);
      if (one?.differences.length === 0 && one.owners.length === 0) return undefined;
      break;
    }
    case 'found-differs':
    case 'order-id-shared':
      break;
  }
  return refuse(
    'settle/contradicted',
    `--placed ${id}=${orderId}: ${openWords(id, finding)}`,
    'look on the exchange once more',
  );
}

const whyNot = (id: string, finding: Finding | undefined): string => {
  if (finding === undefined || finding.kind === 'found') return 'not looked up';
  return finding.kind === 'not-found' ? 'the lists do not have it' : openWords(id, finding);
};
