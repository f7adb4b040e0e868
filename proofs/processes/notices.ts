/**
 * Runs and cancels beside a program of `notify` that is missing, hangs, fails, floods or forks: they tell the same bytes as without it,
 * but for times and what the exchange and the journal number anew, and they end with the same code, at most 2 s later. Each run is a random plan on an exchange that
 * refuses some orders and loses some answers, the same for both.
 */
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { inTurns, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomPlan, WIDE, wideConfig } from '../random-plans.ts';
import { randomOf, type Random } from '../random.ts';
import { ordo, place, type Ended } from '../support/ordo.ts';

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  missing: ['no-such-program'],
  hanging: ['sleep', '20'],
  failing: ['false'],
  flooding: ['sh', '-c', 'head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2'],
  forking: ['sh', '-c', 'sleep 3 & exit 0'],
  deaf: ['sh', '-c', 'exec <&-; sleep 20'],
};
const NAMES = Object.keys(PROGRAMS);

const COUNTED = ['runs', 'events', ...NAMES, 'differing'];

/** Mostly waiting: for a program that hangs, and for answers. */
const ABREAST = 3;
/** What ordo waits for the program at its own end, and what a busy machine adds to it. */
const MOST_LATER_MS = 2000 + 6000;
const MOST_TRIES = 3;
const FAULTS: readonly FaultName[] = ['reject-one', 'drop-after', 'garbage', 'no-order-id'];
const COMMANDS = ['run', 'cancel'];

export const notices = proofOf('notices', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  let latestMs = 0;
  // All programs beside one scene: it is told once without any.
  await inTurns(Math.ceil(runs / NAMES.length), ABREAST, async (scene) => {
    const names = NAMES.map((_, at) => NAMES[(at + seed) % NAMES.length] as string);
    const here = names.slice(0, runs - scene * NAMES.length);
    latestMs = Math.max(latestMs, await oneScene(randomOf(seed, scene), here, found, `scene ${scene}`));
  });
  found.count('differing', found.violations.length);
  found.note('ms later at most', Math.round(latestMs));
});

/** How much later a command ended at most. */
async function oneScene(random: Random, names: readonly string[], found: Findings, where: string): Promise<number> {
  const scene: Scene = {
    plan: randomPlan(random, 'beside', random.int(1, 12)),
    faults: random.chance(0.5) ? { [random.pick(FAULTS)]: 0.3 } : {},
    seed: random.below(1e9),
  };
  const without = await told(scene, []);
  let latestMs = 0;
  for (const name of names) {
    const program = PROGRAMS[name] ?? [];
    const beside = await told(scene, program);
    const lateMs = await leastLateMs(scene, program, { without, beside });
    found.count('runs');
    found.count(name);
    for (const [at, { ended }] of without.entries()) {
      const other = beside[at] as Told;
      const what = `${where}, ${COMMANDS[at]} beside one that is ${name}`;
      found.count('events', ended.stdout.split('\n').length - 1);
      found.hold(other.ended.code === ended.code, what, `exit ${other.ended.code}, and ${ended.code} without it`);
      found.hold(content(other.ended) === content(ended), what, firstDifference(content(ended), content(other.ended)));
      const ms = lateMs[at] as number;
      found.hold(ms < MOST_LATER_MS, what, `${Math.round(ms)} ms later, ${MOST_TRIES} times`);
      latestMs = Math.max(latestMs, ms);
    }
  }
  return latestMs;
}

/**
 * How much later each command ended. What else a machine does may hold one up by as much, but not each time: a scene with a late one is
 * run again, with and without the program, and the least counts.
 */
async function leastLateMs(
  scene: Scene,
  program: readonly string[],
  first: Readonly<Record<'without' | 'beside', readonly Told[]>>,
): Promise<readonly number[]> {
  const late = ({ without, beside }: typeof first): number[] =>
    without.map(({ tookMs }, at) => (beside[at] as Told).tookMs - tookMs);
  let least = late(first);
  for (let tries = 1; tries < MOST_TRIES && least.some((ms) => ms >= MOST_LATER_MS); tries++) {
    const again = late({ without: await told(scene, []), beside: await told(scene, program) });
    least = least.map((ms, at) => Math.min(ms, again[at] as number));
  }
  return least;
}

interface Scene {
  readonly plan: string;
  readonly faults: Partial<Record<FaultName, number>>;
  readonly seed: number;
}

interface Told {
  readonly ended: Ended;
  readonly tookMs: number;
}

/** What the commands tell, one after the other, on an exchange of their own. */
async function told({ plan, faults, seed }: Scene, program: readonly string[]): Promise<readonly Told[]> {
  const paper = await startPaperExchange({ ...WIDE, faults, seed });
  const at = place(paper.origin);
  try {
    const notify = program.length === 0 ? '' : `notify: ${JSON.stringify(program)}\n`;
    const wide = wideConfig({ inFlight: 1, maxOrdersPerCall: 3, onUnknown: 'continue' });
    // No fault here is silent: where an answer is late, the machine is, and that is told.
    const config = wide.replace('timeout: 2s', 'timeout: 30s');
    at.write('ordo.config.yaml', config.replace('execution: { ', 'execution: { cancelWait: 500ms, ') + notify);
    at.write('plan.yaml', plan);
    const all: Told[] = [];
    for (const command of COMMANDS) {
      const startedMs = performance.now();
      const ended = await ordo([command, 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
      all.push({ ended, tookMs: performance.now() - startedMs });
    }
    return all;
  } finally {
    await paper.close();
    at.remove();
  }
}

/** But for times, for numbers that an exchange and a journal give anew, and for where the folder is. */
const content = ({ stdout }: Ended): string =>
  stdout
    .replaceAll(/"(elapsedMs|latencyMs|forecastMs|atMs)":[0-9.]+/g, '"$1":0')
    .replaceAll(/"(orderId|journalHead|at)":"[^"]*"/g, '"$1":""');

function firstDifference(one: string, other: string): string {
  const [before, after] = [one.split('\n'), other.split('\n')];
  const at = before.findIndex((line, index) => line !== after[index]);
  return `line ${at + 1} is ${(after[at] ?? 'missing').slice(0, 300)}, and ${(before[at] ?? 'missing').slice(0, 300)} without it`;
}

if (import.meta.main) await prove({ runs: 300 }, notices);
