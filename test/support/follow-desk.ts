/** A follower at work in this process beside an exchange that does what the test says: its orders are filled by hand. */
import type { PublicEvent } from '../../src/model/event.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import type { Interruption } from '../../src/commands/world.ts';
import { eventsOf, type Ended } from '../../proofs/support/ordo.ts';
import { configOf, FOLLOW } from './follow-run.ts';
import { here } from './here.ts';
import { afterTest, paperAndPlace, type At } from './live.ts';

export interface FollowDesk {
  readonly paper: PaperExchange;
  readonly at: At;
  /** Begins to follow, plan.yaml or the plan that is named first; it ends by itself, or by `stop`. */
  readonly begin: (...more: string[]) => Following;
  /** Orders of the exchange that a test names by side and size, trigger or price. */
  readonly order: (what: (order: PaperOrder) => boolean) => PaperOrder;
}

export interface Following {
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  readonly written: string;
  stop(interruption?: Interruption): Promise<Ended>;
  /** Resolves once the exchange is as the test says; rejects after 20 s, or once the run has ended. */
  until(what: string, is: () => boolean): Promise<void>;
}

export const isOpen = ({ status }: PaperOrder): boolean => status === 'open' || status === 'untriggered';

export async function followDesk(
  plan: string,
  { version = 'v2', config = '', ...options }: PaperOptions & { version?: Interface; config?: string } = {},
): Promise<FollowDesk> {
  const { paper, at } = await paperAndPlace({
    orderCalls: { amount: 100, windowMs: 1_000 },
    orderCallsPerMinute: { amount: 1000, windowMs: 60_000 },
    ...options,
  });
  at.write('plan.yaml', plan);
  at.write('ordo.config.yaml', configOf(version, config));
  await here(['instruments'], at);
  const running: Following[] = [];
  afterTest(async () => {
    for (const one of running) await one.stop();
  });
  return {
    paper,
    at,
    order(what) {
      const found = paper.orders.find(what);
      if (found === undefined) throw new Error('the exchange has no such order');
      return found;
    },
    begin(...more) {
      const one = follow(at, more);
      running.push(one);
      return one;
    },
  };
}

function follow(at: At, more: readonly string[]): Following {
  let interrupt: ((how: Interruption) => void) | undefined;
  let result: Ended | undefined;
  let written = '';
  const [first = ''] = more;
  const [plan, options] = /\.(json|yaml)$/.test(first) ? [first, more.slice(1)] : ['plan.yaml', more];
  const words = FOLLOW.slice(0, options.includes('--output') ? FOLLOW.indexOf('--output') : undefined);
  const ended = here([...words.map((word) => (word === 'plan.yaml' ? plan : word)), ...options], at, {
    onOutput: (text) => void (written += text),
    onInterruption: (take) => {
      interrupt = take;
      return () => {};
    },
  }).then((end) => (result = end));
  return {
    ended,
    get written() {
      return written;
    },
    stop: (how = 'SIGINT') => {
      if (result === undefined) interrupt?.(how);
      return ended;
    },
    async until(what, is) {
      const untilMs = Date.now() + 20_000;
      while (!is()) {
        if (result !== undefined)
          throw new Error(`ended before ${what}: ${result.code} ${result.stdout}${result.stderr}`);
        if (Date.now() > untilMs) throw new Error(`not within 20 s: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** Each outcome in a word: `stop/2 accepted growth`. */
export const outcomesOf = (ended: Ended): string[] =>
  eventsOf(ended).flatMap((event: PublicEvent) => {
    if (event.event === 'cancel-outcome')
      return [
        `${event.id}${event.part === undefined ? '' : `/${event.part}`} ${event.outcome}: ${event.because ?? ''}`,
      ];
    if (event.event !== 'order-outcome') return [];
    const name = `${event.id}${'part' in event && event.part !== undefined ? `/${event.part}` : ''}`;
    return event.outcome === 'withheld'
      ? [`${name} withheld: ${event.reason}`]
      : [`${name} ${event.outcome}: ${event.because ?? ''}`];
  });
