/** `ordo replay`: a past run on the screen again, or as lines or NDJSON, from the journal alone. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Story } from '../../model/story.ts';
import type { EventSink, Wish, Clock } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { exitCodeOf, hearInterruptions } from '../command-line/interruption.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { reporter } from '../command-line/reporting.ts';
import type { World } from '../world.ts';
import { toldEvents } from '../../views/history/told-events.ts';
import { askedRuns, PAST_OPTIONS } from './asked-runs.ts';

/**
 * The time of a story: it begins when the story began, passes `speed` times as fast, never runs ahead of the event that is
 * told next, and stands still while it is held.
 */
export class StoryClock implements Clock {
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #speed: number;
  /** Story time up to the last change of pace, and when that was. */
  #reachedMs = 0;
  #sinceMs: number;
  /** Story time that it may not pass yet. */
  #boundMs = 0;
  #isHeld = false;
  #woken = new AbortController();

  /** `startedAtMs`: by the wall clock. */
  constructor(clock: Clock, startedAtMs: number, speed: number) {
    this.#clock = clock;
    this.#startedAtMs = startedAtMs;
    this.#speed = speed;
    this.#sinceMs = clock.monotonicMs();
  }

  readonly monotonicMs = (): number => {
    if (this.#isHeld) return this.#reachedMs;
    const passedMs = this.#clock.monotonicMs() - this.#sinceMs;
    return Math.min(this.#boundMs, passedMs === 0 ? this.#reachedMs : this.#reachedMs + passedMs * this.#speed);
  };

  readonly wallMs = (): number => this.#startedAtMs + this.monotonicMs();

  /** In the time of whoever looks on. */
  readonly sleep: Clock['sleep'] = (ms, signal) => this.#clock.sleep(ms, signal);

  hold(isHeld: boolean): void {
    this.#reachedMs = this.monotonicMs();
    this.#sinceMs = this.#clock.monotonicMs();
    this.#isHeld = isHeld;
    this.#woken.abort();
  }

  /** Resolves when the story has come to that time; false where the signal aborts before. */
  async reach(atMs: number, signal: AbortSignal): Promise<boolean> {
    this.#boundMs = Math.max(this.#boundMs, atMs);
    while (!signal.aborted) {
      if (this.#speed === Number.POSITIVE_INFINITY && !this.#isHeld) this.#reachedMs = atMs;
      const left = atMs - this.monotonicMs();
      if (left <= 0 && !this.#isHeld) return true;
      this.#woken = new AbortController();
      const waitMs = this.#isHeld ? LONG_MS : Math.ceil(left / this.#speed);
      await this.#clock.sleep(waitMs, AbortSignal.any([signal, this.#woken.signal]));
    }
    return false;
  }
}

/** Until somebody goes on. */
const LONG_MS = 60_000;

const REPLAY_OPTIONS: OptionSpecs = {
  run: { value: '<n>', help: 'which run of the plan, from 1; default: the last' },
  speed: { value: '<n>|max', help: 'how many times as fast; default: 1 on a terminal, max elsewhere' },
  output: { value: 'tui|lines|ndjson', help: 'default: tui on a terminal, lines elsewhere' },
  ...PAST_OPTIONS,
};

export const REPLAY_HELP: CommandHelp = {
  usage: 'ordo replay <plan>',
  brief: 'a past run on the screen again',
  summary: 'Show a past run on the screen again, from the journal alone. Nothing is sent.',
  more: `Space pauses, q ends. Only live runs are in the journal. The windows are those that the journal
knows: other programs on the account are not in it.`,
  options: REPLAY_OPTIONS,
  examples: [
    ['ordo replay plan.yaml', 'the last run, as fast as it was'],
    ['ordo replay plan.yaml --run 2 --speed 10', 'the second run, ten times as fast'],
    ['ordo replay plan.yaml --output ndjson', 'its events again, at once'],
  ],
};

export async function replay(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('replay', args, REPLAY_OPTIONS);
  const output = outputKind(given.value('output'), world);
  const speed = speedOf(given.value('speed') ?? (output === 'tui' ? '1' : 'max'));
  if (given.value('run') === 'all') refuse('command/names', 'replay shows one run', 'name its number with --run');
  const asked = await askedRuns(world, 'replay', given);
  if (typeof asked === 'number') return asked;
  const told = reporter(world.terminal, output);
  const player = new Player(world, asked.stories[0] as Story, speed);
  if (output !== 'tui') return player.play(told.emit);
  const clock = player.clock;
  const screen = await world.terminal.mountScreen({ stays: false, canPlace: false, onWish: player.take, clock });
  try {
    return await player.play(screen.sink);
  } finally {
    await screen.finish();
  }
}

function speedOf(asked: string): number {
  if (asked === 'max') return Number.POSITIVE_INFINITY;
  if (/^(?:[1-9][0-9]{0,3}|0?\.[0-9]{1,3})$/.test(asked)) return Number(asked);
  return refuse('option/value', `--speed ${asked} is not a speed`, 'write how many times as fast, such as 10, or max');
}

class Player {
  readonly clock: StoryClock;
  readonly #world: World;
  readonly #story: Story;
  readonly #end = new AbortController();
  #emit: EventSink = () => {};
  #exitCode: ExitCode = EXIT.done;

  constructor(world: World, story: Story, speed: number) {
    this.#world = world;
    this.#story = story;
    this.clock = new StoryClock(world.clock, story.startedAtMs, speed);
  }

  async play(emit: EventSink): Promise<ExitCode> {
    this.#emit = emit;
    const heard = hearInterruptions(this.#world, () => this.#end.abort());
    try {
      for (const { atMs, event } of toldEvents(this.#story)) {
        if (!(await this.clock.reach(atMs, this.#end.signal))) break;
        emit(event);
      }
      const first = heard.first();
      return first === undefined ? this.#exitCode : exitCodeOf(first);
    } finally {
      heard.release();
    }
  }

  readonly take = ({ kind }: Wish): void => {
    if (kind === 'interrupt' || kind === 'quit') this.#end.abort();
    if (kind === 'interrupt') this.#exitCode = EXIT.interrupted;
    if (kind !== 'pause' && kind !== 'resume') return;
    this.clock.hold(kind === 'pause');
    this.#emit({ event: 'sending-held', held: kind === 'pause' });
  };
}
