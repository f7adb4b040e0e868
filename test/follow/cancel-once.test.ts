/** A cancel whose answer is late is told once, and with its reason: by whichever comes first, the answer or the look that sees its end. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { deskBetween } from '../support/desk-between.ts';
import type { FollowDesk, Following } from '../support/follow-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: once
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: little, side: open-long, size: 0.1, price: 60500 }
  - { id: other, side: open-long, size: 0.1, price: 59000, until: { filled: little } }
  - { id: stop, side: close-long, size: { filled: little }, trigger: 58000, price: market }
`;

interface Scene {
  readonly desk: FollowDesk;
  readonly answer: () => void;
}

const isCancel = (path: string, method: string): boolean => method === 'DELETE' || /cancel/i.test(path);

/** The cancel acts at once, and has its answer when the test says so. */
async function scene(version: (typeof INTERFACES)[number]): Promise<Scene> {
  const told = Promise.withResolvers<undefined>();
  afterTest(() => told.resolve(undefined));
  const desk = await deskBetween(PLAN, version, (path, method) =>
    isCancel(path, method) ? { until: told.promise } : undefined,
  );
  return { desk, answer: () => told.resolve(undefined) };
}

async function begun({ desk: { begin, paper, order } }: Scene, ...more: string[]): Promise<Following> {
  const one = begin(...more);
  await one.until('the entries', () => paper.orders.length === 2);
  paper.fill(order(({ price }) => price?.startsWith('60500') === true).orderId);
  return one;
}

/** Its look saw the end. */
const SEEN = /× other +cancelled: little was filled/;

test.each(INTERFACES)('%s: in lines', { timeout: 60_000 }, async (version) => {
  const at = await scene(version);
  const { paper } = at.desk;
  const one = await begun(at, '--output', 'lines');
  await one.until('its end', () => SEEN.test(one.written));
  const looked = paper.requests.length;
  await one.until('some looks', () => paper.requests.length > looked + 8);
  at.answer();
  const answered = paper.requests.length;
  await one.until('looks after the answer', () => paper.requests.length > answered + 12);
  const { stdout } = await one.stop();
  expect(stdout.match(/^\S+ +× other .*$/gm)).toEqual([expect.stringMatching(SEEN)]);
});

test.each(INTERFACES)('%s: at the end of a run that waits for it', { timeout: 60_000 }, async (version) => {
  const at = await scene(version);
  const one = await begun(at, '--output', 'lines');
  await one.until('its end', () => SEEN.test(one.written));
  const ended = one.stop();
  at.answer();
  expect((await ended).stdout.match(/^\S+ +× other .*$/gm)).toEqual([expect.stringMatching(SEEN)]);
});

test('the stream has the end with its reason, and the outcome once it is there', { timeout: 60_000 }, async () => {
  const at = await scene('v2');
  const one = await begun(at);
  await one.until('its end', () => /"order-state","id":"other"[^\n]*"cancelled"/.test(one.written));
  at.answer();
  await one.until('its outcome', () => one.written.includes('"cancel-outcome"'));
  const events = eventsOf(await one.stop());
  const ends = ofKind(events, 'order-state').filter(({ id, state }) => id === 'other' && state === 'cancelled');
  expect(ends).toMatchObject([{ because: 'until-filled' }]);
  const outcomes = ofKind(events, 'cancel-outcome');
  expect(outcomes).toMatchObject([{ id: 'other', outcome: 'cancelled', because: 'until-filled' }]);
});
