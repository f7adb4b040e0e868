/** One thing that must hold, and the moment at which it could break. */
import type { ExitCode } from '../../../src/model/exit-code.ts';
import type { PublicEvent } from '../../../src/model/event.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import type { CancelOutcome, Outcome } from '../expected.ts';
import type { Entry, PlacedRequest } from '../request.ts';
import type { Facts } from './facts.ts';

export type Moment =
  /** A request leaves: a call, or a question. */
  | { readonly kind: 'request'; readonly words: string; readonly body: string; readonly isQuestion?: true }
  | { readonly kind: 'call'; readonly words: string; readonly request: PlacedRequest }
  /** One order of a call leaves; `id` is the one that the journal has for its client order id. */
  | { readonly kind: 'order'; readonly id: string; readonly entry: Entry; readonly request: PlacedRequest }
  | { readonly kind: 'cancel'; readonly words: string; readonly request: CancelRequest }
  /** What is told of an order that was to be taken off. */
  | { readonly kind: 'cancel-end'; readonly end: CancelOutcome }
  /** A command that takes orders off ended by itself. */
  | { readonly kind: 'cancel-over'; readonly exitCode: ExitCode }
  | { readonly kind: 'event'; readonly event: PublicEvent }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** A life is over, however it ended; without an exit code it was killed. `now` is what the disk holds. */
  | { readonly kind: 'over'; readonly exitCode?: ExitCode; readonly now: ReadonlyMap<string, JournaledOrder> }
  /** A run ended by itself. */
  | { readonly kind: 'run-ended'; readonly exitCode: ExitCode }
  /** The last run of a seed has ended, on an exchange that behaves. */
  | { readonly kind: 'end' };

type MomentOf<K extends Moment['kind']> = Extract<Moment, { kind: K }>;

export interface Invariant {
  readonly moment: Moment['kind'];
  readonly name: string;
  readonly meaning: string;
  /** How it is broken; undefined where it holds. It changes nothing. */
  readonly check: (moment: Moment, facts: Facts) => string | undefined;
}

export const at = <K extends Moment['kind']>(
  kind: K,
  name: string,
  meaning: string,
  check: (moment: MomentOf<K>, facts: Facts) => string | undefined,
): Invariant => ({
  moment: kind,
  name,
  meaning,
  check: (moment, facts) => (moment.kind === kind ? check(moment as MomentOf<K>, facts) : undefined),
});

/** The first breach among several things; one decides a seed. */
export function firstBreach<T>(things: Iterable<T>, breach: (thing: T) => string | undefined): string | undefined {
  for (const thing of things) {
    const broken = breach(thing);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
