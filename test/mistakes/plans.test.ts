/** Each mistake gets one answer: at its place, in the words that help, with a fix that is right when it is typed in. */
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { CONFIG_ROWS } from './config-rows.ts';
import { takenAtItsWord } from './taken-at-its-word.ts';
import type { PlanRow } from './plan-row.ts';
import { PLAN, PLAN_ROWS, WHOLE_ROWS } from './plan-rows.ts';
import { CAUTION_ROWS } from './sizing-rows.ts';

type Load = (source: SourceFile) => { readonly diagnostics: readonly Diagnostic[] };

const asPlan: Load = (source) => loadPlan(source, { instruments: paperInstruments, strictSymbols: true });

const errorsOf = (load: Load, text: string): readonly Diagnostic[] =>
  load(new SourceFile('file.yaml', text)).diagnostics.filter(({ severity }) => severity === 'error');

/** Code and place of each error, and the words that it lacks. */
function answers(errors: readonly Diagnostic[], words: string): string[] {
  return errors.map(({ code, source, start, message, hint = '' }) => {
    const { line, column } = source.position(start);
    const said = `${message}; ${hint}`;
    const lacking = words.split(' … ').filter((one) => !said.includes(one));
    return [code, `${line}:${column}`, ...(lacking.length === 0 ? [] : [said])].join(' ');
  });
}

function judged(load: Load, base: string, [right, wrong, code, place, words, fixed = right]: PlanRow): void {
  const at = base.indexOf(right);
  const written = (text: string): string => base.slice(0, at) + text + base.slice(at + right.length);
  expect(at).not.toBe(-1);
  expect(answers(errorsOf(load, written(wrong)), words)).toEqual([`${code} ${place}`]);
  expect(errorsOf(load, written(fixed)).map(({ message }) => message)).toEqual([]);
}

test('a hint that says what to write is right where it is typed', () => {
  const typed = PLAN_ROWS.flatMap(([right, wrong]) => {
    const [error] = errorsOf(
      asPlan,
      PLAN.replace(right, () => wrong),
    );
    const text = error === undefined ? undefined : takenAtItsWord(error);
    return error === undefined || text === undefined ? [] : [{ error, text }];
  });
  expect(typed.length).toBeGreaterThan(60);
  const wrong = typed.filter(({ error, text }) =>
    errorsOf(asPlan, text).some(({ code, start }) => code === error.code && start === error.start),
  );
  expect(wrong.map(({ error }) => `${error.message}; ${error.hint ?? ''}`)).toEqual([]);
});

const named = (rows: readonly PlanRow[]): readonly (readonly [string, PlanRow])[] =>
  rows.map((row) => [row[1].replaceAll(/\s+/g, ' ').trim().slice(0, 60), row]);

describe('in a plan', () => {
  test('there is none without the mistake', () => {
    expect(errorsOf(asPlan, PLAN)).toEqual([]);
  });

  test.each(named(PLAN_ROWS))('%s', (_, row) => judged(asPlan, PLAN, row));
});

test.each(named(CAUTION_ROWS))('valid, and seldom meant: %s', (_, row) => {
  const [right, wrong, code, place, words] = row;
  const text = PLAN.replace(right, () => wrong);
  expect(text).not.toBe(PLAN);
  const { diagnostics } = asPlan(new SourceFile('file.yaml', text));
  expect(answers(diagnostics, words)).toEqual([`${code} ${place}`]);
});

test.each(named(WHOLE_ROWS))('as a plan: %s', (_, row) => judged(asPlan, row[0], row));

test.each(named(CONFIG_ROWS))('in a config: %s', (_, row) => judged(loadConfig, row[0], row));
