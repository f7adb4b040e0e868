/**
 * Rooms that can send nothing, whatever they are asked: what they load when they are loaded, types apart, has no key, no socket and no
 * session. What a command loads for an option of its own is loaded when that option is given.
 */
import { dirname, join, normalize } from 'node:path';

const ROOMS = ['src/commands/mcp/'];
const SENDERS =
  /^(?:src\/(?:exchange\/(?:keys|send)\/|session\/(?:session|execution)\.ts)|node:(?:https?|http2|tls|net|dgram)$)/;

/** Static imports and re-exports that are left when types are taken away. */
function loadedBy(file: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/^(?:import|export)\b(?! type\b)([^'"`;]*?\bfrom)?\s*(['"])([^'"]+)\2/gm);
  return [...found].flatMap(([, names = '', , to = '']) => {
    const listed = /^\s*\{([\s\S]*)\}/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    if (listed?.every((name) => /^\s*type\b/.test(name)) === true) return [];
    return [to.startsWith('.') ? normalize(join(dirname(file), to)) : to];
  });
}

/** What leads from such a room to a sender, as sentences. */
export function sendersReached(texts: ReadonlyMap<string, string>): string[] {
  const seen = new Map<string, string>();
  const waiting = [...texts.keys()].filter((file) => ROOMS.some((room) => file.startsWith(room)));
  for (const file of waiting) seen.set(file, file);
  for (const file of waiting)
    for (const to of loadedBy(file, texts.get(file) ?? '')) {
      if (seen.has(to)) continue;
      seen.set(to, `${seen.get(file) ?? ''} → ${to}`);
      waiting.push(to);
    }
  return [...seen].flatMap(([to, way]) => (SENDERS.test(to) ? [`can send, and must not: ${way}`] : []));
}
