import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { digestShown, haltWords } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, together, toned, type Block, type Text } from '../../show/sheet.ts';

/** What the run is: plan, target and account; then what it goes by. */
export function headBlocks({ plan, run, orders }: RunView): Block[] {
  const title =
    plan === undefined ? [] : [toned('plan', safeText(plan.name)), own(safe`generation ${plan.generation}`)];
  const heading = [...title, ...(run === undefined ? [] : placeOf(run))];
  if (heading.length === 0) return [];
  const files = run === undefined ? [] : filesOf(run);
  if (plan !== undefined && run?.mode === 'execute' && orders.planned > 0)
    files.push(own(codeOf(plan.digest, run.approval)));
  const about = [
    ...(run?.description === undefined ? [] : [safeText(run.description)]),
    ...(run?.mode === 'dry-run' && run.spoken !== undefined ? marginWords(run, run.spoken, orders) : []),
  ];
  const blocks: Block[] = [
    { is: 'heading', text: together(heading, safe`  `) },
    ...haltNotice(run),
    ...about.map((text) => ({ is: 'words', text, tone: 'quiet' }) as const),
    ...(files.length === 0 ? [] : [{ is: 'parts', parts: files, tone: 'quiet' } as const]),
  ];
  return [{ is: 'group', blocks }];
}

type Run = NonNullable<RunView['run']>;

const haltNotice = (run: Run | undefined): Block[] =>
  run?.halted === undefined ? [] : [{ is: 'notice', text: haltWords(run.halted) }];

/** In the place of an exchange, where a program only looks at a plan: that is neither live nor on paper. */
export const NO_EXCHANGE = 'no exchange is connected';

function placeOf({ target, exchange, live, past }: Run): Text[] {
  const account = live === undefined ? [] : [[own(safe`account `), safeText(live.account)]];
  // What is over moves no money: it is not to be taken for a run that does.
  if (past !== undefined)
    return [own(['notice', pastWords(past)]), [own(safe`${target}  `), safeText(exchange)], ...account];
  if (exchange === NO_EXCHANGE) return [own(safe`${NO_EXCHANGE}`), ...account];
  const name = own(target === 'live' ? ['live', safe`LIVE`] : ['paper', safe`PAPER`]);
  return [name, safeText(exchange), ...account];
}

/** No order of this interface says its margin mode: the account has it. */
function marginWords({ target }: Run, { accountCheck }: NonNullable<Run['spoken']>, orders: RunView['orders']): Safe[] {
  // Of a part of an exit that an earlier run placed the plan says nothing.
  const said = new Set([...orders].flatMap(({ headline }) => headline?.marginMode ?? []));
  if (said.size === 0) return [];
  const modes = safeText([...said].join(' and '));
  // No account is read for a run on paper.
  if (target === 'paper') return [safe`margin ${modes}, which the paper exchange does not check`];
  return accountCheck === 'off'
    ? [safe`margin ${modes}, assumed: the account is not asked`]
    : [safe`margin ${modes}, to be checked against the account`];
}

/** `RUN 3 of 2026-11-22 10:00:03Z` */
const pastWords = ({ run, startedAtMs }: NonNullable<Run['past']>): Safe =>
  safe`RUN ${run} of ${safeText(new Date(startedAtMs).toISOString().slice(0, 19).replace('T', ' '))}Z`;

function filesOf({ planFile, config, policy = [], precision, live, reviewed, spoken }: Run): Text[] {
  const found = live?.config ?? config ?? 'none';
  const limits = policy.length === 0 ? [] : [own(safe` with `), safeText(policy.join(', '))];
  return [
    safeText(planFile),
    ...(reviewed === undefined ? [] : [named(safe`reviewed as`, reviewed.file)]),
    found === 'none' ? own(safe`no config`) : [own(safe`config `), safeText(found), ...limits],
    ...(spoken === undefined ? [] : [own(safe`interface ${spoken.interface}`)]),
    ...(precision === undefined ? [] : [named(safe`precision`, precision)]),
    ...(live === undefined ? [] : [named(safe`journal`, live.journal)]),
  ];
}

const named = (name: Safe, value: string): Text => [own(safe`${name} `), safeText(value)];

/** What was approved: on paper that is the bytes alone. */
export const codeOf = (digest: string, approval: string | undefined): Safe =>
  approval === undefined ? safe`digest ${digestShown(digest)}` : safe`approval ${digestShown(approval)}`;
