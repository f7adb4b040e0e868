/** What `ordo close` would send: the account is read first, and what is held decides. */
import { stateOf, unfollowed } from '../../journal/records/known-account.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { Config } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { LiveFacts } from '../../model/event.ts';
import type { Instrument } from '../../model/instrument.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { Clock } from '../../ports.ts';
import type { MarketRange, PositionSide } from '../../protection/guarded.ts';
import type { AccountLook, SymbolLook } from '../../protection/journal/look.ts';
import { ordersOfJournal } from '../../protection/journal/of-journal.ts';
import type { Protection } from '../../protection/protection.ts';
import type { Session } from '../../session/session.ts';
import { approvalOfClose } from '../approval.ts';
import { compiledRun } from '../place.ts';
import { protectionAfter } from '../prepare/run-protection.ts';
import { memoryIn } from '../prepare/memory.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { closePlan, partsOf, sumOf, type ClosedPart } from './parts.ts';
import { endEarlierCloses } from './earlier-closes.ts';
import { otherCloses, type OtherClose } from './other-closes.ts';
import { shareText, type CloseShare } from './share.ts';
import { checkMayClose, readPosition } from './read-position.ts';
import { untilRead } from './until-read.ts';
import { refuse } from '../../refusal.ts';

export interface CloseRequest {
  readonly config: Config;
  readonly account: AccountName;
  readonly instrument: Instrument;
  readonly side: PositionSide;
  readonly share: CloseShare;
  readonly mode: PreparedRun['mode'];
  /** What the exchange is; default `live`. */
  readonly target?: PreparedRun['target'];
  readonly live: LiveFacts;
  /** By which list sizes are cut, in words. */
  readonly precision: string;
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
  /** Plans whose followers end before it is sent: no stop of theirs comes any more. */
  readonly asks?: ReadonlySet<string>;
}

/** What is held decides what is sent, and under which code. */
export interface DecidedClose {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly share: CloseShare;
  readonly parts: readonly ClosedPart[];
  readonly run: PreparedRun;
  readonly market?: MarketRange;
  /** Closes that rest, which hold what they would close; and triggers, which may. */
  readonly resting: readonly OtherClose[];
  readonly triggers: readonly OtherClose[];
}

/** With a look at the account; that of the run is as it would be after it. */
export interface PreparedClose extends DecidedClose {
  readonly look: AccountLook;
  /** What it would leave. */
  readonly protection: Protection;
}

/**
 * The session is connected. Refuses (exit 2, 7 or 8), and has sent nothing. The look is kept: a flatten that follows knows by it that
 * positions show this close.
 */
export async function prepareClose(session: Session, clock: Clock, request: CloseRequest): Promise<PreparedClose> {
  const decided = await decideClose(session, clock, request);
  const { symbol } = decided;
  const { signal } = request;
  const ask = () => session.whole({ symbols: [symbol], trades: () => [], asksMoney: false, signal });
  const isRead = (told: { readonly look: AccountLook }): boolean => positionsIn(told.look, symbol) !== undefined;
  const { look } = await untilRead(ask, isRead, { session, clock, ...request });
  checkAsRead(decided, look);
  // What the look found to be over is on record now.
  const account = unfollowed(await session.account(), request.asks ?? new Set());
  const run = { ...decided.run, account, look: lookAfter(look, decided) };
  return { ...decided, run, look, protection: protectionAfter(run) };
}

/**
 * A stop or a target may have closed some of it while all this was read, and the close would take more than is held. Refuses then (exit
 * 5), and where nobody knows (exit 7).
 */
function checkAsRead({ symbol, side, parts }: DecidedClose, look: AccountLook): void {
  const positions = positionsIn(look, symbol);
  if (positions === undefined)
    refuse('close/unread', `the position of ${symbol} was read once, and not again`, 'nothing was sent; try again');
  const heldNow = (mode: ClosedPart['marginMode']): Decimal =>
    sumOf(positions.filter((one) => one.side === side && one.marginMode === mode));
  const smaller = parts.find(({ marginMode, held }) => heldNow(marginMode).compare(held) < 0);
  if (smaller === undefined) return;
  const { marginMode, held } = smaller;
  refuse(
    'close/position-changed',
    `${symbol} ${side} became smaller while it was read: ${held.canonical()}, then ${heldNow(marginMode).canonical()}`,
    'nothing was sent; look again',
  );
}

