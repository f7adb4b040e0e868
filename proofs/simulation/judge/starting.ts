/** When a request may start: not after a stop, not in a pause, not beside too many others. */
import type { Facts } from './facts.ts';
import { at, type Invariant } from './invariant.ts';

const nowMs = ({ around }: Facts): number => around.clock.monotonicMs();

export const STARTING: readonly Invariant[] = [
  at('request', 'stop', 'nothing starts after a stop', ({ words, isQuestion }, { life }) => {
    // A look at what is unknown goes on with the next order, whatever it came to with the one before.
    if (life.task.command === 'settle' && isQuestion === true) return undefined;
    return life.stopped === undefined ? undefined : `${words} starts after ${life.stopped}`;
  }),
  at('request', 'failed write', 'nothing starts after a write that failed', ({ words }, { around }) =>
    around.disk.failures > 0 ? `${words} starts after a failed write` : undefined,
  ),
  at('request', 'obeyed', 'nothing starts after an answer that says stop', ({ words, isQuestion }, facts) => {
    const { halted } = facts.life;
    if (halted?.mayAsk === true && isQuestion === true) return undefined;
    return halted !== undefined && nowMs(facts) > halted.atMs ? `${words} starts after ${halted.why}` : undefined;
  }),
  at('request', 'pause', 'nothing starts for a window after a refusal by the rate limit', ({ words, body }, facts) => {
    const { refusal } = facts.life;
    const now = nowMs(facts);
    // What starts in the very moment of the refusal may have been let go before it was read; what was refused may not.
    if (refusal === undefined || now >= refusal.untilMs) return undefined;
    if (now === refusal.atMs && body !== refusal.body) return undefined;
    return `${words} starts at ${now} ms, before ${refusal.untilMs}`;
  }),
  at('call', 'expiry', 'no call starts past the plan’s validUntil', ({ words }, { life }) =>
    life.task.isPastValid() ? `${words} starts after validUntil` : undefined,
  ),
  at(
    'call',
    'held back',
    'no call starts while an order of an earlier run is unknown, where that stops',
    (moment, f) => {
      const id = f.heldBackBy();
      return id === undefined ? undefined : `${moment.words} starts, and ${id} is unknown since an earlier run`;
    },
  ),
  at('call', 'asked first', 'the first call from a journal starts once the lists have answered', ({ words }, facts) => {
    const id = facts.unanswered();
    return id === undefined ? undefined : `${words} starts, and the lists have not answered for ${id}`;
  }),
  at('call', 'in flight', 'no more calls await their answers than the config allows', ({ words }, facts) => {
    const { inFlight } = facts.scenario.limits;
    return facts.life.awaited >= inFlight ? `${words} starts while ${facts.life.awaited} are awaited` : undefined;
  }),
];
