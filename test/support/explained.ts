/** `ordo explain` of one plan, with an order, a ladder and a stop. */
import type { At } from './live.ts';
import type { Ended, Place } from '../../proofs/support/ordo.ts';
import { here } from './here.ts';

const INSTRUMENTS = `{"asOf":"2026-11-21T08:00:00Z","source":"https://example.com","instruments":{
  "cmt_btcusdt":{"tick":"0.5","step":"0.0001","minSize":"0.0001","maxSize":"1200"}}}`;
export const PLAN = `version: 1
name: breakout
description: Entry with a laddered pullback
vars:
  entry: 64000
  unusual: =entry - 4000
defaults: { symbol: cmt_btcusdt }
orders:
  - id: entry # the first
    side: open-long
    size: 0.010
    price: =entry
    stopLoss: =unusual
  - id: pullback
    side: open-long
    price: { from: 63000, to: 60000, steps: 4 }
    size: { total: 0.1, shape: linear }
  - id: bail-out
    side: close-long
    size: 0.11
    trigger: 61900
    price: market
    after: [entry]
`;

/** The place with the plan and its instruments in it. */
export function written(at: At, plan = PLAN, config = ''): At {
  at.write('plan.yaml', plan);
  at.write('instruments.json', INSTRUMENTS);
  at.write('ordo.config.yaml', `version: 1\ninstruments: instruments.json\n${config}`);
  return at;
}

export const explain = (at: Place, ...args: string[]): Promise<Ended> => here(['explain', 'plan.yaml', ...args], at);
/** The first line of what is said. */
export const headline = ({ stdout }: Ended): string => stdout.split('\n')[0] ?? '';
/** The bodies of calls in what is said. */
export const bodies = ({ stdout }: Ended): string[] => stdout.split('\n').filter((line) => line.startsWith('{'));
