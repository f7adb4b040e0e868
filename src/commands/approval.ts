import { EXIT } from '../model/exit-code.ts';
import type { PreparedRun } from './prepare-run.ts';
import { refuse } from './refusal.ts';
import type { RunOptions } from './run.ts';
import type { World } from './world.ts';

/** How many characters of the digest a person types: enough to have looked at it. */
const TYPED = 6;

/** Goes on only if what would be sent is what somebody approved; otherwise refuses (exit 5, 9 or 2). */
export async function approve(world: World, options: RunOptions, run: PreparedRun): Promise<void> {
  const { digest, calls, pending, weight } = run.schedule;
  if (options.approve !== undefined) {
    if (digest.startsWith(options.approve)) return;
    refuse(
      EXIT.notAsReviewed,
      `approved ${options.approve.slice(0, 12)}, but the plan compiles to ${digest.slice(0, 12)}: nothing was sent`,
      'the plan, the config or what was sent before has changed; look at the dry run again and approve its digest',
    );
  }
  if (options.yes) return;
  const question = [
    '',
    `LIVE  ${run.exchange}`,
    `${run.plan.name}, generation ${run.plan.generation}: ${pending.size} orders in ${calls.length} calls, weight ${weight.ip} IP ${weight.uid} UID, digest ${digest.slice(0, 12)}`,
    `Type ${digest.slice(0, TYPED)} to place them; anything else declines: `,
  ].join('\n');
  const answer = await world.ask(question);
  if (answer === undefined) {
    refuse(
      EXIT.usage,
      'a live run needs an approval, and there is no terminal to ask on',
      `give --approve ${digest.slice(0, 12)}, or --yes`,
    );
  }
  if (answer.trim() !== digest.slice(0, TYPED)) refuse(EXIT.declined, 'declined: nothing was sent');
}
