import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { dotted } from '../text/columns.ts';
import { flow, line, paragraph, type Page, type Piece } from '../text/page.ts';
import { digestShown } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';

/** What the run is: plan, target and account; then what it goes by. */
export function headLines(page: Page, { plan, run, orders }: RunView): Drawn[] {
  const title: Piece[] = plan === undefined ? [] : [['plan', safeText(plan.name)], safe`generation ${plan.generation}`];
  const pieces = [...title, ...(run === undefined ? [] : placeOf(run))];
  if (pieces.length === 0) return [];
  const files = run === undefined ? [] : filesOf(run);
  if (plan !== undefined && run?.mode === 'execute' && orders.planned > 0)
    files.push(codeOf(plan.digest, run.approval));
  const margin = run?.mode === 'dry-run' && run.spoken !== undefined ? marginWords(run.spoken, orders) : undefined;
  return [
    ...flow(page, pieces),
    ...(run?.description === undefined ? [] : paragraph(page, safeText(run.description), 0, 'quiet')),
    ...(margin === undefined ? [] : paragraph(page, margin, 0, 'quiet')),
    ...dotted(files, page.width).map((text) => line(page.paint, [['quiet', text]])),
  ];
}

type Run = NonNullable<RunView['run']>;

/** In the place of an exchange, where a program only looks at a plan: that is neither live nor on paper. */
export const NO_EXCHANGE = 'no exchange is connected';

function placeOf({ target, exchange, live, past }: Run): Piece[] {
  const account = live === undefined ? [] : [safe`account ${safeText(live.account)}`];
  // What is over moves no money: it is not to be taken for a run that does.
  if (past !== undefined) return [['notice', pastWords(past)], safe`${target}  ${safeText(exchange)}`, ...account];
  if (exchange === NO_EXCHANGE) return [safe`${NO_EXCHANGE}`, ...account];
  const name: Piece = target === 'live' ? ['live', safe`LIVE`] : ['paper', safe`PAPER`];
  return [name, safeText(exchange), ...account];
}

/** No order of this interface says its margin mode: the account has it. */
function marginWords({ accountCheck }: NonNullable<Run['spoken']>, orders: RunView['orders']): Safe {
  const modes = safeText([...new Set([...orders].map(({ headline }) => headline?.marginMode ?? ''))].join(' and '));
  return accountCheck === 'off'
    ? safe`margin ${modes}, assumed: execution.accountCheck is off`
    : safe`margin ${modes}, to be checked against the account`;
}

/** `RUN 3 of 2026-11-22 10:00:03Z` */
export const pastWords = ({ run, startedAtMs }: NonNullable<Run['past']>): Safe =>
  safe`RUN ${run} of ${safeText(new Date(startedAtMs).toISOString().slice(0, 19).replace('T', ' '))}Z`;

function filesOf({ planFile, config, policy = [], precision, live, reviewed, spoken }: Run): Safe[] {
  const found = live?.config ?? config ?? 'none';
  const limits = policy.length === 0 ? safe`` : safe` with ${safeText(policy.join(', '))}`;
  return [
    safeText(planFile),
    ...(reviewed === undefined ? [] : [safe`reviewed as ${safeText(reviewed.file)}`]),
    found === 'none' ? safe`no config` : safe`config ${safeText(found)}${limits}`,
    ...(spoken === undefined ? [] : [safe`interface ${spoken.interface}`]),
    ...(precision === undefined ? [] : [safe`precision ${safeText(precision)}`]),
    ...(live === undefined ? [] : [safe`journal ${safeText(live.journal)}`]),
  ];
}

/** What was approved: on paper that is the bytes alone. */
export const codeOf = (digest: string, approval: string | undefined): Safe =>
  approval === undefined ? safe`digest ${digestShown(digest)}` : safe`approval ${digestShown(approval)}`;
