/** One order, from its lines in the plan to the outcome in the journal; the outcome first. */
import type { KnownOrder } from '../../journal/records/state.ts';
import { NO_ANSWER } from '../../model/outcome.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { pageOf, paragraph, section, textOf } from '../text/page.ts';
import { STATES } from '../text/states.ts';
import type { Tone } from '../text/tones.ts';
import { withheldWords, type ExplainedOrder } from './explained.ts';
import { callLines, journalLines } from './journal-lines.ts';
import { excerptLines, fieldLines, headLines } from './plan-lines.ts';

export interface ExplainOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Ends in a newline. Only a body is ever wider than the terminal. */
export function renderExplanation(order: ExplainedOrder, options: ExplainOptions): string {
  const page = pageOf(options);
  const headline = safe`${safeText(order.id)} of ${safeText(order.name)}: ${outcomeWords(order)}`;
  const derived = paragraph(page, derivation(order), 2);
  return textOf([
    headLines(page, order, headline, toneOf(order.known)),
    excerptLines(page, order.excerpt),
    section(page, safe`Fields`, fieldLines(page, order.fields)),
    section(
      page,
      safe`Ladder`,
      ladderWords(order).flatMap((text) => paragraph(page, text, 2)),
    ),
    section(page, safe`Client order id`, [safe`  ${safeText(order.clientOid)}`, ...derived]),
    callLines(page, order),
    journalLines(page, order),
  ]);
}

function ladderWords({ rung }: ExplainedOrder): Safe[] {
  if (rung === undefined) return [];
  const { number, of, ladder, words } = rung;
  return [safe`rung ${number} of ${of} of ${safeText(ladder)}`, ...words.map((text) => safeText(text))];
}

const WORDS_SHOWN = 100;

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the states of an order
function outcomeWords({ known, changes, looked, withheld }: ExplainedOrder): Safe {
  if (looked.kind === 'not-looked') return safe`no journal was looked at`;
  const edited = changes.length === 0 ? '' : ', and the plan was edited since';
  const said = safeText([known?.code, known?.message].filter((text) => (text ?? '') !== '').join(': '), WORDS_SHOWN);
  switch (known?.state) {
    case 'accepted':
      return safe`accepted as ${safeText(known.orderId ?? '')}${edited}`;
    case 'cancelling':
    case 'cancel-unknown':
      return safe`accepted as ${safeText(known.orderId ?? '')}; how its cancel ended is unknown`;
    case 'cancelled':
      return safe`cancelled: accepted as ${safeText(known.orderId ?? '')}${filledWords(known)}`;
    case 'filled':
      return safe`filled as ${safeText(known.orderId ?? '')}${edited}`;
    case 'closed':
      return safe`closed: accepted as ${safeText(known.orderId ?? '')}, filled, and gone as a person said`;
    case 'rejected':
      return safe`rejected ${said}`;
    case 'unknown':
      return safe`unknown: ${said}${edited}`;
    case 'in-flight':
      return safe`unknown: ${NO_ANSWER}${edited}`;
    case 'absent':
      return safe`settled as absent: ${said}`;
    case 'never-sent':
    case undefined:
      return withheld === undefined
        ? safe`never sent`
        : safe`never sent, and withheld: ${safeText(withheldWords(withheld))}`;
  }
}

const filledWords = ({ seen }: KnownOrder): Safe =>
  seen?.filledSize === undefined ? safe`` : safe`, ${safeText(seen.filledSize)} filled before`;

/** The tone of a headline: what was never sent is not quiet there. */
export const toneOf = (known: KnownOrder | undefined): Tone =>
  known === undefined || known.state === 'never-sent' ? 'heading' : STATES[known.state].tone;

const derivation = ({ name, generation, identity, lineage }: ExplainedOrder): Safe =>
  safe`from plan ${safeText(name)}, generation ${generation}, order ${safeText(identity)}, lineage ${lineage}; never from what the order says`;
