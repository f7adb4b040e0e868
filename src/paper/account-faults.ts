/**
 * What can be made to go wrong with what the account tells, in the words of the help. They are dealt for each question about it, apart
 * from the faults of calls: neither shifts the other.
 */
import { err, ok, type Result } from '../model/result.ts';
import { dealerOf, parseSpec, type Hand } from './faults.ts';

const DEALT = {
  cut: 'the connection is cut',
  garbage: 'the answer is not JSON',
  'row-missing': 'a row is left out of money, settings or v2 positions',
} as const;
const WORDS = {
  separated: 'positions are separated; version 3 refuses closes',
  'other-mode': 'positions are isolated',
} as const;

/** How old what it tells is has a time behind it, and the two last words have no probability. */
export const ACCOUNT_FAULT_MEANINGS = { lag: 'lists and positions are as old as that', ...DEALT, ...WORDS } as const;

export type AccountFaultName = keyof typeof DEALT;
const DEALT_NAMES = Object.keys(DEALT) as readonly AccountFaultName[];

export interface AccountFaults {
  readonly lagMs?: number;
  /** The probability of each per question about the account, from 0 to 1. */
  readonly dealt?: Readonly<Partial<Record<AccountFaultName, number>>>;
  readonly isSeparated?: boolean;
  readonly isOtherMode?: boolean;
}

/** Reads a text such as `lag:3s,cut:0.2,separated`. The error is a sentence that names the wrong part. */
export function parseAccountFaults(
  text: string,
  readTime: (text: string) => number | undefined,
): Result<AccountFaults, string> {
  const parts = text.split(',').map((part) => part.trim());
  const lags = parts.filter((part) => /^lag(?::|$)/.test(part));
  const [lagMs] = lags.map((part) => readTime(part.slice('lag:'.length)));
  if (lags.length > 1) return err('fault lag is named twice');
  if (lags.length === 1 && lagMs === undefined) return err(`"${lags[0] ?? ''}" must be lag and a time, such as lag:3s`);
  const rest = parts.filter((part) => !lags.includes(part) && !Object.hasOwn(WORDS, part));
  const unknown = rest.map((part) => part.split(':')[0] ?? '').find((name) => !Object.hasOwn(DEALT, name));
  if (unknown !== undefined)
    return err(`unknown fault "${unknown}"; there are ${Object.keys(ACCOUNT_FAULT_MEANINGS).join(', ')}`);
  const dealt = rest.length === 0 ? ok({}) : parseSpec(rest.join(','), DEALT_NAMES);
  if (!dealt.ok) return dealt;
  return ok({
    ...(lagMs !== undefined && { lagMs }),
    dealt: dealt.value,
    isSeparated: parts.includes('separated'),
    isOtherMode: parts.includes('other-mode'),
  });
}

/** Parts the stream of these faults from that of the calls, under one seed. */
const APART = 0x61_63_63_74;

/** Deals one hand per question about the account. */
export const createAccountDealer = ({ dealt = {} }: AccountFaults, seed: number): (() => Hand<AccountFaultName>) =>
  dealerOf(DEALT_NAMES, dealt, seed ^ APART);
