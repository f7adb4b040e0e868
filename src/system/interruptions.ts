/** Signals and lost output, which end the process from outside, and its exit. */
import type { Interruption, OutputLoss, Signal } from '../commands/world.ts';
import { isInForeground } from './foreground.ts';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

type Listener = (interruption: Interruption) => void;

/** Only the last listener hears an interruption: the ones before it wait for it. */
export function realInterruptions(
  onLoss: (listener: (loss: OutputLoss) => void) => () => void,
): (listener: Listener) => () => void {
  const listeners: Listener[] = [];
  const heard = (signal: Signal): void => listeners.at(-1)?.(signal);
  return (listener) => {
    // Without a listener, a signal ends the process as usual.
    if (listeners.length === 0) for (const signal of SIGNALS) process.on(signal, heard);
    listeners.push(listener);
    const unheard = onLoss((loss) => listeners.at(-1) === listener && listener(loss));
    return () => {
      unheard();
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length === 0) for (const signal of SIGNALS) process.off(signal, heard);
    };
  };
}

/**
 * It was stopped (`kill -STOP`, a shell), and goes on: others may have written to its terminal, and set its modes. The listener is told
 * whether the terminal is its own now: whoever sets modes from the background is stopped again.
 */
export function onContinue(listener: (hasTerminal: boolean) => void): () => void {
  const heard = (): void => listener(isInForeground());
  process.on('SIGCONT', heard);
  return () => process.off('SIGCONT', heard);
}

export function onExit(listener: () => void): () => void {
  process.on('exit', listener);
  return () => process.off('exit', listener);
}
