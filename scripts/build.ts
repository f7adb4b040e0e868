/**
 * Bundles the command into `dist/`: everything inside, nothing to install beside it. The program is one file, since a start
 * pays for every file it opens; what is heavy and not always needed stands in a file of its own, loaded when it is used.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild';
import { thirdPartyText, type KeptText } from './third-party.ts';

const root = new URL('..', import.meta.url).pathname;

/** Source file to its file in `dist/`. The first is all that an older Node ever reads. */
const FILES: Readonly<Record<string, string>> = {
  'src/cli.ts': 'cli.js',
  'src/start.ts': 'ordo.js',
  'src/exchange/send/connect.ts': 'http.js',
  'src/paper/server.ts': 'paper.js',
  'src/ui/run-screen.ts': 'screen.js',
  'src/ui/keyboard.tsx': 'keys.js',
  'src/watch/file-watcher.ts': 'watch.js',
};

/** A dynamic import of another of these files stays one, under its name in `dist/`. */
const apart = (entry: string): Plugin => ({
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = new URL(path, `file://${resolveDir}/`).pathname.slice(root.length);
      const file = FILES[source];
      return file === undefined || source === entry ? undefined : { path: `./${file}`, external: true };
    });
  },
});

/**
 * Node's own modules by `process.getBuiltinModule`, when the module that uses them is first run. An ES import of one reads
 * every export there is, which for `node:util` and `node:crypto` costs a start more than all of our own code.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? undefined : { path, namespace: 'builtin' },
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * The YAML library when a text first needs it: the plain part of YAML is read without it, and to run its modules costs a start
 * as much as all that a small plan does. An import of a CommonJS module is a property, read where it is used.
 */
const yamlWhenUsed: Plugin = {
  name: 'yaml-when-used',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, ({ namespace }) =>
      namespace === 'when-used' ? undefined : { path: 'yaml', namespace: 'when-used' },
    );
    build.onLoad({ filter: /./, namespace: 'when-used' }, () => ({
      resolveDir: root,
      contents: ['Composer', 'CST', 'Lexer', 'Parser']
        .map(
          (name) =>
            `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('yaml').${name} });`,
        )
        .join('\n'),
    }));
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

/** Libraries that publish no licence file; the texts are those of their repositories. */
const KEPT_TEXTS: readonly KeptText[] = [
  { name: 'yoga-layout', version: /^3\.2\./, file: `${root}scripts/licences/yoga-layout.txt` },
];

/** Libraries written as CommonJS ask for Node's modules by `require`. */
const REQUIRE = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

rmSync(`${root}dist`, { recursive: true, force: true });
const built = await Promise.all(
  Object.entries(FILES).map(([entry, file]) =>
    bundle({
      ...common,
      entryPoints: [entry],
      outfile: `dist/${file}`,
      plugins: [apart(entry), builtins, yamlWhenUsed],
      ...(entry !== 'src/cli.ts' && { banner: { js: REQUIRE } }),
    }),
  ),
);

const bundles = built.flatMap(({ metafile }) => metafile ?? []);
const thirdParty = thirdPartyText(bundles, root, KEPT_TEXTS);
if (thirdParty.ok) writeFileSync(`${root}dist/THIRD_PARTY.txt`, thirdParty.value);
else {
  for (const fault of thirdParty.error) console.error(`build: ${fault}`);
  process.exitCode = 1;
}
