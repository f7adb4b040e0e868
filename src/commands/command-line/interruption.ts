/** What ends a command from outside: a signal, or an output that takes nothing more. */
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { tellRefusal } from './refusal.ts';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** stdout cannot be written any more. */
export interface OutputLoss {
  /** Why, in words for a person. */
  readonly why: string;
  /** Its reader went away, as `head` does once it has enough. */
  readonly isUnread: boolean;
}

export type Interruption = Signal | OutputLoss;

export function exitCodeOf(interruption: Interruption): ExitCode {
  if (typeof interruption !== 'string') return EXIT.usage;
  return interruption === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
}

const told = new WeakSet<OutputLoss>();

/** On stderr, once. */
export function tellLoss(stderr: { write(text: string): unknown }, loss: OutputLoss, hint?: string): void {
  if (told.has(loss)) return;
  told.add(loss);
  tellRefusal(stderr, {
    exitCode: EXIT.usage,
    message: `the output cannot be written: ${loss.why}`,
    ...defined({ hint }),
  });
}

/** What an interruption reaches a command by. */
interface Interruptible {
  onInterruption(listener: (interruption: Interruption) => void): () => void;
  readonly stderr: { write(text: string): unknown };
}

/** What interrupted a command so far. */
export interface Interruptions {
  /** Takes an interruption that came by another way, such as a key. */
  interrupt(interruption: Interruption): void;
  /** The first of them; undefined where none came. */
  first(): Interruption | undefined;
  /** That of the first; undefined where none came. */
  exitCode(): ExitCode | undefined;
  /** Hears no more; to be called when the command ends. */
  release(): void;
}

/** Calls `stop` at every interruption. An output that is lost is told on stderr, with `lossHint`. */
export function hearInterruptions(
  source: Interruptible,
  stop: (interruption: Interruption) => void,
  lossHint?: string,
): Interruptions {
  let first: Interruption | undefined;
  const interrupt = (interruption: Interruption): void => {
    first ??= interruption;
    if (typeof interruption !== 'string') tellLoss(source.stderr, interruption, lossHint);
    stop(interruption);
  };
  return {
    interrupt,
    first: () => first,
    exitCode: () => (first === undefined ? undefined : exitCodeOf(first)),
    release: source.onInterruption(interrupt),
  };
}

/** These say more than that nobody could read what was told. */
const STRONGER: ReadonlySet<ExitCode> = new Set([EXIT.bug, EXIT.unknown, EXIT.interrupted, EXIT.terminated]);

/** A command's exit code where its output was lost. A reader that had enough is not a failure of what only prints. */
export function exitCodeAfter(loss: OutputLoss, exitCode: ExitCode): ExitCode {
  return loss.isUnread || STRONGER.has(exitCode) ? exitCode : EXIT.usage;
}
