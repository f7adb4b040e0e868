/** A person's word on orders: held against the exchange's lists where they can be asked, and else taken as it is. */
import type { AdoptedOrder, Decision } from '../ledger/ledger.ts';
import type { RunRecord } from '../ledger/run-record.ts';
import type { JournalState, KnownOrder } from '../ledger/state.ts';
import { marksOf } from '../ledger/order-marks.ts';
import type { Config } from '../model/config.ts';
import { defined } from '../model/defined.ts';
import { EXIT } from '../model/exit-code.ts';
import { identityOf, orderContent, type Order, type Plan } from '../model/order.ts';
import type { EventSink } from '../ports.ts';
import type { Session } from '../session/session.ts';
import { foundWords, type Finding, type Sought } from '../session/sightings.ts';
import { soughtElsewhere, soughtOf } from '../session/sought.ts';
import { refuse } from '../refusal.ts';
import { compileUnder } from './compile-under.ts';
import { refuseWhileAlive } from './dead-requests.ts';
import type { Conclusions } from './conclusions.ts';
import { closable, refuseResting } from './closing.ts';
import { byOrder, type Decisions, type GivenDecision } from './decisions.ts';
import { openWords } from './finding-words.ts';

export interface Deciding {
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
  const closed = given.filter(({ isClosed }) => isClosed === true).map(({ id }) => closable(known, id));
  const decided = given.filter(({ isClosed }) => isClosed !== true).map((one) => decidedOrder(deciding, one));
  await checkOrderIds(session, given);
  const absent = decided.filter(({ orderId }) => orderId === undefined).map(({ order }) => order);
  await refuseWhileAlive(session, absent, (id) => `--absent ${id}`);
  await refuseResting({ ...deciding, cancel: `ordo cancel ${deciding.again}` }, closed);
  const findings = await findingsOf(deciding, decided);
  const by = `decided by ${deciding.by}${decisions.why === undefined ? '' : `: ${decisions.why}`}`;
  const settled: { order: KnownOrder; decision: Decision }[] = closed.map((order) => ({
    order,
    decision: { clientOid: order.clientOid, isClosed: true, rule: 'by-person', evidence: by },
  }));
  const adopted: AdoptedOrder[] = [];
  for (const one of decided) {
    const finding = findings.get(one.order.id);
    if (one.isKnown) settled.push({ order: one.order, decision: decisionOn(one, finding, { by, deciding }) });
    else adopted.push(adoption(one, finding, by));
  }
  for (const { order, decision } of settled) {
    const finding = findings.get(order.id);
    if (finding !== undefined && decision.rule === 'by-person')
      deciding.emit({ event: 'note', message: `${order.id}: your word is taken; ${whyNot(order.id, finding)}` });
  }
  if (settled.length > 0) await conclusions.settled(settled);
  if (adopted.length > 0) await conclusions.adopted(adopted);
}

/** What the lists say of an order; `isAsked`: false where they could not be. */
type Held = Finding & { readonly isAsked: boolean };

/** By the lists where they prove it, else by the person's word: said twice where they were asked and do not show it. */
function decisionOn(
  { order: { id, clientOid }, orderId, isUnseen }: Decided,
  finding: Held | undefined,
  { by, deciding: { again } }: { readonly by: string; readonly deciding: Deciding },
): Decision {
  if (orderId === undefined) return { clientOid, rule: 'by-person', evidence: by };
  const proof = proofOf(id, orderId, finding);
  if (proof !== undefined) return { clientOid, orderId, rule: 'found', evidence: proof };
  // Several have its client order id, and a person says which.
  if (finding?.kind === 'found-twice') return { clientOid, orderId, rule: 'chosen', evidence: by };
  if (finding?.isAsked === true && isUnseen !== true)
    refuse(
      EXIT.usage,
      `--placed ${id}=${orderId}: ${whyNot(id, finding)}`,
      `look on the exchange; if it is there all the same, say it twice: ordo settle ${again} --placed ${id}=${orderId} --unseen ${id}=${orderId}`,
    );
  return { clientOid, orderId, rule: 'by-person', evidence: by };
}

/** Of an order that was never sent from here a person's word is not enough. */
function adoption(
  { order, orderId = '' }: Extract<Decided, { isKnown: false }>,
  finding: Finding | undefined,
  by: string,
): AdoptedOrder {
  const { id, clientOid, lineage } = order;
  const proof = proofOf(id, orderId, finding);
  const marks = marksOf(order);
  if (proof !== undefined)
    return {
      id: identityOf(order),
      ...(marks && { marks }),
      clientOid,
      lineage,
      content: orderContent(order),
      orderId,
      evidence: `${proof}, ${by}`,
    };
  return refuse(EXIT.usage, `${id} was never sent from here: ${whyNot(id, finding)}`, NOT_TAKEN_IN);
}

const NOT_TAKEN_IN = 'only what the lists have once, as the plan says it, is taken into the journal';

function decidedOrder({ known, plan, planPath, config }: Deciding, given: GivenDecision): Decided {
  const { id, orderId } = given;
  const word = defined({ orderId, isUnseen: given.isUnseen });
  const order = known.get(id);
  if (order?.state === 'unknown') return { ...word, isKnown: true, order };
  const isNeverSent = order === undefined || order.state === 'never-sent';
  if (isNeverSent && orderId !== undefined && plan?.orders.some((one) => one.id === id) === true) {
    const { pending, withheld } = compileUnder(config, plan, known, { planPath, only: [], again: [] });
    const planned = [...pending.values(), ...withheld.map((one) => one.order)].find((one) => one.id === id);
    if (planned !== undefined) return { ...word, isKnown: false, order: planned };
  }
  return refuse(
    EXIT.usage,
    `${id} is ${order === undefined ? 'not in the journal' : order.state}: only an unknown order is settled`,
    'ordo status lists them',
  );
}

async function checkOrderIds(session: Session, given: readonly GivenDecision[]): Promise<void> {
  const ownerOf = new Map<string, string>();
  for (const { id, orderId } of given) {
    if (orderId === undefined) continue;
    const owner = ownerOf.get(orderId) ?? (await session.orderIdOwner(orderId))?.id;
    if (owner !== undefined) refuse(EXIT.usage, `${orderId} is the order id of ${owner}`, 'look it up once more');
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
    return [{ ...(isKnown ? soughtOf(order) : soughtElsewhere(order, nowMs)), claimedAs: orderId }];
  });
  if (orders.length === 0) return new Map();
  const why = await connect();
  if (why !== undefined) {
    return new Map(orders.map(({ id }): [string, Held] => [id, { kind: 'failed', message: why, isAsked: false }]));
  }
  const findings = new Map<string, Held>();
  for await (const { order, finding } of session.lookUp(run, orders, new AbortController().signal)) {
    findings.set(order.id, { ...finding, isAsked: true });
  }
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
        EXIT.usage,
        `${id} stands as order ${finding.orderId}, not as ${orderId}`,
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
  return refuse(EXIT.usage, `--placed ${id}=${orderId}: ${openWords(id, finding)}`, 'look on the exchange once more');
}

const whyNot = (id: string, finding: Finding | undefined): string => {
  if (finding === undefined || finding.kind === 'found') return 'not looked up';
  return finding.kind === 'not-found' ? 'the lists do not have it' : openWords(id, finding);
};
