/**
 * `node proofs/simulation/sim.ts --seeds N [--from S] [--jobs J] [--seed S] [--verbose] [--brief] [--all] [--first A,B]`: simulated
 * runs of the whole program, one seed each, those of `--first` before all others. At the first violation it prints the story of the seed (not
 * with `--brief`), the seed and the invariant, and ends with 1; with `--all` it goes on to the last seed. `--seed` replays one, `--verbose` with its story; `--jobs` shares the seeds among J processes;
 * `--away MS` puts the journal on a server, so many milliseconds away; `--interface v3` speaks version 3; `--stops` has plans with stops,
 * and holds what looks say of them against the truth; `--halts` has halts of a second process, closes and flattens; `--follow` has plans
 * that are followed, with `--hands` in half of the seeds beside somebody who closes some of what is held, with `--rough` among refusals,
 * limits, gaps and cancels by hand, with `--edits` while its text is edited between lives, with
 * `--journals` while its journal gets lost or is an old one, with `--narrow` in narrow windows.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { INTERFACE, named } from '../spoken.ts';
import { Findings, keepFigures, type Proof } from '../proof.ts';
import type { Options, Verdict } from './verdict.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    seed: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    first: { type: 'string', default: '' },
    away: { type: 'string', default: '0' },
    interface: { type: 'string', default: 'v2' },
    stops: { type: 'boolean', default: false },
    halts: { type: 'boolean', default: false },
    follow: { type: 'boolean', default: false },
    hands: { type: 'boolean', default: false },
    rough: { type: 'boolean', default: false },
    edits: { type: 'boolean', default: false },
    journals: { type: 'boolean', default: false },
    narrow: { type: 'boolean', default: false },
    figures: { type: 'string' },
  },
});
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const journalAwayMs = Number(values.away);
const jobs = Math.min(Number(values.jobs), count);
if (![from, count, jobs].every((one) => Number.isInteger(one) && one >= 1)) {
  throw new Error('seeds, from, jobs and seed are whole numbers from 1');
}

const settings = {
  journalAwayMs,
  interface: INTERFACE,
  hasStops: values.stops,
  hasHands: values.hands,
  isRough: values.rough,
  hasEdits: values.edits,
  hasJournals: values.journals,
  isNarrow: values.narrow,
};
const proofName = named(
  values.narrow
    ? 'sim-narrow'
    : values.journals
      ? 'sim-journals'
      : values.edits
        ? 'sim-edits'
        : values.hands
          ? 'sim-hands'
          : values.rough
            ? 'sim-rough'
            : values.follow
              ? 'sim-follow'
              : values.halts
                ? 'sim-halts'
                : journalAwayMs === 0
                  ? 'sim'
                  : 'sim-away',
);

/** Only the modules of this kind are loaded: they take longer than several seeds. */
async function kindOf(): Promise<(seed: number, how?: Options) => Promise<Verdict>> {
  if (values.follow) return (await import('./follow/simulate-follow.ts')).simulateFollow;
  if (values.halts) return (await import('./halts/simulate-halts.ts')).simulateHalts;
  return (await import('./simulate.ts')).simulate;
}

const simulateSeed = await kindOf();

/** What makes a seed the run that it is, as it is typed. */
const KIND = [
  ...(journalAwayMs === 0 ? [] : [` --away ${journalAwayMs}`]),
  ...(INTERFACE === 'v2' ? [] : [` --interface ${INTERFACE}`]),
  ...(values.stops ? [' --stops'] : []),
  ...(values.halts ? [' --halts'] : []),
  ...(values.follow ? [' --follow'] : []),
  ...(values.hands ? [' --hands'] : []),
  ...(values.rough ? [' --rough'] : []),
  ...(values.edits ? [' --edits'] : []),
  ...(values.journals ? [' --journals'] : []),
  ...(values.narrow ? [' --narrow'] : []),
].join('');

/** What a verdict counts. */
const COUNTED = [
  'lives',
  'deaths',
  'orders',
  'cancels',
  'looks',
  'closes',
  'halts',
  'byHand',
  'edits',
  'refusedEdits',
  'journals',
  'takenIn',
] as const;

/** Whether the story of the first seed that breaks something is told. */
const ARE_TOLD = !values.verbose && !values.brief && !values.all;

const tell = (line: string): void => console.log(line);

/** What seeds of this kind count besides. */
function ofKind({
  closes,
  halts,
  looks,
  byHand,
  edits,
  refusedEdits,
  journals,
  takenIn,
}: Readonly<Record<(typeof COUNTED)[number], number>>): string {
  if (values.halts) return `${closes} closes, ${halts} halts and lifts, ${looks} said flat, `;
  if (values.journals) return `${journals} journals lost or old, ${takenIn} orders taken in, `;
  if (values.edits) return `${edits} edits taken up, ${refusedEdits} refused, `;
  if (values.hands) return `${byHand} closes by hand, `;
  if (values.rough) return `${byHand} gaps and cancels by hand, `;
  return values.stops ? `${looks} looks judged, ` : '';
}

