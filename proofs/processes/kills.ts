/** Kills a running command with SIGKILL at a random instant. */
import type { Ended, Running } from '../support/ordo.ts';
import type { Random } from '../random.ts';

/** About what a start costs before its first call, and a whole run. */
const START_MS = 150;

/** Where a kill waits for a line: what is sent, and what is told. */
interface Lines {
  readonly sent: string;
  readonly told: string;
}

/** At once, after a random time, or a moment after a random line of its output. */
export async function killed(random: Random, running: Running, latencyMs: number, lines: Lines): Promise<Ended> {
  const how = random.below(4);
  const timer = new AbortController();
  const kill = (afterMs: number): void => {
    setTimeout(() => timer.signal.aborted || running.child.kill('SIGKILL'), afterMs);
  };
  if (how === 0) kill(random.int(0, START_MS));
  else if (how === 1) kill(random.int(START_MS >> 1, START_MS + 40 + latencyMs * 10));
  else {
    const line = new RegExp(`"${how === 2 ? lines.sent : lines.told}"`, 'g');
    const nth = random.int(1, 12);
    const lateMs = random.pick([0, 0, 1, 3, latencyMs >> 1, latencyMs]);
    let seen = 0;
    running.child.stdout?.on('data', (text: string) => {
      const before = seen;
      seen += text.match(line)?.length ?? 0;
      if (before < nth && seen >= nth) kill(lateMs);
    });
  }
  const ended = await running.ended;
  timer.abort();
  return ended;
}
