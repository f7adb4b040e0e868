/** The text of a drawn plan, line by line, so that it can be edited as a person does, and what each line means by a reading of its own. */

/** One order or ladder: its fields as they are written. */
export type Line = ReadonlyMap<string, string>;

export interface PlanLines {
  readonly head: readonly string[];
  readonly generation: number;
  readonly lines: readonly Line[];
}

export type Role = 'entry' | 'stop' | 'target' | 'close-out';

const MARKET = 64_000;
const ENTRY = /^ {2}- \{ (.*) \}$/;

export function linesOf(text: string): PlanLines {
  const rows = text.split('\n').filter((row) => row !== '' && row !== 'orders:');
  return {
    head: rows.filter((row) => !ENTRY.test(row)),
    generation: 1,
    lines: rows.flatMap((row) => {
      const [, inside] = ENTRY.exec(row) ?? [];
      return inside === undefined ? [] : [fieldsOf(inside)];
    }),
  };
}

export const textOf = ({ head, generation, lines }: PlanLines): string =>
  [
    ...head,
    ...(generation === 1 ? [] : [`generation: ${generation}`]),
    'orders:',
    ...lines.map((line) => `  - { ${[...line].map(([name, value]) => `${name}: ${value}`).join(', ')} }`),
    '',
  ].join('\n');

/** What commas part that are in no brackets. */
function fieldsOf(inside: string): Line {
  const fields = new Map<string, string>();
  let [depth, from] = [0, 0];
  for (let at = 0; at <= inside.length; at++) {
    const letter = inside[at] ?? ',';
    if ('{[('.includes(letter)) depth += 1;
    else if ('}])'.includes(letter)) depth -= 1;
    else if (letter === ',' && depth === 0) {
      const field = inside.slice(from, at).trim();
      const colon = field.indexOf(':');
      fields.set(field.slice(0, colon), field.slice(colon + 1).trim());
      from = at + 1;
    }
  }
  return fields;
}

export const withFields = (line: Line, changes: Readonly<Record<string, string | undefined>>): Line => {
  const fields = new Map(line);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  return fields;
};

export const fieldOf = (line: Line, name: string): string => line.get(name) ?? '';
export const idOf = (line: Line): string => fieldOf(line, 'id');
/** The name that it was sent under first. */
export const identityOf = (line: Line): string => line.get('was') ?? idOf(line);
export const isOpening = (line: Line): boolean => fieldOf(line, 'side').startsWith('open');
export const isLongOf = (line: Line): boolean => fieldOf(line, 'side').endsWith('long');

/** Ids of the entries that an exit closes. */
export const entriesOf = (line: Line): readonly string[] => {
  const [, many, one] = /filled: (?:\[([^\]]*)\]|([\w-]+))/.exec(fieldOf(line, 'size')) ?? [];
  return many === undefined ? (one === undefined ? [] : [one]) : many.split(',').map((id) => id.trim());
};

export const shareOf = (line: Line): string | undefined => /share: ([\d/]+)/.exec(fieldOf(line, 'size'))?.[1];

export function roleOf(line: Line): Role {
  if (isOpening(line)) return 'entry';
  const trigger = fieldOf(line, 'trigger');
  if (trigger === '') return fieldOf(line, 'price') === 'market' ? 'close-out' : 'target';
  if (trigger.includes('average')) return 'stop';
  return trigger !== '=price' && Number(trigger) < MARKET === isLongOf(line) ? 'stop' : 'target';
}

const stepsOf = (line: Line): number =>
  Number(/steps: (\d+)/.exec(fieldOf(line, 'price') + fieldOf(line, 'over'))?.[1] ?? 0);

/** Every order of the line, by the name before each: that of the line, or the one that it had first. */
export function rungsOf(line: Line, name: string): readonly string[] {
  const steps = stepsOf(line);
  return steps === 0 ? [name] : Array.from({ length: steps }, (_, at) => `${name}-${at + 1}`);
}

/** What an order says that may not change while it is at work. Ids are those that the orders had first. */
export interface Content {
  readonly role: Role;
  /** Of an exit: all entries that it closes; the first is the name of its group. */
  readonly entries: readonly string[];
  readonly side: string;
  readonly size: string;
  readonly price: string;
  readonly trigger: string;
  readonly steps: number;
}

export function contentOf(line: Line, { lines }: PlanLines): Content {
  const firstNames = (text: string): string =>
    lines.reduce((all, one) => replaceId(all, idOf(one), identityOf(one)), text);
  const role = roleOf(line);
  return {
    role,
    entries: role === 'entry' ? [identityOf(line)] : entriesOf(line).map(firstNames),
    side: fieldOf(line, 'side'),
    size: role === 'entry' ? fieldOf(line, 'size') : '',
    price: firstNames(fieldOf(line, 'price')),
    trigger: firstNames(fieldOf(line, 'trigger')),
    steps: stepsOf(line),
  };
}

/** An order of that name, and the rungs of a ladder. */
const mention = (id: string): RegExp => new RegExp(`(?<![\\w-])${id}(?=(?:-\\d+)?(?![\\w-]))`, 'g');
export const replaceId = (text: string, id: string, by: string): string => text.replace(mention(id), by);
export const mentions = (text: string, id: string): boolean => text.search(mention(id)) >= 0;
