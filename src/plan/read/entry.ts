import type { Faults } from '../../document/faults.ts';
import type { Path } from '../../document/locate.ts';
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { AccountMeant } from './account-meant.ts';
import type { AmountReader, AmountScope, AmountSite, Rounding } from './amount.ts';
import { FAULTY, MISSING, type Faulty, type Field } from './field.ts';
import { orderPath, type Found } from './order-draft.ts';

/** How a number is read: the function that would make it fit, its rung, and the names that it may use. */
export interface NumberSite {
  readonly rounding: Rounding;
  readonly rung?: number | undefined;
  readonly scope: AmountScope;
}

interface EntryOptions {
  readonly written: Partial<OrderDocument>;
  readonly index: number;
  /** What the schema refused. */
  readonly faults: Faults;
  /** Symbol and instrument of the order. */
  readonly scope: Omit<AmountScope, 'price' | 'latePrice'>;
  readonly amounts: AmountReader;
  /** Whether a trigger order may carry a target and a stop. */
  readonly triggerPresets: boolean;
  readonly account: AccountMeant;
  readonly found: Found;
}

export class OrderEntry {
  readonly written: Partial<OrderDocument>;
  readonly index: number;
  readonly faults: Faults;
  readonly scope: Omit<AmountScope, 'price' | 'latePrice'>;
  readonly triggerPresets: boolean;
  /** The account file, for shares of its equity. */
  readonly account: AccountMeant;
  readonly #amounts: AmountReader;
  readonly #found: Found;

  constructor({ written, index, faults, scope, amounts, triggerPresets, account, found }: EntryOptions) {
    this.written = written;
    this.index = index;
    this.faults = faults;
    this.scope = scope;
    this.triggerPresets = triggerPresets;
    this.account = account;
    this.#amounts = amounts;
    this.#found = found;
  }

  /** The author's own id. */
  get id(): string | undefined {
    return this.faults.at('id').here ? undefined : this.written.id;
  }

  /** The number of a text of the entry; `tail` is the path to it. */
  number(tail: Path, text: string | undefined, { rounding, rung, scope }: NumberSite): Field<Decimal> {
    if (this.faults.has(tail)) return FAULTY;
    if (text === undefined) return MISSING;
    const siteOf = (): AmountSite => {
      return { name: String(tail.at(-1)), path: orderPath(this.index, ...tail), rounding, rung };
    };
    return this.#amounts.read(text, siteOf, scope);
  }

  /** Reports a mistake at a place of the entry, or at the key there. */
  refuse(tail: Path, problem: Problem, part?: 'key'): Faulty {
    this.#found({ ...problem, path: orderPath(this.index, ...tail), ...(part !== undefined && { part }) });
    return FAULTY;
  }
}
