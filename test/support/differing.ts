/** `ordo diff` in a repository, as a program reads it. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { here } from './here.ts';
import type { Repository } from './repository.ts';

export const planOf = (...orders: string[]): string =>
  `version: 1\nname: p\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - ${one}\n`).join('')}`;
export const bid = (id: string, price: number): string => `{ id: ${id}, side: open-long, size: 0.01, price: ${price} }`;

export interface DiffJson {
  readonly before: string;
  readonly after: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string }[];
  readonly limits: readonly { readonly name: string }[] | null;
  readonly digest?: string;
  readonly approval?: string;
  readonly refusal?: string;
}

export async function jsonOf(at: Repository, ...args: string[]): Promise<DiffJson> {
  const { stdout, stderr, code } = await here(['diff', ...args, '--output', 'json'], at);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout) as DiffJson;
}

/** The ids that are added, removed and changed. */
export const ids = ({ added, removed, changed }: DiffJson): unknown => [added, removed, changed.map(({ id }) => id)];

export const inFolder = (at: Repository, folder: string): Repository => ({ ...at, folder: join(at.folder, folder) });
