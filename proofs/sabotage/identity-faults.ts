/** Time, weight and identity taken for what they are not: late requests, lost answers, order ids of other orders. */
import type { PlantedFault } from './fault.ts';

export const IDENTITY_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order is settled as absent while its request may still be taken',
    file: 'src/journal/requests/claim-memory.ts',
    changes: [[`return deadInMs <= 0 ? []`, `return deadInMs <= 3_600_000 ? []`]],
  },
  {
    name: 'the wall clock alone says that a request is dead',
    file: 'src/journal/records/moment.ts',
    changes: [[`return Math.max(0, Math.min(wallMs, passedMs - UPTIME_GRAIN_MS));`, `return wallMs;`]],
  },
  {
    name: 'an order id that another order has is believed',
    file: 'src/journal/account/taken-ids.ts',
    changes: [[`const owner = ownerOf(verdict.orderId);`, `const owner = ownerOf(verdict.orderId + '-');`]],
  },
  {
    name: 'a machine that slept goes on sending',
    file: 'src/session/send/gap-watch.ts',
    changes: [[`if (gapMs > TICK_MS + this.#mostMs)`, `if (gapMs > TICK_MS + this.#mostMs * 1e6)`]],
  },
  {
    name: 'a lost call gives its weight back like an answered one',
    file: 'src/journal/requests/requests.ts',
    changes: [
      [
        "how === 'lost' ? Math.max(nowMs, atMs + TIMESTAMP_TOLERANCE_MS) : nowMs",
        'nowMs + 0 * TIMESTAMP_TOLERANCE_MS * atMs * how.length',
      ],
    ],
  },
  {
    name: 'what a run left without an answer weighs nothing for the next',
    file: 'src/journal/account/spending.ts',
    changes: [
      [
        "if (ended === undefined || ended.how === 'unrecorded') return expiredMs;",
        "if (ended === undefined || ended.how === 'unrecorded') return Number.MAX_VALUE;",
      ],
    ],
  },
];
