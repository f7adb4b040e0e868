/** How an exchange of one seed treats orders after it took them, and cancels; and what may befall a cancel. */
import type { Random } from '../../random.ts';
import type { CancelRequest } from './cancel-request.ts';
import { AFTER, BEFORE } from '../venue-faults.ts';

/** The cancel of one order is processed, or not, and its answer says something else. */
export const CANCEL_LIES = ['cancel-idle', 'cancel-not-found'] as const;
const CANCEL_SINGLE_SHAPES = ['cancel-foreign-id', 'cancel-no-id', 'cancel-says-both'] as const;
const CANCEL_BATCH_SHAPES = [
  'entries-reordered',
  'entry-missing',
  'entry-doubled',
  'entries-conflict',
  'entry-foreign',
  'entries-nameless',
  'entry-contradicts',
  'top-lies',
  'no-list',
  'ids-shared',
] as const;

const CANCEL_FAULTS = [...BEFORE, ...AFTER, ...CANCEL_LIES, ...CANCEL_SINGLE_SHAPES, ...CANCEL_BATCH_SHAPES] as const;
export type CancelFault = (typeof CANCEL_FAULTS)[number];

const isOneOf = (list: readonly string[], fault: string): boolean => list.includes(fault);
const isCancelShape = (fault: CancelFault): boolean => isOneOf(CANCEL_BATCH_SHAPES, fault);
/** Whether a fault can strike a cancel of this kind. */
const suitsCancel = (fault: CancelFault, isBatch: boolean): boolean =>
  isOneOf([...BEFORE, ...AFTER, ...CANCEL_LIES], fault) ||
  isOneOf(isBatch ? CANCEL_BATCH_SHAPES : CANCEL_SINGLE_SHAPES, fault);

export interface CancelNature {
  readonly faults: readonly CancelFault[];
  /** How often one of them strikes a cancel. */
  readonly share: number;
  /** A refusal stands in its status and code, or in a body of success. */
  readonly spelling: 'status' | 'body';
  /** A cancel of what is off already is taken for success, or refused. */
  readonly repeatsWell: boolean;
  readonly echoes: boolean;
  /** The entries of a batch answer come in any order. */
  readonly shuffles: boolean;
  /** Most time between a cancel and the end of its order. */
  readonly delayMs: number;
  /** How often an order is struck in that time, and how often at all. */
  readonly fillsMeanwhile: number;
  readonly moves: number;
  readonly listLagMs: number;
  readonly historyLagMs: number;
  readonly filled: 'exact' | 'trades-late' | 'record-late' | 'record-silent';
  /** Orders of the account that are nobody's of ours, and how often one is put beside an order of ours that looks like it. */
  readonly strangers: number;
  readonly lookAlikes: number;
  /** Another plan of the same account and journal has orders of the same ids. */
  readonly hasOtherPlan: boolean;
}

/** What a seed with cancels in it decides besides. */
export interface CancelScenario {
  readonly nature: CancelNature;
  readonly waitMs: number;
  readonly batch: number;
  /** How often a life cancels, and how often it looks. */
  readonly cancels: number;
  readonly refreshes: number;
  /** How often the plan is edited between two lives, and how often a run brings the edits to the exchange. */
  readonly edits: number;
  readonly replaces: number;
  /** How many lives there are besides those of a seed without cancels. */
  readonly moreLives: number;
}

/** In half of the seeds nothing is cancelled: those are what they always were. */
export function drawCancels(random: Random): CancelScenario | undefined {
  if (random.chance(0.5)) return undefined;
  const kinds = random.shuffled(CANCEL_FAULTS).slice(0, random.chance(0.45) ? CANCEL_FAULTS.length : random.int(1, 8));
  const rough = (share: number, most: number): number => (random.chance(share) ? random.next() * most : 0);
  return {
    nature: {
      faults: kinds,
      share: rough(0.75, 0.7),
      spelling: random.pick(['status', 'body']),
      repeatsWell: random.chance(0.5),
      echoes: random.chance(0.3),
      shuffles: random.chance(0.5),
      delayMs: random.pick([0, 100, 1000, 1000, 20_000]),
      fillsMeanwhile: rough(0.6, 0.7),
      moves: rough(0.7, 0.8),
      listLagMs: random.pick([0, 0, 200, 700]),
      historyLagMs: random.pick([0, 0, 500]),
      filled: random.pick(['exact', 'trades-late', 'record-late', 'record-silent']),
      strangers: random.pick([0, 1, 3, 8]),
      lookAlikes: rough(0.5, 0.6),
      hasOtherPlan: random.chance(0.25),
    },
    waitMs: random.pick([3000, 6000, 10_000]),
    batch: random.pick([1, 4, 5, 10, 10, 50]),
    cancels: random.pick([0.1, 0.3, 0.6, 0.9]),
    refreshes: random.pick([0, 0.1, 0.3]),
    edits: random.pick([0.2, 0.5, 0.9]),
    replaces: random.pick([0.2, 0.6, 0.95]),
    moreLives: random.int(1, 4),
  };
}

/** What befalls a cancel; undefined: nothing. */
export function drawCancelFault(
  random: Random,
  { faults, share }: CancelNature,
  { isBatch }: CancelRequest,
): CancelFault | undefined {
  if (!random.chance(share)) return undefined;
  const fitting = faults.filter((one) => suitsCancel(one, isBatch));
  const shapes = fitting.filter(isCancelShape);
  return fitting.length === 0 ? undefined : random.pick(shapes.length > 0 && random.chance(0.5) ? shapes : fitting);
}
