/** A record, and the sum that stands for it and all before it. */
export interface Head {
  readonly record: number;
  /** SHA-256 in hex; of a head that somebody kept, its beginning. */
  readonly sum: string;
}

/** `41:3f9c…`: how it is written, and given to `ordo journal verify --head`. */
export const headText = ({ record, sum }: Head): string => `${record}:${sum}`;

/** Digits of a sum that name a record beyond doubt. */
export const LEAST_DIGITS = 12;

/** A head as somebody kept it; undefined where the text is none. */
export function headIn(text: string): Head | undefined {
  const [, record = '', sum = ''] = /^([1-9][0-9]{0,14}):([0-9a-f]+)$/.exec(text) ?? [];
  return sum.length >= LEAST_DIGITS && sum.length <= 64 ? { record: Number(record), sum } : undefined;
}

/** What a look at every record came to. `head` is missing where there is no record. */
export type Verified =
  | { readonly kind: 'whole'; readonly head?: Head }
  /** `about`: what the first wrong record is, with its orders; `what`: how it is wrong. */
  | { readonly kind: 'broken'; readonly record: number; readonly about: string; readonly what: string };
