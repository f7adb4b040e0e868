/** A fault that a program of this kind really may have, as a change of its source that the simulation must notice. */
import { readFileSync } from 'node:fs';

export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  /** Text that stands in the file exactly once, and what is planted in its place. */
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** The file's text with the fault in it; throws where the fault no longer fits. */
export function planted({ name, file, changes }: PlantedFault): string {
  return changes.reduce(
    (text, [from, to]) => {
      const parts = text.split(from);
      if (parts.length === 2) return parts.join(to);
      throw new Error(`"${name}" no longer fits ${file}: found ${parts.length - 1} times:\n${from}`);
    },
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
  );
}
