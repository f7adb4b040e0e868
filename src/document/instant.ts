/** Milliseconds since 1970 of a `validUntil` in the right form; undefined if the calendar has no such instant. */
export function instantMs(text: string): number | undefined {
  const wall = text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
  const asUtc = new Date(`${wall}Z`);
  const ms = Date.parse(text);
  if (Number.isNaN(asUtc.getTime()) || Number.isNaN(ms)) return undefined;
  // Date carries February 30 or 24:00 over to another day.
  return asUtc.toISOString().startsWith(wall.slice(0, 16)) ? ms : undefined;
}
