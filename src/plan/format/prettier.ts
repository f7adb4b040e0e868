/** Prettier's printer of YAML. Loaded only to lay a plan out: it is larger than most of what a start reads. */
import * as yaml from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';

/** A text in Prettier's layout, with lines of at most so many columns where it may break them. */
export const printed = (text: string, width: number): Promise<string> =>
  format(text, { parser: 'yaml', plugins: [yaml], printWidth: width });
