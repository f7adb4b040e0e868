/** What a command line asks to be placed, as the actions take it. */
import { resolve, basename, dirname } from 'node:path';
import type { PlaceRequest, RunInput } from '../../actions/place.ts';
import type { Chosen } from '../../actions/prepare/compile-under.ts';
import type { Memory } from '../../actions/prepare/memory.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { defined } from '../../model/defined.ts';
import type { Plan } from '../../model/order.ts';
import { forbiddenWords } from '../inputs/forbidden-words.ts';
import type { Setup } from '../inputs/setup.ts';
import { liveFacts } from '../live/live-facts.ts';
import type { Files } from '../world.ts';
import { givenOptions, reviewedFacts, type RunOptions } from './run-options.ts';
import { hash } from 'node:crypto';
import type { Commit } from '../../model/story.ts';
import { realPathOf } from '../inputs/input-files.ts';

/** Which commit a file is of. */
const SHA1_DIGITS = 40;

/**
 * The commit that is checked out where a file lies, by the file's absolute path, and whether these bytes, read from it, are as the
 * commit has them. Undefined outside of a repository, before its first commit, and where git cannot be asked.
 */
export function commitOf(files: Files, file: string, bytes: Uint8Array): Commit | undefined {
  const path = realPathOf(files, file) ?? file;
  const ask = (...args: string[]): string | undefined => {
    const printed = files.git(dirname(path), args);
    return printed.ok ? Buffer.from(printed.value).toString() : undefined;
  };
  const id = ask('rev-parse', '--verify', 'HEAD^{commit}')?.trim();
  if (id === undefined) return undefined;
  const entry = ask('ls-tree', '-z', id, '--', basename(path));
  if (entry === undefined) return undefined;
  const blob = /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry)?.[1];
  return { id, isDirty: blob === undefined || !isBlob(bytes, blob) };
}

/** Git keeps a text with the line ends of Unix, whatever those of the file are. */
const isBlob = (bytes: Uint8Array, id: string): boolean =>
  blobId(bytes, id) === id || blobId(withUnixLines(bytes), id) === id;

/** The id that git gives to a blob of these bytes, by the same hash as that of another id. */
function blobId(bytes: Uint8Array, { length }: string): string {
  return hash(
    length === SHA1_DIGITS ? 'sha1' : 'sha256',
    Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]),
  );
}

const CR = 13;
const LF = 10;
const withUnixLines = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF);

export const targetOf = ({ live }: RunOptions): 'live' | 'paper' => (live ? 'live' : 'paper');

export interface PlanInput {
  readonly setup: Setup;
  readonly plan: Plan;
  /** What the journal knows; undefined where none is asked. */
  readonly memory?: Memory | undefined;
}

/** For a live run, with its approval code; `how` goes over what any run says of itself. */
export function requestOf(
  options: RunOptions,
  { setup, plan, memory }: PlanInput,
  how: Pick<RunInput, 'mode' | 'exchange'> & Partial<RunInput>,
): PlaceRequest {
  const { config, precision, configFile, diagnostics, source, instruments } = setup;
  const place = options.live ? memory?.place : undefined;
  const live = place && memory && liveFacts(place, setup, memory.history);
  const facts: RunInput = {
    plan,
    config,
    planFile: options.planPath,
    target: targetOf(options),
    precision,
    canLive: true,
    obstacles: [],
    warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
    bytes: false,
    options: givenOptions(options),
    ...defined({ configFile, live, reviewed: reviewedFacts(options), follows: options.follow }),
    ...defined({ forbidden: forbiddenWords(setup) }),
    ...(instruments !== undefined && { instrumentOf: (symbol) => instruments.bySymbol.get(symbol) }),
    ...how,
  };
  return { facts, chosen: chosenBy(options, setup), ...defined({ source, memory, account: place?.account }) };
}

/** What a person chose, and what the instruments say of the least sizes. */
const chosenBy = (options: RunOptions, { instruments }: Setup): Chosen => ({
  ...options,
  ...(instruments !== undefined && { minSizeOf: (symbol) => instruments.bySymbol.get(symbol)?.minSize }),
});

export function ofCommit(files: Files, run: PreparedRun, { bytesRead }: Setup): PreparedRun {
  const file = resolve(files.folder, run.planFile);
  const bytes = bytesRead.get(file);
  return bytes === undefined ? run : { ...run, planBytes: bytes, ...defined({ commit: commitOf(files, file, bytes) }) };
}
