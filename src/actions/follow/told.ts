/** What a run that follows its plan tells as it goes: each new fill and end of an order, and the account's protection where it changed. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { AmissTold } from './amiss-told.ts';
import { BareLooks } from './bare-looks.ts';
import { agreedGroups } from '../prepare/groups-agreed.ts';
import { groupsOf, withGroups } from '../prepare/groups-told.ts';
import { LineConfirmed } from './line-confirmed.ts';
import { LineDoubts } from './line-doubts.ts';
import { NakedTimes } from './naked-times.ts';
import { coveredSince, groupStated, orderTold } from './stated.ts';
import { unansweredOf, type KnownBeside } from './known-beside.ts';
import { StatesTold } from './states-told.ts';
import { elsewhereTold, reasonsTold, shortTold } from './told-events.ts';
import { waitsOf } from './waits-told.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { closedWords } from '../../model/closed-elsewhere.ts';
import { defined } from '../../model/defined.ts';
import type { FollowedTold, GroupStated } from '../../model/follow-stated.ts';
import type { CancelPart, FollowCancelReason } from '../../model/followed.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import type { Protection } from '../../protection/protection.ts';
import { statedOf } from '../../protection/words.ts';
import type { Session } from '../../session/session.ts';
import { shortWords } from '../../session/lists/short-positions.ts';
import type { FollowNews, LookAtAccount, LookIfRoom } from '../../session/follow/follow-task.ts';
import { readable } from '../end-of-run.ts';
import { nameOf, type PreparedRun } from '../prepare/prepared-run.ts';
import { settleCommand } from '../prepare/settle-command.ts';
import { protectionLeft, stopsToCome } from '../prepare/run-protection.ts';

interface FollowTelling {
  readonly run: PreparedRun;
  readonly follow: FollowPlan;
  readonly session: Pick<Session, 'account' | 'gauges' | 'newestLook' | 'wallMs'>;
  readonly clock: Clock;
  readonly emit: EventSink;
}

interface ProtectionWith {
  /** The stop that comes with the fill of an entry, while it is followed. */
  readonly stopOf?: ReturnType<typeof stopsToCome>;
  readonly tell?: EventSink;
  /** The look was made for this: it goes before what earlier ones saw of presets. */
  readonly isFresh?: boolean;
  /** Nothing is new but that the line differed from what is followed. */
  readonly isAgain?: boolean;
}

interface Judged {
  readonly protection: Protection;
  /** As that has them. */
  readonly groups: FollowNews['groups'];
}

interface LastJudged extends Pick<Judged, 'protection'> {
  readonly presetWords: string | undefined;
  /** It goes by a look that was made for it. */
  readonly isFresh: boolean;
  /** Nothing is followed any more. */
  readonly isLast: boolean;
}

export class FollowTold {
  readonly #telling: FollowTelling;
  /** Since when each group is naked. */
  readonly #naked = new Map<string, string>();
  #groups = '';
  #toldEvent = '';
  #isLookOwed = false;
  /** Why each cancel of this run was sent, by client order id. */
  readonly #causes = new Map<string, FollowCancelReason>();
  /** How long the answer to each order of this run took. */
  readonly #answered = new Map<string, number>();
  readonly #beside: KnownBeside;
  readonly #states = new StatesTold(this.#causes);
  readonly #orders = new Map<string, string>();
  /** What of each order works, which the line rests on as well. */
  #working = '';
  #lookedMs: number | undefined;
  #lineMs: number | undefined;
  readonly #line: LineConfirmed;
  readonly #doubts: LineDoubts;
  #standing: readonly GroupStated[] | undefined;
  readonly #bare = new BareLooks();
  readonly #amiss: AmissTold;
  /** The newest protection of the account, and what it went by of presets. */
  #judged: LastJudged | undefined;
  readonly naked = new NakedTimes();

  constructor(telling: FollowTelling) {
    this.#telling = telling;
    this.#beside = { causes: this.#causes, unanswered: unansweredOf(telling.run) };
    this.#amiss = new AmissTold(settleCommand(telling.run), telling.follow);
    this.#line = new LineConfirmed(nameOf(telling.run.plan));
    this.#doubts = new LineDoubts(nameOf(telling.run.plan), telling.follow);
  }

