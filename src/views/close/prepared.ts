/** What a close would send, by what is held and what else closes it. */
import type { ClosedPart } from '../../actions/close/parts.ts';
import type { PreparedClose } from '../../actions/close/prepare-close.ts';
import { closesAt, leftOf, whoseWords, type OtherClose } from '../../actions/close/other-closes.ts';
import { shareText } from '../../actions/close/share.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { Rational } from '../../model/rational.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import { moneyText } from '../../protection/money.ts';
import { statedOf } from '../../protection/words.ts';
import { amountOf, digestShown, grouped, shellWord, weightWords } from '../../report/text/phrases.ts';
import { own, table, type Block, type Sheet, type spansOf, type SheetColumn, type Text } from '../../show/sheet.ts';
import { signedColumn } from '../account/signed-money.ts';
import type { AskedFollower } from '../../journal/records/end-asked.ts';
import { answerHead, answerSheet, type ToldPlace } from '../answer.ts';
import { asksBlocks, asksData } from '../asks.ts';
import { protectionData } from '../protection/account.ts';
import { protectionBlocks } from '../protection/line.ts';

export interface CloseWords extends ToldPlace {
  /** Options that say the same config and journal again. */
  readonly again: readonly Safe[];
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Who follows a plan with an order at that position. */
  readonly asks?: readonly AskedFollower[];
}

export function closeSheet(prepared: PreparedClose, words: CloseWords): Sheet {
  const { run, protection } = prepared;
  const { calls, weight } = run.schedule;
  const code = run.approval?.code ?? '';
  const cost = safe`${sizesWords(prepared)} in ${amountOf(calls.length, 'call')} · ${weightWords(weight, run.config.exchange.limits)} · approval ${digestShown(code)}`;
  const closing = [...positionText(prepared), own(safe`: ${cost}`)];
  return answerSheet(
    [
      ...answerHead(closeTitle(prepared), words),
      ...asksBlocks(words.asks),
      ...closeBlocks(prepared),
      {
        is: 'steps',
        steps: [{ command: command(prepared, words, safe`--execute`, safe`--approve`, safeText(code)), breaks: true }],
      },
    ],
    {
      ...dataOf(prepared, words),
      ...asksData(words.asks),
      approval: code,
      calls: calls.length,
      weight,
      protection: protectionData(protection),
    },
    [
      {
        is: 'group',
        blocks: [
          ...protectionBlocks(statedOf(protection, words.nowMs)),
          { is: 'words', tone: 'heading', text: closing },
        ],
      },
    ],
  );
}

export const closeTitle = (prepared: PreparedClose): Text => [
  own(safe`Close `),
  ...positionText(prepared),
  own(safe`, `),
  own(['live', safe`LIVE`]),
];

/** The parts with what they come to, and what else closes the position. A prompt shows the same. */
export function closeBlocks(prepared: PreparedClose): Block[] {
  const { parts, side, market, resting, triggers } = prepared;
  const gains = signedColumn(parts.map((part) => gainOf(part, side, part.size)));
  const rows = parts.map((part, at): Row => ({ part, prepared, gain: gains[at] ?? '?' }));
  const at =
    market === undefined
      ? safe``
      : safe` The market is at ${safeText(market.low.toString())} to ${safeText(market.high.toString())}.`;
  return [
    ...table(COLUMNS, rows),
    { is: 'words', text: own(safe`A close at market takes what the book gives.${at}`) },
    ...(resting.length + triggers.length === 0
      ? []
      : [
          {
            is: 'words',
            text: [own(safe`It cancels nothing. These stay: `), namesWords([...resting, ...triggers])],
          } as const,
        ]),
    ...(isHeldBack(prepared)
      ? [
          {
            is: 'notice',
            text: own(safe`It may be refused: resting closes reserve ${heldBack(resting)} of the position.`),
          } as const,
        ]
      : []),
  ];
}

