/**
 * Three canary secrets as keys, through everything that can happen to a run; then every byte that it left anywhere (stdout,
 * stderr, its whole folder, its folder for temporary files) is searched for them in every usual spelling.
 *
 * `--runs N` repeats all of it with other canaries.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bids, CLI, place, type Ended, type Place } from '../support/ordo.ts';
import { hitsIn, newCanaries, spellings, type Canaries } from './canaries.ts';
import { SCENES as OF_RUNS, type Run, type Scene } from './canary-scenes.ts';
import { JOURNAL_SCENES } from './journal-scenes.ts';
import { inTurns, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { checkText, windowsText } from '../spoken.ts';
import { randomOf } from '../random.ts';

export const SCENES = [...OF_RUNS, ...JOURNAL_SCENES];
const COUNTED = ['scenes', 'bytes searched', 'hits', 'planted secrets found'];

interface CanaryOptions extends ProofOptions {
  /**
   * Runs the command in this process, at a tenth of the cost; where it is given, only what needs one and each sixteenth scene,
   * by the seed, gets a process of its own.
   */
  readonly here?: (args: readonly string[], at: Place) => Promise<Ended>;
}

const EACH = 16;

export const canary = proofOf('canary', COUNTED, async ({ runs, seed, here }: CanaryOptions, found) => {
  for (let run = 0; run < runs; run++) {
    const canaries = newCanaries(randomOf(seed, run));
    const searched = Object.values(canaries).flatMap(spellings);
    plant(canaries, searched, found);
    await inTurns(SCENES.length, 2, (index) => {
      const isApart = here === undefined || index % EACH === seed % EACH;
      return play(SCENES[index] as Scene, { canaries, searched, here: isApart ? undefined : here }, found);
    });
  }
});

/** The positive control: each secret, planted in each spelling among other bytes, is found. */
function plant(canaries: Canaries, searched: readonly string[], found: Findings): void {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-canary-'));
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep', 'log'), `key=${canaries.key}`);
  const inFiles = filesIn(folder).flatMap(({ bytes }) => hitsIn(bytes, searched));
  rmSync(folder, { recursive: true });
  found.hold(inFiles.length > 0, 'control', 'a key planted in a file was not found');
  for (const spelling of Object.values(canaries).flatMap(spellings)) {
    const planted = Buffer.concat([Buffer.alloc(7, 0xff), Buffer.from(spelling), Buffer.from('…')]);
    found.hold(hitsIn(planted, searched).length > 0, 'control', `a planted ${spelling} was not found`);
    found.count('planted secrets found');
  }
}

const configText = ({ asksLists, asksAccount }: Scene): string =>
  `version: 1\nexchange: { ${windowsText({ ip: '500/1s', account: '500/1s' })}, timeout: 1s, queries: ${String(asksLists === true)} }\nexecution: { rateRefusals: 1${asksAccount === true ? '' : checkText} }\n`;

interface Playing {
  readonly canaries: Canaries;
  readonly searched: readonly string[];
  readonly here: CanaryOptions['here'];
}

async function play(scene: Scene, { canaries, searched, here }: Playing, found: Findings): Promise<void> {
  const at = place('http://127.0.0.1:9');
  const said: Buffer[] = [];
  const env = {
    ...at.env,
    TMPDIR: at.folder,
    ORDO_API_KEY: canaries.key,
    ORDO_API_SECRET: canaries.secret,
    ORDO_API_PASSPHRASE: canaries.passphrase,
  };
  const plan = at.write('plan.yaml', bids('canary', 3));
  // A first run that asks the lists in vain sends no order.
  at.write('ordo.config.yaml', configText(scene));
  const run: Run = async (there, args = [], more = {}) => {
    const from = { folder: there.folder, env: { ...there.env, ...more } };
    const isApart = here === undefined || scene.isProcess === true || isDeath(args);
    said.push(isApart ? await output(args, plan, from) : textOf(await here(wordsOf(args, plan), from)));
  };
  try {
    const fail = (words: string): void => found.hold(false, scene.name, words);
    await scene.play({ at: { folder: at.folder, env }, run, canaries, fail });
    const files = filesIn(at.folder);
    const left = [...said, ...files.flatMap(({ name, bytes }) => [Buffer.from(name), bytes])];
    const { leaves } = scene;
    found.hold(leaves === undefined || files.some(({ name }) => leaves.test(name)), scene.name, 'left no report');
    for (const bytes of left) {
      for (const hit of hitsIn(bytes, searched)) found.hold(false, scene.name, `"${hit}" is in what it left`);
      found.count('hits', hitsIn(bytes, searched).length);
      found.count('bytes searched', bytes.length);
    }
    found.hold(
      said.some((bytes) => bytes.length > 0),
      scene.name,
      'nothing was said at all',
    );
    found.count('scenes');
  } finally {
    at.remove();
  }
}

interface Death {
  /** Of Node. */
  readonly flags: readonly string[];
  readonly args: (plan: string) => readonly string[];
  /** What the command writes when the signal is due. */
  readonly cue: string;
  readonly signal: NodeJS.Signals;
}

const sending = (plan: string): readonly string[] => [
  'run',
  plan,
  '--execute',
  '--live',
  '--yes',
  '--output',
  'ndjson',
];
const watching = (plan: string): readonly string[] => ['run', plan, '--watch', '--output', 'ndjson'];

/** How Node is started so that it dies, and what kills it. Under the options for reports only a dry run goes on. */
const DEATHS: Readonly<Record<string, Death>> = {
  abort: { flags: [], args: sending, cue: '"call-sent"', signal: 'SIGABRT' },
  refused: { flags: ['--report-on-signal'], args: sending, cue: '"call-sent"', signal: 'SIGUSR2' },
  fatal: { flags: ['--report-on-fatalerror'], args: watching, cue: '"run-finished"', signal: 'SIGABRT' },
  signal: { flags: ['--report-on-signal'], args: watching, cue: '"run-finished"', signal: 'SIGUSR2' },
};

const hasReport = (folder: string): boolean => readdirSync(folder).some((name) => name.startsWith('report.'));

const isDeath = ([first]: readonly string[]): boolean => first !== undefined && first in DEATHS;

const wordsOf = ([first, ...rest]: readonly string[], plan: string): readonly string[] =>
  first === undefined ? sending(plan) : [first, plan, ...rest];

const textOf = ({ stdout, stderr }: Ended): Buffer => Buffer.from(stdout + stderr);

/** Everything that the command writes to stdout and stderr. */
async function output(words: readonly string[], plan: string, { folder, env }: Place): Promise<Buffer> {
  const death = DEATHS[words[0] ?? ''];
  const args = death?.args(plan) ?? wordsOf(words, plan);
  const child = spawn(
    'bash',
    ['-c', 'ulimit -c 0; exec "$@"', 'bash', process.execPath, ...(death?.flags ?? []), CLI, ...args],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const chunks: Buffer[] = [];
  const endAfterReport = async (): Promise<void> => {
    while (child.exitCode === null && !hasReport(folder)) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGTERM');
  };
  const heard = (chunk: Buffer): void => {
    chunks.push(chunk);
    if (death === undefined || !chunk.includes(death.cue)) return;
    child.kill(death.signal);
    if (death.signal === 'SIGUSR2') void endAfterReport();
  };
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  return Buffer.concat(chunks);
}

function filesIn(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      name: join(relative(folder, parentPath), name),
      bytes: readFileSync(join(parentPath, name)),
    }));
}

if (import.meta.main) await prove({ runs: 3 }, canary);
