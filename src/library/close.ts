/** A position of the account closed at market, for programs. */
import { close } from '../actions/close/close.ts';
import { prepareClose, type CloseRequest } from '../actions/close/prepare-close.ts';
import { ALL, parseShare, type CloseShare } from '../actions/close/share.ts';
import { stopOf } from '../actions/end-of-run.ts';
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import type { SpooledVerdict } from '../journal/records/ledger.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import { defined } from '../model/defined.ts';
import type { LiveFacts } from '../model/event.ts';
import type { ExitCode } from '../model/exit-code.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { OutcomeName } from '../model/outcome.ts';
import { safeText } from '../model/safe-text.ts';
import { refuse } from '../refusal.ts';
import type { Holding, Working } from './holding.ts';
import { IN_MEMORY, precisionOf } from './load.ts';
import { endOf, type RunEnd } from './placed.ts';
import type { PlanProtection } from './protection.ts';
import { ToldBesides } from './told-besides.ts';

export interface PositionToClose {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** A part of it, such as `50%`, or a size in base coin, such as `0.02`: cut down to the step. Without it all of it. */
  readonly share?: string;
  /** By which sizes are cut; `askInstruments` asks for it. */
  readonly instruments: InstrumentList;
  /** Once it is aborted, nothing more is asked or sent; what is in flight is awaited. */
  readonly signal?: AbortSignal;
}

export interface ClosedPosition {
  readonly end: RunEnd;
  /** The same as the command's exit code: 0 only where every order was seen filled. */
  readonly exitCode: ExitCode;
  readonly counts: Readonly<Record<OutcomeName, number>>;
  /** What was held in each margin mode, and how much of it was to be closed. */
  readonly parts: readonly { readonly marginMode: string; readonly held: string; readonly size: string }[];
  /** Those that were sent, as they are on record at the end; they are of the plan `ordo:close`. */
  readonly orders: readonly KnownOrder[];
  /** What it leaves. */
  readonly protection?: PlanProtection;
  /** Verdicts that the ledger could not take: this may be the only record of them. Empty where all is well. */
  readonly unrecorded: readonly SpooledVerdict[];
}

/** Throws RefusalError, and has sent nothing then. */
export async function closeHeldPosition(
  { session, config, connect, connection, telling, clock, account, ledger }: Working,
  { symbol, side, share, instruments, signal }: PositionToClose,
): Promise<ClosedPosition> {
  const instrument = instruments.bySymbol.get(symbol);
  if (instrument === undefined) refuse('exchange/unknown-symbol', `the list of instruments has no ${safeText(symbol)}`);
  const part = shareOf(share);
  checkCanAsk(config);
  const stopped = AbortSignal.any([telling.begin(), ...(signal === undefined ? [] : [signal])]);
  await connect();
  const request: CloseRequest = {
    config,
    account,
    instrument,
    side,
    share: part,
    mode: 'execute',
    target: connection.target ?? 'live',
    live: factsInCode({ account, ledger }),
    precision: precisionOf(instruments),
    signal: stopped,
  };
  const prepared = await prepareClose(session, clock, request);
  const heard = new ToldBesides(telling.emit);
  const how = { session, clock, ...heard.listening, stop: stopOf(stopped), planFile: IN_MEMORY };
  const { tally, exitCode, ends } = await close(how, prepared);
  telling.end();
  return {
    end: endOf(exitCode),
    exitCode,
    counts: { ...tally.counts },
    parts: prepared.parts.map(({ marginMode, held, size }) => ({
      marginMode,
      held: held.canonical(),
      size: size.canonical(),
    })),
    orders: ends,
    unrecorded: heard.unrecorded,
    ...defined({ protection: heard.protection }),
  };
}

function shareOf(share: string | undefined): CloseShare {
  if (share === undefined) return ALL;
  const why = `${JSON.stringify(share)} is not a part of a position`;
  return (
    parseShare(share) ?? refuse('close/size', why, 'write a part up to 100%, such as 50%, or a size, such as 0.02')
  );
}

/** A program has no file of a config. */
export const factsInCode = ({ account, ledger }: Pick<Holding, 'account' | 'ledger'>): LiveFacts => ({
  account: account.name,
  config: 'none',
  journal: ledger.name,
});
