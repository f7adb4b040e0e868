/** The parts of a config, whose shape was checked, with every default applied. */
import type { Limits, Rate } from '../model/call.ts';
import { defaultConfig } from '../model/config.ts';
import { defined } from '../model/defined.ts';
import type { Dialect } from '../exchange/dialect.ts';
import type { ExchangeSettings, ExecutionSettings, Policy, SimulateSettings } from '../model/config.ts';
import type { Interface } from '../model/interfaces.ts';
import type { ConfigDocument } from '../generated/config.ts';
import type { Faults } from '../document/faults.ts';
import { Findings } from '../document/findings.ts';
import type { Finding } from '../document/findings.ts';
import { readLimits } from '../plan/read/limits.ts';
import type { Path } from '../document/locate.ts';
import { dialectOf } from '../exchange/spoken.ts';
import { parseBaseUrl } from './base-url.ts';
import { parseAge, parseDuration, parseRate } from './rate-text.ts';

/** That of all who name none. */
const DEFAULT_EGRESS = 'default';

/** Reads the sections that fit the schema, and reports mistakes that only a value shows. */
export class ConfigReader {
  readonly #found: Findings;
  readonly #faults: Faults;

  constructor(found: Findings, faults: Faults) {
    this.#found = found;
    this.#faults = faults;
  }

