/** The `World` of one life: the clock, the files and the output of the simulation, each call counted. */
import type { Output, World } from '../../src/commands/world.ts';
import { err, ok, type Result } from '../../src/model/result.ts';
import type { Life, MeetsBeside } from './life.ts';
import { connectTo, contractsOf } from './sim-connection.ts';
import { ledgerOf, SELF, spoolOf } from './sim-ledger.ts';
import type { Witness } from './witness.ts';

const no = (): never => {
  throw new Error('no simulation asks for this');
};

export function worldOf(life: Life, witness: Witness, meets: MeetsBeside = {}): World {
  const { files } = life.around;
  return {
    variables: {},
    files: {
      folder: '/sim',
      read: (path) =>
        life.now(
          'file',
          () => read(files, path),
          () => err('gone'),
        ),
      userId: undefined,
      entryAt: (path) => (files.has(path) ? { kind: 'file', realPath: path } : { kind: 'nothing' }),
      git: () => err('there is no git'),
      readParts: no,
      namesIn: no,
      isMounted: no,
      // No plan is edited here.
      stampOf: () => '',
      replace: no,
      make: no,
      watch: no,
    },
    home: '/home/sim',
    process: {
      nodeOptions: [],
      nodeVersion: '26.0.0',
      debuggerUrl: () => undefined,
      self: SELF,
      onInterruption: (listener) => life.listen(listener),
      onExit: () => () => {},
      noticeProgram: no,
      endNow: () => life.die(false),
      startSimulationThread: no,
    },
    terminal: {
      ...outputsOf(life, witness),
      ask: () => Promise.resolve(undefined),
      flushOutput: () => Promise.resolve(undefined),
      readInput: no,
      readInputParts: no,
      mountScreen: no,
    },
    clock: clockOf(life),
    journals: {
      open: () => life.later('journal', () => ledgerOf(life, meets)),
      trial: no,
      facts: () => Promise.resolve(undefined),
      acceptRestored: () => Promise.resolve(),
      openSpool: () => Promise.resolve(spoolOf(life, witness, meets.asideFails === true)),
      copy: no,
    },
    exchanges: {
      connect: ({ origin }) => Promise.resolve(ok(connectTo(life, witness, origin))),
      fetchPublic: () => life.later('exchange', () => contractsOf(life)),
      startPaper: no,
      servePaper: no,
    },
  };
}

/** Only stdout is a port: nobody acts on what stands in stderr. */
function outputsOf(life: Life, witness: Witness): { stdout: Output; stderr: Output } {
  const stderr: Output = {
    isTerminal: false,
    color: false,
    width: 80,
    write: (text) => life.around.log(() => `  stderr: ${text.trim()}`),
  };
  const write = (text: string): void =>
    life.now(
      'output',
      () => witness.wrote(text),
      () => undefined,
    );
  return { stdout: { ...stderr, write }, stderr };
}

function clockOf(life: Life): World['clock'] {
  const { clock } = life.around;
  const counted = (act: () => number): number => life.now('clock', act, act);
  return {
    monotonicMs: () => counted(() => clock.monotonicMs()),
    wallMs: () => counted(() => clock.wallMs()),
    sleep: (ms, signal) => life.later('clock', () => clock.sleep(ms, signal)),
  };
}

function read(files: ReadonlyMap<string, Uint8Array>, path: string): Result<Uint8Array, string> {
  const bytes = files.get(path);
  return bytes === undefined ? err('there is no such file') : ok(bytes);
}
