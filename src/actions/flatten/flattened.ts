/** What a flatten came to, also where the journal failed under it. */
import type { JournalError } from '../../journal/records/journal-error.ts';
import { someOf } from '../../model/count.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { timeOfDay } from '../../model/time-words.ts';
import type { Protection } from '../../protection/protection.ts';
import type { FlattenNotes, FlattenStep } from './flatten-with.ts';
import { positionName, type LookedAtAll } from './look-at-all.ts';
import { lateWords, type LateFill } from './shown-fills.ts';
import { standingSteps } from './standing.ts';
import { stepsNow } from './steps-now.ts';
import { maybeBareWords } from './taken-off.ts';
import type { Unsettled } from './unsettled.ts';
import { whyLetBe, type HeldBack } from './why-let-be.ts';

export interface Flattened {
  readonly steps: readonly FlattenStep[];
  readonly left: readonly string[];
  readonly unknown: readonly string[];
  /** Of what is unknown, what only a list or a person ends. */
  readonly unsettled: readonly Unsettled[];
  /** Of what is left, what only a person can take off the exchange. */
  readonly heldBack: readonly HeldBack[];
  /** What a person should know besides. */
  readonly beside: readonly string[];
  /** When both looks saw nothing, in ms since 1970. */
  readonly seenAtMs: readonly number[];
  readonly protection?: Protection;
  readonly exitCode: ExitCode;
}

export const stopsStay = (late: LateFill): string => `${lateWords(late)}: its stops stay on`;

/** It stops there. What was done until then is told, and what was on the exchange before. */
export function journalFailed(error: JournalError, notes: FlattenNotes, before: LookedAtAll): Flattened {
  const why = whyLetBe(notes, { isRead: false, held: new Map(), open: new Set() });
  const steps = stepsNow(notes.done, []);
  const unseen = steps.filter(({ kind }) => kind === 'unknown').map(({ name }) => name);
  const unknown = [
    ...why.unknown,
    ...notes.late.map(stopsStay),
    ...maybeBareWords(notes),
    ...(unseen.length === 0 ? [] : [`how these ended is not known: ${someOf(unseen)}`]),
  ];
  const left = [...why.left, `the journal failed, so nothing more was done: ${error.message}`, ...wasThere(before)];
  return {
    steps,
    left,
    unknown,
    unsettled: [],
    heldBack: why.heldBack,
    beside: [],
    seenAtMs: [],
    exitCode: unknown.length > 0 ? EXIT.unknown : EXIT.incomplete,
  };
}

function wasThere({ look, held, account }: LookedAtAll): readonly string[] {
  const at = timeOfDay(look.atMs);
  const { openers, limits, stops } = standingSteps(account);
  const open = [...openers, ...limits, ...stops].map(({ plan, order }) => `${plan}: ${order.id}`);
  return [
    ...held.map((one) => `at ${at} ${positionName(one)} ${one.size.canonical()} was held`),
    ...(open.length === 0 ? [] : [`at ${at} these were open: ${someOf(open)}`]),
  ];
}
