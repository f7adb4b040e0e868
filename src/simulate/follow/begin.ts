/** How a follow begins: what was placed at once is known, and what is due by that is done at the same price. */
import { mostParts } from '../../compile/follow/follow-plan.ts';
import type { FollowWithheld } from '../../model/followed.ts';
import type { Matcher } from '../../paper/market/matcher.ts';
import type { StateFollowed } from '../range/state.ts';
import type { SceneSymbol } from '../scene.ts';
import type { CourseHeard } from '../course.ts';
import { Follower } from './follower.ts';
import type { Knowledge, SimulatedPart } from './known.ts';
import type { FollowSetup, PlacedRoot } from './setup.ts';

/** A market as its orders were placed, with their ids in the plan. */
export interface RunBegun {
  readonly market: Matcher;
  readonly heard: CourseHeard;
  readonly roots: readonly PlacedRoot[];
  readonly refused: ReadonlySet<string>;
  readonly setup: FollowSetup | undefined;
}

interface Begun {
  readonly market: Matcher;
  readonly followed?: StateFollowed;
}

export function followedFrom({ used }: SceneSymbol, { market, heard, roots, refused, setup }: RunBegun): Begun {
  if (setup === undefined) return { market };
  setup.began(roots);
  const openMs = used?.candles.openMs[used.first] ?? 0;
  const until = used === undefined ? Number.POSITIVE_INFINITY : openMs + (used.candles.lengthMs[used.first] as number);
  const follower = new Follower(setup, heard, placedFrom(setup, roots, refused, { openMs, until }), {
    approvedMs: openMs,
    isExact: true,
  });
  const before = heard.happened.splice(0);
  const own = market.fork(follower);
  follower.market = own;
  // What filled as it was placed is heard once more, now by whoever follows.
  for (const one of before)
    if (one.kind === 'filled') follower.filled(one);
    else if (one.kind === 'fired') follower.fired(one.trigger, one.order);
    else follower.ended(one.order, one.why as Parameters<Follower['ended']>[1]);
  own.react(() => follower.react());
  return { market: own, followed: { setup, known: follower.known, approvedMs: openMs } };
}

function placedFrom(
  setup: FollowSetup,
  roots: RunBegun['roots'],
  refused: ReadonlySet<string>,
  { openMs, until }: { readonly openMs: number; readonly until: number },
): Knowledge {
  const parts = new Map<string, readonly SimulatedPart[]>();
  const withheld = new Map<string, FollowWithheld>();
  for (const order of setup.plan.orders) {
    const { id, size, trigger, until: ends } = order;
    const root = roots.findIndex((one) => one.id === id);
    const part = {
      clientOid: setup.words.clientOidOf(order, 1),
      number: 1,
      root,
      size,
      ...(trigger !== undefined && { trigger }),
      sentMs: openMs,
      answeredMs: openMs,
      trades: new Map(),
    };
    const endMs = ends?.forMs === undefined || isTimeless(until) ? undefined : openMs + ends.forMs;
    const deadline = endMs === undefined ? {} : { ends: { from: endMs, to: endMs, isPast: false } };
    if (root >= 0) parts.set(id, [{ ...part, state: 'works', ...deadline }]);
    else if (refused.has(id)) parts.set(id, [{ ...part, state: 'rejected' }]);
    else if (!setup.words.isChosen(id)) withheld.set(id, 'not-needed');
  }
  const left = setup.plan.orders.reduce((all, { id }) => {
    const kind = setup.plan.kindOf.get(id);
    return all + MOST_ACTS * (kind === undefined ? 1 : mostParts(kind));
  }, MOST_ACTS);
  return { now: openMs, until, parts, withheld, elsewhere: new Map(), left };
}

const isTimeless = (until: number): boolean => until === Number.POSITIVE_INFINITY;

/** How often something comes of one order at most: itself, its presets, what they become, and what time brings. */
const MOST_ACTS = 9;
