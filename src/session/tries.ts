import type { Call } from '../model/call.ts';
import type { CallResult } from '../ports.ts';

/** Failed attempts so far, by how they failed. */
export interface Tries {
  notSent: number;
  refused: number;
  clock: number;
}

/** A timestamp that is refused again under the server's own time is a refusal of access. */
export function decided(result: CallResult, call: Call, tries: Tries): CallResult {
  if (result.kind !== 'clock-refused' || tries.clock++ === 0) return result;
  const verdicts = call.orders.map(() => result.verdict);
  return { kind: 'answered', verdicts, halt: `access refused: ${result.message}` };
}
