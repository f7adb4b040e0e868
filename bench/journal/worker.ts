/** `worker <folder> <blocks>`: commits of the journal, and plain appends of the same facts, in blocks by turns on one disk. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import type { Attempt, Intent } from '../../src/journal/records/request.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import { benchClaim } from '../support/journal.ts';
import { benchIntent } from './intent.ts';

/** Medians of the blocks, in µs a commit. */
export interface Commits {
  readonly intentUs: readonly number[];
  readonly intentAppendUs: readonly number[];
  readonly verdictsUs: readonly number[];
  readonly verdictsAppendUs: readonly number[];
  readonly cpuUs: readonly number[];
  readonly appendCpuUs: readonly number[];
}

/** Calls in a block: enough for a median, and few enough that the disk is in one mood. */
const BLOCK = 25;
const BATCH = 20;

const verdictsOf = (number: number): Verdict[] =>
  Array.from({ length: BATCH }, (_, entry) => ({
    outcome: 'accepted',
    orderId: String(596_471_064_624_628_269n + BigInt(number * BATCH + entry)),
    rule: 'entry-accepted',
  }));

const [folder = '', blocks = '0'] = process.argv.slice(2);
// Each write a commit of its own: nothing else runs in this process that it could share one with.
const claim = await benchClaim(`${folder}/journal.db`, 'http://127.0.0.1', (act) => act());
await claim.begin({ plan: 'bench', generation: 1, planFile: 'plan.yaml', digest: '' });
const log = openSync(`${folder}/append.log`, 'a');

/** The body once, and of each order what a reader would need to know it again: the least a plain log would hold. */
function append(line: unknown): void {
  writeSync(log, `${JSON.stringify(line)}\n`);
  fdatasyncSync(log);
}

async function timed(act: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await act();
  return (performance.now() - startedMs) * 1000;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/** Runs a pair of commits for each call of a block: the medians of both, and the CPU of one commit. */
async function block(
  from: number,
  pair: (intent: Intent, verdicts: Verdict[]) => Promise<[number, number]>,
): Promise<[number, number, number]> {
  const calls = Array.from({ length: BLOCK }, (_, index) => ({
    intent: benchIntent({ plan: 'bench', generation: 1 }, from + index, BATCH),
    verdicts: verdictsOf(from + index),
  }));
  const startedCpu = process.cpuUsage();
  const times: [number, number][] = [];
  for (const { intent, verdicts } of calls) times.push(await pair(intent, verdicts));
  const { user, system } = process.cpuUsage(startedCpu);
  return [
    middle(times.map(([first]) => first)),
    middle(times.map(([, second]) => second)),
    (user + system) / BLOCK / 2,
  ];
}

const commits: { [K in keyof Commits]: number[] } = {
  intentUs: [],
  intentAppendUs: [],
  verdictsUs: [],
  verdictsAppendUs: [],
  cpuUs: [],
  appendCpuUs: [],
};
/** The first blocks warm the code and grow the files. */
const WARM_UP_BLOCKS = 4;
for (let round = 0; round < Number(blocks) + WARM_UP_BLOCKS; round++) {
  const ours = await block(round * BLOCK + 1, async (intent, verdicts) => {
    let attempt: Attempt | undefined;
    const intentUs = await timed(async () => {
      attempt = (await claim.intend([intent])).attempts[0];
    });
    return [
      intentUs,
      await timed(() => claim.conclude(attempt as Attempt, { how: 'answered', verdicts, latencyMs: 41.5 })),
    ];
  });
  const plain = await block(round * BLOCK + 1, async (intent, verdicts) => {
    const { path, body } = intent.call;
    const intentUs = await timed(() => append({ path, body, orders: intent.orders }));
    return [intentUs, await timed(() => append({ attempt: intent.call.number, verdicts }))];
  });
  if (round < WARM_UP_BLOCKS) continue;
  commits.intentUs.push(ours[0]);
  commits.verdictsUs.push(ours[1]);
  commits.cpuUs.push(ours[2]);
  commits.intentAppendUs.push(plain[0]);
  commits.verdictsAppendUs.push(plain[1]);
  commits.appendCpuUs.push(plain[2]);
}
await claim.release();
closeSync(log);
console.log(JSON.stringify(commits satisfies Commits));
