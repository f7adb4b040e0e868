import type { Limits } from './call.ts';
import type { Decimal } from './decimal.ts';
import type { Interface } from './interfaces.ts';

/**
 * What a plan must keep to; only what is set is checked. Notional is what an order is worth in quote coin, valued as
 * `worst-case` says. The config's policy and the limits of a plan are both of this form.
 */
export interface Policy {
  readonly symbols?: readonly string[];
  readonly maxOrders?: number;
  /** The largest size of an opening order, in base coin, by symbol. */
  readonly maxOrderSize?: Readonly<Record<string, Decimal>>;
  /** The most that an opening order may be worth. */
  readonly maxOrderNotional?: Decimal;
  /** The most that the opening orders of a symbol and side may be worth together. */
  readonly maxSideNotional?: Decimal;
  /** The most that all opening orders may be worth together. */
  readonly maxPlanNotional?: Decimal;
  /** The same, counting every opening order of the account that may stand. */
  readonly maxStandingNotional?: Decimal;
  /** The most that a closing order may be worth. */
  readonly maxCloseNotional?: Decimal;
  /** The most that all opening orders may lose at their stops, in quote coin, as `worst-case` says. An order without a stop is a breach. */
  readonly maxLossAtStops?: Decimal;
  /** What may be lost since midnight UTC, in quote coin, before a live run opens nothing more. */
  readonly maxLossToday?: Decimal;
  /** Whether every opening order has a stop, or triggers that close as much. */
  readonly requireStop?: boolean;
  /** How old the account file may be when a live run goes by it; of a config only. */
  readonly maxAccountAgeMs?: number;
}

/** A limit of a plan or a config that allows more than it did, in words; a side is undefined where the limit is not set. */
export interface LooserLimit {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export type ProgramLine = readonly [program: string, ...args: string[]];

export interface ExchangeSettings {
  readonly interface: Interface;
  /** No file says it: the default stands. The real exchange is not spoken to on that. */
  readonly isInterfaceAssumed?: true;
  /** Origin of the live exchange; undefined where neither the config nor ORDO_BASE_URL names one. */
  readonly baseUrl?: string;
  readonly account: string;
  readonly locale: string;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly batchPresets: boolean;
  readonly queries: boolean;
  /** Most orders of one call that cancels. */
  readonly cancelBatch: number;
  /** Error codes that prove a refusal besides those that are known to. */
  readonly refusalCodes: readonly string[];
  /** Whether a word of the engine proves a refusal at status 500 too, where the version of the interface has that. */
  readonly engineRefusalsAt500: boolean;
  /** What an account is worth where the version tells its balance. */
  readonly equity: 'balance' | 'balance+open';
  /** Whether the profit that a trade tells is before its fee or after it. */
  readonly realised: 'before-fees' | 'after-fees';
  readonly keysCommand?: ProgramLine;
}

export interface ExecutionSettings {
  readonly onUnknown: 'stop' | 'continue';
  readonly onReject: 'continue' | 'stop';
  readonly maxOrdersPerCall: number;
  readonly rateRefusals: number;
  /** What the check before sending does to a run, where it finds something. */
  readonly accountCheck: 'refuse' | 'warn' | 'off';
  /** How long a cancel's end is looked for. */
  readonly cancelWaitMs: number;
  /** A longer wait ends the sending. */
  readonly maxPauseMs: number;
  /** While a plan is followed: how often the lists are looked at. */
  readonly lookEveryMs: number;
}

/** What a plan is tried on where no option says it. */
export interface SimulateSettings {
  /** By symbol; paths as written, relative to the config file. */
  readonly candles?: Readonly<Record<string, readonly string[]>>;
  /** As written: of the maker and of the taker. */
  readonly fees?: string;
}

/** The config with every default applied (docs/contract.md#config). */
export interface Config {
  readonly exchange: ExchangeSettings;
  /** Path as written, relative to the config file. */
  readonly instruments?: string;
  /** Path of the account file as written, relative to the config file. */
  readonly accountFile?: string;
  /** A file or a server; undefined: the file in the user's state folder. */
  readonly journal?: string;
  /** A program and its arguments that get the notices of live executions. */
  readonly notify?: ProgramLine;
  readonly execution: ExecutionSettings;
  readonly policy: Policy;
  readonly simulate: SimulateSettings;
}

/** What is done about what the check finds; where nothing may be asked, it is off. */
export const accountCheckOf = ({
  exchange: { queries },
  execution: { accountCheck },
}: Pick<Config, 'exchange' | 'execution'>): ExecutionSettings['accountCheck'] => (queries ? accountCheck : 'off');

export const defaultConfig: Config = {
  exchange: {
    interface: 'v2',
    isInterfaceAssumed: true,
    account: 'default',
    locale: 'en-US',
    limits: {
      ip: { amount: 500, windowMs: 10_000 },
      uid: { amount: 500, windowMs: 10_000 },
      orderCalls: { amount: 10, windowMs: 1_000 },
      inFlight: 8,
    },
    timeoutMs: 10_000,
    batchPresets: false,
    queries: true,
    cancelBatch: 10,
    refusalCodes: [],
    engineRefusalsAt500: true,
    equity: 'balance',
    realised: 'before-fees',
  },
  execution: {
    onUnknown: 'stop',
    onReject: 'continue',
    maxOrdersPerCall: 20,
    rateRefusals: 3,
    accountCheck: 'refuse',
    cancelWaitMs: 10_000,
    maxPauseMs: 300_000,
    lookEveryMs: 2_000,
  },
  policy: {},
  simulate: {},
};
