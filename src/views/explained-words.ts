/** Words that explain says of an order and of a ladder alike. */
import type { ExplainedField, ExplainedRung } from '../actions/explain/explained.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import type { Withheld } from '../model/outcome.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { own, table, type Block, type SheetColumn, type Text } from '../show/sheet.ts';

export const items = (title: Text, lines: readonly Safe[]): Block[] =>
  lines.length === 0 ? [] : [{ is: 'items', title, items: lines }];

export const saidIn = (known: KnownOrder | undefined): string[] =>
  [known?.code, known?.message].filter((text) => text !== undefined && text !== '') as string[];

/** `already-rejected, off the tick` */
export const withheldWords = ({ reason, message = '' }: Withheld): Safe =>
  safeText(message === '' ? reason : `${reason}, ${message}`);

const FIELD_COLUMNS: readonly SheetColumn<ExplainedField>[] = [
  { title: safe`field`, kind: 'name', of: ({ name }) => safeText(name) },
  { title: safe`value`, of: ({ value }) => safeText(value) },
  { title: safe`from`, kind: 'words', of: ({ from }) => safeText(from) },
];

export const fieldTable = (fields: readonly ExplainedField[], title: Safe): Block[] =>
  table(FIELD_COLUMNS, fields, { title: own(title), isPlain: true });

export const stateOf = ({ known }: ExplainedRung): KnownOrder['state'] => known?.state ?? 'never-sent';
