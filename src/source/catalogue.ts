/** Every kind of mistake that is diagnosed, once: what it is called, what it means, what to do about it. */
import { candleMistakes } from './catalogue-candles.ts';
import { followMistakes } from './catalogue-follow.ts';
import { languageMistakes } from './catalogue-language.ts';
import { orderMistakes } from './catalogue-order.ts';
import { policyMistakes } from './catalogue-policy.ts';
import { textMistakes } from './catalogue-text.ts';
import { valueMistakes } from './catalogue-value.ts';
import type { Mistake } from './mistake.ts';

const mistakes = {
  ...textMistakes,
  ...valueMistakes,
  ...languageMistakes,
  ...orderMistakes,
  ...followMistakes,
  ...policyMistakes,
  ...candleMistakes,
};

/** Stable name of a kind of mistake. Codes are only ever added: scripts are written against them. */
export type DiagnosticCode = keyof typeof mistakes;

export interface CatalogueEntry extends Mistake {
  readonly code: DiagnosticCode;
}

export const catalogue: readonly CatalogueEntry[] = Object.entries(mistakes).map(([code, { title, meaning, fix }]) => ({
  code: code as DiagnosticCode,
  title,
  meaning,
  fix,
}));