const positionsIn = ({ symbols }: AccountLook, symbol: string): SymbolLook['positions'] =>
  [...symbols].find(([of]) => sameSymbol(of, symbol))?.[1].positions;

/** The same without that look. */
export async function decideClose(session: Session, clock: Clock, request: CloseRequest): Promise<DecidedClose> {
  const { config, account: name, instrument, side, share, signal } = request;
  const before = ordersOfJournal(await session.account());
  // The interface that spells a symbol in two ways takes both: the journal's joins it to the orders there.
  const spelled = before.find((order) => sameSymbol(order.symbol, instrument.symbol))?.symbol;
  const symbol = config.exchange.interface === 'v2' ? instrument.symbol : (spelled ?? instrument.symbol);
  await endEarlierCloses(session, { symbol, side, waitMs: config.execution.cancelWaitMs, signal });
  const { checked, seen } = await readPosition({ session, clock, config, signal, symbol, origin: name.origin });
  const checkedAtMs = clock.wallMs();
  const parts = partsOf(seen.positions ?? [], { symbol, side, share, instrument });
  const account = await session.account();
  const description = `closes ${shareText(share) ?? 'all'} of ${symbol} ${side}`;
  const halt = await session.halted();
  const run = closeRun({ parts, halt, account, symbol, description }, request);
  checkMayClose(checked, [...run.schedule.pending.values()]);
  const { market } = seen;
  return {
    symbol,
    side,
    share,
    parts,
    run: { ...run, checkedAtMs, ...(market !== undefined && { markets: new Map([[symbol, market]]) }) },
    ...defined({ market }),
    resting: otherCloses(seen.orders ?? [], { symbol, side }, account),
    triggers: otherCloses(seen.triggers ?? [], { symbol, side }, account),
  };
}

interface CloseFacts {
  readonly symbol: string;
  readonly parts: readonly ClosedPart[];
  readonly halt: PreparedRun['halt'];
  readonly account: NonNullable<PreparedRun['account']>;
  readonly description: string;
}

/** The run that closes these parts, and nothing else. */
export function closeRun(
  { symbol, parts, halt, account, description }: CloseFacts,
  {
    config,
    account: name,
    side,
    mode,
    target = 'live',
    live,
    precision,
  }: Omit<CloseRequest, 'instrument' | 'share' | 'signal'>,
): PreparedRun {
  const plan = closePlan({ symbol, side, parts, description }, stateOf(account, CLOSE_PLAN));
  const { run } = compiledRun({
    facts: {
      plan,
      // No limit of the policy holds back what only closes what is held.
      config: { ...config, policy: {} },
      planFile: plan.name,
      mode,
      target,
      exchange: name.origin,
      live,
      precision,
      canLive: true,
      obstacles: [],
      warnings: 0,
      bytes: false,
      options: [],
    },
    chosen: { planPath: plan.name, only: [], again: [] },
    memory: { ...memoryIn(account, plan), ...defined({ halt }) },
  });
  const held = parts.map(({ marginMode, held: size }) => `${marginMode} ${size.canonical()}`);
  return { ...run, approval: approvalOfClose(run.schedule, config, name, held) };
}

/** As it would see the position once the parts are closed. */
function lookAfter(
  { atMs, symbols }: AccountLook,
  { symbol, side, parts }: Pick<DecidedClose, 'symbol' | 'side' | 'parts'>,
): AccountLook {
  const sizes = new Map(parts.map(({ marginMode, size }) => [marginMode, size]));
  const after = ([of, seen]: readonly [string, SymbolLook]): readonly [string, SymbolLook] => {
    if (!sameSymbol(of, symbol) || seen.positions === undefined) return [of, seen];
    const positions = seen.positions.map((one) => {
      const size = one.side === side ? sizes.get(one.marginMode) : undefined;
      if (size === undefined) return one;
      return { ...one, size: one.size.compare(size) > 0 ? one.size.minus(size) : Decimal.zero };
    });
    return [of, { ...seen, positions }];
  };
  return { atMs, symbols: new Map([...symbols].map(after)) };
}
