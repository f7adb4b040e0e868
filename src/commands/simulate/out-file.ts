/** A simulation in whatever form, by how its file begins. */

/** How each form begins. No plan, config or file of candles begins so. */
const BEGINNINGS: readonly RegExp[] = [
  /^[a-z0-9-]{1,32} {2}generation \d+ {2}SIMULATED/,
  /^## `[a-z0-9-]{1,32}` {2}generation \d+ {2}SIMULATED/,
  /^\{\n {2}"plan": "[a-z0-9-]{1,32}",\n {2}"generation": \d+,\n {2}"answer": "/,
  /^\{\n {2}"rows": \[\n {4}\{\n {6}"variable": \{/,
  /^\{"event":"(?:diagnostic|candles-read|plan-loaded)",/,
  /^<!doctype html>\n<html lang="en">[\s\S]{0,200}Content-Security-Policy/,
];

/** Longer than any of them. */
const HEAD_BYTES = 400;

export function mayBeSimulation(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8');
  return bytes.length === 0 || BEGINNINGS.some((form) => form.test(head));
}
