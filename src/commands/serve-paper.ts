/** `ordo exchange`: serves the paper exchange on loopback until a signal, or the loss of its output, ends it. */
import { parseDuration, parseRate } from '../config/rate-text.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { Rate } from '../model/call.ts';
import type { Result } from '../model/result.ts';
import { Decimal } from '../model/decimal.ts';
import { parseAccountFaults } from '../paper/account-faults.ts';
import { CLOSES_WORDS, FIRED_WORDS, PASSED_WORDS } from '../paper/book.ts';
import { parseCancelFaults } from '../paper/cancel-faults.ts';
import { parseFaults } from '../paper/faults.ts';
import { LIST_FAULTS } from '../paper/list-faults.ts';
import { readFees } from '../model/fees.ts';
import { readArguments, refuseWords, type Arguments } from './command-line/arguments.ts';
import { hearInterruptions } from './command-line/interruption.ts';
import { refuse, suggestion } from '../refusal.ts';
import { MOST_SEED, wholeNumber } from './command-line/whole-number.ts';
import type { PaperSettings, World } from './world.ts';
import { EXCHANGE_HELP, EXCHANGE_OPTIONS } from './serve-paper-help.ts';

export { EXCHANGE_HELP };

export async function exchange(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('exchange', args, EXCHANGE_OPTIONS);
  refuseWords('exchange', given, 'ordo exchange --help lists its options');
  const end = new AbortController();
  const interruptions = hearInterruptions(world, () => end.abort());
  const paper = await world.exchanges.servePaper(settingsOf(given));
  if (!paper.ok)
    return refuse('paper/cannot-listen', `the paper exchange cannot listen: ${paper.error}`, 'choose another --port');
  world.terminal.stdout.write(
    [
      `paper exchange on ${paper.value.origin}`,
      '',
      'Place orders on it from another terminal:',
      `  export ORDO_BASE_URL=${paper.value.origin}`,
      '  export ORDO_API_KEY=paper ORDO_API_SECRET=paper ORDO_API_PASSPHRASE=paper',
      '  ordo run plan.yaml --live --execute',
      '',
      'Ctrl-C ends it.',
      '',
    ].join('\n'),
  );
  await world.clock.sleep(Number.POSITIVE_INFINITY, end.signal);
  interruptions.release();
  await paper.value.close();
  return interruptions.exitCode() ?? EXIT.interrupted;
}

function settingsOf(given: Arguments): PaperSettings {
  const seed = wholeNumber(given, 'seed', MOST_SEED) ?? 1;
  return {
    ...defined({
      ipWeight: rate(given, 'ip-weight'),
      uidWeight: rate(given, 'uid-weight'),
      orderCalls: rate(given, 'order-calls'),
      orderCallsPerMinute: rate(given, 'order-calls-per-minute'),
      counting: oneOf(given, 'counting', ['sliding', 'fixed', 'bucket'] as const),
      latencyMs: duration(given, 'latency'),
      faults: faultsOf(given, 'faults', parseFaults),
      cancelFaults: faultsOf(given, 'cancel-faults', parseCancelFaults),
      accountFaults: faultsOf(given, 'account-faults', (text) => parseAccountFaults(text, parseDuration)),
      balance: balanceOf(given),
      fees: faultsOf(given, 'fees', readFees),
      lists: oneOf(given, 'lists', LIST_FAULTS),
      listLagMs: noneOr(given, 'list-lag'),
      closes: oneOf(given, 'closes', CLOSES_WORDS),
      fired: oneOf(given, 'fired', FIRED_WORDS),
      passed: oneOf(given, 'passed', PASSED_WORDS),
      cancelDelayMs: noneOr(given, 'cancel-delay'),
    }),
    businessStatus: oneOf(given, 'errors', ['200', '400'] as const) === '200' ? 200 : 400,
    port: wholeNumber(given, 'port', 65_535) ?? 0,
    seed,
    ...marketOf(given, seed),
    strict: given.has('strict'),
  };
}

/** A time, or none: `0`, `0ms`. */
const noneOr = (given: Arguments, name: string): number | undefined =>
  /^0(?:ms|s)?$/.test(given.value(name) ?? '') ? 0 : duration(given, name);

function marketOf(given: Arguments, seed: number): Pick<PaperSettings, 'market'> {
  const isMoving = oneOf(given, 'market', ['still', 'walk'] as const) === 'walk';
  const depth = readAs(given, 'depth', ['a size above zero', 'write such as 0.05, in base coin'], (text) => {
    const size = Decimal.parse(text);
    return size?.isZero === true ? undefined : size;
  });
  if (depth !== undefined && !isMoving)
    refuse('option/needs-another', '--depth is filled in each step, and prices do not move', 'add --market walk');
  return isMoving ? { market: { seed, ...defined({ depth }) } } : {};
}

/** What `read` makes of the option's text; refuses (exit 2) what it makes nothing of. */
function readAs<T>(
  given: Arguments,
  name: string,
  [what, hint]: readonly [what: string, hint: string],
  read: (text: string) => T | undefined,
): T | undefined {
  const text = given.value(name);
  if (text === undefined) return undefined;
  return read(text) ?? refuse('option/value', `--${name} ${text} is not ${what}`, hint);
}

const balanceOf = (given: Arguments): string | undefined =>
  readAs(given, 'balance', ['an amount', 'write such as 25000'], (text) => Decimal.parse(text) && text);

const duration = (given: Arguments, name: string): number | undefined =>
  readAs(given, name, ['a time', 'write such as 20ms or 2s, at most 9999m'], parseDuration);

const rate = (given: Arguments, name: string): Rate | undefined =>
  readAs(given, name, ['a rate', 'write an amount per window, such as 500/10s'], parseRate);

function oneOf<T extends string>(given: Arguments, name: string, words: readonly T[]): T | undefined {
  const text = given.value(name);
  const word = words.find((one) => one === text);
  if (text !== undefined && word === undefined)
    refuse(
      'option/value',
      `--${name} ${text} is not one of ${words.join(', ')}`,
      `${suggestion(text, words, `--${name} `)}write one of these`,
    );
  return word;
}

function faultsOf<Spec>(
  given: Arguments,
  name: string,
  parse: (text: string) => Result<Spec, string>,
): Spec | undefined {
  const text = given.value(name);
  if (text === undefined) return undefined;
  const faults = parse(text);
  return faults.ok ? faults.value : refuse('option/value', `--${name}: ${faults.error}`);
}
