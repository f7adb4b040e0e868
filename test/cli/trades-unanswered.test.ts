/** An edited order is taken off while the question about its trades fails: its size is asked for again, and nothing is guessed. */
import { describe, expect, test } from 'vitest';
import { FILLS } from '../../src/exchange/v2/requests.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { between, type Instead } from '../support/between.ts';
import { ends, misshapen } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (price: number): string =>
  `version: 1\nname: trades\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: entry, side: open-long, size: 0.01, price: ${price} }\n`;

const BROKEN: Instead = {
  status: 500,
  body: '{"code":"500","msg":"try later"}',
};
/** A full page of somebody else's trades, whose times go up and down. */
const UNORDERED: Instead = {
  status: 200,
  body: JSON.stringify({
    list: Array.from({ length: 100 }, (_, at) => ({
      tradeId: at + 1,
      orderId: 7,
      fillSize: '0.01',
      fillValue: '600',
      createdTime: Date.now() - (at % 2) * 1000 - at,
    })),
  }),
};

interface Edited {
  readonly paper: PaperExchange;
  readonly at: At;
  /** How often trades were asked for. */
  readonly asked: () => number;
  /** From now on trades are answered so; by default as they are. */
  readonly answer: (instead?: Instead) => void;
}

/** An order that was filled in part and then edited; so many questions about trades are answered with `instead`. */
async function edited(cancelWait: string, instead: Instead, times = Number.POSITIVE_INFINITY): Promise<Edited> {
  const { paper, at } = await paperAndPlace();
  const wrong = {
    instead: instead as Instead | undefined,
    left: times,
    asked: 0,
  };
  const { origin } = await between(paper, (path) => {
    if (path !== FILLS.path) return undefined;
    wrong.asked += 1;
    return wrong.left-- > 0 ? wrong.instead : undefined;
  });
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', `version: 1\nexecution: { cancelWait: ${cancelWait} }\n`);
  at.write('plan.yaml', plan(60_000));
  expect((await run(there)).code).toBe(0);
  paper.fill(paper.orders[0]?.orderId ?? '', '0.001', '60000');
  paper.fill(paper.orders[0]?.orderId ?? '', '0.003', '60000');
  at.write('plan.yaml', plan(60_100));
  return {
    paper,
    at: there,
    asked: () => wrong.asked,
    answer: (then) => (wrong.instead = then),
  };
}

const replace = (at: At): Promise<Ended> => run(at, '--replace', 'edited');
const sizes = ({ orders }: PaperExchange): string[] => orders.map(({ size, status }) => `${size} ${status}`);
const endOf = (ended: Ended): object | undefined => ofKind(eventsOf(ended), 'cancel-outcome')[0];

describe('while an edited order is taken off', () => {
  test.each<[string, Instead]>([
    ['fail', BROKEN],
    ['are in no order of time', UNORDERED],
  ])('its trades %s twice: they are asked for again, and what is left is placed', async (_, instead) => {
    const { paper, at, asked } = await edited('20s', instead, 2);
    const ended = await replace(at);
    expect([ended.code, misshapen(ended), ends(ended)]).toEqual([0, [], ['entry cancelled']]);
    expect(said(ended)).toEqual(['entry accepted']);
    expect(endOf(ended)).toMatchObject({
      filledSize: '0.004',
      averagePrice: '60000',
    });
    expect(endOf(ended)).not.toHaveProperty('message');
    expect(asked()).toBeGreaterThan(2);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.006 open']);
  });

  test.each<[string, Instead, RegExp]>([
    ['fail', BROKEN, /^its trades: .*try later/],
    ['are in no order of time', UNORDERED, /^its trades: .*outside the time range/],
  ])('its trades %s all the while: nothing is placed until a later look learns its size', async (_, instead, why) => {
    const { paper, at, asked, answer } = await edited('700ms', instead);
    const ended = await replace(at);
    expect([ended.code, misshapen(ended), ends(ended)]).toEqual([7, [], ['entry cancelled']]);
    expect(said(ended)).toEqual(['entry unresolved']);
    expect(endOf(ended)).toMatchObject({
      message: expect.stringMatching(why) as string,
    });
    expect(endOf(ended)).not.toHaveProperty('filledSize');
    expect(asked()).toBeGreaterThan(1);
    const silent = await here(['status', 'plan.yaml', '--refresh'], at);
    expect((silent.stdout + silent.stderr).replaceAll(/\s+/g, ' ')).toContain(
      'entry: how much of it was filled is not known',
    );
    expect(said(await replace(at))).toEqual(['entry unresolved']);
    expect(sizes(paper)).toEqual(['0.01 canceled']);
    // No settling ends that: it is named with the look that does.
    const [dry, shown] = [[], ['--execute', '--yes']].map((more) =>
      here(['run', 'plan.yaml', '--live', '--replace', 'edited', ...more], at),
    );
    for (const told of [await dry, await shown]) {
      expect(told?.code).toBe(7);
      expect(told?.stdout).not.toContain('ordo settle');
      expect(told?.stdout.replaceAll(/\s+/g, ' ')).toContain(
        'How much was filled before it was cancelled is not known: entry.',
      );
      expect(told?.stdout).toContain('ordo status plan.yaml --refresh\n');
    }

    answer();
    const looked = await here(['status', 'plan.yaml', '--refresh', '--output', 'ndjson'], at);
    expect(ofKind(eventsOf(looked), 'order-state')[0]).toMatchObject({
      state: 'cancelled',
      exchange: { filledSize: '0.004', averagePrice: '60000' },
    });
    const second = await replace(at);
    expect([second.code, said(second)]).toEqual([0, ['entry accepted']]);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.006 open']);
  });
});
