/** One order whole: its line of the plan, how its numbers came about, the body that is sent of it, the answer, and its fills. */
import type { OrderHeadline } from '../../model/event.ts';
import type { OrderFilled } from '../../model/watch-event.ts';
import { OPTIONAL_FIELDS, ORDER_FIELDS, WORD_FIELDS } from '../../model/order-fields.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { padEnd, wrap } from '../../report/text/columns.ts';
import { line, section, stack, type Page } from '../../report/text/page.ts';
import { latency } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { heldBackLine } from '../../views/run/held-back-words.ts';
import { partOfBody } from './body-text.ts';
import { bodyLines } from './calls.tsx';
import { fieldWords } from './row-change.ts';
import { lookOf, standingContent, standingOf } from './standing.ts';
import { orderIdOf, standingWords } from './standing-words.ts';

const NAME = 16;

export function orderDetail(page: Page, order: OrderView, watch: WatchView): Drawn[] {
  const { sign, tone } = lookOf(standingOf(order, watch.run));
  const words = standingWords(order, watch);
  return stack([
    [
      line(page.paint, [[tone, sign], safe` `, ['heading', safeText(order.id)]], page.width),
      ...fact(page, safe`state`, words),
      ...fact(page, safe`why not`, heldBackFact(order, watch)),
      ...planFacts(page, order, watch),
    ],
    section(page, safe`Answer`, answerFacts(page, order, watch)),
    section(page, safe`Fills on paper`, fillFacts(page, order, watch)),
    section(page, safe`Plan`, headlineFacts(page, order.headline)),
    section(page, safe`Sent`, sentFacts(page, order, watch)),
    section(page, safe`Body`, sentLines(page, order, watch)),
  ]);
}

/** All of it, with what frees it. */
const heldBackFact = ({ heldBack }: OrderView, { run }: WatchView): Safe | undefined =>
  heldBack && heldBackLine(run, heldBack);

/** Name and value; a value goes on below where it is wide. */
function fact({ paint, width }: Page, name: Safe, value: Safe | undefined): Drawn[] {
  if (value === undefined || value === '') return [];
  return wrap(value, Math.max(20, width - NAME - 2)).map((text, at) =>
    line(paint, [safe`  `, ['quiet', padEnd(at === 0 ? name : safe``, NAME)], text]),
  );
}

function planFacts(page: Page, order: OrderView, { run, save }: WatchView): Drawn[] {
  const changed = Object.entries(save?.fields.get(order.id) ?? {});
  const differs = Object.entries(order.journal?.changes ?? {});
  const at = order.headline?.line;
  return [
    ...fact(page, safe`in the plan`, at === undefined ? undefined : safe`${safeText(run.run?.planFile ?? '')}:${at}`),
    ...fact(page, safe`this save`, save?.added.has(order.id) === true ? safe`added` : changeWords(changed)),
    ...fact(page, safe`against sent`, changeWords(differs)),
    ...fact(page, safe`order id`, safeText(orderIdOf(order) ?? '')),
    ...fact(page, safe`client order id`, safeText(order.journal?.clientOid ?? '')),
  ];
}

const changeWords = (fields: readonly [string, readonly (string | null)[]][]): Safe =>
  joined(
    fields.map(([name, both]) => fieldWords(name, both)),
    safe`, `,
  );

const OPTIONAL_NUMBERS = OPTIONAL_FIELDS.filter((field) => ORDER_FIELDS[field].kind !== 'word');

function headlineFacts(page: Page, headline: OrderHeadline | undefined): Drawn[] {
  if (headline === undefined) return [];
  const { side, size, price, ladder, after = [], formulas = {} } = headline;
  const words = WORD_FIELDS.filter((field) => field !== 'side').flatMap((field) => headline[field] ?? []);
  const at = safe`${safeText(side)} ${safeText(size)} at ${safeText(price)}`;
  return [
    ...fact(page, safe`order`, joined([at, ...safeTexts(words)], safe`, `)),
    ...OPTIONAL_NUMBERS.flatMap((name) => fact(page, safe`${name}`, safeText(headline[name] ?? ''))),
    ...Object.entries(formulas).flatMap(([name, formula]) => fact(page, safe`${safeText(name)} is`, safeText(formula))),
    ...fact(page, safe`rung of`, safeText(ladder ?? '')),
    ...fact(page, safe`after`, joined(safeTexts(after), safe`, `)),
  ];
}

/** For an order that the plan no longer has. */
function sentFacts(page: Page, { id, headline }: OrderView, { run }: WatchView): Drawn[] {
  const content = headline === undefined ? standingContent(id, run) : undefined;
  return Object.entries(content ?? {}).flatMap(([name, value]) => fact(page, safeText(name), safeText(value)));
}

/** The answer and the rule that decided, of this command; what an earlier one did, `ordo explain` knows. */
function answerFacts(page: Page, order: OrderView, { answers }: WatchView): Drawn[] {
  const outcome = answers.get(order.id)?.outcome;
  if (outcome === undefined || outcome.outcome === 'withheld') return [];
  const said = outcome.outcome === 'rejected' ? [outcome.code, outcome.message] : [];
  const answer = outcome.outcome === 'unknown' ? [outcome.message] : said;
  return [
    ...fact(page, safe`outcome`, safe`${outcome.outcome}`),
    ...fact(page, safe`answer`, joined(safeTexts(answer), safe` `)),
    ...fact(
      page,
      safe`client order id`,
      order.journal?.clientOid === outcome.clientOid ? undefined : safeText(outcome.clientOid),
    ),
    ...fact(page, safe`decided by`, safe`rule ${safeText(outcome.rule)}`),
    ...fact(page, safe`in call`, outcome.call === undefined ? undefined : safe`${outcome.call}`),
    ...fact(page, safe`took`, outcome.latencyMs === undefined ? undefined : latency(outcome.latencyMs)),
  ];
}

function fillFacts(page: Page, order: OrderView, { fills }: WatchView): Drawn[] {
  const own = fills.byId(order.id);
  if (own === undefined) return [];
  const more = own.amount - own.newest.length;
  return [
    ...own.newest.flatMap((fill) => fact(page, safe`filled`, fillLine(fill))),
    ...(more > 0 ? fact(page, safe``, safe`and ${more} before`) : []),
  ];
}

const fillLine = ({ side, size, price, why }: OrderFilled): Safe =>
  safe`${side} ${safeText(size)} at ${safeText(price)}, ${why}`;

/** What is to be sent of it; where nothing is, what this command sent. */
function sentLines(page: Page, { id, call: number }: OrderView, { run, answers }: WatchView): Drawn[] {
  const call = number === undefined ? undefined : run.calls.byNumber(number);
  const source = call ?? answers.get(id);
  return source === undefined
    ? []
    : bodyLines(page, partOfBody(source.body, source.orders.indexOf(id), source.orders.length));
}
