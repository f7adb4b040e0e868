/** Milliseconds since 1970 of a `validUntil` that has the right form; undefined where no calendar has that instant. */
export function instantMs(text: string): number | undefined {
  const wall = text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
  const asUtc = new Date(`${wall}Z`);
  const ms = Date.parse(text);
  if (Number.isNaN(asUtc.getTime()) || Number.isNaN(ms)) return undefined;
  // What Date carries over (February 30, 24:00) comes back as another day.
  return asUtc.toISOString().startsWith(wall.slice(0, 16)) ? ms : undefined;
}
