/** Looks at all that an account holds, until every part of it answers. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { Config } from '../../model/config.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { Clock } from '../../ports.ts';
import type { HeldPosition, MarketRange } from '../../protection/guarded.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { Protection } from '../../protection/protection.ts';
import type { Session } from '../../session/session.ts';
import { protectionNow } from '../prepare/run-protection.ts';
import { isPartial } from '../refresh.ts';
import { untoldOff, withoutUntold } from './untold.ts';

/** A position that is held. */
export interface HeldNow extends HeldPosition {
  /** Orders of this journal opened it, or a part of it. */
  readonly isOurs: boolean;
  /** None is known to, and one that went off may have: nobody told how far it was filled. */
  readonly mayBeOurs?: true;
}

export interface LookedAtAll {
  /** When it was begun, in ms since 1970. */
  readonly begunMs: number;
  readonly look: AccountLook;
  readonly account: KnownAccount;
  readonly protection: Protection;
  readonly held: readonly HeldNow[];
  readonly markets: ReadonlyMap<string, MarketRange>;
}

export interface LookingAt {
  readonly session: Session;
  readonly clock: Clock;
  readonly config: Config;
  readonly signal: AbortSignal;
}

const EVERY_MS = 500;

/** Undefined where a part of it did not answer within `execution.cancelWait`. */
export async function lookAtAll({ session, clock, config, signal }: LookingAt): Promise<LookedAtAll | undefined> {
  const untilMs = clock.monotonicMs() + config.execution.cancelWaitMs;
  for (;;) {
    const begunMs = clock.wallMs();
    const { look, held } = await session.whole({ trades: () => [], asksMoney: false, signal });
    if (held.kind === 'told' && !isPartial(look)) {
      const account = await session.account();
      const protection = protectionNow({ account, config, look });
      const markets = [...look.symbols].flatMap(([symbol, { market }]) =>
        market === undefined ? [] : [[symbol, market] as const],
      );
      const sure =
        untoldOff(account).length === 0 ? protection : protectionNow({ account: withoutUntold(account), config, look });
      const now = heldIn(look, protection, sure);
      return { begunMs, look, account, protection, held: now, markets: new Map(markets) };
    }
    if (signal.aborted || session.trouble?.kind === 'access' || clock.monotonicMs() >= untilMs) return undefined;
    await clock.sleep(EVERY_MS, signal);
  }
}

const isOursIn = ({ positions }: Protection, held: HeldPosition): boolean =>
  positions
    .find((one) => isSamePosition(one, held))
    ?.pieces.some(({ unit }) => unit.state === 'held' && unit.isOurs) === true;

function heldIn({ symbols }: AccountLook, all: Protection, sure: Protection): HeldNow[] {
  return [...symbols.values()].flatMap((seen) =>
    (seen.positions ?? []).flatMap((held): HeldNow[] => {
      if (held.size.isZero) return [];
      const isOurs = isOursIn(sure, held);
      return [{ ...held, isOurs, ...(!isOurs && isOursIn(all, held) && { mayBeOurs: true }) }];
    }),
  );
}

/** Two looks may spell a symbol in two ways: as the exchange tells it, or as orders of the journal do. */
export const isSamePosition = (
  one: Pick<HeldNow, 'symbol' | 'side' | 'marginMode'>,
  other: Pick<HeldNow, 'symbol' | 'side' | 'marginMode'>,
): boolean => sameSymbol(one.symbol, other.symbol) && one.side === other.side && one.marginMode === other.marginMode;

export const positionName = ({ symbol, side, marginMode }: Pick<HeldNow, 'symbol' | 'side' | 'marginMode'>): string =>
  `${symbol} ${side}${marginMode === 'isolated' ? ' isolated' : ''}`;
