import type { Schedule } from '../../compile/compile-plan.ts';
import { itOrThem, someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { endAskedText, type EndAskedBy } from '../../journal/records/end-asked.ts';
import { haltText } from '../../journal/records/halt.ts';
import { atStake } from '../../views/run/at-stake.ts';
import { pageOf, type Page } from '../../report/text/page.ts';
import { amountOf, checkedWords, costWords, DIGEST_SHOWN, haltWords, shellWord } from '../../report/text/phrases.ts';
import { RunFold } from '../../report/view/run-fold.ts';
import { refuse } from '../../refusal.ts';
import type { Terminal, World } from '../world.ts';
import { approvalIn, changedWords, checkApproved, otherInterface } from '../../actions/approval.ts';
import { heedingEnd, heedingHalt } from '../../actions/heed-halt.ts';
import { isBegun } from '../../actions/prepare/begun.ts';
import { opensAny, refuseHalted } from '../../actions/prepare/halted.ts';
import { defined } from '../../model/defined.ts';
import { announce } from '../../actions/prepare/announce.ts';
import { nameOf, type PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { Session } from '../../session/session.ts';
import type { CompiledRun } from '../../actions/place.ts';
import type { RunOptions } from './run-options.ts';

/** How many characters of the code a person types: enough to make them look at it. */
export const TYPED = 6;
/** A question is as wide as the terminal, or as any where there is none. */
export const questionPage = ({ stdout }: Pick<Terminal, 'stdout'>): Page =>
  pageOf({ color: false, width: stdout.width });

/** Returns only if what would be sent was approved; otherwise refuses (exit 5, 9 or 2). */
export async function checkRunApproved(
  { terminal, clock }: Pick<World, 'terminal' | 'clock'>,
  { approve, yes, follow }: RunOptions,
  { run, approvals }: CompiledRun,
  session: Session,
): Promise<void> {
  const now = approvalIn(run);
  if (approve !== undefined) {
    const mend = (earlier: readonly Approval[]): string =>
      `${(approvals && otherInterface(approve, earlier, approvals)) ?? changedWords(earlier, now)}; look at the dry run again (ordo run … --live) and approve its code`;
    await checkApproved(approve, now, {
      session,
      plan: nameOf(run.plan),
      known: run.known,
      done: 'sent',
      mend,
    });
  } else if (!yes) {
    const code = run.reviewed?.approval ?? now.code;
    const ask = (signal?: AbortSignal): Promise<void> => askToApprove(terminal, run, code, signal);
    const heeds = { session, clock, plan: run.plan.name };
    const whileFree = (ends?: AbortSignal): Promise<void> =>
      opensAny(run) && !isBegun(run)
        ? heedingHalt(
            heeds,
            (halted) => ask(ends === undefined ? halted : AbortSignal.any([ends, halted])),
            (halt) => refuseHalted(halt, run),
          )
        : ask(ends);
    await (follow === true ? heedingEnd(heeds, whileFree, refuseAskedToEnd) : whileFree());
  }
}

/** As it would end while it follows. */
const refuseAskedToEnd = (by: EndAskedBy): never =>
  refuse(
    'run/asked-to-end',
    `ending: ${endAskedText(by)}`,
    'nothing was sent: give the command again once that one has ended',
  );

export const askToApprove = (terminal: Terminal, run: PreparedRun, code: string, signal?: AbortSignal): Promise<void> =>
  confirmed(terminal, question(run, code, questionPage(terminal)), { code, what: 'run', ...defined({ signal }) });

/** Asks on the terminal. Refuses with exit 9 if the answer is not the code, and with exit 2 if there is no terminal. */
export async function confirmed(
  terminal: Terminal,
  asked: string,
  {
    code,
    what,
    signal,
  }: { readonly code: string; readonly what: 'run' | 'cancel' | 'close' | 'flatten'; readonly signal?: AbortSignal },
): Promise<void> {
  const answer = await terminal.ask(asked, signal);
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
  const { calls, cancels, pending } = schedule;
  const fold = new RunFold();
  announce((event) => fold.apply(event, 0), run);
  return [
    '',
    `LIVE  ${exchange}`,
    ...(run.halt === undefined ? [] : [haltWords(haltText(run.halt))]),
    ...aboutLines(run),
    ...offLines(cancels),
    `  ${plan.name}, generation ${plan.generation}: ${amountOf(pending.size, 'order')} in ${amountOf(calls.length, 'call')}, weight ${costWords(schedule, run.config.exchange.limits)}${cancels === undefined ? '' : ' in all'}`,
    '',
    ...blockLines(page, atStake(fold.view, run.warnings)),
    '',
    `  every byte: ${bytesCommand(run)}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(fold.view.protection).flatMap((block) => blockLines(page, block)),
    `Type ${code.slice(0, TYPED)} to ${asked(run)}; anything else declines: `,
  ].join('\n');
}

/** What the code is typed for. */
const asked = ({ schedule: { pending, cancels } }: PreparedRun): string =>
  pending.size === 0 ? `cancel ${itOrThem(cancels?.orders.length ?? 0)}` : `place ${itOrThem(pending.size)}`;

/** What goes off the exchange first, by name. */
const offLines = (cancels: Schedule['cancels']): string[] =>
  cancels === undefined
    ? []
    : [
        `  cancels first: ${amountOf(cancels.orders.length, 'order')} in ${amountOf(cancels.calls.length, 'call')}: ${safeText(someOf(cancels.orders.map(({ id }) => id)))}`,
      ];

/** For whom, by which config, from which journal, with whose keys. */
function aboutLines({ live, config, checkedAtMs }: PreparedRun): string[] {
  const keys = config.exchange.keysCommand?.map((word) => shellWord(safeText(word))).join(' ');
  const about = [
    ...(live === undefined
      ? []
      : [`account ${live.account}${checkedWords(checkedAtMs)}`, `config  ${live.config}`, `journal ${live.journal}`]),
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
