/** A JSON body as text: its characters are never changed, only put on lines. */

interface BodyLine {
  readonly depth: number;
  readonly text: string;
}

/** Where a character of a JSON text stands: how deep, and whether inside a string. */
function* walked(body: string): Generator<{ character: string; at: number; depth: number; isText: boolean }> {
  let [depth, isText, isEscaped] = [0, false, false];
  for (let at = 0; at < body.length; at++) {
    const character = body[at] as string;
    if (!isText && (character === '}' || character === ']')) depth -= 1;
    yield { character, at, depth, isText };
    if (!isText && (character === '{' || character === '[')) depth += 1;
    if (character === '"' && !isEscaped) isText = !isText;
    isEscaped = isText && character === '\\' && !isEscaped;
  }
}

/** Broken behind commas and brackets; a text that is no JSON stays one line or a few. */
export function pretty(body: string): BodyLine[] {
  const lines: BodyLine[] = [];
  let [start, depth] = [0, 0];
  const end = (to: number, next: number): void => {
    if (to > start) lines.push({ depth, text: body.slice(start, to) });
    [start, depth] = [to, next];
  };
  for (const { character, at, depth: deep, isText } of walked(body)) {
    if (isText) continue;
    if (character === '{' || character === '[') end(at + 1, deep + 1);
    else if (character === '}' || character === ']') end(at, deep);
    else if (character === ',') end(at + 1, deep);
  }
  end(body.length, 0);
  return lines;
}

/** The part of a body that is one order's, by its number in the call: an object of its own in a batch, else all of it. */
export function partOfBody(body: string, number: number, of: number): string {
  if (of < 2) return body;
  let [seen, start, level] = [-1, -1, -1];
  for (const { character, at, depth, isText } of walked(body)) {
    if (isText || depth === 0) continue;
    if (character === '{' && (level < 0 || depth === level)) {
      level = depth;
      seen += 1;
      if (seen === number) start = at;
    } else if (character === '}' && start >= 0 && depth === level) {
      return body.slice(start, at + 1);
    }
  }
  return body;
}
