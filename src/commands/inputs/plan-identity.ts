/** What a plan is called, read from a text that need not be a plan: a half-typed line elsewhere does not hide it. */
import { defined } from '../../model/defined.ts';

export interface PlanIdentity {
  readonly name?: string;
  readonly generation?: number;
}

/** The plan's own `name` and `generation`; each is missing where no line, or more than one, says it. Pure. */
export function planIdentity(text: string): PlanIdentity {
  const name = valueOf(text, 'name', NAME);
  const generation = valueOf(text, 'generation', '[1-9][0-9]{0,8}');
  return defined({ name, generation: generation === undefined ? undefined : Number(generation) });
}

/** Where the name stands in a text, as offsets: its value, and the first character where no one line says it. Pure. */
export function namePlace(text: string): { readonly start: number; readonly end: number } {
  const [line, ...more] = linesOf(text, 'name', NAME);
  const [start, end] = line?.indices?.[3] ?? [0, 1];
  return more.length > 0 ? { start: 0, end: 1 } : { start, end };
}

const NAME = '[a-z0-9][a-z0-9-]{0,31}';

const linesOf = (text: string, key: string, value: string): readonly RegExpExecArray[] => [
  ...text.matchAll(new RegExp(`^(["']?)${key}\\1[ \\t]*:[ \\t]+(["']?)(${value})\\2[ \\t]*(?:[ \\t]#.*)?\\r?$`, 'dgm')),
];

/** The value of a key that begins a line, with or without quotes, and a comment behind it. */
function valueOf(text: string, key: string, value: string): string | undefined {
  const found = new Set(linesOf(text, key, value).map((match) => match[3]));
  return found.size === 1 ? [...found][0] : undefined;
}