/** The figures of so many runs that broke nothing. */
const countedOf = (
  runs: number,
  total: Readonly<Record<(typeof COUNTED)[number], number>>,
): Readonly<Record<string, number>> => ({
  runs,
  lives: total.lives,
  killed: total.deaths,
  'orders taken': total.orders,
  cancels: total.cancels,
  ...(values.hands && { 'closes by hand': total.byHand }),
  ...(values.journals && { 'journals lost or old': total.journals, 'orders taken in': total.takenIn }),
  ...(values.edits && { 'edits taken up': total.edits, 'edits refused': total.refusedEdits }),
  ...(values.rough && { 'gaps and cancels by hand': total.byHand }),
  ...(values.halts && { closes: total.closes, 'halts and lifts': total.halts, 'said flat': total.looks }),
});

/** Whether none of the seeds breaks anything. */
async function simulateAll(): Promise<boolean> {
  const found = new Findings();
  const startedMs = performance.now();
  const total = {
    lives: 0,
    deaths: 0,
    orders: 0,
    cancels: 0,
    looks: 0,
    closes: 0,
    halts: 0,
    byHand: 0,
    edits: 0,
    refusedEdits: 0,
    journals: 0,
    takenIn: 0,
  };
  const figures = (runs: number): string => {
    const perSecond = (runs * 1000) / (performance.now() - startedMs);
    return `${runs} runs, ${total.lives} lives, ${total.deaths} killed, ${total.orders} orders taken, ${total.cancels} cancels, ${ofKind(total)}${perSecond.toFixed(0)} runs a second`;
  };
  const first = values.first.split(',').filter(Boolean).map(Number);
  let violations = 0;
  const seeds = [...first, ...Array.from({ length: count }, (_, index) => from + index)];
  for (const [index, seed] of seeds.entries()) {
    const verdict = await simulateSeed(seed, {
      log: values.verbose ? tell : undefined,
      ...settings,
    });
    const { violation } = verdict;
    for (const what of COUNTED) total[what] += verdict[what] ?? 0;
    if (violation !== undefined) {
      if (ARE_TOLD) await simulateSeed(seed, { log: tell, ...settings });
      tell(`\nseed ${seed} breaks "${violation.invariant}": ${violation.detail}`);
      tell(`replay: npm run sim -- --seed ${seed}${KIND} --verbose`);
      violations += 1;
      if (!values.all) return false;
    }
    const runs = index - first.length + 1;
    if (runs > 0 && runs % 1000 === 0 && runs < count) tell(`to seed ${seed}: ${figures(runs)}`);
  }
  tell(`seeds ${from} to ${from + count - 1}: ${figures(count)}, ${violations} violations`);
  if (violations > 0) return false;
  for (const [name, amount] of Object.entries(countedOf(count, total))) found.note(name, amount);
  keepFigures(values.figures, found.proof(proofName, from));
  return true;
}

/** The same in several processes, each with seeds of its own; their figures are added up. */
async function shareOut(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-sim-'));
  const found = new Findings();
  try {
    const starts = Array.from({ length: jobs + 1 }, (_, job) => from + Math.floor((count * job) / jobs));
    const endings = await Promise.all(
      starts.slice(0, -1).map(async (start, job) => {
        const figures = join(folder, `${job}.json`);
        const range = ['--from', String(start), '--seeds', String((starts[job + 1] as number) - start)];
        // The kept seeds are one job's.
        const first = job === 0 ? ['--first', values.first] : [];
        const args = [
          import.meta.filename,
          ...range,
          ...first,
          '--away',
          values.away,
          '--interface',
          INTERFACE,
          '--figures',
          figures,
        ];
        if (values.brief) args.push('--brief');
        if (values.all) args.push('--all');
        if (values.stops) args.push('--stops');
        if (values.halts) args.push('--halts');
        if (values.follow) args.push('--follow');
        if (values.hands) args.push('--hands');
        if (values.rough) args.push('--rough');
        if (values.edits) args.push('--edits');
        if (values.journals) args.push('--journals');
        if (values.narrow) args.push('--narrow');
        const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null];
        if (code !== 0) return false;
        const proof = JSON.parse(readFileSync(figures, 'utf8')) as Proof;
        for (const [name, amount] of Object.entries(proof.figures)) found.count(name, Number(amount));
        return true;
      }),
    );
    if (!endings.every(Boolean)) return false;
    keepFigures(values.figures, found.proof(proofName, from));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!(await (jobs > 1 ? shareOut() : simulateAll()))) process.exitCode = 1;
