/**
 * A run that follows its plan in lines, for pipes and logs. What happens waits for the statement that comes with it, which has the
 * sizes: then parts are named, and targets of one size share a line.
 */
import { someOf } from '../../model/count.ts';
import { closedWords } from '../../model/closed-elsewhere.ts';
import type { FollowedTold, FollowStated, GroupStated } from '../../model/follow-stated.ts';
import type { RunEvent } from '../../model/event.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { cancelledWords, passedWords, sentWords } from '../../views/run/followed-words.ts';
import { partText } from '../../views/run/part-text.ts';
import { heldBackLine } from '../../views/run/held-back-words.ts';
import { padEnd, widthOf, wrap } from '../text/columns.ts';
import { LEAST_ROOM, line, type Page } from '../text/page.ts';
import { latency } from '../text/phrases.ts';
import type { Drawn, Tone } from '../text/tones.ts';
import type { PublicEventOf, RunView } from '../view/run-view.ts';
import { bareWords } from './bare-words.ts';
import { widthsOf } from './column-widths.ts';
import { ExitTrouble } from './exit-trouble.ts';
import { earlierWords, FillsTold, PausesTold } from './told-once.ts';

type Happened = PublicEventOf<'order-outcome' | 'order-state' | 'cancel-outcome' | 'protection'>;
type Placed = PublicEventOf<'order-outcome'>;
type Accepted = Extract<Placed, { outcome: 'accepted' }>;
interface Waiting {
  readonly event: Happened;
  readonly wallMs: number | undefined;
}

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

const PAUSE = ['notice', safe`‖`] as const;

const BY_FILL: ReadonlySet<string> = new Set(['first-fill', 'growth', 'entries-over', 'minute']);

/** Now, in ms since 1970; without it no line has its time. */
export type WallClock = () => number;

export class FollowLines {
  readonly #view: RunView;
  readonly #page: Page;
  readonly #wallMs: WallClock | undefined;
  #waiting: Waiting[] = [];
  /** Those that the last statement had. */
  #groups: readonly GroupStated[] = [];
  /** How far the exchange's clock is ahead. */
  #aheadMs: number | undefined;
  /** Orders whose end was told, by client order id. */
  readonly #ended = new Set<string>();
  /** What was told as closed elsewhere. */
  readonly #closed = new Set<string>();
  readonly #trouble = new ExitTrouble();
  readonly #fills = new FillsTold();
  readonly #pauses = new PausesTold();

  constructor(view: RunView, page: Page, wallMs: WallClock | undefined) {
    this.#view = view;
    this.#page = page;
    this.#wallMs = wallMs;
  }

  /** Undefined of what it leaves to the lines of every run, which ask for what waits first. */
  take(event: RunEvent): Drawn[] | undefined {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are of every run
    switch (event.event) {
      case 'order-outcome':
      case 'order-state':
      case 'cancel-outcome':
      case 'protection':
        this.#waiting.push(this.#now(event));
        return event.event === 'protection' ? this.flush() : this.#goesOn(event);
      case 'sending-paused': {
        const words = this.#pauses.paused(event, this.#wallMs?.());
        return words === undefined ? [] : [...this.flush(), ...this.#notice(this.#wallMs?.(), PAUSE, words)];
      }
      case 'openings-held-back':
        return [
          ...this.flush(),
          ...this.#line(this.#wallMs?.(), PAUSE, someOf(event.ids), heldBackLine(this.#view, event)),
        ];
      case 'follow-stated': {
        this.#leaveOutEnded(event);
        this.#groups = event.groups;
        const lines = [...this.flush(), ...event.orders.flatMap((told) => this.#troubled(told))];
        const wallMs = this.#wallMs?.();
        this.#aheadMs = wallMs === undefined ? undefined : event.atMs - wallMs;
        return lines;
      }
      default:
        return undefined;
    }
  }

  /** What is answered ends a pause. */
  #goesOn(event: Happened): Drawn[] {
    const isSent =
      event.event === 'cancel-outcome' || (event.event === 'order-outcome' && event.outcome !== 'withheld');
    const words = isSent ? this.#pauses.over(this.#wallMs?.()) : undefined;
    return words === undefined ? [] : this.#notice(this.#wallMs?.(), PAUSE, words);
  }

  /** Of an order of which the statement tells that it was let go, or found. */
  #troubled(told: FollowedTold): Drawn[] {
    return this.#trouble.take(told).flatMap(({ sign, name, words }) => this.#line(this.#wallMs?.(), sign, name, words));
  }

  flush(): Drawn[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const lines: Drawn[] = [];
    for (let at = 0; at < waiting.length; at++) {
      const first = waiting[at] as Waiting;
      const alike = this.#alike(waiting, at);
      at += alike.length;
      lines.push(...this.#linesOf(first, alike));
    }
    return lines;
  }

  /** What the journal knew before the first look was told as it happened. */
  #leaveOutEnded({ lookedAgoMs }: FollowStated): void {
    if (lookedAgoMs !== undefined || this.#aheadMs !== undefined) return;
    this.#waiting = this.#waiting.filter(({ event }) => {
      if (event.event !== 'order-state' || event.state !== 'cancelled') return true;
      if (!isZero(event.exchange?.filledSize ?? '0')) return true;
      this.#ended.add(event.clientOid ?? '');
      return false;
    });
  }

