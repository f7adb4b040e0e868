/** What reaches a run from outside while it sends: what ends it, and a person's pause. */
import { Hold } from '../../session/send/hold.ts';
import type { EventSink, Wish } from '../../ports.ts';
import { exitCodeOf, tellLoss } from '../command-line/interruption.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { Interruption, World } from '../world.ts';

const AGAIN_WITHIN_MS = 10_000;

export class Steering {
  readonly hold = new Hold();
  readonly #stop = new AbortController();
  readonly #world: World;
  readonly #emit: EventSink;
  /** What is said next to a lost output. */
  readonly #lossHint: string;
  #first: Interruption | undefined;
  /** Whether a first Ctrl-C is answered with what ending would leave. */
  asksFirst = false;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(world: World, emit: EventSink, isLive: boolean, lossHint = hintOf(isLive)) {
    this.#world = world;
    this.#emit = emit;
    this.#lossHint = lossHint;
  }

  /** Aborted once nothing more is to be sent; its reason says why. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** What the first interruption says; undefined if there was none. */
  get exitCode(): ExitCode | undefined {
    return this.#first === undefined ? undefined : exitCodeOf(this.#first);
  }

  /** Nothing more is sent, and what is in flight is awaited. */
  readonly interrupt = (interruption: Interruption): void => {
    if (interruption === 'SIGINT' && this.#asks()) return;
    if (typeof interruption !== 'string') tellLoss(this.#world.terminal.stderr, interruption, this.#lossHint);
    this.#first ??= interruption;
    this.#stop.abort(whyOf(interruption));
  };

  /** A second one in time ends it, and so does one that came after it had nothing to ask. */
  #asks(): boolean {
    const nowMs = this.#world.clock.monotonicMs();
    if (!this.asksFirst || this.#first !== undefined || nowMs - this.#askedMs <= AGAIN_WITHIN_MS) return false;
    this.#askedMs = nowMs;
    this.#emit({ event: 'end-asked', withinMs: AGAIN_WITHIN_MS });
    return true;
  }

  /** A wish of the person at the screen. What is to be placed, only a watch asks. */
  readonly take = ({ kind }: Wish): void => {
    if (kind === 'interrupt' || kind === 'quit') this.interrupt('SIGINT');
    if (kind !== 'pause' && kind !== 'resume') return;
    if (kind === 'pause') this.hold.on(this.#world.clock.monotonicMs());
    else this.hold.off();
    this.#emit({ event: 'sending-held', held: this.hold.isOn });
  };
}

const hintOf = (isLive: boolean): string =>
  `nothing more is sent${isLive ? '; what was is in the journal: ordo status' : ''}`;

function whyOf(interruption: Interruption): string {
  if (typeof interruption !== 'string') return `the output cannot be written: ${interruption.why}`;
  return interruption === 'SIGINT' ? 'interrupted' : 'asked to end';
}
