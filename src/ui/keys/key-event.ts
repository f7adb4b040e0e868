/** What goes into the keys, and what comes out. */
import type { AccountCheck } from '../../model/watch-event.ts';
import type { Wish } from '../../ports.ts';
import type { Extent, Move } from './scroll.ts';
import type { KeyAnswer, Tab, Viewing } from './viewing.ts';

export type Press =
  | { readonly key: Move | 'enter' | 'escape' | 'tab' | 'back-tab' | 'erase' | 'erase-all' | 'interrupt' }
  /** One character that was typed, or what was pasted. */
  | { readonly text: string; readonly isPasted: boolean };

/** What stands on the screen as far as keys ask. */
export interface Sight {
  readonly extent: Extent;
  /** The views that there are. */
  readonly tabs: readonly Tab[];
  /** The code that may be approved now. */
  readonly approvable: string | undefined;
  /** Whether the account is read before that, and how far the watch is with it. */
  readonly isCheckedFirst: boolean;
  readonly check: AccountCheck | undefined;
  /** Why nothing may be. */
  readonly whyNot: KeyAnswer;
  readonly canLook: boolean;
  readonly isLive: boolean;
  /** Whether a person holds the sending; undefined where there is nothing to hold. */
  readonly isHeld: boolean | undefined;
  /** Whether a row opens. */
  readonly hasDetail: boolean;
}

/** What a prompt for the code and the answer to a key go by. */
export type CurrentSight = Pick<Sight, 'approvable' | 'isCheckedFirst' | 'check' | 'whyNot' | 'isHeld'>;

export interface Pressed {
  readonly viewing: Viewing;
  readonly wish?: Wish;
}

export type NamedKey = Extract<Press, { key: unknown }>['key'];
