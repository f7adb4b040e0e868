/** The way of `ordo doctor` through the checks of a live run: all of them, whatever refuses, but for those that cannot be asked then. */
import { RunEnds, type Check } from '../../actions/prepare/checks.ts';
import { defined } from '../../model/defined.ts';
import { refusalOf } from '../../refusal.ts';
import { diagnosticEvent } from '../../source/diagnostic-event.ts';
import type { CheckTold } from '../../views/doctor.ts';
import type { Reporter } from '../command-line/reporting.ts';

/** A person approves elsewhere. */
const UNTOLD: ReadonlySet<string> = new Set(['approval']);

export class EveryCheck {
  readonly told: CheckTold[] = [];
  /** What failed, was not asked, or is not there to be asked about. */
  readonly #out: Set<string>;
  readonly #absent: Set<string>;
  readonly #notAsked: string[] = [];
  /** Those that are told: a list within a check fails it as well. */
  readonly #failures = new Set<unknown>();
  #notes: string[] = [];

  constructor(absent: readonly string[]) {
    this.#absent = new Set(absent);
    this.#out = new Set(absent);
  }

  /** Fails with the first failure, once all are asked. */
  readonly through = async <On>(checks: readonly Check<On>[], on: On): Promise<void> => {
    const failures: unknown[] = [];
    for (const check of checks) {
      const { name, needs = [] } = check;
      if (this.#absent.has(name) || needs.some((one) => this.#out.has(one))) this.#leaveOut(name, needs);
      else
        try {
          await this.#ask(check, on);
        } catch (error) {
          failures.push(error);
        }
    }
    if (failures.length > 0) throw failures[0];
  };

  /** The same for what nothing is inside of. */
  async all<On>(checks: readonly Check<On>[], on: On): Promise<void> {
    try {
      await this.through(checks, on);
    } catch (error) {
      if (!this.#failures.has(error)) throw error;
    }
  }

  /** What a run ends at: nothing that it asks first refused it. */
  get refusedBy(): CheckTold | undefined {
    return this.told.find(({ is }) => is === 'refused');
  }

  /** All that was told, with what was not asked last. */
  end(): readonly CheckTold[] {
    const names = this.#notAsked.filter((name) => !UNTOLD.has(name));
    const words = names.join(', ');
    return names.length === 0 ? this.told : [...this.told, { name: 'not asked', is: 'not-asked', words, more: [] }];
  }

  /** What a run would say besides its checks is kept for the check that it is about. */
  readonly reporter: Reporter = {
    emit: (event) => {
      if (event.event === 'note') this.#notes.push(event.message);
    },
    diagnostics: () => Promise.resolve(),
    warnings: () => Promise.resolve(),
    refused: () => {},
    tellTo: () => {},
    lose: () => {},
    begin: () => {},
    ended: () => undefined,
    isForPrograms: false,
  };

  /** What only a plan has is no line where there is none. */
  #leaveOut(name: string, needs: readonly string[]): void {
    this.#out.add(name);
    if (needs.some((one) => this.#absent.has(one))) this.#absent.add(name);
    if (!this.#absent.has(name)) this.#notAsked.push(name);
  }

  async #ask<On>({ name, ask }: Check<On>, on: On): Promise<void> {
    try {
      const well = await ask(on);
      const words = typeof well === 'function' ? await well() : well;
      const more = this.#notes.splice(0);
      if (typeof words === 'object')
        this.told.push({ name, is: 'not-asked', words: `not asked: ${words.notAsked}`, more });
      else if (typeof words === 'string') this.told.push({ name, is: 'well', words, more });
      else if (more.length > 0) this.told.push({ name, is: 'well', words: more.join('; '), more: [] });
    } catch (error) {
      this.#out.add(name);
      if (this.#failures.has(error)) throw error;
      this.told.push({
        name,
        is: 'refused',
        ...failureOf(error),
        more: [...detailsOf(error), ...this.#notes.splice(0)],
      });
      this.#failures.add(error);
      throw error;
    }
  }
}

/** Throws what is a bug. A doctor sends nothing, and says so once. */
function failureOf(error: unknown): Pick<CheckTold, 'words' | 'hint' | 'code' | 'exitCode'> {
  if (error instanceof RunEnds) {
    const [first] = errorsOf(error);
    if (first === undefined) return { words: error.message, exitCode: error.exitCode };
    const { file, line, message, code, hint } = first;
    return { words: `${file}:${line}: ${message}`, code, exitCode: error.exitCode, ...defined({ hint }) };
  }
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  const { message: words, code, exitCode, hint } = refusal;
  const mend = hint?.replace(/^nothing was sent; |; nothing was sent$/, '');
  return { words, code, exitCode, ...defined({ hint: mend }) };
}

function detailsOf(error: unknown): readonly string[] {
  if (!(error instanceof RunEnds)) return refusalOf(error)?.details ?? [];
  const { length } = errorsOf(error);
  return length < 2 ? [] : [`${length} mistakes in all: ordo validate shows them`];
}

const errorsOf = ({ diagnostics }: RunEnds): readonly ReturnType<typeof diagnosticEvent>[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(diagnosticEvent);
