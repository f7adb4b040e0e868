/** Where an order stands, in a run and to the journal at once: its sign, its words, and where its row goes. */
import type { StandingOrder } from '../../model/event.ts';
import type { FollowedTold } from '../../model/follow-stated.ts';
import type { OrderContent } from '../../model/order-changes.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { OrderStateView, OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';

const LOOKS = {
  unknown: { sign: safe`?`, word: safe`UNKNOWN`, tone: 'unknown' },
  rejected: { sign: safe`✗`, word: safe`rejected`, tone: 'rejected' },
  sending: { sign: safe`→`, word: safe`sending`, tone: 'sending' },
  elsewhere: { sign: safe`→`, word: safe`in flight`, tone: 'sending' },
  waiting: { sign: safe`·`, word: safe`waiting`, tone: 'waiting' },
  'held-back': { sign: safe`‖`, word: safe`not sent`, tone: 'notice' },
  new: { sign: safe`+`, word: safe`new`, tone: 'added' },
  again: { sign: safe`+`, word: safe`again`, tone: 'added' },
  edited: { sign: safe`~`, word: safe`edited after send`, tone: 'notice' },
  removed: { sign: safe`-`, word: safe`removed`, tone: 'notice' },
  accepted: { sign: safe`✓`, word: safe`accepted`, tone: 'accepted' },
  works: { sign: safe`✓`, word: safe`works`, tone: 'accepted' },
  withheld: { sign: safe`–`, word: safe`withheld`, tone: 'withheld' },
  absent: { sign: safe`○`, word: safe`settled as absent`, tone: 'withheld' },
  cancelling: { sign: safe`?`, word: safe`CANCEL UNKNOWN`, tone: 'unknown' },
  'cancel-unknown': { sign: safe`?`, word: safe`CANCEL UNKNOWN`, tone: 'unknown' },
  cancelled: { sign: safe`×`, word: safe`cancelled`, tone: 'withheld' },
  filled: { sign: safe`●`, word: safe`filled`, tone: 'accepted' },
  closed: { sign: safe`●`, word: safe`closed`, tone: 'withheld' },
} as const satisfies Readonly<Record<string, { readonly sign: Safe; readonly word: Safe; readonly tone: Tone }>>;

export type RowState = keyof typeof LOOKS;

export const lookOf = (standing: RowState): { readonly sign: Safe; readonly word: Safe; readonly tone: Tone } =>
  LOOKS[standing];

export function standingOf(order: OrderView, run: RunView): RowState {
  const { state, reason, journal, call, followed } = order;
  if (followed !== undefined) return ofFollowed(order, followed.is);
  if (state === 'withheld') return reason === undefined ? state : ofReason(reason, order);
  const isNext = run.run?.mode === 'execute' && call !== undefined;
  return state !== 'waiting' || journal === undefined || isNext ? state : ofJournal(order, journal, run);
}

/** What is not sent any more is withheld, whatever the plan waited for. */
function ofFollowed({ state, heldBack }: OrderView, is: FollowedTold['is']): RowState {
  if (heldBack !== undefined && state !== 'withheld' && state !== 'sending') return 'held-back';
  if (is === 'waits') return state === 'withheld' || state === 'sending' ? state : 'waiting';
  return is === 'gone' ? 'cancelled' : is;
}

function ofJournal({ call }: OrderView, { state, withheld }: OrderStateView, run: RunView): RowState {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are rows by their own names
  switch (state) {
    case 'in-flight':
      return run.run?.heldBy === undefined ? 'unknown' : 'elsewhere';
    case 'rejected':
    case 'absent':
    case 'cancelled':
      return withheld === undefined && call !== undefined ? 'again' : state;
    case 'new':
      return call === undefined ? 'withheld' : 'new';
    default:
      return state;
  }
}

/** In an execution, what was so before it is told as a reason; what is missing is withheld. */
const OF_REASON: Readonly<Partial<Record<WithheldReason, RowState>>> = {
  'already-accepted': 'accepted',
  unresolved: 'unknown',
  'already-rejected': 'rejected',
  'already-absent': 'absent',
  'already-cancelled': 'cancelled',
  'already-closed': 'closed',
  filled: 'filled',
};

function ofReason(reason: WithheldReason, { orderId }: OrderView): RowState {
  if (reason === 'edited-after-send') return orderId === undefined ? 'withheld' : 'edited';
  return OF_REASON[reason] ?? 'withheld';
}

export type Section = 'unknown' | 'rejected' | 'moving' | 'stop' | 'works' | 'rest' | 'filled' | 'gone';

export function sectionOf(order: OrderView, run: RunView): Section {
  const standing = standingOf(order, run);
  if (standing === 'unknown' || standing === 'rejected') return standing;
  if (order.followed !== undefined && standing === 'works') return order.followed.kind === 'stop' ? 'stop' : 'works';
  if (order.followed !== undefined && standing === 'filled') return 'filled';
  if (order.followed !== undefined && standing === 'cancelled') return 'gone';
  return standing === 'sending' || standing === 'elsewhere' ? 'moving' : 'rest';
}

/** What a filter looks in. */
export function searchText(order: OrderView, run: RunView): string {
  const { id, headline } = order;
  const standing = standingOf(order, run);
  const state = standing === 'sending' ? 'sending in flight' : lookOf(standing).word;
  return `${id} ${headline?.symbol ?? ''} ${headline?.side ?? ''} ${state}`.toLowerCase();
}

const contents = new WeakMap<readonly StandingOrder[], ReadonlyMap<string, OrderContent>>();

export function standingContent(id: string, { standing, plan }: RunView): OrderContent | undefined {
  let known = contents.get(standing);
  if (known === undefined) {
    const own = standing.filter((one) => one.plan === plan?.name && one.generation === plan.generation);
    contents.set(standing, (known = new Map(own.map((one) => [one.id, one.content]))));
  }
  return known.get(id);
}
