/** Some systems tell their uptime in hundredths of a second: a difference may be too long by one. */
const UPTIME_GRAIN_MS = 10;

/** Both clocks of one moment; the uptime where it is known. */
export interface Moment {
  readonly wallMs: number;
  readonly uptimeMs: number | null;
}

/**
 * At least so many milliseconds ago. The wall clock may have been put forward since, and then says too much; the time since
 * the machine started never does: in the same uptime it is exact, and after a restart the whole uptime has passed.
 */
export function passedSince(atMs: number, uptimeMs: number | null, now: Moment): number {
  const wallMs = Math.max(0, now.wallMs - atMs);
  if (now.uptimeMs === null || uptimeMs === null) return wallMs;
  const passedMs = now.uptimeMs >= uptimeMs ? now.uptimeMs - uptimeMs : now.uptimeMs;
  return Math.max(0, Math.min(wallMs, passedMs - UPTIME_GRAIN_MS));
}
