/** What `--bytes` adds: what the plan's shorthands became, and every call with its body. */
import { count } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { Ladder } from '../../model/order.ts';
import { ORDER_FIELDS, withDetails } from '../../model/order-fields.ts';
import { joined, safe, safeText, safeTexts, safeWhole, type Safe } from '../../model/safe-text.ts';
import { accountWindow } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import { callWord, type CallView } from '../../report/view/call-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, table, together, toned, type Block, type SheetColumn } from '../../show/sheet.ts';
import { orderColumns } from '../order-columns.ts';

const quiet = (texts: readonly Safe[]): Block => ({ is: 'items', items: texts.map((text) => toned('quiet', text)) });

const headlinesOf = ({ orders }: RunView, ids: readonly string[]): OrderHeadline[] =>
  ids.flatMap((id) => orders.byId(id)?.headline ?? []);

/** Symbol and margin mode are said of the whole call. */
const COLUMNS = withDetails('side', 'size', 'price', 'trigger', 'takeProfit', 'stopLoss').filter(
  (field) => field !== 'marginMode',
);

/** Orders with a column for each field that at least one of them has. */
export const headlineTable = (orders: readonly OrderHeadline[]): Block[] =>
  table(
    orderColumns('id', ...COLUMNS),
    orders.map((order) => {
      const { timeInForce } = order;
      const isSaid = timeInForce !== ORDER_FIELDS.timeInForce.standing;
      return { ...order, state: STATES.waiting, timeInForce: isSaid ? timeInForce : undefined };
    }),
  );

/** One call: what it is, its orders, and its body exactly as it would be sent. */
export function callBlock(view: RunView, call: CallView): Block {
  const orders = headlinesOf(view, call.orders);
  const [first] = orders;
  const title = [
    own(['heading', safe`Call ${call.number}`]),
    own(safe`${callWord(call)}`),
    ...(first === undefined ? [] : [safe`${safeText(first.symbol)} ${safeText(first.marginMode)}`]),
    own(count(call.orders.length, 'order')),
    own(['quiet', safe`weight IP ${call.weight.ip}, ${accountWindow(view.run?.limits)} ${call.weight.uid}`]),
  ];
  const waits = waitsFor(view, first?.after ?? []);
  return {
    is: 'group',
    blocks: [
      { is: 'words', text: together(title, safe`  `) },
      quiet([safe`${safeText(call.method)} ${safeText(call.path)}`]),
      ...headlineTable(orders),
      ...(waits === ''
        ? []
        : [{ is: 'items', items: [toned('notice', safe`sent only once accepted: ${waits}`)] } as const]),
      // The bytes that would leave: nothing that JSON leaves printable is escaped.
      {
        is: 'code',
        title: own(['quiet', safe`  body`]),
        language: safe`json`,
        lines: [{ text: safeWhole(call.body) }],
        isExact: true,
      },
    ],
  };
}

/** What the call waits for; a ladder all of whose rungs are meant is given by its name. */
function waitsFor({ run }: RunView, after: readonly string[]): Safe {
  const { orders, ladders } = run?.named(after) ?? { orders: after, ladders: [] };
  const names = [
    ...safeTexts(orders),
    ...ladders.map((ladder) => safe`${safeText(ladder.name)} (${count(ladder.orders.length, 'order')})`),
  ];
  return joined(names, safe`, `);
}

export const expansionBlocks = (view: RunView): Block[] => [
  ...(view.run?.ladders ?? []).map((ladder) => ladderBlock(view, ladder)),
  ...computedTable(view),
];

function ladderBlock(view: RunView, { name, line, orders, words }: Ladder): Block {
  const rungs = headlinesOf(view, orders);
  const total = rungs.reduce((sum, { size }) => sum.plus(Decimal.of(size)), Decimal.zero);
  const title = [
    [own(['heading', safe`Ladder `]), toned('heading', safeText(name))],
    own(safe`line ${line}`),
    own(count(orders.length, 'order')),
    own(safe`sizes add up to ${safeText(total.canonical())}`),
  ];
  return {
    is: 'group',
    blocks: [{ is: 'words', text: together(title, safe`  `) }, quiet(safeTexts(words)), ...headlineTable(rungs)],
  };
}

/** How many computed numbers outside of ladders are shown before the rest is only counted. */
const MOST_COMPUTED = 60;

const FIELDS = ['size', 'trigger', 'price', 'takeProfit', 'stopLoss'] as const;

type Computed = Readonly<Record<'id' | 'field' | 'value' | 'formula', string>>;

const COMPUTED: readonly SheetColumn<Computed>[] = [
  { title: safe`order`, kind: 'name', of: ({ id }) => safeText(id) },
  { title: safe`field`, of: ({ field }) => own(safeText(field)) },
  { title: safe`value`, of: ({ value }) => safeText(value) },
  { title: safe`formula`, kind: 'words', of: ({ formula }) => safe`= ${safeText(formula)}` },
];

function computedTable({ orders }: RunView): Block[] {
  const all = [...orders].flatMap(({ id, headline }) =>
    headline === undefined || headline.ladder !== undefined
      ? []
      : FIELDS.flatMap((field): Computed[] => {
          const [value, formula] = [headline[field], headline.formulas?.[field]];
          return value === undefined || formula === undefined ? [] : [{ id, field, value, formula }];
        }),
  );
  const more = all.length - MOST_COMPUTED;
  return table(COMPUTED, all.slice(0, MOST_COMPUTED), {
    title: own(safe`Computed`),
    isPlain: true,
    ...(more > 0 && { more: safe`and ${more} more` }),
  });
}
