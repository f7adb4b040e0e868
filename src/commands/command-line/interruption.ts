/** What ends a command from outside: a signal, or the loss of its output. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Interruption, Output, OutputLoss, OwnProcess } from '../world.ts';
import { refusalWith, reportRefusal } from '../../refusal.ts';

export function exitCodeOf(interruption: Interruption): ExitCode {
  if (typeof interruption !== 'string') return EXIT.usage;
  return interruption === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
}

const reported = new WeakSet<OutputLoss>();

/** Reports the loss on stderr, once for each loss. */
export function tellLoss(stderr: { write(text: string): unknown }, loss: OutputLoss, hint?: string): void {
  if (reported.has(loss)) return;
  reported.add(loss);
  reportRefusal(stderr, refusalWith('output/lost', `the output cannot be written: ${loss.why}`, hint));
}

/** Where interruptions come from, and where a lost output is reported. */
interface Interruptible {
  readonly process: Pick<OwnProcess, 'onInterruption'>;
  readonly terminal: { readonly stderr: Pick<Output, 'write'> };
}

/** The interruptions of a command so far. */
interface Interruptions {
  /** Takes an interruption that came another way, such as a key press. */
  interrupt(interruption: Interruption): void;
  /** The first one; undefined if there was none. */
  first(): Interruption | undefined;
  exitCode(): ExitCode | undefined;
  /** Stops listening. Call it when the command ends. */
  release(): void;
}

/** Calls `stop` at every interruption, and reports a lost output on stderr, with `lossHint`. */
export function hearInterruptions(
  { process, terminal }: Interruptible,
  stop: (interruption: Interruption) => void,
  lossHint?: string,
): Interruptions {
  let first: Interruption | undefined;
  const interrupt = (interruption: Interruption): void => {
    first ??= interruption;
    if (typeof interruption !== 'string') tellLoss(terminal.stderr, interruption, lossHint);
    stop(interruption);
  };
  return {
    interrupt,
    first: () => first,
    exitCode: () => (first === undefined ? undefined : exitCodeOf(first)),
    release: process.onInterruption(interrupt),
  };
}

/** These exit codes say more than that the output was lost. */
const STRONGER: ReadonlySet<ExitCode> = new Set([EXIT.bug, EXIT.unknown, EXIT.interrupted, EXIT.terminated]);

/** The exit code of a command whose output was lost. A reader that left is not a failure of a command that only prints. */
export function exitCodeAfter(loss: OutputLoss, exitCode: ExitCode): ExitCode {
  return loss.isUnread || STRONGER.has(exitCode) ? exitCode : EXIT.usage;
}
