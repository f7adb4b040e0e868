/** `ordo exchange`: serves the paper exchange on loopback until a signal, or the loss of its output, ends it. */
import { parseDuration, parseRate } from '../config/rate-text.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { Rate } from '../model/call.ts';
import type { Result } from '../model/result.ts';
import { Decimal } from '../model/decimal.ts';
import { ACCOUNT_FAULT_MEANINGS, parseAccountFaults } from '../paper/account-faults.ts';
import {
  CLOSES_MEANINGS,
  CLOSES_WORDS,
  FIRED_MEANINGS,
  FIRED_WORDS,
  PASSED_MEANINGS,
  PASSED_WORDS,
} from '../paper/book.ts';
import { CANCEL_FAULT_MEANINGS, CANCEL_FAULTS, parseCancelFaults } from '../paper/cancel-faults.ts';
import { FAULT_MEANINGS, FAULTS, parseFaults } from '../paper/faults.ts';
import { LIST_FAULT_MEANINGS, LIST_FAULTS } from '../paper/list-faults.ts';
import { WIRE_FAULT_MEANINGS, WIRE_FAULTS } from '../paper/wire-faults.ts';
import { readFees } from '../model/fees.ts';
import { wrap } from '../source/wrap.ts';
import { safeText } from '../model/safe-text.ts';
import { readArguments, refuseWords, type Arguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { hearInterruptions } from './command-line/interruption.ts';
import { refuse, suggestion } from '../refusal.ts';
import { MOST_SEED, wholeNumber } from './command-line/whole-number.ts';
import type { PaperSettings, World } from './world.ts';

const FAULT_WIDTH = Math.max(...[...FAULTS, ...WIRE_FAULTS, ...CANCEL_FAULTS].map((name) => name.length));
const faultLine = ([name, meaning]: readonly [string, string]): string => `  ${name.padEnd(FAULT_WIDTH)}  ${meaning}`;
/** Those of a cancel that placing has not. */
const OF_CANCELS = Object.entries(CANCEL_FAULT_MEANINGS).filter(([name]) => !Object.hasOwn(FAULT_MEANINGS, name));
const OF_BOTH = CANCEL_FAULTS.filter((name) => Object.hasOwn(FAULT_MEANINGS, name));

const EXCHANGE_OPTIONS: OptionSpecs = {
  port: { value: '<n>', help: 'default: any free port' },
  'ip-weight': { value: '<rate>', help: 'weight per IP and window, default 500/10s' },
  'uid-weight': { value: '<rate>', help: 'weight per account and window, default 500/10s' },
  'order-calls': { value: '<rate>', help: 'placings and cancels per window; default: not counted, v3 10/10s' },
  'order-calls-per-minute': { value: '<rate>', help: 'version 3: orders in the longer window; default 50/60s' },
  counting: { value: 'sliding|fixed|bucket', help: 'how windows are counted, default sliding' },
  strict: { help: 'refuse what the narrowest reading refuses, see above' },
  errors: { value: '200|400', help: 'status of what the engine refuses, default 400' },
  latency: { value: '<time>', help: 'added to every answer, such as 20ms' },
  faults: { value: '<list>', help: 'name:probability, such as drop-after:0.1,rate:0.05' },
  'cancel-faults': { value: '<list>', help: 'the same for cancels, such as cancel-filled:0.1' },
  lists: { value: '<how>', help: 'how lists of orders go wrong, see above' },
  'list-lag': { value: '<time>', help: 'how late lists of orders and trades show changes, default 0' },
  closes: { value: 'cut|refuse|reserve', help: 'a close of more than is held, see above' },
  fired: { value: 'same-id|own-id|named', help: 'which order a fired trigger becomes, see above' },
  passed: { value: 'fires|waits|refuses', help: 'a trigger that the market has passed; default waits' },
  'account-faults': { value: '<list>', help: 'of what the account answers, such as lag:3s,cut:0.2,separated' },
  balance: { value: '<amount>', help: 'what the account has at first, default 100000' },
  fees: { value: '<maker>/<taker>', help: 'what fills cost, such as 0.02%/0.06%; default nothing' },
  'cancel-delay': { value: '<time>', help: 'from a cancel to the end of its order, default 0ms' },
  market: { value: 'still|walk', help: 'whether prices move, see above; default still' },
  depth: { value: '<size>', help: 'the most that an order fills in a step of the walk; default: all' },
  seed: { value: '<n>', help: 'for the faults and the walk, default 1' },
};

/** What it imitates, and what it does not. */
const ABOUT = `It speaks versions 2 and 3 of the documented interface side by side, over HTTP
on loopback and on one book: what an ordo with interface: v2 or v3 in its config
uses. That is orders, batches and triggers; cancels of each; the lists of what is
open and of what was; trades; positions; money; the time and the contracts; on
version 3 also the account's settings and the symbols that take orders. It checks
signatures and weights, keeps orders in memory, and knows one account, with the
keys paper / paper / paper.

Everything else is 404: cancelling all, closing positions, depth.

Version 3 counts orders in two windows, says on each answer what is left, and
answers 429 for 10 s to whoever goes over one. Its engine refuses at status 500.

Money is what fills gained and cost: margin is not modelled, and nothing is
refused for lack of money. By default the market does not move: nothing fills
later, presets have no effect, and a close takes what its position has. So it
takes whatever the documents leave open: a client order id twice (as two orders),
a close of nothing, presets on a close, post-only at market, a price far from the
market.

A cancel is taken on at once. With --cancel-delay its order is canceling for so
long, and where prices move it may be filled until then.

With --market walk each price takes a random step every 500 ms from the first
order on, of at most a quarter of a per cent. Limits fill, triggers fire,
presets close; a close of more than is held is refused. The same --seed with the
same orders at the same steps gives the same prices and fills. It rehearses how orders
work, and predicts nothing. With --depth an order fills by that much in each
step, whatever its price: each part is a trade with an id of its own.

What the documents leave open can be chosen. A close of more than is held, by
--closes; by default it is refused where prices move, and what a trigger becomes
is cut, as with cut and reserve:
${Object.entries(CLOSES_MEANINGS).map(faultLine).join('\n')}

The order that a fired trigger becomes, by --fired; by default it has the
trigger's client order id, and version 3 names it:
${Object.entries(FIRED_MEANINGS).map(faultLine).join('\n')}

A closing trigger that the market has passed when it arrives, by --passed. On
the winning side of the average entry it is a target, as is a TAKE_PROFIT of
version 3; any other is a stop:
${Object.entries(PASSED_MEANINGS).map(faultLine).join('\n')}

It also takes what the live exchange is recorded to take, or what the documents
do not forbid. --strict refuses that, as the narrowest reading would:
  no locale header; a key that the interface does not know
  an empty price at market, or one off the tick; an empty preset, or null
  a client order id with anything but letters, digits, _ and -; for a trigger,
  with _
  a whole batch if one entry cannot be read, not that entry alone

Faults of a call that places, by --faults, each with a probability from 0 to 1:
${Object.entries(FAULT_MEANINGS).map(faultLine).join('\n')}

and of version 3 alone:
${Object.entries(WIRE_FAULT_MEANINGS).map(faultLine).join('\n')}

Lists of orders that go wrong, by --lists:
${Object.entries(LIST_FAULT_MEANINGS).map(faultLine).join('\n')}

Faults of a call that cancels, by --cancel-faults, of one of its orders:
${OF_CANCELS.map(faultLine).join('\n')}
${wrap(safeText(`and, as above, ${OF_BOTH.join(', ')}`), 80).join('\n')}

Faults of what the account answers, by --account-faults, as lag:3s, cut:0.2 or
separated: the first has a time, the last two have nothing, the others a
probability:
${Object.entries(ACCOUNT_FAULT_MEANINGS).map(faultLine).join('\n')}`;

export const EXCHANGE_HELP: CommandHelp = {
  usage: 'ordo exchange',
  brief: 'serve the paper exchange',
  summary: 'Serve the paper exchange on this machine.',
  more: ABOUT,
  options: EXCHANGE_OPTIONS,
  examples: [
    ['ordo exchange --port 8080', 'a port that stays the same'],
    ['ordo exchange --uid-weight 60/2s --counting fixed', 'another window'],
    ['ordo exchange --order-calls 300/10s --order-calls-per-minute 300/60s', 'more orders on version 3'],
    ['ordo exchange --faults drop-after:0.1 --seed 7', 'one answer in ten is lost'],
    ['ordo exchange --cancel-delay 500ms --cancel-faults cancel-filled:0.1', 'late cancels'],
    ['ordo exchange --strict --errors 200', 'a narrower exchange'],
    ['ordo exchange --market walk --seed 7', 'prices that move'],
  ],
};

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
      listLagMs: given.value('list-lag') === '0' ? 0 : duration(given, 'list-lag'),
      closes: oneOf(given, 'closes', CLOSES_WORDS),
      fired: oneOf(given, 'fired', FIRED_WORDS),
      passed: oneOf(given, 'passed', PASSED_WORDS),
      cancelDelayMs: duration(given, 'cancel-delay'),
    }),
    businessStatus: oneOf(given, 'errors', ['200', '400'] as const) === '200' ? 200 : 400,
    port: wholeNumber(given, 'port', 65_535) ?? 0,
    seed,
    ...marketOf(given, seed),
    strict: given.has('strict'),
  };
}

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
