/** Runs named test files on a copy of the tree, with a fault planted in it or as it is. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { planted, type PlantedFault } from './fault.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/** What a copy does without: packages are linked, and the rest is of no test. */
const LEFT_OUT = new Set(['node_modules', '.git', 'coverage']);
/** What never starts the built command, and what reads the declarations of the library. */
const UNBUILT = /^test\/(?:exchange|session)\//;
const DECLARED = /^test\/(?:library\/surface|cli\/package)\./;

/** Of vitest's report, what is looked at. */
interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * The first test that fails, and undefined where all pass. Throws where the copy cannot be built, a file holds no test that ran, or
 * the time is up: then nobody noticed anything.
 */
export async function failing(
  folder: string,
  tests: readonly string[],
  mostMs: number,
  fault?: PlantedFault,
): Promise<string | undefined> {
  cpSync(root, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (fault !== undefined) writeFileSync(join(folder, fault.file), planted(fault));
  const inCopy = (args: readonly string[]): Promise<unknown> =>
    run(process.execPath, args, { cwd: folder, timeout: mostMs, maxBuffer: 2 ** 26 });
  await inCopy(['scripts/generate.ts']);
  if (!tests.every((file) => UNBUILT.test(file)))
    await inCopy(['scripts/build.ts', ...(tests.some((file) => DECLARED.test(file)) ? [] : ['--no-declarations'])]);
  const report = join(folder, 'report.json');
  const how = ['--reporter=json', `--outputFile=${report}`, '--bail=1'];
  const ended = await inCopy(['node_modules/vitest/vitest.mjs', 'run', ...tests, ...how]).catch(
    (error: unknown) => error as Error,
  );
  const { numTotalTests, numPassedTests, testResults } = reportIn(report, ended);
  for (const { assertionResults } of testResults)
    for (const { status, fullName } of assertionResults) if (status === 'failed') return fullName;
  if (ended instanceof Error || numTotalTests === 0 || numPassedTests === 0)
    throw new Error(`${tests.join(', ')}: no verdict`, { cause: ended });
  return undefined;
}

function reportIn(file: string, ended: unknown): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    throw new Error('the tests left no report', { cause: ended });
  }
}
