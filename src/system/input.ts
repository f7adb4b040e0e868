import { err, ok, type Result } from '../model/result.ts';
import { fileWords, MOST_BYTES } from './files.ts';

/** What comes through a pipe, part by part, until it ends or `take` has enough. */
export async function readInputParts(
  from: AsyncIterable<Uint8Array>,
  take: (part: Uint8Array) => boolean,
): Promise<Result<void, string>> {
  try {
    for await (const part of from) if (!take(part)) break;
    return ok(undefined);
  } catch (error) {
    return err(fileWords(error));
  }
}

/** All that comes through a pipe, to its end or to the limit of a file. */
export async function readInput(from: AsyncIterable<Uint8Array>): Promise<Result<Uint8Array, string>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of from) {
      length += chunk.length;
      if (length > MOST_BYTES) return err('it has more than 64 MiB');
      chunks.push(chunk);
    }
    return ok(Buffer.concat(chunks));
  } catch (error) {
    return err(fileWords(error));
  }
}
