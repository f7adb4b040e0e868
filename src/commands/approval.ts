import type { Call } from '../model/call.ts';
import { EXIT } from '../model/exit-code.ts';
import { shellWord } from '../report/words.ts';
import { safeText } from '../model/safe-text.ts';
import type { PreparedRun } from './prepare-run.ts';
import { refuse } from './refusal.ts';
import type { RunOptions } from './run-options.ts';
import type { World } from './world.ts';

/** How many characters of the digest a person types: enough to have looked at it. */
const TYPED = 6;
/** Most calls that the question lists; the dry run shows every byte. */
const MOST_CALLS = 12;

/** Goes on only if what would be sent is what somebody approved; otherwise refuses (exit 5, 9 or 2). */
export async function approve(world: World, options: RunOptions, run: PreparedRun): Promise<void> {
  const { digest } = run.schedule;
  if (options.approve !== undefined) {
    if (digest.startsWith(options.approve)) return;
    refuse(
      EXIT.notAsReviewed,
      `approved ${options.approve.slice(0, 12)}, but the plan compiles to ${digest.slice(0, 12)}`,
      'the plan, the config or what was sent before has changed; look at the dry run again and approve its digest',
    );
  }
  if (options.yes) return;
  const answer = await world.ask(question(run));
  if (answer === undefined) {
    refuse(
      EXIT.usage,
      'a live run needs an approval, and there is no terminal to ask on',
      `give --approve ${digest.slice(0, 12)}, or --yes`,
    );
  }
  if (answer.trim() !== digest.slice(0, TYPED)) refuse(EXIT.declined, 'declined');
}

/** What is about to be sent, and what to type; the last line holds nothing that a plan wrote. */
function question({ plan, planFile, exchange, schedule, options }: PreparedRun): string {
  const { digest, calls, pending, weight } = schedule;
  const more = calls.length - MOST_CALLS;
  const words = options.flatMap(({ name, value }) => [`--${name}`, shellWord(safeText(value))]);
  return [
    '',
    `LIVE  ${exchange}`,
    `  ${plan.name}, generation ${plan.generation}: ${count(pending.size, 'order')} in ${count(calls.length, 'call')}, weight ${weight.ip} IP, ${weight.uid} UID`,
    ...calls.slice(0, MOST_CALLS).map((call) => `  ${callLine(call)}`),
    ...(more > 0 ? [`  and ${count(more, 'more call')}`] : []),
    `  every byte: ${['ordo run', shellWord(safeText(planFile)), '--live', ...words].join(' ')}`,
    `  digest ${digest.slice(0, 12)}`,
    `Type ${digest.slice(0, TYPED)} to place them; anything else declines: `,
  ].join('\n');
}

function callLine({ number, kind, orders }: Call): string {
  const names = orders.map(({ id }) => id);
  const [first = '', last = first] = [names[0], names.at(-1)];
  const who = names.length === 1 ? first : `${first} … ${last}, ${names.length} orders`;
  return `${String(number).padStart(4)}  ${kind.padEnd(7)}  ${safeText(who)}`;
}

const count = (amount: number, word: string): string => `${amount} ${word}${amount === 1 ? '' : 's'}`;
