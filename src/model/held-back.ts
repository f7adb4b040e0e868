/** Openings of a followed plan that are due and not sent: why, and what ends that, in words. */
import { isOrAre, itOrThem, someOf } from './count.ts';
import type { PublicEvent } from './event.ts';

export type HeldBackTold = Extract<PublicEvent, { event: 'openings-held-back' }>;

/** Orders that are unknown, by the names of their parts; nothing is opened beside them. */
export interface UnknownBeside {
  readonly ids: readonly string[];
  readonly unknown: readonly string[];
  /** Those of them that looks lack although their requests are dead. */
  readonly inNoList: readonly string[];
}

/** `stop is UNKNOWN (onUnknown: stop)`, without the command that ends it. */
export function unknownBesideWords({ unknown, inNoList }: Pick<UnknownBeside, 'unknown' | 'inNoList'>): string {
  const names = `${someOf(unknown)} ${isOrAre(unknown.length)} UNKNOWN`;
  if (inNoList.length === 0) return `${names} (onUnknown: stop). Sent once a look finds ${itOrThem(unknown.length)}`;
  const lost = inNoList.length === unknown.length ? 'and' : `and ${someOf(inNoList)}`;
  return `${names} ${lost} in no list (onUnknown: stop). Sent once that is settled`;
}

/** It is due, and waits for room beside the looks, the stops and other runs. */
export const noWindowWords = (what: 'weight' | 'orders' | 'pause'): string =>
  what === 'pause'
    ? 'the exchange refused too many requests, and nothing is sent until its window is over. Sent after that, if that is in time'
    : `the ${what === 'orders' ? 'orders' : 'weight'} of the window ${what === 'orders' ? 'are' : 'is'} used up for now. Sent once there is room, if that is in time`;

export const HALTED_WORDS = 'the account is halted. Sent once the halt is lifted';
export const EXPIRED_WORDS = 'past the plan’s validUntil, or the reviewed plan’s expiry. It will not be sent';
export const NO_ROOM_WORDS = 'the account has to be checked again, and other requests take the weight. Sent after that';
export const atStartWords = (why: string): string => `${why}. Checked again only when the follow starts`;
export const refusedWords = (why: string): string => `the account’s check refused it: ${why}. Checked again every 10 s`;
export const uncheckedWords = (why: string): string =>
  `the account could not be checked again: ${why}. Sent once it is`;
export const NO_ANSWER_YET = 'no answer yet';
export const missedWords = (lateMs: number | undefined): string =>
  lateMs === undefined ? 'too late to be sent' : `too late to be sent: ${Math.round(lateMs / 1000)} s`;
