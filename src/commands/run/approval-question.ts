import type { Schedule } from '../../compile/compile-plan.ts';
import { someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { atStake } from '../../views/run/at-stake.ts';
import { pageOf, type Page } from '../../report/text/page.ts';
import { amountOf, DIGEST_SHOWN, shellWord, weightWords } from '../../report/text/phrases.ts';
import { RunFold } from '../../report/view/run-fold.ts';
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';
import { approvalIn, changedWords, checkApproved } from '../../actions/approval.ts';
import { announce } from '../../actions/prepare/announce.ts';
import { nameOf, type PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { Session } from '../../session/session.ts';
import type { RunOptions } from './run-options.ts';

/** How many characters of the code a person types: enough to make them look at it. */
export const TYPED = 6;
/** A question is as wide as the terminal, or as any where there is none. */
export const questionPage = ({ stdout }: Pick<World, 'stdout'>): Page => pageOf({ color: false, width: stdout.width });

/** Returns only if what would be sent was approved; otherwise refuses (exit 5, 9 or 2). */
export async function checkRunApproved(
  world: World,
  { approve, yes }: RunOptions,
  run: PreparedRun,
  session: Session,
): Promise<void> {
  const now = approvalIn(run);
  if (approve !== undefined) {
    const mend = (earlier: readonly Approval[]): string =>
      `${changedWords(earlier, now)}; look at the dry run again (ordo run … --live) and approve its code`;
    await checkApproved(approve, now, {
      session,
      plan: nameOf(run.plan),
      known: run.known,
      done: 'sent',
      mend,
    });
  } else if (!yes) await askToApprove(world, run, run.reviewed?.approval ?? now.code);
}

export const askToApprove = (world: World, run: PreparedRun, code: string): Promise<void> =>
  confirmed(world, question(run, code, questionPage(world)), { code, what: 'run' });

/** Asks on the terminal. Refuses with exit 9 if the answer is not the code, and with exit 2 if there is no terminal. */
export async function confirmed(
  world: World,
  asked: string,
  { code, what }: { readonly code: string; readonly what: 'run' | 'cancel' },
): Promise<void> {
  const answer = await world.ask(asked);
  if (answer === undefined) {
    refuse(
      'approval/none',
      `a live ${what} needs an approval, and there is no terminal to ask on`,
      `give --approve ${code}, or --yes`,
    );
  }
  if (answer.trim() !== code.slice(0, TYPED)) refuse('approval/declined', 'declined');
}

/** What is at stake, and what to type. The last line contains no text of the plan. */
function question(run: PreparedRun, code: string, page: Page): string {
  const { plan, exchange, schedule } = run;
  const { calls, cancels, pending, weight } = schedule;
  const fold = new RunFold();
  announce((event) => fold.apply(event, 0), run);
  return [
    '',
    `LIVE  ${exchange}`,
    ...aboutLines(run),
    ...offLines(cancels),
    `  ${plan.name}, generation ${plan.generation}: ${amountOf(pending.size, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, run.config.exchange.limits)}${cancels === undefined ? '' : ' in all'}`,
    '',
    ...blockLines(page, atStake(fold.view, run.warnings)),
    '',
    `  every byte: ${bytesCommand(run)}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(fold.view.protection).flatMap((block) => blockLines(page, block)),
    `Type ${code.slice(0, TYPED)} to place them; anything else declines: `,
  ].join('\n');
}

/** What goes off the exchange first, by name. */
const offLines = (cancels: Schedule['cancels']): string[] =>
  cancels === undefined
    ? []
    : [
        `  cancels first: ${amountOf(cancels.orders.length, 'order')} in ${amountOf(cancels.calls.length, 'call')}: ${safeText(someOf(cancels.orders.map(({ id }) => id)))}`,
      ];

/** For whom, by which config, from which journal, with whose keys. */
function aboutLines({ live, config }: PreparedRun): string[] {
  const keys = config.exchange.keysCommand?.map((word) => shellWord(safeText(word))).join(' ');
  const about = [
    ...(live === undefined ? [] : [`account ${live.account}`, `config  ${live.config}`, `journal ${live.journal}`]),
    ...(keys === undefined ? [] : [`keys    printed by ${keys}, where the variables lack one`]),
  ];
  return about.map((text) => `  ${safeText(text, Number.POSITIVE_INFINITY)}`);
}

function bytesCommand({ planFile, options }: PreparedRun): string {
  const words = options.flatMap(({ name, value }) => [
    `--${name}`,
    ...(value === '' ? [] : [shellWord(safeText(value))]),
  ]);
  return ['ordo run', shellWord(safeText(planFile)), '--live', ...words, '--bytes'].join(' ');
}
