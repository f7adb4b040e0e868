/** How long a person waits for a command: whole processes, and the first frame of the screen in a terminal. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ajvCli } from '../support/ajv-cli.ts';
import type { Figure } from '../support/figures.ts';
import { planText } from '../support/plan-text.ts';
import { bareEnvironment, costIn, costOf, TIMED, type Command, type Cost } from '../support/processes.ts';
import { interleaved, type Rounds } from '../support/rounds.ts';
import { BASE, startRounds } from '../support/starts.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

const VERSION = 'ordo --version';
const VALIDATE = 'ordo validate, 20 orders';
const DRY_RUN = 'ordo run, dry, 20 orders';
const AJV_CLI = 'ajv-cli';
const BASE_IN_TERMINAL = 'node -e 0 in a terminal';
const FIRST_FRAME = 'first frame of run --execute';

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const cli = copyOfCommand(place);
    writeFileSync(`${place.folder}/plan.yaml`, planText(20));
    const timed = (...args: string[]): Cost => costOf({ file: process.execPath, args, folder: place.folder });
    const terminal = (...args: string[]): Command => ({
      file: 'script',
      args: [
        '--quiet',
        '--flush',
        '--return',
        '--command',
        `exec ${[process.execPath, ...args].join(' ')}`,
        '/dev/null',
      ],
      folder: place.folder,
    });
    const cases = {
      [BASE]: () => timed('-e', '0'),
      [VERSION]: () => timed(cli, '--version'),
      [VALIDATE]: () => timed(cli, 'validate', 'plan.yaml'),
      [DRY_RUN]: () => timed(cli, 'run', 'plan.yaml'),
      [AJV_CLI]: () => timed(...ajvCli('plan.yaml')),
      [BASE_IN_TERMINAL]: () => costInTerminal(terminal('-e', '0')),
      [FIRST_FRAME]: () => costInTerminal(terminal(cli, 'run', 'plan.yaml', '--execute'), /elapsed/),
    };
    return figuresOf(await interleaved(cases, startRounds(isQuick)));
  } finally {
    place.remove();
  }
}

const figuresOf = (rounds: Rounds): Figure[] => [
  rounds.plain(BASE),
  rounds.against(VERSION, BASE),
  rounds.against(VALIDATE, BASE, 2),
  rounds.against(DRY_RUN, BASE, 2.8),
  rounds.plain(AJV_CLI),
  rounds.against(VALIDATE, AJV_CLI, 0.25, `${VALIDATE}, beside ajv-cli`),
  rounds.plain(BASE_IN_TERMINAL),
  rounds.against(FIRST_FRAME, BASE_IN_TERMINAL, 6.3),
];

/**
 * A process in a pseudo terminal: milliseconds until its output matches, or without a pattern until its end, and the CPU
 * of all of it.
 */
function costInTerminal({ file, args, folder }: Command, pattern?: RegExp): Promise<Cost> {
  const [shell, ...before] = TIMED;
  const startedMs = performance.now();
  let seenMs: number | undefined;
  let output = '';
  let told = '';
  const child = spawn(shell, [...before, file, ...args], { cwd: folder, env: bareEnvironment(folder) });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (seenMs === undefined && pattern?.test(output) === true) seenMs = performance.now() - startedMs;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const tooLong = setTimeout(() => child.kill(), 20_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(tooLong);
      const ms = pattern === undefined ? performance.now() - startedMs : seenMs;
      if (code === 0 && ms !== undefined) resolve({ ms, cpuMs: costIn(told).cpuMs });
      else reject(new Error(`in a terminal: exit ${code}, last shown: ${output.slice(-500)}`));
    });
  });
}
