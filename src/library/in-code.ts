import { err, ok, type Result } from '../model/result.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { readSource } from '../source/read-source.ts';
import { SourceFile } from '../source/source-file.ts';
import { documentFault } from './document-fault.ts';

/**
 * A document of a schema as code writes it: where the language reads digits, a number or bigint stands for its own. A number
 * means what JavaScript prints of it, so what needs more digits than that is written as a text.
 */
export type InCode<Part> = Part extends string
  ? string extends Part
    ? string | number | bigint
    : Part | LiteralOf<Part>
  : Part extends readonly (infer Item)[]
    ? readonly InCode<Item>[]
    : { readonly [Key in keyof Part]: InCode<Part[Key]> };

/** `number` of `"1"`, since that is what code makes of a 1 that it keeps in a variable; `true` of `"true"`. */
type LiteralOf<Text extends string> = Text extends `${number}`
  ? number
  : Text extends `${infer Value extends boolean}`
    ? Value
    : never;

/** A text, or the document itself as `write` puts it: read by the same reader, with the same words for a mistake. */
export function sourceOf(
  input: unknown,
  file: string,
  write: (document: unknown) => string,
): Result<SourceFile, Diagnostic> {
  const fault = typeof input === 'string' ? undefined : documentFault(input, file);
  if (fault !== undefined) return err(fault);
  const text = typeof input === 'string' ? input : write(input);
  // Half a character would become another one on its way through the bytes; as it is, it is found.
  return text.isWellFormed() ? readSource(file, Buffer.from(text)) : ok(new SourceFile(file, text));
}
