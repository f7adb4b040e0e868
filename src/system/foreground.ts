/** Whether the terminal is this process's now, and not a shell's: whoever sets its modes from the background is stopped. */
import { readFileSync } from 'node:fs';

/** False where the system does not say it. */
export function isInForeground(): boolean {
  try {
    // Behind the name, which may have anything in it: state, parent, group, session, terminal, and the group that has that.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}
