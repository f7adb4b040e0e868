/** What a ledger needs of this machine, and whose process this is. */
import { homedir, hostname, uptime, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { realClock } from './clock.ts';

/** Who holds what this process claims; `since` is now. */
export const thisProcess = (): { pid: number; user: string; host: string; since: string } => ({
  pid: process.pid,
  user: userName(),
  host: hostname(),
  since: new Date().toISOString(),
});

/** A user without an entry in the system's list may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** A user without an entry in the system's list may have none, and a variable may say anything. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

export const machine = {
  monotonicMs: realClock.monotonicMs,
  wallMs: realClock.wallMs,
  uptimeMs: () => uptime() * 1000,
  // After the answers of one turn of the loop: what they lead to shares a commit.
  defer: (act: () => void) => void setImmediate(act),
};
