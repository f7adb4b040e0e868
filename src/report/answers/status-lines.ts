import { mayStand, removedAfterSend, type JournalState, type KnownOrder } from '../../ledger/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { OrderState } from '../../model/outcome.ts';
import { safeText } from '../../model/safe-text.ts';
import { NumberColumn, padEnd, stack, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../run/outcome-lines.ts';
import { line, painter, type Paint, type Piece, type Tone } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

export interface StatusOptions {
  readonly color: boolean;
  readonly width: number;
}

/** An order that was sent and has no answer on record is unknown, whether or not another run still awaits it. */
const LABELS: Readonly<Record<OrderState, { readonly text: string; readonly tone: Tone }>> = {
  accepted: { text: '✓ accepted', tone: 'accepted' },
  rejected: { text: '✗ rejected', tone: 'rejected' },
  unknown: { text: '? UNKNOWN', tone: 'unknown' },
  'in-flight': { text: '? UNKNOWN', tone: 'unknown' },
  absent: { text: '○ absent', tone: 'withheld' },
  'never-sent': { text: '· never sent', tone: 'waiting' },
};
const LABEL_WIDTH = 12;

interface Row {
  readonly id: string;
  readonly state: OrderState;
  readonly side: string;
  readonly size: string;
  readonly price: string;
  /** Order id, or what the exchange said. */
  readonly words: string;
  /** Where plan and exchange no longer agree. */
  readonly remark: string;
}

/**
 * What the journal knows of each order of a plan, in the plan's order, then what it knows of orders that the plan no
 * longer has and that may stand on the exchange, then the counts. Size and price are those that were sent. Ends in a newline.
 */
export function renderStatus(
  known: JournalState,
  planOrders: readonly OrderHeadline[],
  { color, width }: StatusOptions,
): string {
  const paint = painter(color);
  const rows = planOrders.map((headline) => statusRow(headline, known.get(headline.id)));
  const ids = planOrders.map(({ id }) => id);
  const removed = removedAfterSend(known, ids).map(removedRow);
  const table = tableLines([...rows, ...removed], paint, width);
  return `${stack([table, [line(paint, countPieces(rows))], removedLines(removed, paint, width)]).join('\n')}\n`;
}

function statusRow(headline: OrderHeadline, known: KnownOrder | undefined): Row {
  const state = known?.state ?? 'never-sent';
  if (known === undefined || state === 'never-sent') return row(headline.id, state, contentOf(headline));
  const edited = mayStand(known) ? editedWords(known.content, contentOf(headline)) : '';
  return row(headline.id, state, known.content, knownWords(known), edited);
}

const removedRow = (known: KnownOrder): Row =>
  row(
    known.id,
    known.state,
    known.content,
    knownWords(known),
    `removed after send: ${known.state === 'accepted' ? 'still live' : 'may be live'}`,
  );

function row(id: string, state: OrderState, content: Content, words = '', remark = ''): Row {
  const trigger = content['trigger'] === undefined ? '' : `${content['trigger']}→`;
  const [side, size, price] = [content['side'] ?? '', content['size'] ?? '', `${trigger}${content['price'] ?? ''}`];
  const safe = { side: safeText(side), size: safeText(size), price: safeText(price) };
  return { id: safeText(id), state, ...safe, words: safeText(words), remark: safeText(remark) };
}

function knownWords({ state, orderId, code, message }: KnownOrder): string {
  // Only a settled order has words: where it was found, or who decided it.
  if (state === 'accepted') return [orderId, message].filter((part) => part !== undefined).join(', ');
  if (state === 'in-flight') return 'sent, and no answer was recorded';
  return [code, message].filter((part) => part !== undefined && part !== '').join(' ');
}

type Content = Readonly<Record<string, string>>;

const spelled = (value: string): string => Decimal.parse(value)?.canonical() ?? value;

/** What a headline says in the spelling that the journal keeps (`orderContent`). */
function contentOf({
  symbol,
  marginMode,
  side,
  size,
  price,
  timeInForce,
  trigger,
  takeProfit,
  stopLoss,
}: OrderHeadline): Content {
  const policy = trigger === undefined ? { timeInForce } : { trigger };
  const presets = {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
  const written: Content = { symbol, marginMode, side, size, price, ...policy, ...presets };
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, spelled(value)]));
}

