/** The options of `ordo simulate`, read; each refuses (exit 2) what it cannot be. */
import type { HowTried } from '../../actions/simulate/simulation.ts';
import { defined } from '../../model/defined.ts';
import type { Result } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { refuse } from '../../refusal.ts';
import { readExpectation } from '../../simulate/expect.ts';
import { readFees } from '../../model/fees.ts';
import { readHold } from '../../simulate/hold-text.ts';
import type { Expectation } from '../../model/simulated.ts';
import { givenTime } from '../candles/given-span.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { FIGURE_SYNONYMS, meantWord } from '../command-line/synonyms.ts';
import { givenRows, type VariableRows } from '../command-line/var-option.ts';

/** What an option says of one symbol, which it may leave out where the plan has only one. */
export interface OfSymbol {
  readonly symbol?: string;
  readonly text: string;
}

export interface Tried {
  readonly candles: readonly OfSymbol[];
  readonly path: readonly OfSymbol[];
}

export interface GivenSimulation {
  readonly planPath: string;
  readonly configPath?: string;
  readonly only: readonly string[];
  readonly variables: VariableRows;
  readonly tried: Tried;
  readonly how: HowTried;
}

export function givenSimulation(given: Arguments): GivenSimulation {
  const [planPath, ...more] = given.positionals;
  if (planPath === undefined || more.length > 0)
    refuse('command/names', 'simulate takes one plan', 'write ordo simulate <plan.yaml> --candles <file>');
  return {
    planPath,
    only: given.values('only'),
    variables: givenRows(given),
    ...triedBy(given),
    ...defined({ configPath: given.value('config') }),
  };
}

function triedBy(given: Arguments): Pick<GivenSimulation, 'tried' | 'how'> {
  const [candles, path] = [ofSymbols(given, 'candles'), ofSymbols(given, 'path')];
  const [from, to] = [givenTime(given, 'from'), givenTime(given, 'to')];
  const expect = given.values('expect').map((text) => read('expect', text, readExpectation));
  if (path.length > 0) checkPath(given, expect);
  if (from !== undefined && to !== undefined && to <= from)
    refuse('option/value', '--to is not after --from', 'give a later one');
  const fees = given.value('fees');
  const how = {
    fills: given.value('fills') === 'touch' ? ('touch' as const) : ('through' as const),
    hold: given.values('hold').map((text) => read('hold', text, readHold)),
    expect,
    ...defined({ from, to, fees: fees === undefined ? undefined : read('fees', fees, readFees) }),
  };
  return { tried: { candles, path }, how };
}

/** `cmt_btcusdt=btc.csv`, or without the symbol. */
function ofSymbols(given: Arguments, name: 'candles' | 'path'): OfSymbol[] {
  return given.values(name).map((written) => {
    const [, symbol, text = written] = /^([A-Za-z0-9_-]{1,64})=(.*)$/s.exec(written) ?? [];
    if (text === '')
      refuse('option/value', symbol === undefined ? `--${name} is empty` : `--${name} gives nothing for ${symbol}`);
    return defined({ text, symbol });
  });
}

/** A path has no time. */
function checkPath(given: Arguments, expect: readonly Expectation[]): void {
  const other = ['candles', 'from', 'to'].find((name) => given.has(name));
  if (other !== undefined) refuse('option/conflict', `--${other} does not go with --path`, 'leave one of them out');
  const bare = expect.find(({ figure }) => figure === 'bare');
  if (bare !== undefined)
    refuse('option/conflict', `--expect '${safeText(bare.text)}' does not go with --path, which has no time`);
}

const FIGURES = ['result', 'deepest', 'bare'];

function read<T>(name: string, text: string, by: (text: string) => Result<T, string>): T {
  const value = by(text);
  if (value.ok) return value.value;
  const [, word = '', rest = ''] = /^\s*([A-Za-z]+)(.*)$/s.exec(text) ?? [];
  const meant = name === 'expect' ? meantWord(word, FIGURES, FIGURE_SYNONYMS) : undefined;
  const hint = meant === undefined || meant === word ? undefined : `write --${name} '${meant}${safeText(rest, 60)}'`;
  return refuse('option/value', `--${name} '${safeText(text, 80)}': ${value.error}`, hint);
}
