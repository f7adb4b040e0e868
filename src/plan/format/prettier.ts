/** Prettier's printer of YAML. Loaded only to lay a plan out: it is larger than most of what a start reads. */
import * as yaml from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';

/** Its comments that switch the layout off are comments like all others here: they are printed as other words, as wide. */
const [SWITCH, HIDDEN] = ['prettier-ignore', 'ordo-hides-this'];

/** A text in Prettier's layout, with lines of at most so many columns where it may break them. */
export async function printed(text: string, width: number): Promise<string> {
  const hidden = text.replaceAll(SWITCH, HIDDEN);
  const laid = await format(hidden, { parser: 'yaml', plugins: [yaml], printWidth: width });
  return laid.replaceAll(HIDDEN, SWITCH);
}
