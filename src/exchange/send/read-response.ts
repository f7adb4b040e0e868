/** Reads the text of an HTTP response, up to a limit. */
import { err, ok, type Result } from '../../model/result.ts';
import type { Received } from '../../model/evidence.ts';

const MIB = 1024 * 1024;

interface BodyLimits {
  readonly mostMiB: number;
  /** The request's own. */
  readonly signal: AbortSignal;
}

/** Rejects, as `fetch` does, if the connection fails or the signal aborts before the body is complete. */
export async function readResponse(response: Response, limits: BodyLimits): Promise<Received> {
  const text = await readText(response, limits);
  const retryAfter = response.headers.get('retry-after');
  const isSeconds = retryAfter !== null && /^[0-9]{1,6}$/.test(retryAfter);
  return { status: response.status, text, ...(isSeconds && { retryAfterMs: Number(retryAfter) * 1000 }) };
}

/**
 * fetch holds its request, and through it the request's signal, by a weak reference (nodejs/node#55428). After a garbage
 * collection that signal no longer ends the reading of a body, so the pipe here does.
 */
async function readText({ body }: Response, { mostMiB, signal }: BodyLimits): Promise<Result<string, string>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const whole = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) ?? [];
  for await (const chunk of whole as AsyncIterable<Uint8Array>) {
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
