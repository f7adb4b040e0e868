import { shownAddress } from '../../journal/postgres/journal-url.ts';
import { reviewedFactsOf, type NamedReview } from '../../actions/review/check-reviewed.ts';
import type { GivenOption, ReviewedFacts } from '../../model/event.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import type { KeptInputs } from '../review/kept-inputs.ts';
import type { OutputKind } from '../command-line/output-kind.ts';

export interface RunOptions {
  readonly planPath: string;
  readonly live: boolean;
  readonly approve?: string;
  readonly yes: boolean;
  /** The dry run shows every call with its body. */
  readonly bytes: boolean;
  /** The account's key was replaced: accept the new one from now on. */
  readonly rebind: boolean;
  readonly only: readonly string[];
  readonly again: readonly string[];
  /** Orders to replace, or `edited`. */
  readonly replace: readonly string[];
  /** Whether what the plan no longer has is taken off. */
  readonly removed: boolean;
  readonly variables: VariableValues;
  readonly configPath?: string;
  readonly journalPath?: string;
  /** The run goes on until nothing of the plan can become due. */
  readonly follow?: true;
  /** For the paper market that moves. */
  readonly seed: number;
  readonly output: OutputKind;
  readonly startedMs: number;
  /** The dry run writes the reviewed plan to this file, good for so long. */
  readonly out?: { readonly file: string; readonly lifetimeMs: number };
  /** What runs is a reviewed plan, and nothing else may be sent. */
  readonly reviewed?: NamedReview;
  /** For a reviewed plan that is followed: what of its files is not as it was reviewed. */
  readonly kept?: KeptInputs;
  /** For a reviewed plan: what it placed again is not placed once more. */
  readonly placed?: ReadonlySet<string>;
}

/** As `ordo run` of a plan is without any option. */
export const bareRun = (planPath: string): RunOptions => ({
  planPath,
  live: false,
  yes: false,
  bytes: false,
  rebind: false,
  only: [],
  again: [],
  replace: [],
  removed: false,
  variables: new Map(),
  seed: 1,
  output: 'lines',
  startedMs: 0,
});

export const reviewedFacts = ({ reviewed }: RunOptions): ReviewedFacts | undefined =>
  reviewed === undefined ? undefined : reviewedFactsOf(reviewed);

/** The options that a follow-up command of this run must repeat. */
export const givenOptions = (options: RunOptions): readonly GivenOption[] => [
  ...(options.configPath === undefined ? [] : [{ name: 'config' as const, value: options.configPath }]),
  ...(options.journalPath === undefined
    ? []
    : [{ name: 'journal' as const, value: shownAddress(options.journalPath) }]),
  ...[...options.variables].map(([name, value]) => ({ name: 'var' as const, value: `${name}=${value.toString()}` })),
  ...options.only.map((value) => ({ name: 'only' as const, value })),
  ...options.again.map((value) => ({ name: 'again' as const, value })),
  ...options.replace.map((value) => ({ name: 'replace' as const, value })),
  ...(options.removed ? [{ name: 'removed' as const, value: '' }] : []),
];
