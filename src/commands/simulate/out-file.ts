/** What `--out` may take the place of: a simulation in whatever form, or nothing at all. A slip of the hand must not cost a plan. */
import { resolve } from 'node:path';
import { refuse } from '../../refusal.ts';
import type { Files } from '../world.ts';

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

/** Refuses (exit 2) to write over anything else. */
export function checkReplaceable(files: Files, out: string): void {
  const path = resolve(files.folder, out);
  const { kind } = files.entryAt(path);
  if (kind === 'nothing') return;
  const bytes = kind === 'file' ? files.read(path) : undefined;
  if (bytes?.ok === true && mayBeReplaced(bytes.value)) return;
  refuse('output/would-overwrite', `--out ${out}: something that is not a simulation is there`, 'name another file');
}

function mayBeReplaced(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8');
  return bytes.length === 0 || BEGINNINGS.some((form) => form.test(head));
}
