/** What `ordo exchange` takes, and what it says of itself. */
import { CLOSES_MEANINGS, FIRED_MEANINGS, PASSED_MEANINGS } from '../paper/book.ts';
import { ACCOUNT_FAULT_MEANINGS } from '../paper/account-faults.ts';
import { CANCEL_FAULT_MEANINGS, CANCEL_FAULTS } from '../paper/cancel-faults.ts';
import { FAULT_MEANINGS, FAULTS } from '../paper/faults.ts';
import { LIST_FAULT_MEANINGS } from '../paper/list-faults.ts';
import { WIRE_FAULT_MEANINGS, WIRE_FAULTS } from '../paper/wire-faults.ts';
import { safeText } from '../model/safe-text.ts';
import { wrap } from '../source/wrap.ts';
import type { OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';

const FAULT_WIDTH = Math.max(...[...FAULTS, ...WIRE_FAULTS, ...CANCEL_FAULTS].map((name) => name.length));
const faultLine = ([name, meaning]: readonly [string, string]): string => `  ${name.padEnd(FAULT_WIDTH)}  ${meaning}`;
/** Those of a cancel that placing has not. */
const OF_CANCELS = Object.entries(CANCEL_FAULT_MEANINGS).filter(([name]) => !Object.hasOwn(FAULT_MEANINGS, name));
const OF_BOTH = CANCEL_FAULTS.filter((name) => Object.hasOwn(FAULT_MEANINGS, name));

export const EXCHANGE_OPTIONS: OptionSpecs = {
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
