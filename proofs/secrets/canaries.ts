/** Secrets made to be searched for, in every spelling in which one could slip out. */
import type { Random } from '../random.ts';

export interface Canaries {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** With every sign that some spelling changes. */
export function newCanaries(random: Random): Canaries {
  const word = (): string =>
    Array.from({ length: 14 }, () =>
      random.pick('abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789'.split('')),
    ).join('');
  return { key: `ck_${word()}+/1`, secret: `cs&${word()}=2?`, passphrase: `cp ${word()}%3"` };
}

/** The spellings in which a secret could slip out. The end of a Base64 text depends on what follows, so its beginning counts. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  const form = new URLSearchParams({ x: secret }).toString().slice(2);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...new Set([
      secret,
      Array.from(secret).toReversed().join(''),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      secret.split('').join('\u0000'),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      encodeURIComponent(secret),
      form,
      json,
      Array.from(json).toReversed().join(''),
    ]),
  ];
}

/** Those of the texts that the bytes hold. */
export const hitsIn = (bytes: Buffer, searched: readonly string[]): string[] =>
  searched.filter((one) => bytes.includes(one));
