/**
 * What became of an order. The four outcomes never blur (docs/contract.md#outcomes): accepted and rejected are proofs by the
 * exchange, unknown is everything else that may have left, withheld was not sent.
 */
export type Accepted = { readonly outcome: 'accepted'; readonly orderId: string; readonly rule: string };
export type Rejected = {
  readonly outcome: 'rejected';
  readonly code: string;
  readonly message: string;
  readonly rule: string;
};
export type Unknown = { readonly outcome: 'unknown'; readonly message: string; readonly rule: string };

/** What an attempt to send decided about one order; `rule` names the row of the classification table. */
export type Verdict = Accepted | Rejected | Unknown;

export type WithheldReason =
  | 'already-accepted'
  | 'already-rejected'
  | 'already-absent'
  | 'already-cancelled'
  | 'already-closed'
  | 'filled'
  | 'unresolved'
  | 'edited-after-send'
  | 'dependency'
  | 'stopped'
  | 'rate-limit'
  | 'expired'
  | 'halted'
  /** In a run that follows its plan: what the account's check says before it opens more. */
  | 'policy'
  | 'not-selected'
  /** In a run that follows its plan: too late; refused or empty too often; the run ended first; what it waits for cannot come. */
  | 'missed'
  | 'let-go'
  | 'waiting'
  | 'not-needed';

export type Withheld = {
  readonly outcome: 'withheld';
  readonly reason: WithheldReason;
  readonly message?: string;
  readonly orderId?: string;
};

export type Outcome = Verdict | Withheld;
export type OutcomeName = Outcome['outcome'];

/** An order in a run: waiting for its call, sent and not answered, or its outcome. */
export type ShownState = 'waiting' | 'sending' | OutcomeName;

/** Withheld for these reasons is no failure: exit 0 stays possible. */
export const isQuiet = (reason: WithheldReason): boolean => QUIET.has(reason);

const QUIET: ReadonlySet<WithheldReason> = new Set([
  'already-accepted',
  'already-closed',
  'not-selected',
  'not-needed',
]);

/**
 * Where an order stands in the journal.
 *
 *   never-sent ──intent──▶ in-flight ──proof that nothing left──▶ never-sent
 *                             │
 *                             ├──answer──▶ accepted
 *                             ├──answer──▶ rejected
 *                             └──anything else, or a crash──▶ unknown ──settle──▶ accepted | rejected | absent
 *
 *   accepted ──cancel──▶ cancelling ──its record says so──▶ cancelled | filled
 *      ▲                    │   ▲
 *      └──refused: it stands┘   └──cancel── cancel-unknown ◀──anything else, or a crash── cancelling
 *      ▲                                        │
 *      └──it rests, and its cancel is dead──────┘
 *
 *   accepted | filled | cancelled ──a person's word──▶ closed
 *
 * Unknown is a resting state: no path leaves it but a settle record, though it may be cancelled by its client order id. It
 * becomes rejected only by the exchange's own answer, kept aside by a run that could not write it. Cancelled and filled are
 * what its record on the exchange says, whoever cancelled it. An order that was settled as absent, rejected or cancelled is
 * placed again only with a new lineage, which is a new client order id and starts at never-sent. A closed one was filled,
 * and a person said that its position is gone: it stands no more, and is never placed again.
 */
export type OrderState =
  | 'never-sent'
  | 'in-flight'
  | 'accepted'
  | 'rejected'
  | 'unknown'
  | 'absent'
  | 'cancelling'
  | 'cancel-unknown'
  | 'cancelled'
  | 'filled'
  | 'closed';

export type JournalStep =
  | 'intent'
  | 'not-sent'
  | 'accepted'
  | 'rejected'
  | 'unknown'
  | 'settle-accepted'
  | 'settle-rejected'
  | 'settle-absent'
  | 'settle-closed'
  | SightStep
  | CancelStep;

/** A cancel is about to leave: of an order that stands, or by its client order id of one whose placing is unknown. */
export type CancelStep = 'cancel' | 'cancel-unplaced';

/** What a look at the exchange decides about an order that was placed. */
export const SIGHT_STEPS = ['stands', 'cancel-unknown', 'cancelled', 'filled'] as const;
export type SightStep = (typeof SIGHT_STEPS)[number];

export const TRANSITIONS: Readonly<Record<OrderState, Readonly<Partial<Record<JournalStep, OrderState>>>>> = {
  'never-sent': { intent: 'in-flight' },
  'in-flight': { 'not-sent': 'never-sent', accepted: 'accepted', rejected: 'rejected', unknown: 'unknown' },
  accepted: {
    'settle-closed': 'closed',
    cancel: 'cancelling',
    'cancel-unknown': 'cancel-unknown',
    cancelled: 'cancelled',
    filled: 'filled',
  },
  rejected: {},
  unknown: {
    'settle-accepted': 'accepted',
    'settle-rejected': 'rejected',
    'settle-absent': 'absent',
    'cancel-unplaced': 'unknown',
  },
  absent: {},
  // A cancel that goes again finds it so.
  cancelling: {
    cancel: 'cancelling',
    stands: 'accepted',
    'cancel-unknown': 'cancel-unknown',
    cancelled: 'cancelled',
    filled: 'filled',
  },
  'cancel-unknown': {
    'settle-closed': 'closed',
    cancel: 'cancelling',
    stands: 'accepted',
    cancelled: 'cancelled',
    filled: 'filled',
  },
  cancelled: { 'settle-closed': 'closed' },
  filled: { 'settle-closed': 'closed' },
  closed: {},
};

/** The state after a step, or undefined where the table has no such path. */
export const transition = (from: OrderState, step: JournalStep): OrderState | undefined => TRANSITIONS[from][step];

/** The words for an order whose intent has no answer on record. */
export const NO_ANSWER = 'sent, and no answer was recorded';

/** The words for a call whose intent was on record when a stop came: no byte of it was about to leave. */
export const NOT_STARTED = 'stopped before it started';