  #now(event: Happened): Waiting {
    return { event, wallMs: this.#wallMs?.() };
  }

  /** For how long the oldest fill that it covers had been without a stop. What takes another's place comes after no fill. */
  #afterFillMs({ id, clientOid, because }: Accepted, wallMs: number | undefined): number | undefined {
    const filledMs = this.#groupOf(id)?.coveredFirst?.get(clientOid);
    const isStop = this.#view.steps.some((step) => step.id === id && step.kind === 'stop');
    if (!isStop || !BY_FILL.has(because ?? '') || filledMs === undefined) return undefined;
    if (wallMs === undefined || this.#aheadMs === undefined) return undefined;
    return Math.max(0, wallMs + this.#aheadMs - filledMs);
  }

  /** Of one that went without its trigger; the statement that comes with it has which that is. */
  #passedWords({ id, trigger, price, size }: Accepted): readonly Safe[] {
    const { followed } = this.#view.orders.byId(id) ?? {};
    if (trigger !== undefined || followed?.last?.price !== price || followed?.last?.size !== size) return [];
    return followed === undefined ? [] : passedWords(followed);
  }

  #groupOf(id: string): GroupStated | undefined {
    const name = this.#view.steps.find((step) => step.id === id && step.group !== undefined)?.group?.join(' ');
    return this.#groups.find(({ entries }) => entries.join(' ') === name);
  }

  /** Rungs of its ladder that follow it, accepted with the same number and size. */
  #alike(waiting: readonly Waiting[], at: number): Placed[] {
    const first = (waiting[at] as Waiting).event;
    if (first.event !== 'order-outcome' || first.outcome !== 'accepted') return [];
    const ladder = this.#ladderOf(first.id);
    const alike: Placed[] = [];
    for (const { event } of waiting.slice(at + 1)) {
      if (event.event !== 'order-outcome' || event.outcome !== 'accepted') break;
      if (ladder === undefined || this.#ladderOf(event.id) !== ladder || event.part !== first.part) break;
      if (this.#sizeOf(event) !== this.#sizeOf(first)) break;
      alike.push(event);
    }
    return alike;
  }

  readonly #ladderOf = (id: string): string | undefined => this.#view.orders.byId(id)?.headline?.ladder;
  readonly #sizeOf = (event: Placed): string | undefined =>
    ('size' in event ? event.size : undefined) ?? this.#view.orders.byId(event.id)?.followed?.last?.size;

  #linesOf({ event, wallMs }: Waiting, alike: readonly Placed[]): Drawn[] {
    switch (event.event) {
      case 'order-outcome':
        return this.#placed(event, alike, wallMs);
      case 'order-state':
        return this.#stated(event, wallMs);
      case 'cancel-outcome':
        return this.#cancelled(event, wallMs);
      case 'protection':
        return this.#protected(event, wallMs);
    }
  }

  #placed(event: Placed, alike: readonly Placed[], wallMs: number | undefined): Drawn[] {
    const { id } = event;
    // What was not sent is said at the end.
    if (event.outcome === 'withheld') return [];
    const name = partText(event);
    const what = sentWords(this.#view, event);
    // The statement that comes with it says what of it works, or was filled; a past run is told without them.
    if (event.outcome === 'accepted' && event.rule === 'found' && this.#trouble.words.has(id) && !this.#isPast)
      return [];
    if (event.outcome === 'accepted') {
      this.#trouble.accepted(id);
      const others = alike.length === 0 ? [] : [safe`and ${joined(safeTexts(alike.map(partText)), safe`, `)}`];
      const afterMs = this.#afterFillMs(event, wallMs);
      const after = afterMs === undefined ? [] : [safe`${latency(afterMs)} after the fill`];
      const past = this.#passedWords(event);
      return this.#line(wallMs, ['accepted', safe`✓`], name, joined([what, ...past, ...after, ...others], safe`   `));
    }
    const isRefused = event.outcome === 'rejected';
    const said = joined(safeTexts(isRefused ? [event.code, event.message] : [event.message]), safe` `);
    const words = isRefused ? safe`was rejected (${said})` : safe`has no answer (${said})`;
    this.#trouble[isRefused ? 'rejected' : 'lost'](id, safe`${safeText(name)} ${words}`);
    if (isRefused) return this.#line(wallMs, ['rejected', safe`✗`], name, safe`${what}: rejected ${said}`);
    const isLookedFor = this.#isPast ? safe`` : safe`, looked for at each look`;
    return this.#line(wallMs, ['unknown', safe`?`], name, safe`${what}: UNKNOWN${isLookedFor}: ${said}`);
  }

  /** It is shown again: nobody looks for anything of it any more. */
  get #isPast(): boolean {
    return this.#view.run?.past !== undefined;
  }

  #stated(event: PublicEventOf<'order-state'>, wallMs: number | undefined): Drawn[] {
    const { exchange, state, clientOid = '', id } = event;
    if (exchange === undefined) return [];
    const name = partText(event);
    if (exchange.state === 'triggered') return this.#line(wallMs, undefined, name, safe`fired`);
    const { filledSize = '0', averagePrice } = exchange;
    const at = averagePrice === undefined ? safe`` : safe` at ${safeText(averagePrice)}`;
    const when = earlierWords(exchange.at, wallMs === undefined ? undefined : wallMs + (this.#aheadMs ?? 0));
    const filled = safe`filled ${safeText(filledSize)}${this.#ofWhat(id, state)}${at}${when}`;
    const isNew = !isZero(filledSize) && this.#fills.isNew(clientOid, filledSize);
    if (state !== 'cancelled') return isNew ? this.#line(wallMs, undefined, name, filled) : [];
    if (this.#ended.has(clientOid)) return [];
    this.#ended.add(clientOid);
    const cancelled =
      event.because === undefined ? safe`cancelled` : cancelledWords(this.#view, { id, because: event.because });
    return this.#line(wallMs, ['withheld', safe`×`], name, isNew ? safe`${cancelled}, ${filled}` : cancelled);
  }

  /** What an entry was to come to; of a part of an exit whether more may follow. */
  #ofWhat(id: string, state: string): Safe {
    const { followed, headline } = this.#view.orders.byId(id) ?? {};
    if (followed?.kind === undefined && headline !== undefined) return safe` of ${safeText(headline.size)}`;
    return state === 'accepted' ? safe` so far` : safe``;
  }

  #cancelled(event: PublicEventOf<'cancel-outcome'>, wallMs: number | undefined): Drawn[] {
    const name = partText(event);
    const said = joined(safeTexts([event.code ?? '', event.message ?? ''].filter((text) => text !== '')), safe` `);
    if (event.outcome === 'refused')
      return this.#line(wallMs, ['rejected', safe`!`], name, safe`its cancel was refused, it may still fill: ${said}`);
    // The cancel may have been taken, and no list shows it yet.
    if (event.outcome === 'unknown')
      return this.#line(wallMs, ['unknown', safe`?`], name, safe`${said}: it may still fill`);
    // A look may see the end before the cancel has its answer.
    if (event.outcome === 'cancelled' && this.#ended.has(event.clientOid)) return [];
    this.#ended.add(event.clientOid);
    if (event.outcome !== 'cancelled') return this.#line(wallMs, undefined, name, safe`its cancel came too late`);
    const { filledSize = '0' } = event;
    const isNew = isZero(filledSize) || this.#fills.isNew(event.clientOid, filledSize);
    const words = cancelledWords(this.#view, isNew ? event : { ...event, filledSize: '0' });
    return this.#line(wallMs, ['withheld', safe`×`], name, words);
  }

  #protected(event: PublicEventOf<'protection'>, wallMs: number | undefined): Drawn[] {
    const bare = bareWords(event, this.#view, this.#trouble.words);
    return [...this.#elsewhere(event, wallMs), ...bare.flatMap(({ sign, words }) => this.#notice(wallMs, sign, words))];
  }

  /** Each once: a statement has all of them again. */
  #elsewhere({ elsewhere = [] }: PublicEventOf<'protection'>, wallMs: number | undefined): Drawn[] {
    return elsewhere.flatMap((one) => {
      const words = JSON.stringify(one);
      if (this.#closed.has(words)) return [];
      this.#closed.add(words);
      return this.#notice(wallMs, undefined, safeText(closedWords(one)));
    });
  }

  get #nameRoom(): number {
    return Math.min(24, widthsOf(this.#view.orders).id + 4);
  }

  // oxlint-disable-next-line eslint/max-params -- the cells of one line
  #line(wallMs: number | undefined, sign: readonly [Tone, Safe] | undefined, name: string, words: Safe): Drawn[] {
    const room = this.#nameRoom - (sign === undefined ? 0 : 2);
    const id = padEnd(safeText(name), Math.max(room, widthOf(safeText(name)) + 2));
    return this.#notice(wallMs, sign, safe`${id}${words}`);
  }

  #notice(wallMs: number | undefined, sign: readonly [Tone, Safe] | undefined, words: Safe): Drawn[] {
    const time = wallMs === undefined ? safe`` : safe`${safeText(new Date(wallMs).toISOString().slice(11, 19))}  `;
    const { paint, width } = this.#page;
    const lead = widthOf(time) + (sign === undefined ? 0 : 2);
    return wrap(words, Math.max(LEAST_ROOM, width - lead)).map((text, at) =>
      at === 0
        ? line(paint, [['quiet', time], ...(sign === undefined ? [] : [sign, safe` `]), text])
        : line(paint, [padEnd(safe``, Math.max(10, lead)), text]),
    );
  }
}
