/** What a tool answers: what a command writes, without approval codes. A code can be computed all the same. */
import { safeText } from '../../model/safe-text.ts';
import { refusalOf, refusalText } from '../../refusal.ts';
import type { Output, World } from '../world.ts';

interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a command whose output is the answer. A refusal is one too. */
export async function answered(world: World, command: (world: World) => Promise<unknown>): Promise<ToolAnswer> {
  let text = '';
  const output: Output = { isTerminal: false, color: false, width: 80, write: (part) => void (text += part) };
  try {
    await command({ ...world, terminal: { ...world.terminal, stdout: output, stderr: output } });
    return { text: withoutCodes(text), isError: false };
  } catch (error) {
    const refusal = refusalOf(error);
    const words = refusal === undefined ? `a bug of ordo: ${safeText(String(error))}` : refusalText(refusal);
    return { text: withoutCodes(`${text}${words}\n`), isError: true };
  }
}

/** Reads events, a line each, and one JSON over many lines; a line that is neither is a note. */
function withoutCodes(text: string): string {
  const codes = new Set<string>();
  const lines = (): string[] => text.split('\n').map((line) => cleaned(line, codes) ?? line);
  const whole = cleaned(text, codes) ?? lines().join('\n');
  return [...codes].reduce((told, code) => told.replaceAll(code, '…').replaceAll(code.slice(0, 12), '…'), whole);
}

function cleaned(text: string, codes: Set<string>): string | undefined {
  try {
    const value: unknown = JSON.parse(text, (key, one: unknown) => (key === 'approval' ? taken(one, codes) : one));
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A key without a value is left out. */
function taken(value: unknown, codes: Set<string>): undefined {
  for (const [code] of JSON.stringify(value ?? '').matchAll(/[0-9a-f]{64}/g)) codes.add(code);
  return undefined;
}
