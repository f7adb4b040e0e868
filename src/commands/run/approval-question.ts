import type { Decimal } from '../../model/decimal.ts';
import { EXIT } from '../../model/exit-code.ts';
import { isOpening } from '../../model/order.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { standingLines } from '../../report/dry-run/change-lines.ts';
import type { DrawnOrder } from '../../report/dry-run/drawn-order.ts';
import { exposureLines } from '../../report/dry-run/exposure-lines.ts';
import { positionsOf } from '../../report/dry-run/exposure.ts';
import { sentOrders } from '../../report/dry-run/sent-orders.ts';
import { pageOf } from '../../report/text/page.ts';
import { amountOf, DIGEST_SHOWN, grouped, shellWord } from '../../report/text/phrases.ts';
import { RunFold } from '../../report/view/run-view.ts';
import { refuse } from '../command-line/refusal.ts';
import type { World } from '../world.ts';
import { announce } from './announce.ts';
import type { PreparedRun } from './prepared-run.ts';

/** How many characters of the code a person types: enough to make them look at it. */
const TYPED = 6;
const PAGE = pageOf({ color: false, width: 80 });

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

/** What is at stake, and what to type. The last line contains no text of the plan. */
function question(run: PreparedRun, code: string): string {
  const { plan, exchange, schedule } = run;
  const { calls, pending, weight } = schedule;
  const fold = new RunFold();
  announce((event) => fold.apply(event, 0), run);
  const { drawn, standing } = sentOrders(fold.view);
  return [
    '',
    `LIVE  ${exchange}`,
    ...aboutLines(run),
    `  ${plan.name}, generation ${plan.generation}: ${amountOf(pending.size, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weight.ip} IP, ${weight.uid} UID`,
    '',
    ...exposureLines(PAGE, positionsOf(drawn, standing)),
    ...largestLines(drawn),
    ...standingLines(fold.view).map((text) => `  ${text}`),
    ...(run.warnings === 0 ? [] : [`  ${amountOf(run.warnings, 'warning')}`]),
    '',
    `  every byte: ${bytesCommand(run)}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    `Type ${code.slice(0, TYPED)} to place them; anything else declines: `,
  ].join('\n');
}

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
  const words = options.flatMap(({ name, value }) => [`--${name}`, shellWord(safeText(value))]);
  return ['ordo run', shellWord(safeText(planFile)), '--live', ...words, '--bytes'].join(' ');
}

/** The opening order that is worth most, and any at market that nothing tells the worth of. */
function largestLines(orders: readonly DrawnOrder[]): Safe[] {
  let largest: DrawnOrder | undefined;
  for (const order of orders) {
    if (!isOpening(order.side) || worthOf(order) === undefined) continue;
    if (largest === undefined || (worthOf(order) as Decimal).compare(worthOf(largest) as Decimal) > 0) largest = order;
  }
  if (largest === undefined) return [];
  const worth = grouped(worthOf(largest) as Decimal);
  return [safe`  largest order: ${safeText(largest.id)}, ${largest.side} ${largest.size}, ${worth}`];
}

/** In quote coin; undefined at market without a reference. */
function worthOf({ size, price, trigger, reference }: DrawnOrder): Decimal | undefined {
  const at = price ?? trigger ?? reference;
  return at === undefined ? undefined : size.times(at);
}
