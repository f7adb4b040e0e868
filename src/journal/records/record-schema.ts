/** What each kind of record says, as JSON; whoever writes and whoever reads go by these. */
import type { RunEvent } from '../../model/event.ts';
import type { CancelAnswer } from '../../model/cancel.ts';
import type { CancelStep, SightStep, Verdict } from '../../model/outcome.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { EndRequest } from './end-asked.ts';
import type { ClosedElsewhere } from './closed-elsewhere.ts';
import type { Approval } from './ledger.ts';
import type { KeptLook } from './looked.ts';
import type { OrderMarks } from './request.ts';
import type { ReservedOrder } from './reservation.ts';
import type { KeptReserve } from './reserve.ts';
import type { RunEnding, RunSaid } from './run-record.ts';
import type { KeptTrade } from './state.ts';

/** Who wrote it, and with which version of ordo. */
export interface By {
  readonly host: string;
  readonly user: string;
  readonly tool?: string;
}

/** What its IP weight counts against, where that has a name. */
export interface Egress {
  readonly egress?: string;
}

export interface Said {
  /** The first record: what fingerprints of keys are salted with, in hex. */
  readonly made: { readonly salt: string };
  readonly account: { readonly origin: string; readonly name: string };
  readonly plan: { readonly plan: string; readonly generation: number };
  readonly key: By & { readonly fingerprint: string };
  readonly approval: By & Approval;
  readonly run: By &
    RunSaid & {
      readonly pid: number;
      /** What it may open, close by a trigger or take off, where others may run beside it. */
      readonly reserves?: readonly ReservedOrder[];
      /** The weight that it keeps for itself. */
      readonly reserve?: KeptReserve;
    };
  /** Written by a run before its first call: what it is about to do. */
  readonly announced: { readonly events: readonly RunEvent[] };
  /** Written by a run at its end: what no other record says of it. */
  readonly finished: { readonly told: readonly Told[]; readonly end: RunEnding };
  readonly intent: Egress & {
    readonly call: number;
    readonly kind: string;
    readonly path: string;
    readonly body: string;
    readonly signedAtMs: number;
    /** Id, client order id, lineage, and how often it went under this lineage before. */
    readonly orders: readonly (readonly [id: string, clientOid: string, lineage: number, again: number])[];
    /** What each says. */
    readonly contents: readonly Readonly<Record<string, string>>[];
    /** Where an order has any. */
    readonly marks?: readonly OrderMarks[];
    /** No call: they were placed from elsewhere, and taken in. */
    readonly isAdopted?: true;
  };
  readonly question: Egress & { readonly path: string };
  /** Before a cancel leaves. */
  readonly cancel: Egress & {
    readonly call: number;
    readonly kind: string;
    readonly path: string;
    readonly body: string;
    readonly signedAtMs: number;
    readonly orders: readonly (PlacedAt & {
      readonly step: CancelStep;
      /** The same run places it anew. */
      readonly isReplaced?: true;
    })[];
  };
  /** How orders stood on the exchange, and what that decides about them. */
  readonly seen: Partial<By> & { readonly orders: readonly Look[] };
  /** What the exchange told of the account, beside its orders: the newest counts. */
  readonly looked: Partial<By> & KeptLook;
  /** Nothing that opens is sent for the account from here on. */
  readonly halt: By & { readonly why: string };
  readonly lifted: By & { readonly why: string };
  /** Whoever follows the plan is to end, so that this command can lock it. */
  readonly 'end-asked': By & EndRequest & { readonly pid: number };
  /** Of a plan that is followed: what was closed of it by orders that are not. */
  readonly 'closed-elsewhere': By & ClosedElsewhere;
  readonly ending: {
    readonly latencyMs?: number;
    readonly message?: string;
    /** For each order of the intent, in its order; none where the call was not taken. */
    readonly verdicts?: readonly Verdict[];
    /** For each order of a cancel. */
    readonly answers?: readonly CancelAnswer[];
  };
  readonly settled: Partial<By> & { readonly orders: readonly Settlement[] };
}

/** An event of a run, the number of the last record before it, and ms from the run's start. */
export type Told = readonly [after: number, atMs: number, event: RunEvent];

/** Where an order was placed: the number of the intent that carried it, and its place in the call. */
export interface PlacedAt {
  readonly intent: number;
  readonly at: number;
}

export interface Look extends PlacedAt {
  /** Undefined: it decides nothing. */
  readonly step?: SightStep;
  /** Undefined: the exchange was not asked, or did not tell. */
  readonly seen?: LastSeen;
  /** Trades of it that were not on record before. */
  readonly trades?: readonly KeptTrade[];
  readonly message: string;
  readonly rule: string;
}

export interface Settlement extends PlacedAt {
  readonly step: 'settle-accepted' | 'settle-rejected' | 'settle-absent' | 'settle-closed';
  readonly orderId?: string;
  readonly code?: string;
  readonly message: string;
  readonly rule: string;
}

export const said = <Kind extends keyof Said>(what: Said[Kind]): Said[Kind] => what;
export const saidOf = <Kind extends keyof Said>(
  _kind: Kind,
  { said: what }: { readonly said: () => object },
): Said[Kind] => what() as Said[Kind];
