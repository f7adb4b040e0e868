/** The order calls of one watch: which the screen was told of, and which the exchange received. */
import type { PaperExchange, ReceivedRequest } from '../../src/paper/server.ts';

/** Takes a sentence where something does not hold. */
type Judging = (holds: boolean, what: string) => void;

/** A call as a dry run shows it. */
interface ShownCall {
  readonly path: string;
  readonly body: string;
}

export class Arrivals {
  readonly #paper: PaperExchange;
  readonly #hold: Judging;
  /** Of earlier watches. */
  readonly #before: number;
  /** Those that belong to a run that has ended. */
  #judged: number;
  #sent = 0;
  /** Calls that had been sent when the person paused, or ended the watch. */
  #heldAt: number | undefined;
  #endedAt: number | undefined;

  constructor(paper: PaperExchange, hold: Judging) {
    this.#paper = paper;
    this.#hold = hold;
    this.#before = this.#requests().length;
    this.#judged = this.#before;
  }

  get hasEnded(): boolean {
    return this.#endedAt !== undefined;
  }

  paused(): void {
    this.#heldAt ??= this.#sent;
  }

  resumed(): void {
    if (this.#heldAt !== undefined) this.#checkMost(this.#heldAt, 'while the person paused');
    this.#heldAt = undefined;
  }

  ended(): void {
    this.#endedAt ??= this.#sent;
  }

  sent(): void {
    this.#sent += 1;
    this.#hold(this.#heldAt === undefined, 'a call is sent while the person pauses');
    this.#hold(this.#endedAt === undefined, 'a call is sent after the end');
  }

  /** No run is under way. */
  checkNone(): void {
    this.#hold(this.#requests().length === this.#judged, 'an order call arrived outside of a run');
  }

  /** All that came since the last run are calls of this one, byte for byte, none of them twice. */
  checkRun(calls: readonly ShownCall[]): void {
    const left = [...calls];
    const requests = this.#requests();
    for (const { path, body } of requests.slice(this.#judged)) {
      const at = left.findIndex((call) => call.path === path && call.body === body);
      this.#hold(at !== -1, `what arrived was not shown, or came twice: ${body}`);
      if (at !== -1) left.splice(at, 1);
    }
    this.#judged = requests.length;
  }

  /** The watch is over. */
  checkEnd(): void {
    this.resumed();
    this.checkNone();
    if (this.#endedAt !== undefined) this.#checkMost(this.#endedAt, 'after the end');
  }

  #checkMost(sent: number, when: string): void {
    this.#hold(this.#requests().length - this.#before <= sent, `an order call arrived ${when}`);
  }

  #requests(): readonly ReceivedRequest[] {
    return this.#paper.requests.filter(({ method }) => method === 'POST');
  }
}
