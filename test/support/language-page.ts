/**
 * The fenced blocks of docs/language.md, and what ordo makes of each. A comment before a block says what it is:
 *
 *   plan      a complete plan, valid
 *   orders    orders of one, valid, with `HEAD` before them
 *   invalid   either, and not valid
 *   becomes, computed, calls, bodies, says    what the YAML before it comes to; `--var name=value` is heard
 *   console   commands with what they print, beside the YAML before it as plan.yaml
 */
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { headline } from '../../src/model/event-of.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import type { AccountFile } from '../../src/model/account-file.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { formulaWords } from '../../src/model/formula.ts';
import type { Plan } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan, type LoadedPlan, type LoadPlanOptions } from '../../src/plan/load-plan.ts';
import { sheetLines } from '../../src/show/terminal.ts';
import { headlineTable } from '../../src/views/run/calls.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

export const HEAD = ['version: 1', 'name: language', 'defaults: { symbol: cmt_btcusdt }', 'orders:', ''].join('\n');

export interface Block {
  /** The words of its comment; none where it has no comment. */
  readonly mark: readonly string[];
  readonly language: string;
  readonly text: string;
  /** Where its text begins in the page, and its line. */
  readonly start: number;
  readonly line: number;
  /** The YAML that it is about: its own, or of the block before it. */
  readonly yaml: string;
}

const FENCE = /^(?:<!-- (.+) -->\n+)?```(\w*)\n([\s\S]*?)^```$/gm;

export function blocksOf(page: string): Block[] {
  let yaml = '';
  return Array.from(page.matchAll(FENCE), (match) => {
    const [whole, mark, language = '', text = ''] = match;
    if (language === 'yaml') yaml = text.startsWith('- ') ? HEAD + text : text;
    const start = match.index + whole.length - '```'.length - text.length;
    const line = page.slice(0, start).split('\n').length - 1;
    return { mark: mark?.split(' ') ?? [], language, text, start, line, yaml };
  });
}

/** What the page says that the account file says. */
const account = (): AccountFile => ({
  asOf: '2026-11-23T12:04:07Z',
  asOfMs: Date.UTC(2026, 10, 23, 12, 4, 7),
  origin: 'https://api-contract.weex.com',
  account: 'main',
  asset: 'USDT',
  equity: Decimal.of('25310.4'),
});

/** The plan of a block as ordo reads it, with the variables of its comment. */
export function loaded({ mark, yaml }: Block, options: LoadPlanOptions = {}): LoadedPlan {
  const given = mark.flatMap((word, at) => (mark[at - 1] === '--var' ? [word.split('=') as [string, string]] : []));
  const variables = new Map(given.map(([name, value]) => [name, Decimal.of(value)]));
  const settings = { instruments: paperInstruments, strictSymbols: true, variables, account, ...options };
  return loadPlan(new SourceFile('plan.yaml', yaml), settings);
}

const RESULTS: Readonly<Record<string, (plan: Plan) => readonly string[]>> = { becomes, computed, calls, bodies };

/** What belongs into a block of text. */
export function resultOf(block: Block): string {
  const [kind = ''] = block.mark;
  const { plan, diagnostics } = loaded(block);
  if (kind === 'says') return `${renderDiagnostics(diagnostics)}\n`;
  const lines = RESULTS[kind];
  if (lines === undefined || plan === undefined) throw new Error(`line ${block.line}: ${kind} of no valid plan`);
  return `${lines(plan).join('\n')}\n`;
}

function becomes({ orders }: Plan): string[] {
  const blocks = headlineTable(orders.map((order) => headline(order)));
  return sheetLines(pageOf({ color: false, width: 120 }), { blocks }).map((line) => line.slice(2));
}

const FIELDS = ['size', 'trigger', 'price', 'takeProfit', 'stopLoss'] as const;

function computed({ orders }: Plan): string[] {
  const rows = orders.flatMap((order) => {
    const values = headline(order);
    return FIELDS.flatMap((field) => {
      const formula = order.formulas?.[field];
      return formula === undefined ? [] : [[order.id, field, values[field] ?? '', `= ${formulaWords(formula)}`]];
    });
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function compiled(plan: Plan): Schedule {
  const { exchange, execution } = defaultConfig;
  return compilePlan(v2.calls, plan, emptyJournal, { ...exchange, ...execution });
}

function calls(plan: Plan): string[] {
  const schedule = compiled(plan);
  const idOf = (clientOid: string): string => schedule.pending.get(clientOid)?.id ?? '';
  return schedule.calls.map(({ number, kind, orders, waitsFor }) => {
    const after = waitsFor === undefined ? '' : `, after ${waitsFor.map(idOf).join(', ')}`;
    return `call ${number}  ${kind.padEnd('trigger'.length)}  ${orders.map(({ id }) => id).join(', ')}${after}`;
  });
}

function bodies(plan: Plan): string[] {
  return compiled(plan).calls.flatMap(({ path, body }) => [`POST ${path}`, body]);
}
