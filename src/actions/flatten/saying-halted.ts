import { RefusalError } from '../../refusal.ts';

/** Whatever ends it, the halt stands. */
export async function sayingHalted<Value>(isHalted: () => boolean, body: () => Promise<Value>): Promise<Value> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof RefusalError) || !isHalted()) throw error;
    const { refusal } = error;
    const stands = 'the account is halted: nothing that opens is sent until ordo halt --lift';
    throw new RefusalError({ ...refusal, hint: refusal.hint === undefined ? stands : `${refusal.hint}; ${stands}` });
  }
}
