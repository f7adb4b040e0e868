/** The exchange's list of contracts for a command: asked for once, judged, and cut down to the symbols that are wanted. */
import { CONTRACTS_PATH, readContracts, type ContractList } from '../exchange/contract-list.ts';
import type { Config } from '../model/config.ts';
import { EXIT } from '../model/exit-code.ts';
import type { InstrumentList } from '../model/instrument.ts';
import { safeText } from '../model/safe-text.ts';
import { refuse, suggestion } from './refusal.ts';
import type { World } from './world.ts';

export interface FoundContracts extends Omit<Extract<ContractList, { kind: 'list' }>, 'kind'> {
  /** The address that was read, and when. */
  readonly source: string;
  readonly asOf: string;
}

const UNTOUCHED = 'nothing was written';

/** Refuses where there is no list, or nothing in it that can be read. */
export async function askForContracts(
  world: World,
  origin: string,
  { exchange: { locale, timeoutMs } }: Config,
): Promise<FoundContracts> {
  const source = origin + CONTRACTS_PATH;
  const answer = await world.fetchContracts({ origin, locale, timeoutMs });
  const found = answer.ok ? readContracts(answer.value) : ({ kind: 'failed', message: answer.error } as const);
  if (found.kind === 'rate-refused') {
    const { retryAfterMs } = found;
    const after = retryAfterMs === undefined ? '' : `; it asks to wait ${retryAfterMs / 1000} s`;
    return refuse(EXIT.rateLimited, `${source}: ${safeText(found.message)}`, `${UNTOUCHED}${after}`);
  }
  if (found.kind === 'failed') return refuse(EXIT.usage, `${source}: ${safeText(found.message)}`, UNTOUCHED);
  const { instruments, leftOut } = found;
  if (instruments.length === 0) {
    const [first] = leftOut;
    const why =
      first === undefined ? 'the list is empty' : `no contract can be read exactly: ${first.symbol}: ${first.why}`;
    return refuse(EXIT.usage, `${source}: ${safeText(why)}`, UNTOUCHED);
  }
  return { instruments, leftOut, source, asOf: new Date(world.clock.wallMs()).toISOString().replace(/\.\d+/, '') };
}

/** All of what was found, or of it the symbols asked for. One of these that cannot be had is a refusal (exit 2). */
export function listOf(
  { instruments, leftOut, source, asOf }: FoundContracts,
  wanted: readonly string[],
): { readonly list: InstrumentList; readonly leftOut: FoundContracts['leftOut'] } {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  if (wanted.length === 0) return { list: { source, asOf, bySymbol }, leftOut };
  for (const symbol of wanted) {
    if (bySymbol.has(symbol)) continue;
    const why = leftOut.find((one) => one.symbol === symbol)?.why;
    if (why !== undefined) refuse(EXIT.usage, `${symbol} cannot be read exactly: ${safeText(why)}`);
    refuse(
      EXIT.usage,
      `the exchange lists no ${safeText(symbol)}`,
      `${suggestion(symbol, [...bySymbol.keys()])}symbols are spelt as the exchange does`,
    );
  }
  const kept = new Map([...bySymbol].filter(([symbol]) => wanted.includes(symbol)));
  return { list: { source, asOf, bySymbol: kept }, leftOut: [] };
}
