/** A halt of an account: from its record on, nothing that opens begins, until another record lifts it. */
import { timeOfDay } from '../../model/time-words.ts';
import { isOpening, type Side } from '../../model/order.ts';

/** Who halted the account, when, and why. */
export interface Halt {
  readonly user: string;
  readonly host: string;
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
  /** In one line. */
  readonly why: string;
}

/** The kinds of the two records; a store looks at the newest of them before it takes an intent. */
export const HALT_KINDS = ['halt', 'lifted'] as const;

/** Whether the content of a sent order opens a position; what cannot be read counts as opening. */
export const opensByContent = (content: Readonly<Record<string, string>>): boolean =>
  content['side'] === undefined || isOpening(content['side'] as Side);

/** In the words of whoever relied on a halt that somebody ended. */
export const liftText = ({ user, host, atMs, why }: Halt): string =>
  `the halt was lifted at ${timeOfDay(atMs)} by ${user} on ${host}: ${why}`;

/** In the words of heads, prompts and outcomes: who, since when, why. */
export const haltText = ({ user, host, atMs, why }: Halt): string =>
  `halted by ${user} on ${host} since ${new Date(atMs).toISOString().slice(11, 16)}Z: ${why}`;
