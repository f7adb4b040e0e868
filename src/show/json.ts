/** The data of a sheet for a program: one object, indented, only ASCII, with the commands that it says are next. */
import { defined } from '../model/defined.ts';
import { asciiJson } from '../report/text/edge.ts';
import type { Sheet } from './sheet.ts';

/** Ends in a newline. */
export function json({ blocks, data = {} }: Sheet): string {
  const steps = blocks.flatMap((block) => (block.is === 'steps' ? block.steps : []));
  const next = steps.map(({ why, command }) => defined({ why, command }));
  return `${asciiJson(JSON.stringify({ ...data, ...(next.length > 0 && { next }) }, undefined, 2))}\n`;
}
