/** What a config, or the limits of a plan, allow that an earlier one did not. */
import { sameSymbol, symbolKey } from '../model/symbol.ts';
import { USUAL_ACCOUNT_AGE_MS } from '../model/account-file.ts';
import type { Rate } from '../model/call.ts';
import type { Config, LooserLimit, Policy } from '../model/config.ts';
import type { Decimal } from '../model/decimal.ts';
import type { Plan } from '../model/order.ts';
import { AMOUNTS } from '../plan/read/limits.ts';

/** A plan, where there is one, and what it stands under. */
interface Limited {
  readonly plan?: Pick<Plan, 'limits' | 'validUntil'> | undefined;
  readonly config: Config;
}

/** All that the latter allows and the former did not; limits of plans are compared only where both have one. */
export function looserLimits(before: Limited, after: Limited): LooserLimit[] {
  const [was, is] = [before.plan, after.plan];
  return [
    ...(was === undefined || is === undefined
      ? []
      : [...looserPolicy('limits', was.limits, is.limits), ...laterEnd(was, is)]),
    ...looserPolicy('policy', before.config.policy, after.config.policy),
    ...looserSettings(before.config, after.config),
  ];
}

function laterEnd(
  { validUntil: was }: Pick<Plan, 'validUntil'>,
  { validUntil: is }: Pick<Plan, 'validUntil'>,
): LooserLimit[] {
  if (was === undefined || (is !== undefined && is.ms <= was.ms)) return [];
  return [{ name: 'validUntil', before: was.text, after: is?.text }];
}

/** One limit on both sides. */
interface Pair extends LooserLimit {
  readonly isLooser: boolean;
}

const looserOf = (pairs: readonly Pair[], prefix = ''): LooserLimit[] =>
  pairs.filter(({ isLooser }) => isLooser).map(({ name, before, after }) => ({ name: prefix + name, before, after }));

/** Which limits are looser, in a plan or in the policy of a config: `of` says which of the two. A limit that is gone is looser. */
function looserPolicy(of: 'limits' | 'policy', before: Policy, after: Policy): LooserLimit[] {
  const pairs = [
    symbols(before, after),
    count('maxOrders', before.maxOrders, after.maxOrders),
    ...sizes(before.maxOrderSize ?? {}, after.maxOrderSize ?? {}),
    ...AMOUNTS.map((name) => amount(name, before[name], after[name])),
    {
      name: 'requireStop',
      before: String(before.requireStop === true),
      after: String(after.requireStop === true),
      isLooser: before.requireStop === true && after.requireStop !== true,
    },
    accountAge(before.maxAccountAgeMs, after.maxAccountAgeMs),
  ];
  return looserOf(pairs, `${of}.`);
}

function symbols({ symbols: before }: Policy, { symbols: after }: Policy): Pair {
  const isLooser =
    before !== undefined && (after === undefined || after.some((one) => !before.some((was) => sameSymbol(was, one))));
  return { name: 'symbols', before: before?.join(', '), after: after?.join(', '), isLooser };
}

const amount = (name: string, before: Decimal | undefined, after: Decimal | undefined): Pair => ({
  name,
  before: before?.toString(),
  after: after?.toString(),
  isLooser: before !== undefined && (after === undefined || after.compare(before) > 0),
});

type Sizes = NonNullable<Policy['maxOrderSize']>;

function sizes(before: Sizes, after: Sizes): Pair[] {
  const now = new Map(Object.entries(after).map(([symbol, size]) => [symbolKey(symbol), size]));
  return Object.entries(before).map(([symbol, size]) =>
    amount(`maxOrderSize.${symbol}`, size, now.get(symbolKey(symbol))),
  );
}

const accountAge = (before = USUAL_ACCOUNT_AGE_MS, after = USUAL_ACCOUNT_AGE_MS): Pair => ({
  name: 'maxAccountAge',
  before: `${before / 1000} s`,
  after: `${after / 1000} s`,
  isLooser: after > before,
});

const count = (name: string, before: number | undefined, after: number | undefined): Pair => ({
  name,
  before: before === undefined ? undefined : String(before),
  after: after === undefined ? undefined : String(after),
  isLooser: before !== undefined && (after === undefined || after > before),
});

/** Which settings for sending are looser, apart from the policy. */
function looserSettings(before: Config, after: Config): LooserLimit[] {
  const [was, is] = [before.execution, after.execution];
  const choices = (['onUnknown', 'onReject'] as const).map((name): Pair => ({
    name: `execution.${name}`,
    before: was[name],
    after: is[name],
    isLooser: was[name] === 'stop' && is[name] === 'continue',
  }));
  return looserOf([
    ...choices,
    count('execution.maxOrdersPerCall', was.maxOrdersPerCall, is.maxOrdersPerCall),
    count('execution.rateRefusals', was.rateRefusals, is.rateRefusals),
    {
      name: 'execution.maxPause',
      before: `${was.maxPauseMs / 1000} s`,
      after: `${is.maxPauseMs / 1000} s`,
      isLooser: is.maxPauseMs > was.maxPauseMs,
    },
    {
      name: 'execution.lookEvery',
      before: `${was.lookEveryMs / 1000} s`,
      after: `${is.lookEveryMs / 1000} s`,
      isLooser: is.lookEveryMs > was.lookEveryMs,
    },
    ...exchangeLimits(before, after),
  ]);
}

function exchangeLimits({ exchange: before }: Config, { exchange: after }: Config): Pair[] {
  const [was, is] = [before.limits, after.limits];
  return [
    rate('ipWeight', was.ip, is.ip),
    rate('uidWeight', was.uid, is.uid),
    rate('orderCalls', was.orderCalls, is.orderCalls),
    count('exchange.inFlight', was.inFlight, is.inFlight),
    count('exchange.cancelBatch', before.cancelBatch, after.cancelBatch),
    {
      name: 'exchange.refusalCodes',
      before: before.refusalCodes.join(', ') || undefined,
      after: after.refusalCodes.join(', ') || undefined,
      isLooser: after.refusalCodes.some((code) => !before.refusalCodes.includes(code)),
    },
    {
      name: 'exchange.queries',
      before: String(before.queries),
      after: String(after.queries),
      isLooser: before.queries && !after.queries,
    },
  ];
}

/** More at once, or sooner again. */
const rate = (name: string, before: Rate, after: Rate): Pair => ({
  name: `exchange.${name}`,
  before: rateWords(before),
  after: rateWords(after),
  isLooser: after.amount > before.amount || after.windowMs < before.windowMs,
});

const rateWords = ({ amount: most, windowMs }: Rate): string => `${most} per ${windowMs / 1000} s`;
