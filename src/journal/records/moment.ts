/** Some systems tell their uptime in hundredths of a second: a difference may be too long by one. */
const UPTIME_GRAIN_MS = 10;

/** Both clocks of one moment; the uptime where it is known. */
export interface Moment {
  readonly wallMs: number;
  readonly uptimeMs: number | null;
}

/** The same as a record has it. */
interface Stamp extends Pick<Moment, 'uptimeMs'> {
  readonly atMs: number;
}

export const stampOf = ({ atMs, uptimeMs }: Stamp): Stamp => ({ atMs, uptimeMs });

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

/**
 * From one record to a later one, in whole milliseconds where the uptime tells it. The wall clock may have been put on
 * meanwhile: then it goes by how long the machine was up.
 */
export function passedBetween(from: Stamp, to: Stamp): number {
  const wallMs = to.atMs - from.atMs;
  if (from.uptimeMs === null || to.uptimeMs === null || to.uptimeMs < from.uptimeMs) return Math.max(0, wallMs);
  const upMs = to.uptimeMs - from.uptimeMs;
  return Math.round(Math.abs(upMs - wallMs) > 1000 ? upMs : Math.max(0, wallMs));
}
