/** A folder with a plan, a config and a list of instruments, the plan reviewed in it, and what people do to such files. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import type { ReviewedPlan } from '../../src/generated/reviewed.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { here } from './here.ts';
import { paperAndPlace, type At } from './live.ts';

export const PLAN = `version: 1
name: reviewed
vars: { entry: 60000 }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: a, side: open-long, size: 0.01, price: =entry, stopLoss: 59000 }
  - { id: b, side: open-long, size: 0.01, price: 60001 }
  - { id: c, side: close-long, size: 0.02, trigger: 50000, price: market, after: [a, b] }
`;
export const CONFIG = `version: 1
exchange: { account: main, queries: false }
policy: { maxOrders: 5 }
`;
export const LIST = JSON.stringify({
  asOf: '2026-11-21T08:00:00Z',
  source: 'by hand',
  instruments: { cmt_btcusdt: { tick: '0.5', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
});
export const FILES = ['plan.yaml', 'ordo.config.yaml', 'instruments.json', 'r.json'];

export interface Desk {
  readonly at: At;
  readonly paper: Awaited<ReturnType<typeof paperAndPlace>>['paper'];
}

/** A folder with all three inputs, and the plan reviewed in it. */
export async function reviewedDesk(options: PaperOptions = {}, ...more: string[]): Promise<Desk> {
  const desk = await paperAndPlace(options);
  desk.at.write('plan.yaml', PLAN);
  desk.at.write('ordo.config.yaml', CONFIG);
  desk.at.write('instruments.json', LIST);
  expect(await review(desk.at, ...more)).toMatchObject({ code: 0 });
  return desk;
}

export const review = (at: At, ...more: string[]): Promise<Ended> =>
  here(['run', 'plan.yaml', '--live', '--out', 'r.json', ...more], at);
export const execute = (at: At, ...more: string[]): Promise<Ended> =>
  here(['run', 'r.json', '--execute', '--live', '--output', 'ndjson', ...(more.length > 0 ? more : ['--yes'])], at);
export const look = (at: At): Promise<Ended> => here(['run', 'r.json', '--live'], at);
export const textOf = (at: At): string => readFileSync(join(at.folder, 'r.json'), 'utf8');
export const read = (at: At): ReviewedPlan => JSON.parse(textOf(at)) as ReviewedPlan;

/** The file with another content, and a sum that fits it: the work of somebody who wants it to pass. */
export function forge(at: At, change: (plan: ReviewedPlan) => object): void {
  const { sum: _sum, ...rest } = change(read(at)) as ReviewedPlan;
  at.write('r.json', asText({ ...rest, sum: hash('sha256', asText(rest)) }));
}

const asText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Both the dry run and the execution refuse it, with these words, and nothing is sent. */
export async function refusedFor({ at, paper }: Desk, ...words: readonly string[]): Promise<void> {
  const sent = paper.orders.length;
  for (const ended of [await look(at), await execute(at)]) {
    expect(ended.code).toBe(5);
    for (const word of words) expect(ended.stderr).toContain(word);
  }
  expect(paper.orders).toHaveLength(sent);
}
