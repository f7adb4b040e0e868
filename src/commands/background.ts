/** What a command has done in the background: notices, and simulations for a watch. */
import type { Result } from '../model/result.ts';
import type { Simulated } from '../model/simulated.ts';

/** What hands notices to a program. It never throws, and keeps nobody waiting but at the end. */
export interface NoticeProgram {
  /** One line. False: too many wait, and this one is dropped. */
  give(line: string): boolean;
  /** Waits until all is delivered, or so long; what runs then is killed. What went wrong first, in words for a person. */
  end(withinMs: number): Promise<string | undefined>;
}

export interface SimulationAsked {
  /** The words behind `ordo simulate`. */
  readonly words: readonly string[];
  readonly folder: string;
  /** Files as the watch has read them, by their absolute paths: they are simulated as they were shown. Others are read. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Plain data, as it comes from another thread; an error as a person reads it. */
export type SimulationAnswer = Result<{ readonly simulated: Simulated; readonly notes: readonly string[] }, string>;

/** Simulates in a thread of its own: nothing else of the process waits for it. */
export interface SimulationThread {
  /** Ends a question before it that is not answered yet, and that never is then. */
  ask(asked: SimulationAsked, answered: (answer: SimulationAnswer) => void): void;
  close(): Promise<void>;
}
