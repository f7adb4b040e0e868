/**
 * A trigger fired and its trades are told, while the list of triggers, which is late, still shows it as working: the market has passed it
 * in look after look. It is not stuck, and what it closed is not closed a second time: there is more of that position, somebody else's.
 */
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import type { FiredAs, PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { followDesk, outcomesOf } from '../support/follow-desk.ts';
import { heldOn, placedTwice } from '../support/follow-run.ts';

const PLAN = `version: 1
name: fires
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.1, price: market }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 63500, price: market }
`;

const MARKET_SEED = 7;
const LIST_LAG_MS = 2_000;
const BESIDE = {
  symbol: 'cmt_btcusdt',
  side: 'long',
  marginMode: 1,
  size: Decimal.of('0.5'),
  price: Decimal.of('64000'),
} as const;

const isStop = ({ kind }: PaperOrder): boolean => kind === 'trigger';
const pricesAsked = ({ requests }: PaperExchange): number => requests.filter(({ path }) => /ticker/i.test(path)).length;

/** As far as the market goes until it has passed the stop. */
function passTheStop(paper: PaperExchange): void {
  for (let steps = 0; paper.orders.some((one) => isStop(one) && one.status === 'untriggered'); steps++) {
    if (steps > 2_000) throw new Error('the market does not come to the stop');
    paper.advance(1);
  }
}

test.each<readonly [Interface, FiredAs]>([
  ['v2', 'same-id'],
  ['v2', 'own-id'],
  ['v3', 'named'],
  ['v3', 'own-id'],
])('%s, %s: what it closed is closed once', { timeout: 60_000 }, async (version, fired) => {
  const { paper, begin } = await followDesk(PLAN, {
    version,
    fired,
    listLagMs: LIST_LAG_MS,
    tradesLagMs: 0,
    held: [BESIDE],
    market: { seed: MARKET_SEED, stepMs: 0 },
  });
  const one = begin();
  await one.until('the entry', () => paper.orders.length > 0);
  paper.advance(1);
  await one.until('the stop', () => paper.orders.some(isStop));
  const toldAt = performance.now() + LIST_LAG_MS;
  await one.until('the list has it', () => performance.now() > toldAt);
  const askedBefore = pricesAsked(paper);
  // The first look that sees it work asks for the price; the next one does so again.
  await one.until('the first price', () => pricesAsked(paper) > askedBefore);
  passTheStop(paper);
  const [firedAt, askedThen] = [performance.now(), pricesAsked(paper)];
  const ended = await one.ended;
  expect(performance.now() - firedAt).toBeGreaterThan(LIST_LAG_MS);
  // Several looks saw it work beyond its price.
  expect(pricesAsked(paper) - askedThen).toBeGreaterThan(2);
  expect({ code: ended.code, held: heldOn(paper), twice: placedTwice(paper) }).toEqual({
    code: 0,
    held: '0',
    twice: [],
  });
  expect(outcomesOf(ended)).toEqual(['entry accepted: conditions', 'stop accepted: first-fill']);
});