const isHeldBack = ({ parts, resting }: PreparedClose): boolean =>
  parts.some(({ marginMode, held, size }) => {
    const taken = restingSize(
      resting.filter(({ order }) => order.marginMode === marginMode || order.isModeUnsure === true),
    );
    return size.plus(taken).compare(held) > 0;
  });

interface Row {
  readonly part: ClosedPart;
  readonly prepared: PreparedClose;
  readonly gain: string;
}

const number = (title: Safe, of: (row: Row) => Text): SheetColumn<Row> => ({ title, kind: 'number', of });

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe``, kind: 'name', of: ({ prepared: { symbol, side } }) => [safeText(symbol), own(safe` ${side}`)] },
  { title: safe``, of: ({ part: { marginMode } }) => own(marginMode === 'isolated' ? safe`isolated` : safe``) },
  number(safe`held`, ({ part: { held } }) => own(grouped(held))),
  number(safe`closes`, ({ part: { size } }) => own(grouped(size))),
  number(safe`leaves`, ({ part: { held, size } }) => own(grouped(held.minus(size)))),
  number(safe`average`, ({ part: { average } }) =>
    own(average === undefined ? safe`?` : safeText(average.canonical())),
  ),
  number(safe`worth`, ({ part: { size, mark } }) =>
    own(mark === undefined ? safe`?` : safeText(moneyText(size.times(mark), 'loss'))),
  ),
  number(safe`before fees`, ({ gain }) => own(safeText(gain))),
];

/** At the mark. */
export function gainOf(
  { average, mark }: ClosedPart,
  side: PositionSide,
  size: Decimal,
  at = mark,
): Rational | undefined {
  if (average === undefined || at === undefined) return undefined;
  const gained = Rational.of(size).times(Rational.of(at).minus(Rational.of(average)));
  return side === 'long' ? gained : gained.negated();
}

export const namesWords = (others: readonly OtherClose[]): Safe =>
  joined(
    others.map((other) => {
      const [at, whose] = [closesAt(other), whoseWords(other)];
      const where = at === undefined ? safe`` : safe` at ${safeText(at.canonical())}`;
      const of = whose === undefined ? safe`` : safe`, ${safeText(whose)}`;
      return safe`${safeText(other.name)} (${grouped(leftOf(other))}${where}${of})`;
    }),
    safe`, `,
  );

const restingSize = (resting: readonly OtherClose[]): Decimal =>
  resting.reduce((sum, other) => sum.plus(leftOf(other)), Decimal.zero);

export const heldBack = (resting: readonly OtherClose[]): Safe => grouped(restingSize(resting));

/** The symbol is somebody else's word. */
export const positionText = ({ symbol, side }: Pick<PreparedClose, 'symbol' | 'side'>): ReturnType<typeof spansOf> => [
  safeText(symbol),
  own(safe` ${side}`),
];

/** `closes 0.02 of 0.0401`, `closes 0.03 cross and 0.01 isolated`. */
export const sizesWords = ({ parts }: Pick<PreparedClose, 'parts'>): Safe =>
  safe`closes ${joined(
    parts.map(({ size, held, marginMode }) =>
      parts.length === 1
        ? safe`${grouped(size)} of ${grouped(held)}`
        : safe`${grouped(size)} of ${grouped(held)} ${marginMode}`,
    ),
    safe` and `,
  )}`;

export function command({ symbol, side, share }: PreparedClose, { again }: CloseWords, ...more: readonly Safe[]): Safe {
  const text = shareText(share);
  const part = text === undefined ? [] : [safeText(text)];
  return joined([safe`ordo close`, shellWord(safeText(symbol)), side, ...part, ...again, ...more] as Safe[], safe` `);
}

export const dataOf = (
  { symbol, side, parts, resting, triggers }: PreparedClose,
  { account, journal }: CloseWords,
): object => ({
  account,
  journal,
  symbol,
  side,
  parts,
  resting: resting.map(otherData),
  triggers: triggers.map(otherData),
});

export const otherData = (other: OtherClose): object => ({
  name: other.name,
  orderId: other.order.orderId,
  size: leftOf(other),
  ...defined({ presetOf: other.presetOf }),
});
