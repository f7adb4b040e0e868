/** One order or ladder, from its lines in the plan to the outcome in the journal; the outcome first. */
import type { Excerpt, Explained, ExplainedOrder } from '../actions/explain/explained.ts';
import { knownStates } from '../journal/history/order-state-events.ts';
import type { SentCall } from '../journal/records/request.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import type { CallKind } from '../model/call.ts';
import { count, someOf } from '../model/count.ts';
import { changeWords } from '../model/order-changes.ts';
import { NO_ANSWER } from '../model/outcome.ts';
import { safe, safeText, safeTexts, safeWhole, type Safe } from '../model/safe-text.ts';
import { latency, weightWords } from '../report/text/phrases.ts';
import { STATES } from '../report/text/states.ts';
import type { Tone } from '../report/text/tones.ts';
import { factTable, own, type Block, type Fact, type Sheet } from '../show/sheet.ts';
import { withoutName } from './answer.ts';
import { partBlocks } from './explained-parts.ts';
import { ladderBlocks, ladderWords, rungWords } from './explained-ladder.ts';
import { fieldTable, items, saidIn, withheldWords } from './explained-words.ts';

export function explainSheet(explained: Explained): Sheet {
  const { id, name, description, looked, excerpt } = explained;
  const isOrder = explained.is === 'order';
  const text = safe`${safeText(id)} of ${safeText(name)}: ${isOrder ? outcomeWords(explained) : ladderWords(explained)}`;
  const below = safeTexts([
    ...(looked.kind === 'not-looked' ? [looked.why] : []),
    ...(description === undefined ? [] : [description]),
  ]);
  return {
    data: dataOf(explained),
    blocks: [
      { is: 'heading', text: { text, tone: toneOf(loudest(explained)) }, below },
      ...excerptBlocks(excerpt),
      ...(isOrder ? orderBlocks(explained) : ladderBlocks(explained)),
    ],
  };
}

function dataOf(explained: Explained): object {
  if (explained.is === 'order') {
    const { parts } = explained;
    const told = parts && { parts: parts.map((part) => Object.assign({}, part, knownData(part.known))) };
    return { ...explained, ...knownData(explained.known), ...told };
  }
  return { ...explained, rungs: explained.rungs.map((rung) => Object.assign({}, rung, knownData(rung.known))) };
}

/** As an event tells it. */
function knownData(known: KnownOrder | undefined): { readonly known?: object } {
  const [event] = known === undefined ? [] : knownStates(new Map([[known.id, known]]));
  if (event === undefined) return {};
  return { known: withoutName(event) };
}

const loudest = (explained: Explained): KnownOrder | undefined => {
  if (explained.is === 'order') return explained.known;
  const { rungs } = explained;
  return (rungs.find(({ known }) => toneOf(known) === 'unknown') ?? rungs.find(({ known }) => known))?.known;
};

/** What was never sent is not quiet in a headline. */
const toneOf = (known: KnownOrder | undefined): Tone =>
  known === undefined || known.state === 'never-sent' ? 'heading' : STATES[known.state].tone;

const orderBlocks = (order: ExplainedOrder): Block[] => [
  ...fieldTable(order.fields, safe`Fields`),
  ...items(own(safe`Ladder`), rungWords(order)),
  ...items(own(safe`Client order id`), [safeText(order.clientOid), derivation(order)]),
  ...partBlocks(order),
  ...callBlocks(order),
  ...journalFacts(order),
];

const WORDS_SHOWN = 100;

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the states of an order
function outcomeWords({ known, changes, looked, withheld }: ExplainedOrder): Safe {
  if (looked.kind === 'not-looked') return safe`no journal was looked at`;
  const edited = changes.length === 0 ? '' : ', and the plan was edited since';
  const said = safeText(saidIn(known).join(': '), WORDS_SHOWN);
  const as = safeText(known?.orderId ?? '');
  switch (known?.state) {
    case 'accepted':
      return safe`accepted as ${as}${edited}`;
    case 'cancelling':
    case 'cancel-unknown':
      return safe`accepted as ${as}; how its cancel ended is unknown`;
    case 'cancelled':
      return safe`cancelled: accepted as ${as}${filledWords(known)}`;
    case 'filled':
      return safe`filled as ${as}${edited}`;
    case 'closed':
      return safe`closed: accepted as ${as}, filled, and settled as closed by a person`;
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
      return withheld === undefined ? safe`never sent` : safe`never sent, and withheld: ${withheldWords(withheld)}`;
  }
}

