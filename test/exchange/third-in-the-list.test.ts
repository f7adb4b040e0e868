/**
 * The recipe of CONTRIBUTING.md, followed in a copy of the tree: a third version is one folder, and its name in the list of versions.
 * Nothing else is changed by hand, and everything compiles, is checked, and speaks it.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { INTERFACES } from '../../src/model/interfaces.ts';
import { INTERFACES as SPELLED } from '../support/spellings.ts';

const root = new URL('../../', import.meta.url).pathname;
const COPIED = 'src scripts schemas test proofs bench examples site package.json tsconfig.json vitest.config.ts'.split(
  ' ',
);
const LEFT_OUT = /\/(?:node_modules|dist|generated)$/;

/** `third/dialect.ts` as a folder of its own: what it says without the exchange, and its operations. */
function writeFolder(folder: string): void {
  const whole = readFileSync(join(root, 'test/exchange/third/dialect.ts'), 'utf8').replaceAll(
    '../../../src/exchange/',
    '../',
  );
  const text = whole.replaceAll('../../../src/', '../../').replace('export const third:', 'export const v4:');
  mkdirSync(folder);
  writeFileSync(join(folder, 'dialect.ts'), text);
  writeFileSync(
    join(folder, 'operations.ts'),
    `import type { AllOperations } from '../dialect.ts';
import { OPERATIONS } from './dialect.ts';

export const operationsFor = (): AllOperations => OPERATIONS;
`,
  );
}

/** What a program of the library sees of it, and what a config, a schema and a journal's record say. */
const PROGRAM = `
import { operationsOf } from './src/exchange/operations-of.ts';
import { writtenBy } from './src/exchange/spoken.ts';
import { compilePlan, loadConfig, loadPlan, orThrow } from './src/index.ts';

const config = orThrow(loadConfig('version: 1\\nexchange: { interface: v4 }\\n'));
const plan = { version: 1, name: 'third', orders: [{ id: 'one', symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01', price: '60000' }] };
const { calls } = orThrow(compilePlan(orThrow(loadPlan(plan, { config }))));
const { place } = operationsOf({ interface: 'v4' });
console.log(JSON.stringify([calls[0].path, calls[0].body.slice(0, 6), writtenBy(calls.map(({ body }) => body)), place.single.target(calls[0])]));
`;

it('is spoken once its folder is there and its name is in the list', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-third-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of COPIED)
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
  for (const packages of ['node_modules', 'site/node_modules', 'bench/node_modules'])
    symlinkSync(join(root, packages), join(folder, packages));
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      (error: unknown) => {
        const { stdout: said, stderr } = error as { readonly stdout: string; readonly stderr: string };
        throw new Error(`${args.join(' ')}\n${said}${stderr}`);
      },
    );
    return stdout;
  };

  writeFolder(join(folder, 'src/exchange/v4'));
  const list = join(folder, 'src/model/interfaces.ts');
  const text = readFileSync(list, 'utf8');
  writeFileSync(list, text.replace(`'v3']`, `'v3', 'v4']`));

  await run('scripts/generate.ts');
  await run('node_modules/typescript/bin/tsc', '-p', '.', '--noEmit');
  await run('scripts/architecture/check.ts');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  expect(JSON.parse(await run('program.ts'))).toEqual(['/third/want', '{"tag"', 'v4', '/third/want']);
});

it.each(['config', 'reviewed'])('the %s schema names the versions of the list, and no others', (name) => {
  const schema = JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8')) as {
    readonly properties: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
  };
  const { exchange, interface: named } = schema.properties;
  expect(exchange?.properties?.['interface'] ?? named).toMatchObject({ enum: INTERFACES });
});

it('is met by the fault cases in its own words', () => expect(SPELLED).toEqual(INTERFACES));
