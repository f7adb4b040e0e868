/**
 * Bundles the command and the library into `dist/`: everything inside, nothing to install beside it. The program is one script,
 * since a start pays for every file it opens; what is heavy and not always needed stands in a file of its own, loaded when it is
 * used. The library shares those files, and nothing else: the command starts no slower for it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild';
import { libraryDeclarations } from './declarations/bundle-declarations.ts';
import { thirdPartyText, type KeptText } from './third-party.ts';

const root = new URL('..', import.meta.url).pathname;

/** Source file to its file in `dist/`. The first is all that an older Node ever reads. */
const FILES: Readonly<Record<string, string>> = {
  'src/cli.ts': 'cli.js',
  'src/exchange/send/connect.ts': 'http.js',
  'src/paper/server.ts': 'paper.js',
  'src/ui/mount-screen.ts': 'screen.js',
  'src/ui/run-screen.tsx': 'ink.js',
  'src/views/history/page.ts': 'page.js',
  'src/show/html.ts': 'html.js',
  'src/show/page/charts.ts': 'charts.js',
  'src/watch/file-watcher.ts': 'watch.js',
  'src/system/start-thread.ts': 'thread.js',
  'src/simulation-thread.ts': 'simulation.js',
  'src/plan/format/prettier.ts': 'layout.js',
  'src/views/text-difference.ts': 'diff.js',
  'src/index.ts': 'index.js',
};

/** The program itself. `cli.js` has what loads it, with the code that was compiled of it before. */
const PROGRAM = { entry: 'src/start.ts', loader: 'src/kept-code.ts', file: 'ordo.cjs' };

/**
 * A start pays for every function of its script, called or not. So each command that checks, shows or simulates a plan, most starts of
 * all, is a script of its own besides; src/kept-code.ts takes it where no word of the command leads further.
 */
const SHORT_PROGRAMS: readonly ShortProgram[] = [
  {
    file: 'run.cjs',
    command: 'src/commands/run-plan.ts',
    leadsOut: ['src/commands/run/execute-plan.ts', 'src/commands/watch/watch.ts'],
  },
  { file: 'validate.cjs', command: 'src/commands/validate.ts', leadsOut: ['src/journal/'] },
  {
    file: 'simulate.cjs',
    command: 'src/commands/simulate/simulate.ts',
    leadsOut: ['src/commands/simulate/watched.ts', 'src/journal/'],
  },
];

interface ShortProgram {
  readonly file: string;
  readonly command: string;
  /** What it imports when that is needed, but never comes to; the journal is of those who send, or show what was sent. */
  readonly leadsOut: readonly string[];
}

/** It imports every command when that is called. */
const DISPATCHER = 'src/commands/main.ts';

/** What a program imports. It has the libraries of YAML and PostgreSQL inside, as a bundler of that program finds no file by `require`. */
const LIBRARY = 'src/index.ts';

/** The YAML library, in a file that most starts never open. */
const YAML = 'yaml.cjs';

/** The PostgreSQL library, in a file that only a journal on a server opens. */
const POSTGRES = 'pg.cjs';

const LIBRARIES: Readonly<Record<string, string>> = { yaml: YAML, pg: POSTGRES };

/** Of whatever has the PostgreSQL library inside. */
const WITH_POSTGRES: BuildOptions = {
  // Never there; and no variable asks for it.
  external: ['pg-native'],
  // Passwords are read by ourselves.
  alias: { pgpass: './scripts/empty-module.ts' },
};
const NO_NATIVE = { 'process.env.NODE_PG_FORCE_NATIVE': 'undefined' };

/** A dynamic import of another of these files stays one, under its name in `dist/`. */
const apart = (entry: string): Plugin => ({
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = new URL(path, `file://${resolveDir}/`).pathname.slice(root.length);
      if (source === PROGRAM.entry) return { path: `${root}${PROGRAM.loader}` };
      const file = FILES[source];
      return file === undefined || source === entry ? undefined : { path: `./${file}`, external: true };
    });
  },
});

/** A short program without the rest. */
const isShort = ({ file, command, leadsOut }: ShortProgram): Plugin => ({
  name: 'short',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir, importer, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = new URL(path, `file://${resolveDir}/`).pathname.slice(root.length);
      const isFirst = importer === `${root}${DISPATCHER}`;
      const stays = isFirst ? source === command : !leadsOut.some((start) => source.startsWith(start));
      return stays ? undefined : { path: source, namespace: 'only-in-long' };
    });
    build.onLoad({ filter: /./, namespace: 'only-in-long' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not in ${file}`)});`,
    }));
  },
});

/**
 * What a source file of ours imports of Node's own modules, of the YAML library and of PostgreSQL's, is loaded when it is first used: most
 * starts need no hash, and read their YAML without the library. An ES import of `node:util` or `node:crypto` reads every export
 * there is, which costs a start more than all of our own code. An import of a CommonJS module is a property, read where it is used.
 */
const whenUsed = (entry: string): Plugin => ({
  name: 'when-used',
  setup(build) {
    const isApart = entry !== LIBRARY;
    build.onResolve({ filter: /^(?:node:|(?:yaml|pg)$)/ }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement' || !importer.startsWith(`${root}src/`)) return undefined;
      const names = namesIn(readFileSync(importer, 'utf8'), path);
      return { path: `${path} of ${importer}`, namespace: 'when-used', pluginData: { path, names } };
    });
    if (isApart) build.onResolve({ filter: /./, namespace: 'when-used' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'when-used' }, ({ pluginData }) => {
      const { path, names } = pluginData as { readonly path: string; readonly names: readonly string[] };
      const load = path.startsWith('node:')
        ? `process.getBuiltinModule('${path}')`
        : `require('${isApart ? `./${LIBRARIES[path]}` : path}')`;
      const getters = names.map((name) => `get ${name}() { return used().${name}; }`);
      const contents = `let module_; const used = () => (module_ ??= ${load}); module.exports = { ${getters.join(', ')} };`;
      return { contents, resolveDir: root };
    });
  },
});

