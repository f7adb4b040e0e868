/** A refusal of access in words: what is refused first, then what to do about it (docs/exchange.md#codes). */
import type { AccessWords, ErrorEnvelope } from '../answers/answer-book.ts';
import { envelopeWords } from '../answers/envelope.ts';

/** It comes as a refusal of access, and is none (docs/exchange.md#version). */
const isClosed = ({ code, message }: ErrorEnvelope): boolean => code === '40018' && /v(?:ersion )?3\b/i.test(message);

export function accessWords(refusal: ErrorEnvelope): AccessWords {
  const words = envelopeWords(refusal);
  if (isClosed(refusal)) {
    return {
      why: `the exchange has closed version 2 of its interface (${words})`,
      mend: 'write `interface: v3` under `exchange:` in the config',
    };
  }
  switch (refusal.code) {
    case '40006':
      return { why: `the exchange refuses this key (${words})`, mend: 'check ORDO_API_KEY' };
    case '40009':
      return { why: `the exchange refuses this signature (${words})`, mend: 'check ORDO_API_SECRET' };
    case '40012':
      return {
        why: `the exchange refuses this key or its passphrase (${words})`,
        mend: 'check ORDO_API_PASSPHRASE and ORDO_API_KEY',
      };
    case '40018':
      return {
        why: `the exchange refuses this machine’s address (${words})`,
        mend: 'allow it where the key was made, or go out by one that is allowed',
      };
    default:
      return {
        why: `the exchange refuses access (${words})`,
        mend: 'look at the key where it was made, and at ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE',
      };
  }
}

/** Why nothing more is sent. */
export function accessRefused(refusal: ErrorEnvelope): string {
  if (!isClosed(refusal)) return `access refused: ${envelopeWords(refusal)}`;
  const { why, mend } = accessWords(refusal);
  return `${why}: ${mend}`;
}