/** `edited after send: price 64000 → 63500`, or nothing where plan and market agree. */
function editedWords(sent: Content, now: Content): string {
  const keys = [...new Set([...Object.keys(sent), ...Object.keys(now)])].filter((key) => sent[key] !== now[key]);
  const changes = keys.map((key) => `${key} ${sent[key] ?? 'none'} → ${now[key] ?? 'none'}`);
  return changes.length === 0 ? '' : `edited after send: ${changes.join(', ')}`;
}

function tableLines(rows: readonly Row[], paint: Paint, width: number): string[] {
  const [sizes, prices] = [new NumberColumn(), new NumberColumn()];
  let [idWidth, sideWidth] = [0, 0];
  for (const { id, side, size, price } of rows) {
    sizes.add(size);
    prices.add(price);
    sideWidth = Math.max(sideWidth, widthOf(side));
    if (widthOf(id) <= ID_ROOM) idWidth = Math.max(idWidth, widthOf(id));
  }
  return rows.flatMap((one) => {
    const { text: label, tone } = LABELS[one.state];
    const start: Piece[] = [[tone, label], ' '.repeat(LABEL_WIDTH + 2 - widthOf(label))];
    const cells = `${padEnd(one.side, sideWidth)}  ${sizes.cell(one.size)}  ${prices.cell(one.price)}`;
    const long = widthOf(one.id) > idWidth;
    const lead: Piece[] = long ? [' '.repeat(LABEL_WIDTH + 2 + idWidth)] : [...start, padEnd(one.id, idWidth)];
    const indent = LABEL_WIDTH + 2 + idWidth + 2 + widthOf(cells) + 2;
    const beside = indent + widthOf(one.words) <= width;
    const below = (words: string): string[] =>
      wrap(words, width - LABEL_WIDTH - 2).map((text) => ' '.repeat(LABEL_WIDTH + 2) + text);
    return [
      ...(long ? [line(paint, [...start, one.id])] : []),
      line(paint, [...lead, '  ', cells, '  ', beside ? one.words : '']),
      ...(beside ? [] : below(one.words)),
      ...(one.remark === '' ? [] : below(one.remark).map((text) => paint('notice', text))),
    ];
  });
}

function countPieces(rows: readonly Row[]): Piece[] {
  const shown: Readonly<Record<string, Tone>> = {
    accepted: 'accepted',
    rejected: 'rejected',
    UNKNOWN: 'unknown',
    absent: 'withheld',
    'never sent': 'waiting',
  };
  const amounts = Map.groupBy(rows, ({ state }) => LABELS[state].text.slice(2));
  const parts = Object.entries(shown).flatMap(([word, tone]): Piece[] => {
    const amount = amounts.get(word)?.length ?? 0;
    return amount === 0 ? [] : [', ', [tone, `${amount} ${word}`]];
  });
  return [['heading', `${count(rows.length, 'order')}: `], ...parts.slice(1)];
}

function removedLines(removed: readonly Row[], paint: Paint, width: number): string[] {
  if (removed.length === 0) return [];
  const live = removed.filter(({ state }) => state === 'accepted').length;
  const words = [
    ...(live === 0 ? [] : [`${count(live, 'order')} removed after send: still live.`]),
    ...(live === removed.length ? [] : [`${count(removed.length - live, 'order')} removed after send: may be live.`]),
    'The plan and the exchange no longer agree, and ordo cannot change an order that stands.',
  ];
  return wrap(words.join(' '), width).map((text) => paint('notice', text));
}
