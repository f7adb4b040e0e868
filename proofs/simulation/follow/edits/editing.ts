/**
 * A person who edits the plan between two lives, as far as a start lets it: what is refused is written again as it was, or what differs is
 * taken off with the command that the refusal names. Each text is judged by the true book before it is followed.
 */
import type { PublicEvent } from '../../../../src/model/event.ts';
import type { FollowJudge } from '../../../following/judge.ts';
import { wholeEvents } from '../../../ledger-check.ts';
import { Random } from '../../../random.ts';
import type { Ended } from '../../../support/ordo.ts';
import type { Surroundings } from '../../life.ts';
import type { MomentJudge } from '../moment-judge.ts';
import type { SimExchange } from '../sim-exchange.ts';
import { drawEdit } from './draw-edit.ts';
import type { EditedPlan } from './edited-plan.ts';
import { isMoved, mayNotRefuse, mustRefuse } from './judge-edit.ts';
import { textOf, type PlanLines } from './plan-lines.ts';

interface EditingOf extends Pick<Surroundings, 'clock' | 'disk' | 'files' | 'accuse' | 'log'> {
  readonly seed: number;
  readonly plan: EditedPlan;
  readonly exchange: Pick<SimExchange, 'sent'>;
  readonly judge: FollowJudge;
  readonly moment: MomentJudge;
  /** In whole steps: what somebody else closed of a side. */
  readonly byHand: (isLong: boolean) => number;
  readonly hasHands: boolean;
  /** Ids of which a person took an order off. */
  readonly cancelled: Set<string>;
  readonly live: (args: readonly string[]) => Promise<Ended>;
  readonly commands: { readonly dry: readonly string[]; readonly follow: readonly string[] };
}

const REFUSED: ReadonlySet<string> = new Set(['follow/edited', 'plan/generation']);
const TRIES = 4;

export class Editing {
  taken = 0;
  refused = 0;
  /** What the next life is started with besides. */
  again: readonly string[] = [];
  readonly #of: EditingOf;
  readonly #random: Random;
  readonly #texts: PlanLines[];
  #number = 0;

  constructor(of: EditingOf) {
    this.#of = of;
    this.#random = new Random(of.seed, 'edits');
    this.#texts = [of.plan.now];
  }

  /** What the last life placed, it placed by the text as it is. */
  observe(): void {
    this.#of.plan.observe(this.#of.disk.orders());
  }

  /** Before a life. */
  async edit(): Promise<void> {
    this.again = [];
    if (!this.#random.chance(0.7)) return;
    const to = this.#drawn();
    if (to !== undefined) await this.#try(to);
  }

  /** One edit or two at once, or a text that there was before. */
  #drawn(): PlanLines | undefined {
    const { plan, clock, log, hasHands } = this.#of;
    const random = this.#random;
    if (random.chance(0.15)) {
      log(() => 'EDIT: as it was before');
      return random.pick(this.#texts);
    }
    let to: PlanLines | undefined;
    for (let left = random.chance(0.3) ? 2 : 1, tries = TRIES; left > 0 && tries > 0; tries--) {
      const edit = drawEdit(to ?? plan.now, {
        random,
        nowMs: clock.wallMs(),
        number: ++this.#number,
        isOnePerSide: hasHands,
      });
      if (edit === undefined) continue;
      log(() => `EDIT: ${edit.name}`);
      to = edit.plan;
      left -= 1;
    }
    return to;
  }

  async #try(to: PlanLines): Promise<void> {
    const { plan, accuse, log } = this.#of;
    const now = textOf(plan.now);
    if (textOf(to) === now) return;
    log(() => textOf(to));
    const why = this.#mustRefuse(to);
    const dry = await this.#written(to);
    const refusal = refusalOf(dry);
    if (refusal === undefined || !REFUSED.has(refusal.code)) {
      if (dry.code !== 0) return this.#back();
      if (why.length > 0) accuse('edited', `a start takes up what it must refuse: ${why.join(', ')}`);
      // What was filled of an order that moved would be counted elsewhere.
      if (isMoved(to, plan)) return this.#back();
      return this.#adopt(to, dry);
    }
    await this.#refusedAs(refusal, to);
  }

  /** It is written as it was, or what differs is taken off. */
  async #refusedAs(refusal: Refusal, to: PlanLines): Promise<void> {
    const { plan, commands, accuse } = this.#of;
    this.refused += 1;
    if (mayNotRefuse(to, { plan })) accuse('edited', `refused for nothing: ${refusal.message}`);
    if (this.#random.chance(0.5)) {
      const again = await this.#silent(commands.follow);
      if (refusalOf(again)?.code !== refusal.code)
        accuse('edited', `the dry run says ${refusal.code}, and the start ends with ${again.code}: ${again.stdout}`);
    }
    if (this.#random.chance(0.4) && (await this.#takeOff(refusal.hint ?? ''))) {
      const anew = await this.#written(to);
      if (anew.code === 0 && !isMoved(to, plan)) return this.#adopt(to, anew);
      this.again = [];
    }
    await this.#back();
  }

  #mustRefuse(to: PlanLines): readonly string[] {
    const { plan, judge, byHand } = this.#of;
    return mustRefuse(to, { plan, placed: judge.book.placed(), byHand });
  }

  #adopt(to: PlanLines, dry: Ended): void {
    const { plan, judge } = this.#of;
    this.taken += 1;
    plan.adopt(to);
    judge.approve(wholeEvents(dry.stdout));
    this.#texts.push(to);
  }

  /** As it was approved last: that is never refused. */
  async #back(): Promise<void> {
    const { plan, accuse, log } = this.#of;
    log(() => 'EDIT: taken back');
    const dry = await this.#written(plan.now);
    const refusal = refusalOf(dry);
    if (refusal !== undefined) accuse('edited', `as it was, it is refused: ${refusal.message}`);
  }

  /** The dry run of a text. */
  #written(text: PlanLines): Promise<Ended> {
    const { files, commands } = this.#of;
    files.set('/sim/plan.yaml', new TextEncoder().encode(textOf(text)));
    return this.#silent(commands.dry);
  }

  async #silent(args: readonly string[]): Promise<Ended> {
    const { exchange, live, accuse } = this.#of;
    const { sent } = exchange;
    const ended = await live(args);
    if (exchange.sent !== sent) accuse('edited', `ordo ${args.join(' ')} sends something`);
    return ended;
  }

  /** By the command that the refusal names. Whether there is one, and it came to its end. */
  async #takeOff(hint: string): Promise<boolean> {
    const { live, moment, judge, cancelled } = this.#of;
    const commands = [...hint.matchAll(/ordo ((?:run|cancel) [^,;:]*)/g)].map(([, words = '']) =>
      words.trim().split(' '),
    );
    const cancel = commands.find(([verb]) => verb === 'cancel');
    const run = commands.findLast(([verb]) => verb === 'run');
    if (cancel === undefined) return false;
    for (const id of named('--only', cancel)) cancelled.add(id);
    moment.isPerson = true;
    const ended = await live([...cancel, '--yes', '--output', 'ndjson']);
    moment.isPerson = false;
    judge.run(ended);
    this.again = named('--again', run ?? []).flatMap((id) => ['--again', id]);
    return ended.code === 0;
  }
}

const named = (option: string, words: readonly string[]): string[] =>
  words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));

type Refusal = NonNullable<Extract<PublicEvent, { event: 'run-finished' }>['refusal']>;

function refusalOf({ stdout }: Ended): Refusal | undefined {
  const last = wholeEvents(stdout).at(-1);
  return last?.event === 'run-finished' ? last.refusal : undefined;
}
