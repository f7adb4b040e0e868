/** The command in this process: the same files, journal and sockets as its own process has, without the cost of starting one. */
import { main } from '../../src/commands/main.ts';
import { Notices } from '../../src/system/notice-program.ts';
import type { World } from '../../src/commands/world.ts';
import { exchangesWith, FILES, journalsOf } from '../../src/environment.ts';
import { ok } from '../../src/model/result.ts';
import { realClock } from '../../src/system/clock.ts';
import { gitWith } from '../../src/system/git.ts';
import { edgeOf } from '../../src/system/terminal.ts';
import { ordo, type Ended, type Place } from '../../proofs/support/ordo.ts';

export interface Surroundings {
  /** The width of the output. */
  readonly width?: number;
  /** What the person at the terminal answers to the question; without one there is no terminal. */
  readonly answer?: (question: string, signal?: AbortSignal) => string | Promise<string>;
  /** What comes in by stdin, for what reads it in parts. */
  readonly input?: Uint8Array;
  readonly clock?: World['clock'];
  /** Hears what is written to stdout, as it is. */
  readonly onOutput?: (text: string) => void;
  /** Who wants to end the command gives its interruption here. */
  readonly onInterruption?: World['process']['onInterruption'];
}

/** Runs a command to its end. What only a process has (signals, a screen, an output that breaks) it does not have. */
export async function here(
  args: readonly string[],
  at: Place,
  { width = 80, answer, input, clock = realClock, onOutput, onInterruption = () => () => {} }: Surroundings = {},
): Promise<Ended> {
  // Another user's command is a process of its own.
  if (at.uid !== undefined) return ordo(args, at);
  const told = { stdout: '', stderr: '' };
  const edge = edgeOf(at.env);
  const output = (name: keyof typeof told): World['terminal']['stdout'] => ({
    isTerminal: false,
    color: false,
    width,
    write: (text, how) => {
      told[name] += how === 'exact' ? text : edge(text);
      if (name === 'stdout') onOutput?.(text);
    },
  });
  const self = { pid: process.pid, user: 'tester', host: 'here', since: new Date().toISOString() };
  // Keys are taken out of the variables once they are read.
  const variables = { ...at.env };
  const world: World = {
    variables,
    files: {
      folder: at.folder,
      ...FILES,
      git: gitWith(variables),
      watch: never,
    },
    home: at.env['HOME'],
    process: {
      nodeOptions: [],
      nodeVersion: process.versions.node,
      debuggerUrl: () => undefined,
      self,
      onInterruption,
      onExit: () => () => {},
      noticeProgram: (command) => Promise.resolve(new Notices(command, variables)),
      endNow: never,
      startSimulationThread: never,
    },
    terminal: {
      stdout: output('stdout'),
      stderr: output('stderr'),
      flushOutput: () => Promise.resolve(undefined),
      readInput: never,
      readInputParts: (take) => (input === undefined ? never() : Promise.resolve(ok(void take(input)))),
      ask: async (question, signal) => answer?.(question, signal),
      mountScreen: never,
    },
    clock,
    journals: journalsOf(self),
    exchanges: exchangesWith(variables),
  };
  const code = await main(world, args, 'test');
  return { code, signal: null, ...told };
}

const never = (): never => {
  throw new Error('only a process of its own has this');
};
