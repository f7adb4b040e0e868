/** Looks at all of the account while a plan is followed: no look at what is followed, and no exit, waits for its answers. */
import type { Weight } from '../../model/call.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { Clock } from '../../ports.ts';
import type { AfterPlacing, AfterPlacingOptions } from '../place/after-placing.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import type { LookIfRoom } from './follow-task.ts';

interface AskingWith {
  readonly claim: Pick<Claim, 'hasRoom'>;
  readonly clock: Clock;
  readonly inquiry: () => InquiryOptions;
  readonly after: (over: Partial<AfterPlacingOptions>) => AfterPlacing;
}

interface AskingFor {
  /** What one look at all that is followed weighs at most. */
  readonly look: Weight;
  /** So long its answers are waited for. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** It takes as much as so many looks at what is followed, with the histories of its orders. */
const OF_WHOLE = 5;
/** Looks at what is followed wait for no longer behind a question of it that waits for weight. */
const LONGEST_HELD_UP_MS = 500;

export class AccountLooks {
  readonly #with: AskingWith;
  readonly #for: AskingFor;
  /** Ends the question that is out. */
  #over = new AbortController();
  #asking: ReturnType<LookIfRoom> | undefined;

  constructor(how: AskingWith, what: AskingFor) {
    this.#with = how;
    this.#for = what;
  }

  /**
   * It is put off where it would take what looks and exits may need, and given up where others have taken the weight meanwhile, or where
   * its answers are late: what is sent from then on is not in its lists, so nothing of it counts.
   */
  readonly ifRoom: LookIfRoom = async () => {
    const { claim, clock } = this.#with;
    const { look, waitMs } = this.#for;
    const weight = { ip: look.ip * OF_WHOLE, uid: look.uid * OF_WHOLE };
    if (this.#asking !== undefined || !claim.hasRoom(weight)) return 'put-off';
    const over = new AbortController();
    this.#over = over;
    const asking = this.#ask(over.signal).finally(() => (this.#asking = undefined));
    this.#asking = asking;
    const answered = new AbortController();
    const late = clock.sleep(waitMs, answered.signal).then((): 'put-off' => {
      if (!answered.signal.aborted) over.abort('it is late');
      return 'put-off';
    });
    try {
      return await Promise.race([asking, late]);
    } finally {
      answered.abort();
    }
  };

  /** Nothing more is asked, and what is out has ended. */
  async end(): Promise<void> {
    this.#over.abort('the run ends');
    await this.#asking?.catch(() => {});
  }

  async #ask(over: AbortSignal): ReturnType<LookIfRoom> {
    let isGivenUp = false;
    const onLimited = (): void => void (isGivenUp = true);
    const { inquiry, after } = this.#with;
    const asking = after({ inquiry: { ...inquiry(), maxPauseMs: LONGEST_HELD_UP_MS, onLimited } });
    const signal = AbortSignal.any([over, this.#for.signal]);
    const { look } = await asking.look({ orders: [], carrying: [], signal, isLate: () => over.aborted });
    return isGivenUp ? 'put-off' : look;
  }
}
