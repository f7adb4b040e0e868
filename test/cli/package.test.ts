import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES, place } from '../../proofs/support/ordo.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;

/** An older Node, where the machine has one outside of this project. */
const OLDER_NODES = ['/usr/bin/node', '/usr/local/bin/node'];

/** Where the text stands of a library that publishes none. */
const keptText = (name: string | undefined): string => `scripts/licences/${name}.txt`;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const isMistake = (file: string): boolean => file.startsWith('examples/invalid/');

describe('the package', () => {
  let at: ReturnType<typeof place>;
  let command: string;
  let root: string;
  beforeAll(() => {
    at = place();
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', at.folder], {
      cwd: PROJECT,
      encoding: 'utf8',
    });
    const file = /"filename": "([^"]+)"/.exec(packed)?.[1] as string;
    execFileSync('tar', ['xzf', join(at.folder, file), '-C', at.folder]);
    root = join(at.folder, 'package');
    command = join(root, 'dist', 'cli.js');
  });
  afterAll(() => at.remove());

  const ordo = (...args: string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], { env: at.env, encoding: 'utf8' });
    return stdout + stderr;
  };

  test('runs in an empty folder, with nothing installed beside it', () => {
    expect(existsSync(join(at.folder, 'node_modules'))).toBe(false);
    const out = execFileSync(
      process.execPath,
      [command, 'run', `${EXAMPLES}01-quickstart.yaml`, '--execute', '--output', 'lines'],
      {
        cwd: at.folder,
        env: at.env,
        encoding: 'utf8',
      },
    );
    expect(out).toMatch(/11 orders: 11 accepted/);
  });

  test('is a library as well: its names come without a word, and load neither the screen nor the watch', () => {
    const library = join(root, 'dist', 'index.js');
    const script = `import * as ordo from ${JSON.stringify(library)}; console.log(Object.keys(ordo).length);`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { env: at.env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['33\n', '']);
    const loads = [...readFileSync(library, 'utf8').matchAll(/\bimport\("([^"]+)"\)/g)].map(([, file]) => file);
    expect(new Set(loads)).toEqual(
      new Set(['./charts.js', './html.js', './http.js', './layout.js', './page.js', './paper.js']),
    );
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object };
    const told = JSON.stringify(exports).match(/\.\/dist\/[^"]+/g) ?? [];
    expect(told.map((file) => existsSync(join(root, file)))).toEqual([true, true]);
  });

  test('an error that nobody catches says its words, and the line of the program that asked', () => {
    const program = join(at.folder, 'program.mjs');
    const lines = [
      `import { loadPlan, orThrow } from ${JSON.stringify(join(root, 'dist', 'index.js'))};`,
      "orThrow(loadPlan({ version: 1, name: 'a', orders: [{ id: 'a', size: NaN }] }));",
    ];
    writeFileSync(program, lines.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, [program], { env: at.env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(`program.mjs:2\n${lines[1]}\n^\n\nRefusalError: plan in memory is invalid (1 error)\n`);
    expect(stderr).toContain('1 | orders[0].size: NaN\n');
    expect(stderr.length).toBeLessThan(1200);
  });

  test('has the licence of every library that the program has code of', async () => {
    const { metafile } = await build({
      absWorkingDir: PROJECT,
      entryPoints: ['src/start.ts'],
      bundle: true,
      splitting: true,
      outdir: 'dist',
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      // What the build leaves out: neither is ever opened.
      external: ['react-devtools-core', 'pgpass', 'pg-native'],
      logLevel: 'error',
    });
    const folders = new Set(
      Object.values(metafile.outputs)
        .flatMap(({ inputs }) => Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0))
        .flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
    );
    expect(folders.size).toBeGreaterThan(40);
    const told = readFileSync(join(root, 'dist', 'THIRD_PARTY.txt'), 'utf8');
    for (const folder of folders) {
      const { name, version, license } = JSON.parse(
        readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'),
      ) as Record<string, string>;
      expect(told).toContain(`\n${name} ${version} (${license})\n`);
      const file = readdirSync(join(PROJECT, folder)).find((one) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(one));
      const text = readFileSync(join(PROJECT, file === undefined ? keptText(name) : join(folder, file)), 'utf8');
      expect(told).toContain(text.replaceAll('\r\n', '\n').trim());
    }
  });

  test('opens the PostgreSQL library for a journal on a server alone', () => {
    const library = join(root, 'dist', 'pg.cjs');
    const onServer = ['journal', 'info', '--journal', 'postgres://desk@127.0.0.1:1/ordo'];
    expect(ordo(...onServer)).toContain('the journal postgres://desk@127.0.0.1:1/ordo cannot be used: connect');
    renameSync(library, `${library}.away`);
    try {
      expect(ordo('journal', 'info')).toContain('no record yet');
      expect(ordo('schema', 'journal')).toContain('create table journal');
      expect(ordo(...onServer)).toContain('pg.cjs');
    } finally {
      renameSync(`${library}.away`, library);
    }
  });

  test('opens the printer for ordo fmt alone, and what compares lines for its diff alone', () => {
    const [printer, differ] = [join(root, 'dist', 'layout.js'), join(root, 'dist', 'diff.js')];
    const open = join(at.folder, 'open.yaml');
    writeFileSync(open, 'version:   1\n');
    const plan = `${EXAMPLES}01-quickstart.yaml`;
    expect(ordo('fmt', '--diff', open)).toContain('+version: 1\n');
    renameSync(differ, `${differ}.away`);
    expect(ordo('fmt', '--check', open)).toContain('not formatted');
    renameSync(printer, `${printer}.away`);
    try {
      expect(ordo('validate', plan)).toContain('valid');
      expect(ordo('diff', plan, plan)).not.toContain('layout.js');
      expect(ordo('fmt', '--check', plan)).toContain('layout.js');
    } finally {
      renameSync(`${printer}.away`, printer);
    }
  });

  test('has few files: the program, the schemas, the examples, the docs', () => {
    const mistakes = filesIn(root).filter(isMistake);
    const files = filesIn(root).filter((file) => !isMistake(file));
    // What ordo says of each is in docs/diagnostics.md.
    expect(mistakes.filter((file) => file.endsWith('.txt'))).toEqual([]);
    // Each page of docs/ is one, and each file of examples/.
    expect(files.length).toBeLessThanOrEqual(153);
    const places = new Set(files.map((file) => (file.includes('/') ? `${file.split('/')[0]}/` : file)));
    const roots = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'];
    expect(places).toEqual(new Set([...roots, 'bench/', 'dist/', 'docs/', 'examples/', 'schemas/']));
    const below = files.flatMap((file) => /^examples\/(.+)\//.exec(file)?.[1] ?? []);
    expect(new Set(below)).toEqual(new Set(['ci', 'equity', 'library', 'server', 'simulate']));
    expect(files.filter((file) => /^examples\/[^/]+\.yaml$/.test(file)).length).toBe(
      readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml')).length,
    );
  });

  test('the links of its pages and the schema lines of its examples lead to files in it', () => {
    const files = filesIn(root);
    const pages = files.filter((file) => file.endsWith('.md'));
    const links = pages.flatMap((page) => [
      ...linksOf(page, /\]\(([^)\s#]+)[^)]*\)/g),
      ...linksOf(page, /\b(?:src|srcset|href)="([^"#]+)/g),
    ]);
    expect(pages).toContain('docs/operating.md');
    const schemas = files.filter((file) => file.endsWith('.yaml')).flatMap((file) => linksOf(file, /\$schema=(\S+)/g));
    expect(links.length).toBeGreaterThan(10);
    expect(schemas.length).toBeGreaterThan(10);
    const dead = [...links, ...schemas].filter(({ page, to }) => !existsSync(join(root, dirname(page), to)));
    expect(dead).toEqual([]);
  });

  const linksOf = (page: string, pattern: RegExp): { page: string; to: string }[] =>
    [...readFileSync(join(root, page), 'utf8').matchAll(pattern)]
      .map(([, to]) => ({ page, to: to ?? '' }))
      .filter(({ to }) => !to.startsWith('https://'));

  test('on an older Node it says so in words, command and library', () => {
    const older = OLDER_NODES.find(
      (node) =>
        existsSync(node) &&
        Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24,
    );
    // A machine without one has nothing to show here: older-node.test.ts has one that only says so.
    if (older === undefined) return;
    const how = { env: at.env, encoding: 'utf8' } as const;
    const program = `import(${JSON.stringify(join(root, 'dist', 'index.js'))}).catch((error) => console.error(error.message))`;
    for (const args of [
      [command, '--version'],
      ['-e', program],
    ]) {
      const { stderr } = spawnSync(older, args, how);
      expect(stderr).toMatch(/^ordo needs Node 24 or newer; this is v\d/);
    }
  });
});
