/** What ends the process from outside, and its end itself. */
import type { Interruption, OutputLoss, Signal } from '../commands/command-line/interruption.ts';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

type Listener = (interruption: Interruption) => void;

/** Of those who listen, only the last to begin hears: who began before it awaits it. */
export function realInterruptions(
  onLoss: (listener: (loss: OutputLoss) => void) => () => void,
): (listener: Listener) => () => void {
  const listeners: Listener[] = [];
  const heard = (signal: Signal): void => listeners.at(-1)?.(signal);
  return (listener) => {
    // Where nobody listens, a signal ends the process as it does any other.
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

export function onExit(listener: () => void): () => void {
  process.on('exit', listener);
  return () => process.off('exit', listener);
}
