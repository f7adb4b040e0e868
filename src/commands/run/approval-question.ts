import type { Call } from '../../model/call.ts';
import { EXIT } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../../model/count.ts';
import { DIGEST_SHOWN, shellWord } from '../../report/text/phrases.ts';
import type { PreparedRun } from './prepared-run.ts';
import { refuse } from '../command-line/refusal.ts';
import type { World } from '../world.ts';

/** How many characters of the code a person types: enough to make them look at it. */
const TYPED = 6;
/** The question lists at most this many calls; the dry run shows every byte. */
const MOST_CALLS = 12;

/** Asks on the terminal. Refuses with exit 9 if the answer is not the code, and with exit 2 if there is no terminal. */
export async function askToApprove(world: World, run: PreparedRun, code: string): Promise<void> {
  const answer = await world.ask(question(run, code));
  if (answer === undefined) {
    refuse(
      EXIT.usage,
      'a live run needs an approval, and there is no terminal to ask on',
      `give --approve ${code.slice(0, DIGEST_SHOWN)}, or --yes`,
    );
  }
  if (answer.trim() !== code.slice(0, TYPED)) refuse(EXIT.declined, 'declined');
}

/** What is about to be sent, and what to type. The last line contains no text of the plan. */
function question(run: PreparedRun, code: string): string {
  const { plan, planFile, config, exchange, live, schedule, options } = run;
  const { calls, pending, weight } = schedule;
  const more = calls.length - MOST_CALLS;
  const words = options.flatMap(({ name, value }) => [`--${name}`, shellWord(safeText(value))]);
  const keys = config.exchange.keysCommand?.map((word) => shellWord(safeText(word))).join(' ');
  const about = [
    ...(live === undefined ? [] : [`account ${live.account}`, `config  ${live.config}`, `journal ${live.journal}`]),
    ...(keys === undefined ? [] : [`keys    printed by ${keys}, where the variables lack one`]),
  ];
  return [
    '',
    `LIVE  ${exchange}`,
    ...about.map((text) => `  ${safeText(text, Number.POSITIVE_INFINITY)}`),
    `  ${plan.name}, generation ${plan.generation}: ${count(pending.size, 'order')} in ${count(calls.length, 'call')}, weight ${weight.ip} IP, ${weight.uid} UID`,
    ...calls.slice(0, MOST_CALLS).map((call) => `  ${callLine(call)}`),
    ...(more > 0 ? [`  and ${count(more, 'more call')}`] : []),
    `  every byte: ${['ordo run', shellWord(safeText(planFile)), '--live', ...words].join(' ')}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    `Type ${code.slice(0, TYPED)} to place them; anything else declines: `,
  ].join('\n');
}

function callLine({ number, kind, orders }: Call): string {
  const names = orders.map(({ id }) => id);
  const [first = '', last = first] = [names[0], names.at(-1)];
  const who = names.length === 1 ? first : `${first} … ${last}, ${names.length} orders`;
  return `${String(number).padStart(4)}  ${kind.padEnd(7)}  ${safeText(who)}`;
}
