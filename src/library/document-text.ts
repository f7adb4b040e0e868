/** A document as YAML in blocks: every text in quotes, so that it says what it says, and numbers in the digits that print them. */

type Mapping = Readonly<Record<string, unknown>>;

/** What is not a mapping becomes its JSON, and the reader says what is wrong. */
export function yamlText(document: unknown): string {
  const plain = plainOf(document);
  const isBlock = isMapping(plain) && Object.keys(plain).length > 0;
  return `${isBlock ? mappingLines(plain, '').join('\n') : inline(plain)}\n`;
}

/** The same in one piece. */
export const jsonText = (document: unknown): string => `${JSON.stringify(document, asDigits, 2)}\n`;

function mappingLines(mapping: Mapping, indent: string): string[] {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(mapping)) {
    const name = `${indent}${/^[A-Za-z_][\w.-]*$/.test(key) ? key : JSON.stringify(key)}:`;
    const plain = plainOf(value);
    if (plain === undefined) continue;
    const below = linesBelow(plain, `${indent}  `);
    lines.push(below.length === 0 ? `${name} ${inline(plain)}` : name);
    // One by one: there may be more than a call takes arguments.
    for (const line of below) lines.push(line);
  }
  return lines;
}

/** For a mapping or a list that has something in it; else none. */
function linesBelow(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(plainOf(item), indent));
  return isMapping(value) ? mappingLines(value, indent) : [];
}

function itemLines(item: unknown, indent: string): string[] {
  const [first, ...more] = isMapping(item) ? mappingLines(item, `${indent}  `) : [];
  return first === undefined ? [`${indent}- ${inline(item)}`] : [`${indent}- ${first.trimStart()}`, ...more];
}

/** What JSON would make of it: an exact decimal is its text. */
export function plainOf(value: unknown): unknown {
  const own = typeof value === 'object' && value !== null && 'toJSON' in value ? value.toJSON : undefined;
  return typeof own === 'function' ? (own.call(value) as unknown) : value;
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inline = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : (JSON.stringify(value, asDigits) ?? 'null');

const asDigits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