/** What a text imports by name of a module, but for types. */
function namesIn(text: string, module: string): string[] {
  const list = new RegExp(`^import \\{([^}]*)\\} from '${module}';`, 'm').exec(text)?.[1];
  if (list === undefined) throw new Error(`an import of ${module} does not name what it uses`);
  const parts = list.split(',').map((part) => part.trim());
  return parts.flatMap((part) => (part === '' || part.startsWith('type ') ? [] : [part.split(' as ')[0] as string]));
}

/** Node's own modules as libraries import them, by their old names too, when the module that does so is first run. */
const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) => {
      const isTheirs = kind === 'require-call' ? isBuiltin(path) : /^(?:node:|(?:process|buffer)$)/.test(path);
      return isTheirs && kind !== 'dynamic-import' ? { path, namespace: 'builtin' } : undefined;
    });
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** An older Node has to be able to read a file that tells it that it is too old. */
const OLDEST_READER = 'node18';
const ON_OLDER_NODES: BuildOptions = {
  target: OLDEST_READER,
  // Of an error that nobody catches Node prints the line that threw it.
  lineLimit: 120,
  banner: {
    js: `if(Number(process.versions.node.split(".")[0])<24)throw new Error("ordo needs Node 24 or newer; this is "+process.version+": get one at https://nodejs.org/en/download");`,
  },
};

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  // The whole texts stand in THIRD_PARTY.txt.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Ink imports its developer tools even where it never opens them; a bundle without them cannot leave them external.
  alias: { 'react-devtools-core': './scripts/empty-module.ts' },
};

/** Libraries that publish no licence file; the texts are those of their repositories, or of their read-me. */
const KEPT_TEXTS: readonly KeptText[] = [
  { name: 'yoga-layout', version: /^3\.2\./, file: `${root}scripts/licences/yoga-layout.txt` },
  { name: 'pg-types', version: /^2\.2\./, file: `${root}scripts/licences/pg-types.txt` },
];

/** Libraries written as CommonJS ask for Node's modules by `require`. */
const REQUIRE = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * The same program in ASCII, which the engine holds in half the memory and takes as it is read. The bundler leaves other letters in
 * templates with a tag, as that could ask how they are written: only String.raw does.
 */
function inAscii(text: string): string {
  const left = /\\[^\0-\x7f]|\.raw`[^`]*[^\0-\x7f]/.exec(text)?.[0];
  if (left !== undefined) throw new Error(`not to be written in ASCII: ${left}`);
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

rmSync(`${root}dist`, { recursive: true, force: true });

/**
 * A program, as what `require` takes, and as a script whose value is the function that makes it: the engine then reads the text of the
 * file itself and no copy of it.
 */
async function programOf(file: string, plugins: readonly Plugin[]): Promise<Awaited<ReturnType<typeof bundle>>> {
  const made = await bundle({
    ...common,
    entryPoints: [PROGRAM.entry],
    outfile: `dist/${file}`,
    format: 'cjs',
    // Node warns of an `import()` in such a script, so it requires the other files.
    supported: { 'dynamic-import': false },
    plugins: [...plugins, apart(PROGRAM.entry), whenUsed(PROGRAM.entry), builtins],
  });
  const text = inAscii(readFileSync(`${root}dist/${file}`, 'utf8'));
  const either = 'program=>typeof module==="object"?program(exports,require,module):program';
  writeFileSync(`${root}dist/${file}`, `(${either})(function(exports,require,module){${text}\n})`);
  return made;
}

rmSync(`${root}dist`, { recursive: true, force: true });
const scripts = [await programOf(PROGRAM.file, [])];
for (const short of SHORT_PROGRAMS) scripts.push(await programOf(short.file, [isShort(short)]));
const digest = createHash('sha256')
  .update(readFileSync(`${root}dist/${PROGRAM.file}`))
  .digest('hex');

const others = await Promise.all([
  ...Object.entries(FILES).map(([entry, file]) =>
    bundle({
      ...common,
      entryPoints: [entry],
      outfile: `dist/${file}`,
      plugins: [apart(entry), whenUsed(entry), builtins],
      define: { ...common.define, ...(entry === LIBRARY && NO_NATIVE), BUILD: JSON.stringify(digest.slice(0, 16)) },
      ...(entry === LIBRARY && WITH_POSTGRES),
      ...(entry === LIBRARY && ON_OLDER_NODES),
      ...(entry !== 'src/cli.ts' && entry !== LIBRARY && { banner: { js: REQUIRE } }),
    }),
  ),
  bundle({ ...common, entryPoints: ['yaml'], outfile: `dist/${YAML}`, format: 'cjs' }),
  bundle({
    ...common,
    entryPoints: ['pg'],
    outfile: `dist/${POSTGRES}`,
    format: 'cjs',
    ...WITH_POSTGRES,
    define: { ...common.define, ...NO_NATIVE },
  }),
]);

const bundles = [...scripts, ...others].flatMap(({ metafile }) => metafile ?? []);
const thirdParty = thirdPartyText(bundles, root, KEPT_TEXTS);
if (thirdParty.ok) writeFileSync(`${root}dist/THIRD_PARTY.txt`, thirdParty.value);
else {
  for (const fault of thirdParty.error) console.error(`build: ${fault}`);
  process.exitCode = 1;
}

// A hunt for a planted fault builds hundreds of times, and no program reads its own declarations.
if (!process.argv.includes('--no-declarations')) writeFileSync(`${root}dist/index.d.ts`, libraryDeclarations());
