/**
 * A thread that simulates while a watch goes on: no key and no answer of the exchange waits for it. It has no variables but those that
 * say where compiled code is kept, and so no key of an account.
 */
import { Worker } from 'node:worker_threads';
import type { SimulationAnswer, SimulationAsked, SimulationThread } from '../commands/background.ts';
import { insideText, isInside, THREAD_START } from '../inside.ts';
import { err, errorWords } from '../model/result.ts';

/** Put in by the build, which has the thread's own file next to this one. */
declare const BUILD: string;
const THREAD = typeof BUILD === 'undefined' ? '../simulation-thread.ts' : './simulation.js';

/** `codeFolder` asks for them. */
const KEPT = ['HOME', 'XDG_CACHE_HOME', 'NODE_DISABLE_COMPILE_CACHE'];

export function startSimulationThread(variables: Readonly<Record<string, string | undefined>>): SimulationThread {
  const env = Object.fromEntries(
    KEPT.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
  );
  /** Whose answer is awaited. */
  let waiting: ((answer: SimulationAnswer) => void) | undefined;
  let isSpent = false;
  const answer = (given: SimulationAnswer): void => {
    const asker = waiting;
    waiting = undefined;
    asker?.(given);
  };
  const started = (): Worker => {
    isSpent = false;
    const one = startThread(env);
    const ofNow = (given: SimulationAnswer, isOver: boolean): void => {
      if (one !== thread) return;
      isSpent ||= isOver;
      answer(given);
    };
    one.on('message', (given: SimulationAnswer) => ofNow(given, false));
    one.on('error', (error) => ofNow(err(`the simulation has failed: ${errorWords(error)}`), true));
    one.on('exit', () => ofNow(err('the simulation ended too early'), true));
    return one;
  };
  let thread = started();
  return {
    ask: (asked: SimulationAsked, answered) => {
      if (waiting !== undefined || isSpent) {
        // It ends in the middle of what it computes.
        void thread.terminate();
        thread = started();
      }
      waiting = answered;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
      thread.postMessage(asked);
    },
    close: async () => {
      waiting = undefined;
      await thread.terminate();
    },
  };
}

function startThread(env: Readonly<Record<string, string>>): Worker {
  // What it writes would stand in the middle of the screen.
  const options = { env, stdout: true, stderr: true };
  const thread = isInside(import.meta.url)
    ? new Worker(insideText(THREAD_START), { ...options, eval: true })
    : new Worker(new URL(THREAD, import.meta.url), options);
  // A watch ends whatever it does.
  thread.unref();
  return thread;
}
