/** What the follower saw, in the words of the program: read again from the book each time, as after a kill. */
import { positionName, type FollowKnown, type FollowWithheld, type PlacedPart } from '../../src/model/followed.ts';
import { isUnsure, type Book, type Sent } from './book.ts';
import { priceOf, sizeOf } from './draw.ts';

export function knownOf(book: Book): FollowKnown {
  const placed = new Map<string, PlacedPart[]>();
  for (const sent of book.sent) {
    const parts = placed.get(sent.order.id) ?? [];
    placed.set(sent.order.id, parts);
    parts.push(partOf(sent));
  }
  const elsewhere = book.scene.groups.flatMap(({ entries }, at) => {
    const size = book.elsewhereSeen[at] as number;
    return size === 0 ? [] : [[entries.join(' '), sizeOf(size)] as const];
  });
  return {
    approvedMs: 0,
    startedMs: 0,
    ...(book.lookedMs !== undefined && { lookedMs: book.lookedMs }),
    placed,
    closedElsewhere: new Map(elsewhere),
    positions: new Map([
      [positionName('cmt_btcusdt', true), sizeOf(book.seenPosition.long)],
      [positionName('cmt_btcusdt', false), sizeOf(book.seenPosition.short)],
    ]),
    prices: new Map(book.pricedMs < 0 ? [] : [['cmt_btcusdt', { price: priceOf(book.price), ms: book.pricedMs }]]),
    withheld: new Map([...book.withheld].map(([id, reason]) => [id, reason as FollowWithheld])),
  };
}

function partOf(sent: Sent): PlacedPart {
  const { seen, trades } = sent;
  return {
    clientOid: `${sent.order.id} ${sent.part}`,
    number: sent.part,
    size: sizeOf(sent.size),
    ...(sent.trigger !== undefined && { trigger: priceOf(sent.trigger) }),
    state: seen.state,
    sentMs: sent.sentMs,
    ...(seen.answeredMs !== undefined && { answeredMs: seen.answeredMs }),
    because: sent.because as NonNullable<PlacedPart['because']>,
    trades: new Map(
      trades
        .slice(0, seen.trades)
        .map(({ id, size, price, ms }) => [id, { size: sizeOf(size), price: priceOf(price), ms }]),
    ),
    ...(seen.firedMs !== undefined && { firedMs: seen.firedMs }),
    ...(seen.end !== undefined && { end: seen.end }),
    ...(seen.cancel !== undefined && { cancel: seen.cancel }),
    priceLooks: { asked: seen.prices.asked, passed: seen.prices.passed },
    ...(seen.isFrozen && { isFrozen: true as const }),
    ...(isUnsure(sent) && { lackedBy: seen.lackedBy }),
  };
}