  /** The keys of a section that have no error; none if the section as a whole has one. */
  #sound<Section extends object>(name: keyof ConfigDocument, written: Section | undefined): Partial<Section> {
    const faults = this.#faults.at(name);
    return written === undefined || faults.here ? {} : faults.soundOf(written);
  }

  #refuse(path: Path, finding: Pick<Finding, 'code' | 'message' | 'hint' | 'part'>): undefined {
    this.#found.add({ ...finding, path });
  }

  exchange(document: ConfigDocument): ExchangeSettings {
    const written = this.#sound('exchange', document.exchange);
    const base = defaultConfig.exchange;
    const [program, ...args] = written.keysCommand ?? [];
    const queries = written.queries === undefined ? base.queries : written.queries === 'true';
    const dialect = dialectOf({ exchange: { interface: written.interface ?? base.interface } });
    const limits = this.#limits(written, queries, dialect);
    return {
      ...this.#interface(written.interface),
      ...this.#baseUrl(written.baseUrl),
      account: written.account ?? base.account,
      locale: written.locale ?? base.locale,
      limits,
      timeoutMs: (written.timeout === undefined ? undefined : parseDuration(written.timeout)) ?? base.timeoutMs,
      batchPresets: written.batchPresets === undefined ? base.batchPresets : written.batchPresets === 'true',
      queries,
      cancelBatch: this.#atMost('exchange', 'cancelBatch', written.cancelBatch, dialect),
      refusalCodes: this.#refusalCodes(written.refusalCodes ?? [], dialect),
      engineRefusalsAt500:
        written.engineRefusalsAt500 === undefined ? base.engineRefusalsAt500 : written.engineRefusalsAt500 === 'true',
      equity: written.equity ?? base.equity,
      realised: written.realised ?? base.realised,
      ...(program !== undefined && { keysCommand: [program, ...args] }),
    };
  }

  /** Under less than the heaviest request weighs it would wait for ever. */
  #limits(written: Partial<NonNullable<ConfigDocument['exchange']>>, queries: boolean, dialect: Dialect): Limits {
    const { limits: base } = dialect.defaults;
    const { key: ofAccount } = dialect.accountWindow;
    this.#checkWindows(written, ofAccount);
    const { egress } = written;
    const rate = (key: 'ipWeight' | 'uidWeight' | 'orderCalls' | 'orderCallsPerMinute', standing: Rate): Rate => {
      const text = written[key];
      return text === undefined ? standing : (parseRate(text) ?? standing);
    };
    const limits = {
      ...base,
      ip: rate('ipWeight', base.ip),
      uid: rate(ofAccount, base.uid),
      orderCalls: rate('orderCalls', base.orderCalls),
      inFlight: Number(written.inFlight ?? defaultConfig.exchange.limits.inFlight),
      ...(egress !== undefined && egress !== DEFAULT_EGRESS && { egress }),
    };
    const { calls, questions } = dialect.heaviest;
    for (const [key, { amount }, least] of [
      ['ipWeight', limits.ip, Math.max(calls.ip, queries ? questions.ip : 0)],
      [ofAccount, limits.uid, Math.max(calls.uid, queries ? questions.uid : 0)],
      ['orderCalls', limits.orderCalls, base.countsOrders === true ? calls.uid : 1],
    ] as const) {
      if (amount >= least) continue;
      this.#refuse(['exchange', key], {
        code: 'config/rate-too-small',
        message: `\`${key}\` allows ${amount} a window, and one call can weigh ${least}`,
        hint: `write ${least} or more`,
      });
    }
    return limits;
  }

  #interface(written: Interface | undefined): Pick<ExchangeSettings, 'interface' | 'isInterfaceAssumed'> {
    return written === undefined
      ? { interface: defaultConfig.exchange.interface, isInterfaceAssumed: true }
      : { interface: written };
  }

  /** Each version counts what an account sends in a window of its own. */
  #checkWindows(written: Partial<NonNullable<ConfigDocument['exchange']>>, ofAccount: string): void {
    for (const key of ['uidWeight', 'orderCallsPerMinute'] as const) {
      if (written[key] === undefined || key === ofAccount) continue;
      const isV3 = ofAccount === 'orderCallsPerMinute';
      this.#refuse(['exchange', key], {
        code: 'config/other-interface',
        message: `\`${key}\` is a limit of version ${isV3 ? 2 : 3} of the interface`,
        hint: isV3 ? 'write orderCalls and orderCallsPerMinute in its place' : 'write uidWeight in its place',
        part: 'key',
      });
    }
  }

  /** How many orders one call carries, which each version limits. */
  #atMost(
    section: 'exchange' | 'execution',
    key: 'cancelBatch' | 'maxOrdersPerCall',
    written: string | number | undefined,
    { defaults, calls }: Dialect,
  ): number {
    if (written === undefined) return defaults[key];
    const most = key === 'cancelBatch' ? calls.cancel.most : calls.place.most;
    if (Number(written) <= most) return Number(written);
    this.#refuse([section, key], {
      code: 'config/other-interface',
      message: `\`${key}\` is ${written}, and this version of the interface takes ${most} at most`,
      hint: `write ${most} or less`,
    });
    return most;
  }

  /** A code that means something else already would let a success or a duplicate pass for a refusal. */
  #refusalCodes(written: readonly (string | number)[], { fixedCodes }: Dialect): readonly string[] {
    const codes = written.map(String);
    for (const [index, code] of codes.entries()) {
      if (!fixedCodes.has(code)) continue;
      this.#refuse(['exchange', 'refusalCodes', index], {
        code: 'config/refusal-code',
        message: `the code ${code} cannot prove a refusal: what it means is fixed`,
        hint: 'delete it: only a code that ordo has no rule for can be added',
      });
    }
    return codes;
  }

  #baseUrl(text: string | undefined): { baseUrl?: string } {
    if (text === undefined) return {};
    const url = parseBaseUrl(text);
    if (url.ok) return { baseUrl: url.value };
    this.#refuse(['exchange', 'baseUrl'], {
      code: 'config/base-url',
      message: `\`baseUrl\` ${url.error}`,
      hint: 'write an origin such as https://api-contract.weex.com',
    });
    return {};
  }

  execution(document: ConfigDocument, version: Interface): ExecutionSettings {
    const written = this.#sound('execution', document.execution);
    const base = defaultConfig.execution;
    return {
      onUnknown: written.onUnknown ?? base.onUnknown,
      onReject: written.onReject ?? base.onReject,
      maxOrdersPerCall: this.#atMost(
        'execution',
        'maxOrdersPerCall',
        written.maxOrdersPerCall,
        dialectOf({ exchange: { interface: version } }),
      ),
      accountCheck: written.accountCheck ?? base.accountCheck,
      rateRefusals: Number(written.rateRefusals ?? base.rateRefusals),
      cancelWaitMs:
        (written.cancelWait === undefined ? undefined : parseDuration(written.cancelWait)) ?? base.cancelWaitMs,
      maxPauseMs: (written.maxPause === undefined ? undefined : parseDuration(written.maxPause)) ?? base.maxPauseMs,
      lookEveryMs: (written.lookEvery === undefined ? undefined : parseDuration(written.lookEvery)) ?? base.lookEveryMs,
    };
  }

  policy(document: ConfigDocument): Policy {
    const { maxAccountAge, ...limits } = this.#sound('policy', document.policy);
    return {
      ...readLimits(limits, 'policy', this.#found.add),
      ...(maxAccountAge !== undefined && defined({ maxAccountAgeMs: parseAge(maxAccountAge) })),
    };
  }

  simulate(document: ConfigDocument): SimulateSettings {
    const { candles, fees } = this.#sound('simulate', document.simulate);
    const files = Object.entries(candles ?? {}).map(([symbol, given]) => [symbol, [given].flat()] as const);
    return {
      ...(candles !== undefined && { candles: Object.fromEntries(files) }),
      ...(fees !== undefined && { fees }),
    };
  }
}
