/** An exchange with a moving market of some depth, and a folder in which the built command follows a plan on it. */
import { Decimal } from '../../src/model/decimal.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { wholeEvents } from '../ledger-check.ts';
import { pause, type Findings } from '../proof.ts';
import { WIDE } from '../random-plans.ts';
import type { Random } from '../random.ts';
import { windowsText } from '../spoken.ts';
import { ordo, place, start, type Ended, type Place, type Running } from '../support/ordo.ts';
import { PLACES, type DrawnPlan } from './draw.ts';
import { closedByPresets } from './book.ts';
import { FollowJudge } from './judge.ts';

const FOLLOW = ['--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];
/** A machine that is busy with other runs answers late. */
const SLACK_MS = 3000;
const LONGEST_MS = 150_000;
/** How often a command is tried while the journal's server is gone. */
const TRIES = 100;
/** How long the market is left to itself. */
const NUDGE_MS = 40_000;

export interface Staging {
  readonly random: Random;
  readonly found: Findings;
  readonly where: string;
  readonly maxPauseMs: number;
  readonly options: Omit<PaperOptions, 'market'>;
  /** The URL of a journal on a server, which may be gone now and then. */
  readonly journal?: string;
  /** What a trigger became may be nobody's guess: then its group waits for a person, and the run for a signal. */
  readonly mayFreeze?: boolean;
  /** Ids of which somebody cancelled an order. */
  readonly cancelled?: ReadonlySet<string>;
}

export interface Stage {
  readonly paper: PaperExchange;
  readonly at: Place;
  /** How many times each order was filled, by client order id. */
  readonly fills: ReadonlyMap<string, number>;
  write(name: string, text: string): string;
  /** The market stands still from now on. */
  still(): void;
  close(): Promise<void>;
}

export async function stageOf({ random, options, maxPauseMs, journal }: Staging): Promise<Stage> {
  const fills = new Map<string, number>();
  const depth = Decimal.ofDigits(BigInt(random.int(20, 400)), PLACES);
  const paper = await startPaperExchange({
    ...WIDE,
    ...options,
    seed: random.below(1e9),
    market: {
      seed: random.below(1e9),
      stepMs: 0,
      depth,
      onNews: (news) => {
        if (news.event === 'order-filled') fills.set(news.clientOid, (fills.get(news.clientOid) ?? 0) + 1);
      },
    },
  });
  const at = place(paper.origin);
  if (journal !== undefined) at.env['ORDO_JOURNAL'] = journal;
  const market = setInterval(() => paper.advance(1), random.pick([40, 80, 150]));
  await answered(at, () => ordo(['instruments'], at));
  at.write('ordo.config.yaml', configOf(maxPauseMs));
  return {
    paper,
    at,
    fills,
    write: (name, text) => at.write(name, text),
    still: () => clearInterval(market),
    close: async () => {
      clearInterval(market);
      await paper.close();
      at.remove();
    },
  };
}

const configOf = (maxPauseMs: number): string => `version: 1
instruments: instruments.json
exchange: { ${windowsText({ ip: '100000/10s', account: '100000/10s' })}, orderCalls: 10000/1s, timeout: 10s }
execution: { cancelWait: 1s, lookEvery: 500ms, maxPause: ${maxPauseMs / 1000}s }
`;

/** Again where the journal's server is gone, or still holds the plan for a process that was killed. */
async function answered({ env }: Place, command: () => Promise<Ended>): Promise<Ended> {
  for (let tries = 1; ; tries++) {
    const ended = await command();
    const isAnswer = env['ORDO_JOURNAL'] === undefined || (ended.code !== 2 && ended.code !== 10);
    if (isAnswer || tries === TRIES) return ended;
    await pause(250);
  }
}

/** Shows the plan, and what judges it from there on. */
export async function judgeOf(
  stage: Stage,
  { found, where, cancelled }: Staging,
  plan: DrawnPlan,
): Promise<FollowJudge> {
  const file = stage.write('plan.yaml', plan.text);
  const dry = await answered(stage.at, () => ordo(['run', file, '--live', '--output', 'ndjson'], stage.at));
  found.hold(dry.code === 0, where, `the dry run ends with ${dry.code}: ${dry.stdout}${dry.stderr}`);
  return new FollowJudge({
    paper: stage.paper,
    // A follower takes a position that its preset closed for closed, once trades prove it.
    byHand: (isLong) => ({ all: closedByPresets(stage.paper.orders, isLong), known: 0 }),
    plan,
    dryRun: wholeEvents(dry.stdout),
    found,
    where,
    slackMs: SLACK_MS,
    earlyMs: 500,
    ...(cancelled && { cancelled }),
  });
}

export const startFollower = ({ at }: Stage): Running => start(['run', 'plan.yaml', ...FOLLOW], at);

/** The last start: it comes to its end, and is judged by all that was. */
export async function lastRun(stage: Stage, judge: FollowJudge, staging: Staging): Promise<Ended> {
  const { found, where, mayFreeze = false } = staging;
  let isFrozen = false;
  let running: Running | undefined;
  const nudge = setInterval(() => comeToWhatWaits(stage), NUDGE_MS);
  const timer = setTimeout(() => {
    found.hold(mayFreeze, where, `it does not end in ${LONGEST_MS / 1000} s`);
    isFrozen = mayFreeze;
    running?.child.kill('SIGTERM');
  }, LONGEST_MS);
  const ended = await answered(stage.at, () => (running = startFollower(stage)).ended);
  clearTimeout(timer);
  clearInterval(nudge);
  stage.still();
  judge.run(ended);
  if (isFrozen) found.hold(ended.code === 7, where, `frozen, and it ends with ${ended.code}`);
  else judge.end(ended);
  const verified = await answered(stage.at, () => ordo(['journal', 'verify'], stage.at));
  found.hold(verified.code === 0, where, `journal verify ends with ${verified.code}: ${verified.stdout}`);
  const placed = judge.book.placed();
  found.count('orders placed', placed.length);
  found.count('orders filled in parts', [...stage.fills.values()].filter((times) => times > 1).length);
  found.count('parts of stops', placed.filter(({ part }) => part > 1).length);
  found.count('cancels', stage.paper.requests.filter(isCancel).length);
  return ended;
}

/** A market that went elsewhere comes to what waits: to limits where a person took the stops off. */
function comeToWhatWaits({ paper }: Stage): void {
  const closes = paper.orders.filter(({ type }) => type === '3' || type === '4');
  const triggers = closes.filter(({ status }) => status === 'untriggered');
  for (const { orderId } of triggers) paper.fire(orderId);
  if (triggers.length > 0) return;
  for (const { orderId, status } of closes) if (status === 'open') paper.fill(orderId);
}

export const isCancel = ({ path, method }: { readonly path: string; readonly method: string }): boolean =>
  method === 'DELETE' || path.includes('cancel');
