/** What a plan is called, read from a text that need not be a plan: a half-typed line elsewhere does not hide it. */
import { defined } from '../../model/defined.ts';

export interface PlanIdentity {
  readonly name?: string;
  readonly generation?: number;
}

/** The plan's own `name` and `generation`; each is missing where no line, or more than one, says it. Pure. */
export function planIdentity(text: string): PlanIdentity {
  const name = valueOf(text, 'name', '[a-z0-9][a-z0-9-]{0,31}');
  const generation = valueOf(text, 'generation', '[1-9][0-9]{0,8}');
  return defined({ name, generation: generation === undefined ? undefined : Number(generation) });
}

/** The value of a key that begins a line, with or without quotes, and a comment behind it. */
function valueOf(text: string, key: string, value: string): string | undefined {
  const line = `^(["']?)${key}\\1[ \\t]*:[ \\t]+(["']?)(${value})\\2[ \\t]*(?:[ \\t]#.*)?\\r?$`;
  const found = new Set([...text.matchAll(new RegExp(line, 'gm'))].map((match) => match[3]));
  return found.size === 1 ? [...found][0] : undefined;
}
