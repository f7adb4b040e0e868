/** What the lives of one seed of a followed plan share: what was drawn, the exchange with its market, the disk and the clock. */
import { Random } from '../../random.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { Disk } from '../disk.ts';
import type { Surroundings } from '../life.ts';
import type { Options } from '../verdict.ts';
import type { Accuse } from '../violation.ts';
import { drawSeed, type DrawnSeed } from './drawn.ts';
import { EditedPlan } from './edits/edited-plan.ts';
import { Narrow } from './narrow.ts';
import { Rough } from './rough.ts';
import { SimExchange } from './sim-exchange.ts';

let runs = 0;

export function stageOf(seed: number, options: Options, accuse: Accuse) {
  const { log, interface: version = 'v2', journalAwayMs = 0, hasHands = false } = options;
  const random = new Random(seed, 'following');
  const rough = options.isRough === true ? new Rough(seed) : undefined;
  const narrow = options.isNarrow === true ? new Narrow(seed, version) : undefined;
  const told = (words: () => string): void => log?.(words());
  const clock = new SimClock();
  const origin = `https://sim${++runs}.example`;
  const drawn = drawSeed(random, {
    version,
    origin,
    nowMs: clock.wallMs(),
    seed,
    hasHands,
    olderMs: (rough?.olderMs ?? 0) + (narrow?.olderMs ?? 0),
    narrow,
  });
  const { paper, ways, files, plan } = drawn;
  // The same ways: whoever makes them calm later means these.
  if (rough?.areAnswersSlow === true) Object.assign(ways, { isSlow: rough.isSlow });
  told(() => `${JSON.stringify({ ...paper, market: undefined, ...ways })}\n${plan.text}`);
  const onNews: DrawnSeed['paper']['market']['onNews'] = (news) => {
    if (news.event === 'order-filled')
      told(() => `  ${clock.monotonicMs()} filled ${news.clientOid} ${news.size} at ${news.price}`);
  };
  const exchange = new SimExchange(
    { ...paper, market: { ...paper.market, onNews }, ...(rough && { faults: rough.faults }) },
    { clock, random: new Random(seed, 'ways'), ways, log: told },
  );
  const around: Surroundings = {
    clock,
    disk: new Disk(origin, accuse, told, plan.name),
    venue: { listed: { standsAs: () => true } } as unknown as Surroundings['venue'],
    files: new Map(Object.entries(files).map(([name, text]) => [`/sim/${name}`, new TextEncoder().encode(text)])),
    accuse,
    log: told,
    lockedBy: undefined,
    journalAwayMs,
  };
  return {
    random,
    rough,
    narrow,
    drawn,
    exchange,
    around,
    edited: options.hasEdits === true ? new EditedPlan(plan) : undefined,
  };
}
