import { LONGEST_TIMER_MS } from '../../model/timer.ts';

/** A time limit over a whole answer. */
export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** What it means that the time is over, for a person. */
  readonly words: () => string;
  readonly clear: () => void;
}

/** A loaded machine fires a timer late by less than this. */
const STOOD_STILL_MS = 2000;
/** The most that is read of an answer, 1 MiB, takes about twenty. */
const MOST_TURNS = 100;

/**
 * `received` counts the bytes that were read from the request's connection, and is undefined until the request has left. After
 * a sleep of the machine the timer fires before the socket is read, in which the answer may lie. So the loop reads on for as
 * long as every turn brings bytes. A request that has not left gets no such turn: it could leave in it, after its time.
 *
 * Unlike the timer of `AbortSignal.timeout`, this one keeps the process alive until it fires or is cleared. A request can
 * wait without a socket, and then nothing else would keep the process alive.
 */
export function deadlineIn(ms: number, received: () => number | undefined = () => undefined): Deadline {
  const limitMs = Math.min(ms, LONGEST_TIMER_MS);
  const elapsedMs = stopwatch();
  const over = new AbortController();
  let turn: NodeJS.Immediate | undefined;
  let stoodStill = false;
  const readOn = (before: number | undefined, turnsLeft: number): void => {
    if (before === undefined || turnsLeft === 0) return over.abort();
    turn = setImmediate(() => {
      const now = received();
      if (now === before) over.abort();
      else readOn(now, turnsLeft - 1);
    });
  };
  const timer = setTimeout(() => {
    stoodStill = elapsedMs() > limitMs + STOOD_STILL_MS;
    readOn(received(), MOST_TURNS);
  }, limitMs);
  return {
    signal: over.signal,
    words: () => `no whole answer within ${ms} ms${stoodStill ? ', and this machine did not run for a while' : ''}`,
    clear: () => {
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
}

/** By both clocks: the wall clock runs on while a machine sleeps, and the monotonic one may not. */
function stopwatch(): () => number {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
}
