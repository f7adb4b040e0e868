/** Asks the exchange for its contracts, judges the answer, and keeps the symbols that are wanted. */
import type { RefusalCode } from '../../model/refusals.ts';
import { sameSymbol, symbolKey, SymbolMap } from '../../model/symbol.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import type { ContractList } from '../../model/instrument.ts';
import type { WhyFailed } from '../../model/listing.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Config } from '../../model/config.ts';
import { safeText } from '../../model/safe-text.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { Exchange } from '../../ports.ts';
import type { Dialect, Operation, Refused, Transmitted } from '../../exchange/dialect.ts';
import type { Received } from '../../model/evidence.ts';
import { defined } from '../../model/defined.ts';
import { ok, type Result } from '../../model/result.ts';
import { openPublicLine, type Asking, type WhenLimited } from '../public/public-line.ts';
import { refuse, suggestion } from '../../refusal.ts';
import { refuseFailed } from '../public/failed-question.ts';

interface FoundContracts extends Omit<Extract<ContractList, { kind: 'list' }>, 'kind'> {
  /** The address that was read; `asOf` is the time of the answer. */
  readonly source: string;
  readonly asOf: string;
}

const UNTOUCHED = 'nothing was written';

const ASKED_ONCE: WhenLimited = { rateRefusals: 0 };

/** It waits as every question of a session does, and `note` is told. */
export const untilAnswered = (
  { execution: { rateRefusals } }: Config,
  note: (message: string) => void,
): WhenLimited => ({
  rateRefusals,
  onPause: ({ forMs }) => note(`refused by the rate limit: asking again in ${forMs / 1000} s`),
});

type Found = Exclude<ContractList, { kind: 'rate-refused' }>;
type Answered = Result<Found, WhyFailed>;

const contracts = ({ path, weight }: Dialect['contracts']): Operation<undefined, Answered> => ({
  name: 'contracts',
  method: 'GET',
  weight,
  isSigned: false,
  isRepeatable: true,
  target: () => path,
  body: () => '',
  judge: () => {
    throw new Error('the list of contracts is judged where it is read');
  },
});

/** The question goes without keys, by a client of its own; the line paces it like every other. */
function keyless(
  { read }: Dialect['contracts'],
  fetched: () => Promise<Result<Received, WhyFailed>>,
): Pick<Exchange, 'operations' | 'send'> {
  const send = async (): Promise<Transmitted<Answered>> => {
    const received = await fetched();
    if (!received.ok) return { kind: 'answered', value: received, isLost: true };
    const found = read(received.value);
    return found.kind === 'rate-refused' ? found : { kind: 'answered', value: ok(found) };
  };
  return { send: send as Exchange['send'], operations: undefined as never };
}

/**
 * Refuses if there is no list (exit 2), nothing in it can be read (exit 2), or the rate limit is reached (exit 8). The
 * question counts against the weight of this machine, as every request does, and waits until there is room for it.
 */
export async function askForContracts(
  account: AccountName,
  asking: Asking,
  limited: WhenLimited = ASKED_ONCE,
): Promise<FoundContracts> {
  const source = account.origin + dialectOf(asking.config).contracts.path;
  const answer = await ask(account, asking, { limited, source });
  const refuseAs = (code: RefusalCode, why: WhyFailed): never =>
    refuseFailed(code, why, { source, origin: account.origin, untouched: UNTOUCHED });
  if (!answer.ok) return refuseAs('exchange/no-answer', answer.error);
  const found = answer.value;
  if (found.kind === 'failed') return refuseAs('exchange/bad-answer', found);
  const { instruments, leftOut } = found;
  if (instruments.length === 0) {
    const [first] = leftOut;
    const why =
      first === undefined ? 'the list is empty' : `no contract can be read exactly: ${first.symbol}: ${first.why}`;
    return refuse('exchange/bad-answer', `${source}: ${safeText(why)}`, UNTOUCHED);
  }
  return { instruments, leftOut, source, asOf: new Date(asking.clock.wallMs()).toISOString().replace(/\.\d+/, '') };
}

interface Question {
  readonly limited: WhenLimited;
  readonly source: string;
}

async function ask(account: AccountName, asking: Asking, { limited, source }: Question): Promise<Answered> {
  const { config, fetchPublic } = asking;
  const { locale, timeoutMs } = config.exchange;
  const asked = dialectOf(config).contracts;
  const fetched = (): Promise<Result<Received, WhyFailed>> =>
    fetchPublic({ origin: account.origin, path: asked.path, locale, timeoutMs });
  const { line, release } = await openPublicLine(account, asking, {
    exchange: keyless(asked, fetched),
    heaviest: asked.weight.ip,
    rateRefusals: limited.rateRefusals,
  });
  try {
    let why = '';
    const sent = await line.send({
      operation: contracts(asked),
      asked: undefined,
      number: 1,
      giveUp: ({ message }) => (why = message),
      ...defined({ paused: limited.onPause }),
    });
    if (sent.kind !== 'stopped' && !sent.recorded.ok) throw sent.recorded.error;
    if (sent.kind === 'answered') return sent.value;
    if (sent.kind === 'given-up') return refuseLimited(source, sent.refusal, why);
    return refuse(
      'exchange/rate-limited',
      'the weight that this machine has spent leaves no room within execution.maxPause',
      `${UNTOUCHED}; try again later`,
    );
  } finally {
    await release();
  }
}

/** `why`: in the words of the exchange, where it said more than in the answer. */
function refuseLimited(source: string, refusal: Refused<Answered>, why: string): never {
  const waitMs = refusal.kind === 'rate-refused' ? refusal.retryAfterMs : undefined;
  const after = waitMs === undefined ? '' : `; it asks to wait ${waitMs / 1000} s`;
  const message = why === '' ? refusal.message : why;
  return refuse('exchange/rate-limited', `${source}: ${safeText(message)}`, `${UNTOUCHED}${after}`);
}

/** Everything that was found, or only the wanted symbols; refuses (exit 2) a wanted symbol that is missing. */
export function listOf(
  { instruments, leftOut, source, asOf }: FoundContracts,
  wanted: readonly string[],
): { readonly list: InstrumentList; readonly leftOut: FoundContracts['leftOut'] } {
  const bySymbol = new SymbolMap(instruments.map((instrument) => [instrument.symbol, instrument] as const));
  if (wanted.length === 0) return { list: { source, asOf, bySymbol }, leftOut };
  for (const symbol of wanted) {
    if (bySymbol.has(symbol)) continue;
    const why = leftOut.find((one) => sameSymbol(one.symbol, symbol))?.why;
    if (why !== undefined) refuse('exchange/bad-answer', `${symbol} cannot be read exactly: ${safeText(why)}`);
    refuse(
      'exchange/unknown-symbol',
      `the exchange lists no ${safeText(symbol)}`,
      `${nearest(symbol, [...bySymbol.keys()])}symbols are spelt as the exchange does`,
    );
  }
  const kept = new SymbolMap([...bySymbol].filter(([symbol]) => wanted.some((one) => sameSymbol(one, symbol))));
  return { list: { source, asOf, bySymbol: kept }, leftOut: [] };
}

/** In the spelling of the list, whichever of the two was written. */
const nearest = (symbol: string, names: readonly string[]): string =>
  suggestion(symbol, names) || suggestion(symbolKey(symbol).toUpperCase(), names);
