import type { Result } from '../model/result.ts';
import { formatPlan as format } from '../plan/format/format-plan.ts';
import { invalid, type LoadRefusal } from './failure.ts';
import { sourceOf } from './in-code.ts';
import { IN_MEMORY, type LoadOptions } from './load.ts';

/**
 * The text of a plan in the layout of `ordo fmt`, comments kept. It need not be a valid plan, only readable YAML with no key
 * twice; err (exit code 3) where it is not.
 */
export async function formatPlan(
  text: string,
  { file = IN_MEMORY }: LoadOptions = {},
): Promise<Result<string, LoadRefusal>> {
  const source = sourceOf(text, file, String);
  if (!source.ok) return invalid([source.error], file, 'plan/invalid');
  const formatted = await format(source.value);
  return formatted.ok ? formatted : invalid(formatted.error, file, 'plan/invalid');
}
