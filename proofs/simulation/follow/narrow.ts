/**
 * Narrow windows of the account: what a follower sends and asks waits for room, and a stop that is due is not to wait for anything else.
 * The exchange counts by the same limits, so a window that is passed is refused there.
 */
import type { Interface } from '../../../src/model/interfaces.ts';
import type { PaperOptions } from '../../../src/paper/server.ts';
import type { ReceivedRequest } from '../../../src/paper/server.ts';
import { Random } from '../../random.ts';
import type { Accuse } from '../violation.ts';

type Limits = Pick<PaperOptions, 'ipWeight' | 'uidWeight' | 'orderCalls' | 'orderCallsPerMinute'>;

export class Narrow {
  readonly limits: Limits;
  /** As the config says them. */
  readonly words: string;
  /** A start waits for room in its windows. */
  readonly maxPauseMs = 300_000;
  /** How much longer than elsewhere what is due may wait. */
  readonly olderMs = 60_000;
  /** By how much a life may be longer. */
  readonly longerMs = 300_000;
  #judged = 0;

  constructor(seed: number, version: Interface) {
    const random = new Random(seed, 'narrow');
    const weight = random.pick([100, 150, 250]);
    const [calls, callsMs] = random.pick([
      // Version 3 counts each order, and a batch of five has to fit.
      version === 'v3' ? [5, 5000] : [2, 1000],
      [5, 10_000],
      [10, 10_000],
    ] as const);
    const minute = random.pick([30, 60, 120]);
    this.limits = {
      ipWeight: { amount: weight, windowMs: 10_000 },
      uidWeight: { amount: weight, windowMs: 10_000 },
      orderCalls: { amount: calls, windowMs: callsMs },
      orderCallsPerMinute: { amount: minute, windowMs: 60_000 },
    };
    const spoken = version === 'v3' ? `interface: v3, orderCallsPerMinute: ${minute}/60s` : `uidWeight: ${weight}/10s`;
    this.words = `${spoken}, ipWeight: ${weight}/10s, orderCalls: ${calls}/${callsMs / 1000}s`;
  }

  /** None was refused for the limit. What arrives late counts where it arrives, which nobody can know. */
  judge(requests: readonly Pick<ReceivedRequest, 'status' | 'path'>[], accuse: Accuse): void {
    for (const { status, path } of requests.slice(this.#judged))
      if (status === 429 || status === 418) accuse('window', `${path} was answered with ${status}`);
    this.#judged = requests.length;
  }
}