  /** Takes in an outcome that was told. */
  heard(event: RunEvent): void {
    if (event.event !== 'order-outcome' || event.outcome === 'withheld') return;
    const tookMs = event.outcome === 'accepted' ? event.latencyMs : undefined;
    this.#answered.set(event.clientOid, tookMs ?? Number.POSITIVE_INFINITY);
  }

  /** Their ends may be seen before they have their answers. */
  cancelling(steps: readonly CancelPart[]): void {
    for (const { clientOid, because } of steps) this.#causes.set(clientOid, because);
  }

  /** Where something of it changed, the account is looked at and told; by the last look, and once more, where looking has to wait. */
  async quiet(told: FollowNews, look: LookIfRoom): Promise<void> {
    const news = this.#agreed(told);
    if (this.#standing === undefined) this.stated(news);
    this.#amiss.tell(news, this.#telling.emit);
    const words = this.#wordsOf(news);
    const isTold = words === this.#groups && !this.#line.isOutdated(news);
    const isConfirmed = isTold && !this.#isLookOwed;
    this.#looked(news, isConfirmed && !this.#doubts.isIn(told) ? this.#line.confirmedMs(news) : undefined);
    if (isConfirmed && !this.#doubts.isOwed(told)) return;
    const seen = await readable(look);
    const isPutOff = seen === 'put-off';
    if (isTold && isPutOff) return this.#doubts.putOff(told);
    this.#groups = words;
    this.#isLookOwed = isPutOff;
    const bare = new Set(news.groups.flatMap(({ isLetGo, entries }) => (isLetGo ? entries : [])));
    const { run, session } = this.#telling;
    const known: LookAtAccount = isPutOff ? () => session.newestLook() : () => Promise.resolve(seen);
    await this.protection(told, known, {
      stopOf: stopsToCome(run.plan, bare),
      isFresh: !isPutOff && seen !== undefined,
      isAgain: isConfirmed,
    });
    // The line may know more of what the exchange keeps.
    const agreed = this.#agreed(told);
    this.#groups = this.#wordsOf(agreed);
    if (this.#groups !== words) this.stated(agreed);
  }

  /** All that makes the account be looked at once it is another. */
  #wordsOf(news: FollowNews): string {
    return JSON.stringify([
      // That it waits less by now is no news.
      this.#groupsOf(news, true).map(({ told: { waits, ...told } }) => [told, waits?.part]),
      news.groups.map(({ isLetGo }) => isLetGo),
      news.short.map(shortWords),
      news.elsewhere.map(closedWords),
      this.#working,
      news.presetWords,
    ]);
  }

  /** Its groups as the one line has them. */
  #agreed(news: FollowNews): FollowNews {
    const judged = this.#judged;
    if (judged === undefined) return news;
    const isFresh = judged.isFresh && judged.presetWords === news.presetWords;
    return { ...news, groups: agreedGroups(news.groups, judged.protection, { isFresh, isLast: judged.isLast }) };
  }

  /** As it is now, told with its groups; while it is followed, `stopOf` has the stop that comes with the fill of an entry. */
  async protection(
    told: FollowNews,
    look: LookAtAccount,
    { stopOf, tell = this.#telling.emit, isFresh, isAgain = false }: ProtectionWith = {},
  ): Promise<Judged> {
    const { run, session, clock } = this.#telling;
    const seen = await readable(look);
    const known = { ...run, ...defined({ look: seen ?? (await readable(() => session.newestLook())) ?? run.look }) };
    const account = await readable(() => session.account());
    const isNew = isFresh ?? seen !== undefined;
    const protection = protectionLeft(known, account, { stopOf, presets: isNew ? undefined : told.known.presets });
    this.#judged = { protection, presetWords: told.presetWords, isFresh: isNew, isLast: stopOf === undefined };
    const news = this.#agreed(told);
    this.#line.told(protection, news);
    this.#doubts.told(protection, told, isAgain);
    const stated = statedOf(protection, clock.wallMs());
    const [waits, left] = [this.#waitsOf(news).values(), stopOf === undefined ? nameOf(run.plan) : undefined];
    tell({ ...stated, reasons: reasonsTold(stated.reasons, news, { waits, left }) });
    const groups = this.#groupsOf(news, stopOf !== undefined);
    const event = {
      ...withGroups(protectionEvent(protection), run.plan.name, groups),
      ...shortTold(news),
      ...elsewhereTold(news),
    };
    // A look that was made for the line alone may find nothing new. The end always says it.
    const words = JSON.stringify({ ...event, at: undefined });
    if (words !== this.#toldEvent || stopOf === undefined) tell(event);
    this.#toldEvent = words;
    return { protection, groups: news.groups };
  }

  #groupsOf(news: FollowNews, isFollowed: boolean): ReturnType<typeof groupsOf> {
    return groupsOf({ ...news, isFollowed, waits: this.#waitsOf(news) }, this.#naked);
  }

  #waitsOf({ waits = [] }: FollowNews): ReturnType<typeof waitsOf> {
    const { follow, run } = this.#telling;
    return waitsOf(waits, follow, run.config.exchange.limits);
  }

  news(told: FollowNews): void {
    const news = this.#agreed(told);
    for (const state of this.#states.take(news)) this.#telling.emit(state);
    this.stated(news);
    this.#amiss.tell(news, this.#telling.emit);
  }

  /** Where the last look at the account knew more than those before it. */
  ended(end: FollowNews, groups: FollowNews['groups']): void {
    if (JSON.stringify(groups) !== JSON.stringify(end.groups)) this.stated({ ...end, groups }, true);
  }

  /** What is new of orders and groups: that changes with news alone. `lineMs`: when the newest look began that confirms the line. */
  stated(news: FollowNews, isLast = false, lineMs?: number): void {
    const { follow } = this.#telling;
    const { groups } = news;
    this.#bare.take(news);
    const all = follow.orders.map((order) => orderTold(order, follow, news, this.#beside));
    this.#working = JSON.stringify(all.map(({ is, open, trigger }) => [is, open, trigger]));
    const orders = all.filter(this.#isNew);
    this.#standing = groups.map((group) => this.#groupStated(news, group, isLast));
    this.naked.take(this.#standing, news.atMs, (entries) => coveredSince(follow, news, entries, this.#answered));
    this.#emitStated(news, this.#standing, { orders, lineMs });
  }

  /** The screen says how old the last look is, and as of when the line holds. */
  #looked(news: FollowNews, lineMs: number | undefined): void {
    const isLookNew = news.known.lookedMs !== this.#lookedMs;
    const isLineNew = lineMs !== undefined && lineMs !== this.#lineMs;
    if (isLookNew && news.groups.some(({ naked }) => !naked.isZero)) this.stated(news, false, lineMs);
    else if (isLookNew || isLineNew) this.#emitStated(news, this.#standing ?? [], { lineMs });
  }

  #groupStated(news: FollowNews, group: GroupStanding, isLast: boolean): GroupStated {
    const stated = groupStated(this.#telling.follow, news, group);
    return this.#bare.isBare(group, isLast) ? { ...stated, isBare: true } : stated;
  }

  #emitStated(
    { known, atMs }: FollowNews,
    groups: readonly GroupStated[],
    { orders = [], lineMs }: { readonly orders?: readonly FollowedTold[]; readonly lineMs?: number | undefined },
  ): void {
    const { lookedMs } = known;
    this.#lookedMs = lookedMs;
    this.#lineMs = lineMs ?? this.#lineMs;
    const { emit, session } = this.#telling;
    const agoOf = (ms: number | undefined): number | undefined =>
      ms === undefined ? undefined : Math.max(0, atMs - ms);
    const [lookedAgoMs, lineAgoMs] = [agoOf(lookedMs), agoOf(lineMs)];
    // The line has the time of the clock that dates what is sent.
    const lineAsOfMs = lineAgoMs === undefined ? undefined : session.wallMs() - lineAgoMs;
    emit({ event: 'budget-changed', ...session.gauges(), inFlight: 0 });
    emit({ event: 'follow-stated', atMs, ...defined({ lookedAgoMs, lineAsOfMs }), orders, groups });
  }

  readonly #isNew = (told: FollowedTold): boolean => {
    const words = JSON.stringify(told);
    if (this.#orders.get(told.id) === words) return false;
    this.#orders.set(told.id, words);
    return true;
  };
}
