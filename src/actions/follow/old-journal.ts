/** A journal from before the last parts of its plan: what another one has placed since ends the run, before anything is sent. */
import { RefusalError } from '../../refusal.ts';
import type { FollowTask } from '../../session/follow/follow-task.ts';
import type { Session } from '../../session/session.ts';
import type { Tally } from '../../session/place/tally.ts';
import { readable } from '../end-of-run.ts';
import { lookForParts } from '../prepare/parts-elsewhere.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';

export class OldJournal {
  readonly #session: Session;
  readonly #run: PreparedRun;
  #isRefused = false;

  constructor(session: Session, run: PreparedRun) {
    this.#session = session;
    this.#run = run;
  }

  /** Asked of a plan that this journal has placed before, where the lists may be asked. */
  get asked(): Pick<FollowTask, 'lookForPlaced'> {
    const { wasPlaced, config } = this.#run;
    return wasPlaced === true && config.exchange.queries ? { lookForPlaced: () => this.#look() } : {};
  }

  /** Why the lists do not say it; refuses where another journal has placed more. */
  async #look(): Promise<string | undefined> {
    try {
      return await lookForParts(this.#session, this.#run, this.#session.wallMs());
    } catch (error) {
      this.#isRefused = error instanceof RefusalError;
      throw error;
    }
  }

  /** A run that this refuses has begun: its end is on record, as that of every other. */
  async during<Ended>(
    { tally, elapsedMs }: { readonly tally: Tally; readonly elapsedMs: () => number },
    follow: () => Promise<Ended>,
  ): Promise<Ended> {
    try {
      return await follow();
    } catch (error) {
      if (this.#isRefused && error instanceof RefusalError) {
        const { mode, target } = this.#run;
        const { exitCode } = error.refusal;
        const ending = { mode, target, counts: { ...tally.counts }, exitCode, elapsedMs: elapsedMs() };
        await readable(() => this.#session.finish(ending));
      }
      throw error;
    }
  }
}
