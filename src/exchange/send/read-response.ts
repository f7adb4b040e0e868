/** Reads the text of an HTTP response, up to a limit. */
import { err, ok, type Result } from '../../model/result.ts';
import type { Received } from '../answers/received.ts';

const MIB = 1024 * 1024;

/** Rejects, as `fetch` does, if the connection fails or the request's signal aborts before the body is complete. */
export async function readResponse(response: Response, mostMiB: number): Promise<Received> {
  const text = await readText(response, mostMiB);
  const retryAfter = response.headers.get('retry-after');
  const isSeconds = retryAfter !== null && /^[0-9]{1,6}$/.test(retryAfter);
  return { status: response.status, text, ...(isSeconds && { retryAfterMs: Number(retryAfter) * 1000 }) };
}

async function readText(response: Response, mostMiB: number): Promise<Result<string, string>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop cancels the stream, and with it the connection and the rest of the body.
    if (length > mostMiB * MIB) return err(`over ${mostMiB} MiB`);
    chunks.push(chunk);
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    return err('not UTF-8');
  }
}
