/** The orders that an exit was sent as, each with why and by which fills, as `ordo explain` shows them. */
import type { ExplainedFill, ExplainedOrder, ExplainedPart } from '../actions/explain/explained.ts';
import type { PlaceReason } from '../model/follow.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { STATES } from '../report/text/states.ts';
import { own, table, type Block, type SheetColumn } from '../show/sheet.ts';

const WHY: Readonly<Record<PlaceReason, Safe>> = {
  'first-fill': safe`the first fill`,
  growth: safe`more was filled`,
  'entries-over': safe`its entries are over`,
  minute: safe`a minute without a further fill`,
  resize: safe`less is held`,
  conditions: safe`what it waits for has happened`,
  rest: safe`what fired closed too little, or the market has passed it`,
  'was-refused': safe`the one before was refused`,
  'was-cancelled': safe`somebody else cancelled the one before`,
  'is-unknown': safe`the one before has been unknown for too long`,
  slice: safe`its time`,
  edited: safe`its edit was taken up`,
  'taken-in': safe`another journal placed it, and it was taken in`,
};

const timeOf = (ms: number): Safe => safeText(`${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`);

const PARTS: readonly SheetColumn<ExplainedPart>[] = [
  { title: safe`outcome`, kind: 'state', of: ({ known: { state } }) => own([STATES[state].tone, STATES[state].label]) },
  { title: safe`part`, kind: 'name', of: ({ id }) => safeText(id) },
  { title: safe`size`, kind: 'number', of: ({ size }) => safeText(size) },
  { title: safe`trigger`, kind: 'number', of: ({ trigger = '' }) => safeText(trigger) },
  { title: safe`filled`, kind: 'number', of: ({ filled }) => safeText(filled) },
  { title: safe`entries filled`, kind: 'number', of: ({ filledOfEntries }) => safeText(filledOfEntries) },
  { title: safe`sent`, of: ({ known: { sentAtMs } }) => own(timeOf(sentAtMs)) },
  { title: safe`because`, kind: 'words', of: ({ because }) => own(because === undefined ? safe`` : WHY[because]) },
];

const FILLS: readonly SheetColumn<ExplainedFill>[] = [
  { title: safe`entry`, kind: 'name', of: ({ id }) => safeText(id) },
  { title: safe`size`, kind: 'number', of: ({ size }) => safeText(size) },
  { title: safe`price`, kind: 'number', of: ({ price }) => safeText(price) },
  { title: safe`filled`, of: ({ atMs }) => own(timeOf(atMs)) },
];

export function partBlocks({ parts = [], fills = [] }: ExplainedOrder): Block[] {
  return [
    ...table(FILLS, fills, { title: own(safe`Fills of its entries`), isPlain: true }),
    ...table(PARTS, parts, { title: own(safe`Parts`) }),
  ];
}
