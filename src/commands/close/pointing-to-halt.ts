/** Without keys, or an exchange that answers, nothing can be closed; a halt needs neither. */
import { RefusalError } from '../../refusal.ts';
import type { RefusalCode } from '../../model/refusals.ts';

const NEEDS_NEITHER: ReadonlySet<RefusalCode> = new Set([
  'keys/unusable',
  'exchange/no-answer',
  'exchange/bad-answer',
  'account/unread',
  'close/unread',
  'flatten/unread',
]);

const HALT = 'ordo halt --why "the reason" needs no keys and no exchange: from then on nothing that opens is sent';

/** Not where it is halted by then. */
export async function pointingToHalt<Value>(
  body: () => Promise<Value>,
  isHalted: () => boolean = () => false,
): Promise<Value> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof RefusalError) || isHalted() || !NEEDS_NEITHER.has(error.refusal.code)) throw error;
    const { refusal } = error;
    throw new RefusalError({ ...refusal, hint: refusal.hint === undefined ? HALT : `${refusal.hint}; ${HALT}` });
  }
}
