/** What a person at the screen has chosen to see. */

const TABS = ['orders', 'picture', 'calls', 'problems', 'simulation'] as const;
export type Tab = (typeof TABS)[number];

/** The last one is there where prices are given, or where it was opened. */
export const tabsWith = (hasSimulation: boolean): readonly Tab[] => (hasSimulation ? TABS : TABS.slice(0, -1));

export interface RowPlace {
  /** What happens is kept in view, until a key moves. */
  readonly isFollowing: boolean;
  /** The topmost row. Unused while following. */
  readonly top: number;
  /** The row that a key has moved to, by what it is of. */
  readonly selected?: string;
}

/** What is typed on the line above the keys. */
type Typing =
  | { readonly kind: 'filter'; readonly text: string }
  /** For the code that was on the screen when it was asked for. */
  | { readonly kind: 'approval'; readonly text: string; readonly code: string };

/** An answer to the last key, in words of ours. */
export type KeyAnswer =
  | 'cannot-place'
  | 'reading'
  | 'broken'
  | 'placing'
  | 'nothing-new'
  | 'not-yet'
  | 'code-changed'
  | 'checking'
  | 'wrong-code'
  | 'too-short'
  | 'nothing-sent'
  | 'cannot-look';

export interface Viewing {
  readonly tab: Tab;
  /** What stands in place of the list. */
  readonly over: 'nothing' | 'detail' | 'help';
  readonly places: Readonly<Record<Tab | 'detail' | 'help', RowPlace>>;
  readonly filter: string;
  readonly typing: Typing | undefined;
  readonly said: KeyAnswer | undefined;
  /** Ctrl-C or q was pressed. */
  readonly isEnding: boolean;
}

export const following: RowPlace = { isFollowing: true, top: 0 };
const atTop: RowPlace = { isFollowing: false, top: 0 };

export const atFirst: Viewing = {
  tab: 'orders',
  over: 'nothing',
  places: {
    orders: following,
    picture: atTop,
    calls: following,
    problems: atTop,
    simulation: atTop,
    detail: atTop,
    help: atTop,
  },
  filter: '',
  typing: undefined,
  said: undefined,
  isEnding: false,
};

/** What the keys move in. */
export const listOf = ({ tab, over }: Viewing): Tab | 'detail' | 'help' => (over === 'nothing' ? tab : over);

export const placeOf = (viewing: Viewing): RowPlace => viewing.places[listOf(viewing)];

export const withPlace = (viewing: Viewing, place: RowPlace): Viewing => ({
  ...viewing,
  places: { ...viewing.places, [listOf(viewing)]: place },
});
