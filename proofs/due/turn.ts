/** A turn of the follower: what is due is judged and done, over a wire that refuses, loses answers, and is cut. */
import { due } from '../../src/compile/follow/due.ts';
import type { FollowPlan } from '../../src/compile/follow/follow-plan.ts';
import type { FollowStep } from '../../src/model/followed.ts';
import type { Random } from '../random.ts';
import { leftOf, type Book, type Sent } from './book.ts';
import type { ScenedOrder } from './draw.ts';
import { isPassed, stepsOf, ticksOf } from './facts.ts';
import type { Wrong } from './judge-exit.ts';
import { judgeCancel, judgePlace } from './judge-step.ts';
import { knownOf } from './known.ts';

export interface Doing {
  readonly book: Book;
  readonly plan: FollowPlan;
  readonly random: Random;
  readonly wrong: Wrong;
  readonly note: (figure: string) => void;
  readonly tell: (line: () => string) => void;
  /** Nothing is refused, lost or cut. */
  readonly isSmooth: boolean;
}

const MOST_ROUNDS = 80;

/** The steps that follow are for the case that each is taken: otherwise it is asked anew what is due. */
type CameTo = 'taken' | 'otherwise' | 'killed';

/** True where nothing is due at the end; false where it was killed on the way. */
export function takeTurn(doing: Doing): boolean {
  const { book, plan, wrong } = doing;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    book.askedMs = book.now;
    const { steps } = due(plan, knownOf(book), book.now);
    if (steps.length === 0) return true;
    judgeOrder(steps, wrong);
    for (const step of steps) {
      const came = doStep(doing, step);
      doing.tell(() => `${wordsOf(step)}: ${came}`);
      if (came === 'killed') return false;
      if (came === 'otherwise') break;
    }
  }
  wrong('9', 'what is due never ends');
  return false;
}

/** Openings never go before exits, and nothing before a stop. */
function judgeOrder(steps: readonly FollowStep[], wrong: Wrong): void {
  const ranks = steps.flatMap((step) => (step.does === 'place' ? [step.order.exit === undefined ? 1 : 0] : []));
  if (ranks.some((rank, at) => at > 0 && rank < (ranks[at - 1] as number)))
    wrong('order', 'an opening goes before an exit');
}

function doStep(doing: Doing, step: FollowStep): CameTo {
  const { book, random, wrong, note, isSmooth } = doing;
  if (!isSmooth && random.chance(0.02)) {
    note('kills between two steps');
    return 'killed';
  }
  book.now += isSmooth ? 0 : random.int(0, 60);
  switch (step.does) {
    case 'ask-price':
      book.pricedMs = book.now;
      notePrices(book);
      return 'otherwise';
    case 'withhold':
      book.withheld.set(step.id, step.reason);
      return 'taken';
    case 'place':
      doing.tell(() => wordsOf(step));
      judgePlace(book, step, wrong);
      note('orders placed');
      return place(doing, step);
    case 'cancel':
      doing.tell(() => wordsOf(step));
      judgeCancel(book, step, wrong);
      note('cancels');
      return cancel(doing, step);
  }
}

function place({ book, random, note, isSmooth }: Doing, step: Extract<FollowStep, { does: 'place' }>): CameTo {
  const order = book.scene.orders.find(({ id }) => id === step.id) as ScenedOrder;
  const { trigger } = step.order;
  const luck = isSmooth ? 0 : random.next();
  const exists = luck < 0.85 || (luck > 0.92 && random.chance(0.5));
  const sent: Sent = {
    order,
    part: step.part,
    size: stepsOf(step.order),
    trigger: trigger === undefined ? undefined : ticksOf(trigger),
    sentMs: book.now,
    because: step.because,
    exists,
    isOver: false,
    firedMs: undefined,
    trades: [],
    end: undefined,
    seen: {
      state: 'intended',
      answeredMs: undefined,
      trades: 0,
      firedMs: undefined,
      end: undefined,
      lackedBy: 0,
      prices: { lookedMs: 0, asked: 0, passed: 0 },
      isFrozen: false,
      cancel: undefined,
    },
  };
  book.sent.push(sent);
  const isClose = order.limit === undefined && trigger === undefined;
  if (exists && isClose && random.chance(0.7)) book.fills(sent, sent.size);
  if (luck >= 0.97) {
    note('kills while an order is sent');
    return 'killed';
  }
  if (luck >= 0.92) {
    sent.seen.state = 'unknown';
    note('answers lost');
    return 'otherwise';
  }
  sent.seen.answeredMs = book.now;
  sent.seen.state = luck < 0.85 ? 'accepted' : 'rejected';
  if (luck >= 0.85) note('refusals');
  return luck < 0.85 ? 'taken' : 'otherwise';
}

function cancel({ book, random, note, isSmooth }: Doing, step: Extract<FollowStep, { does: 'cancel' }>): CameTo {
  const sent = book.of(step.id).find(({ part }) => part === step.part);
  if (sent === undefined) return 'taken';
  const tries = 1 + (sent.seen.cancel?.tries ?? 0);
  const before = { by: 'follower', ms: book.now, tries, because: step.because } as const;
  const luck = isSmooth ? 0 : random.next();
  if (luck < 0.75) {
    book.end(sent, 'follower');
    sent.seen.cancel = { ...before, answer: 'taken' };
    const known = sent.seen.trades;
    book.see(sent);
    // Its end tells what it filled on the way.
    return sent.seen.trades === known ? 'taken' : 'otherwise';
  }
  if (random.chance(0.3) && leftOf(sent) > 0 && sent.trigger === undefined) book.fills(sent, leftOf(sent));
  if (luck < 0.85) book.end(sent, 'follower');
  sent.seen.cancel = { ...before, answer: luck < 0.92 ? 'taken' : luck < 0.96 ? 'unknown' : 'refused' };
  note('cancels that do not end at once');
  return 'otherwise';
}

const wordsOf = (step: FollowStep): string =>
  JSON.stringify(
    step.does === 'place' ? { ...step, order: { size: step.order.size, trigger: step.order.trigger } } : step,
  );

/** In each look that asked for a price, each trigger that works is held against it. */
function notePrices(book: Book): void {
  for (const { seen, trigger, order } of book.sent) {
    const { prices } = seen;
    if (seen.state !== 'works' || trigger === undefined || seen.firedMs !== undefined) continue;
    if (prices.lookedMs === book.lookedMs) continue;
    prices.lookedMs = book.lookedMs ?? 0;
    prices.asked += 1;
    prices.passed = isPassed(book, order, trigger) ? prices.passed + 1 : 0;
  }
}
