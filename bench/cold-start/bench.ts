/** How long a person waits for a command: whole processes, and the first frame of the screen in a terminal. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ratios, type Figure, type Target } from '../support/figures.ts';
import { planText } from '../support/plan-text.ts';
import { bareEnvironment, timeOf, type Command } from '../support/processes.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

const ROUNDS = 15;
const BASE = 'node -e 0';
const AJV = fileURLToPath(new URL('../node_modules/ajv-cli/dist/index.js', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../schemas/plan.schema.json', import.meta.url));

const VALIDATE = 'ordo validate, 20 orders';
const DRY_RUN = 'ordo run, dry, 20 orders';
const FIRST_FRAME = 'first frame of run --execute';
const AJV_CLI = 'ajv-cli';

const TARGETS: Readonly<Record<string, Target>> = {
  'ordo --version': { of: 'ratio', most: 2.5 },
  [VALIDATE]: { of: 'ratio', most: 2.5 },
  [DRY_RUN]: { of: 'ratio', most: 2.5 },
  [FIRST_FRAME]: { of: 'ratio', most: 7 },
};

type Case = () => number | Promise<number>;

export async function measure(): Promise<readonly Figure[]> {
  const place = workplace();
  const cli = copyOfCommand(place);
  writeFileSync(`${place.folder}/plan.yaml`, planText(20));
  const node = (...args: string[]): Command => ({ file: process.execPath, args, folder: place.folder });
  const terminal = (...args: string[]): Command => ({
    file: 'script',
    args: ['--quiet', '--flush', '--return', '--command', `exec ${[process.execPath, ...args].join(' ')}`, '/dev/null'],
    folder: place.folder,
  });
  const cases: Record<string, Case> = {
    [BASE]: () => timeOf(node('-e', '0')),
    'ordo --version': () => timeOf(node(cli, '--version')),
    [VALIDATE]: () => timeOf(node(cli, 'validate', 'plan.yaml')),
    [DRY_RUN]: () => timeOf(node(cli, 'run', 'plan.yaml')),
    [AJV_CLI]: () =>
      timeOf(
        node(
          AJV,
          'validate',
          '--spec=draft2020',
          // The schema has words for editors, which strict mode does not know.
          '--strict=false',
          '--allow-union-types',
          '-s',
          SCHEMA,
          '-d',
          'plan.yaml',
        ),
      ),
    [`${BASE} in a terminal`]: () => timeInTerminal(terminal('-e', '0')),
    [FIRST_FRAME]: () => timeInTerminal(terminal(cli, 'run', 'plan.yaml', '--execute'), /elapsed/),
  };
  if (!existsSync(AJV)) throw new Error('the rivals are missing: run `npm ci --prefix bench` first');
  try {
    return figuresOf(await interleaved(cases));
  } finally {
    place.remove();
  }
}

/** Every case once per round, in turn; the first round only warms the disk's cache. */
async function interleaved(cases: Readonly<Record<string, Case>>): Promise<Map<string, number[]>> {
  const samples = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const ms = await run();
      if (round > 0) samples.get(name)?.push(ms);
    }
  }
  return samples;
}

function figuresOf(samples: ReadonlyMap<string, readonly number[]>): Figure[] {
  const against = (what: string, rival: string, target: Target | undefined): Pick<Figure, 'ratio' | 'target'> => ({
    ratio: { to: rival, samples: ratios(samples.get(what) ?? [], samples.get(rival) ?? []) },
    ...(target !== undefined && { target }),
  });
  const figures: Figure[] = [];
  for (const [what, own] of samples) {
    const base = what === FIRST_FRAME ? `${BASE} in a terminal` : BASE;
    figures.push({ what, unit: 'ms', samples: own, ...(what !== base && against(what, base, TARGETS[what])) });
  }
  return [
    ...figures,
    {
      what: `${VALIDATE}, beside ajv-cli`,
      unit: 'ms',
      samples: samples.get(VALIDATE) ?? [],
      ...against(VALIDATE, AJV_CLI, { of: 'ratio', most: 0.3 }),
    },
  ];
}

/** Milliseconds until the output of a process in a pseudo terminal matches, or without a pattern until its end. */
function timeInTerminal({ file, args, folder }: Command, pattern?: RegExp): Promise<number> {
  const startedMs = performance.now();
  let seenMs: number | undefined;
  let output = '';
  const child = spawn(file, args, { cwd: folder, env: bareEnvironment(folder), stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (seenMs === undefined && pattern?.test(output) === true) seenMs = performance.now() - startedMs;
  });
  const tooLong = setTimeout(() => child.kill(), 20_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(tooLong);
      const ms = pattern === undefined ? performance.now() - startedMs : seenMs;
      if (code === 0 && ms !== undefined) resolve(ms);
      else reject(new Error(`in a terminal: exit ${code}, last shown: ${output.slice(-500)}`));
    });
  });
}