const filledWords = ({ seen }: KnownOrder): Safe =>
  seen?.filledSize === undefined ? safe`` : safe`, ${safeText(seen.filledSize)} filled before`;

const derivation = ({ name, generation, identity, lineage }: ExplainedOrder): Safe =>
  safe`from plan ${safeText(name)}, generation ${generation}, order ${safeText(identity)}, lineage ${lineage}; never from the order’s content`;

/** Most lines of an entry that are shown; a list of a thousand weights does not help. */
const MOST_LINES = 40;

/** The lines as written, with their numbers. */
function excerptBlocks({ file, line, lines, remarks }: Excerpt): Block[] {
  const more = lines.length - MOST_LINES;
  return [
    {
      is: 'code',
      title: safe`${safeText(file)}:${line}`,
      language: safe`yaml`,
      lines: lines.slice(0, MOST_LINES).map(({ number, text }) => ({ number, text: safeText(text) })),
      ...(more > 0 && { more: safe`and ${count(more, 'line')} more` }),
    },
    ...remarks.map((text): Block => ({ is: 'words', text: safeText(text) })),
  ];
}

/** The call with its exact body, or why there is none. Nothing that JSON leaves printable is escaped. */
function callBlocks({ call, withheld }: ExplainedOrder): Block[] {
  const next = withheld === undefined ? [] : [safe`the next run withholds it: ${withheldWords(withheld)}`];
  if (call === undefined) return items(own(safe`In no call`), next);
  const { title, kind, path, weight, countsOrders, others, body, entry, remarks } = call;
  const cost =
    countsOrders === undefined ? safe`IP ${weight.ip}, UID ${weight.uid}` : weightWords(weight, { countsOrders });
  return [
    ...items(safeText(title), [
      safe`${kindWords(kind, others.length + 1)}, weight ${cost}`,
      safe`POST ${safeText(path)}`,
      ...(others.length === 0 ? [] : [safe`with ${safeText(someOf(others))}`]),
      ...safeTexts(remarks),
      ...next,
    ]),
    exact(safe`Body`, body),
    ...(entry === undefined ? [] : [exact(safe`Its own entry`, entry)]),
  ];
}

const exact = (what: Safe, text: string): Block => ({
  is: 'code',
  title: own(what),
  language: safe`json`,
  lines: [{ text: safeWhole(text) }],
  isExact: true,
});

const kindWords = (kind: CallKind, orders: number): Safe =>
  kind === 'batch' ? safe`batch of ${count(orders, 'order')}` : safe`${kind} call`;

const told = (text = ''): Safe => safeText(text);

/** What the journal says of the order and of every call that carried it. */
function journalFacts({ looked, known, changes, sent }: ExplainedOrder): Block[] {
  if (looked.kind === 'not-looked') return [];
  return factTable(
    [
      [safe`state`, own(stateWords(known?.state ?? 'never-sent'))],
      [safe`order id`, told(known?.orderId)],
      [safe`code`, told(known?.code)],
      [safe`message`, told(known?.message)],
      [safe`rule`, told(known?.rule)],
      [safe`lineage`, known && own(safe`${known.lineage}`)],
      [safe`edited since`, told(changeWords(changes))],
      ...sent.map((call): Fact => [safe`sent`, told(sendingWords(call))]),
      [safe`account`, told(looked.account)],
      [safe`file`, told(looked.file)],
    ],
    own(safe`Journal`),
  );
}

function stateWords(state: KnownOrder['state']): Safe {
  if (state === 'in-flight') return safe`unknown: ${NO_ANSWER}`;
  if (state === 'absent') return safe`settled as absent`;
  return state === 'unknown' ? safe`unknown` : STATES[state].word;
}

const ENDS: Readonly<Record<NonNullable<SentCall['ended']>['how'], string>> = {
  answered: 'ended',
  lost: 'given up',
  'not-sent': 'proved not to have left',
  'rate-refused': 'refused by the rate limit',
  'clock-refused': 'refused for its timestamp',
};

/** `2026-11-21T08:00:00.000Z in call 2, a batch of 9 orders; ended after 41 ms`. Raw text. */
function sendingWords({ call, kind, orders, sentAtMs, ended }: SentCall): string {
  const end = ended === undefined ? 'no end recorded' : `${ENDS[ended.how]} after ${latency(ended.latencyMs)}`;
  const said = ended?.message === undefined ? '' : `: ${ended.message}`;
  return `${new Date(sentAtMs).toISOString()} in call ${call}, a ${kindWords(kind, orders.length)}; ${end}${said}`;
}
