/** What the program of `notify` is told of a live execution: at once the first of each kind that cannot wait, and how it ended. */
import { count } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import { FLATTEN_NAME, isOwnPlan } from '../../model/own-plans.ts';
import type { RunEvent } from '../../model/event.ts';
import { safeText } from '../../model/safe-text.ts';
import { asciiJson } from '../text/edge.ts';

type NoticeKind = 'unknown' | 'rejected' | 'naked' | 'halted' | 'lifted' | 'flat' | 'not-flat' | 'finished';

/** For whom: the account, and the plan where it is about one. */
export interface NoticeAbout {
  readonly account: string;
  readonly plan?: string;
}

interface Said {
  readonly kind: NoticeKind;
  /** One sentence. */
  readonly text: string;
  readonly exitCode?: number;
}

/** The exchange's words, or a person's: they may be anything, and of any length. */
const WORDS = 200;
const cut = (words: string): string => safeText(words, WORDS);

/** One line of JSON with its newline, only ASCII. `atMs`: wall clock, ms since 1970. */
export function noticeLine({ account, plan }: NoticeAbout, { kind, text, exitCode }: Said, atMs: number): string {
  const at = new Date(atMs).toISOString();
  const notice = { event: 'notice', kind, account, ...defined({ plan }), at, text, ...defined({ exitCode }) };
  return `${asciiJson(JSON.stringify(notice))}\n`;
}

export const haltNotice = (why: string, account: string): Said => ({
  kind: 'halted',
  text: `account ${account} is halted: ${cut(why)}`,
});

export const liftNotice = (why: string, account: string): Said => ({
  kind: 'lifted',
  text: `the halt of account ${account} is lifted: ${cut(why)}`,
});

/** Hears the events of executions, one after the other, and says which of them a person should hear of. */
export class RunNotices {
  readonly #plan: string;
  #said = new Set<NoticeKind>();
  /** How closes of ordo's own were seen to end, by client order id. */
  #ends = new Map<string, string>();
  /** A watch shows dry runs between executions: they are nobody's news. */
  #isDryRun = false;

  constructor(plan: string) {
    this.#plan = plan;
  }

  /** Undefined: nothing new that cannot wait. */
  take(event: RunEvent): Said | undefined {
    if (event.event === 'run-started') this.#isDryRun = event.mode === 'dry-run';
    if (event.event === 'order-state' && isOwnPlan(this.#plan))
      this.#ends.set(event.clientOid ?? event.id, event.state);
    const said = this.#isDryRun ? undefined : this.#of(event);
    if (said === undefined || this.#said.has(said.kind)) return undefined;
    if (said.kind === 'finished') this.#said = new Set();
    else this.#said.add(said.kind);
    return said;
  }

  #of(event: RunEvent): Said | undefined {
    const plan = this.#plan;
    if (event.event === 'order-outcome' && event.outcome === 'unknown')
      return { kind: 'unknown', text: `${event.id} of ${plan} is unknown: ${cut(event.message)}` };
    if (event.event === 'order-outcome' && event.outcome === 'rejected')
      return {
        kind: 'rejected',
        text: `${event.id} of ${plan} was rejected: ${cut(`${event.code} ${event.message}`)}`,
      };
    if (event.event === 'cancel-outcome' && event.outcome === 'unknown')
      return { kind: 'unknown', text: `whether ${event.id} of ${plan} was cancelled is unknown` };
    // Of groups that are followed the looks tell more: a stop takes its time after each fill.
    if (event.event === 'protection' && event.basis !== 'plan')
      return nakedNotice(event.positions.filter(({ groups }) => groups === undefined));
    if (event.event === 'follow-stated') return nakedNotice(event.groups.filter(({ isBare }) => isBare === true));
    return event.event === 'run-finished' && event.mode === 'execute' ? endNotice(plan, event, this.#ends) : undefined;
  }
}

function endNotice(
  plan: string,
  { exitCode, refusal, counts }: Extract<RunEvent, { event: 'run-finished' }>,
  ends: ReadonlyMap<string, string>,
): Said {
  if (plan !== FLATTEN_NAME || refusal !== undefined)
    return {
      kind: 'finished',
      text: `${plan} ended with exit code ${exitCode}: ${refusal?.message ?? (ends.size > 0 ? endsTold(ends) : told(counts))}`,
      exitCode,
    };
  return exitCode === EXIT.done
    ? { kind: 'flat', text: 'nothing is held, and no order of the journal is open', exitCode }
    : { kind: 'not-flat', text: `the account is not seen to be flat: exit code ${exitCode}`, exitCode };
}

function nakedNotice(
  positions: readonly { readonly symbol: string; readonly side: string; readonly naked: string }[],
): Said | undefined {
  const bare = positions.filter(({ naked }) => naked !== '0');
  if (bare.length === 0) return undefined;
  const words = bare.map(({ symbol, side, naked }) => `${naked} ${side} ${symbol}`).join(', ');
  return { kind: 'naked', text: `NAKED ${words}: nothing would stop it` };
}

function told(counts: Extract<RunEvent, { event: 'run-finished' }>['counts']): string {
  const words = Object.entries<number>({ ...counts }).flatMap(([outcome, amount]) =>
    amount === 0 ? [] : [`${amount} ${outcome}`],
  );
  return words.length === 0 ? count(0, 'order') : words.join(', ');
}

/** As they were seen since they were answered. */
const endsTold = (ends: ReadonlyMap<string, string>): string =>
  [...Map.groupBy(ends.values(), (state) => state)].map(([state, all]) => `${all.length} ${state}`).join(', ');
