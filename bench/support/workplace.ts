import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A folder for what one benchmark makes. It lies under bench/node_modules: on the disk that the project is on, since a
 * temporary folder may be memory, where a sync costs nothing; and where the rivals' packages are found.
 */
export interface Workplace {
  readonly folder: string;
  remove(): void;
}

export function workplace(): Workplace {
  const cache = `${root}bench/node_modules/.cache`;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(`${cache}/ordo-`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A copy of the built command, so that a build beside the benchmark does not change what is measured. The path of its entry. */
export function copyOfCommand({ folder }: Workplace): string {
  if (!existsSync(`${root}dist/cli.js`)) throw new Error('dist/cli.js is missing: run `npm run build` first');
  cpSync(`${root}dist`, `${folder}/dist`, { recursive: true });
  // Without its manifest Node does not know that the command is made of modules, and parses each file twice to find out.
  cpSync(`${root}package.json`, `${folder}/package.json`);
  return `${folder}/dist/cli.js`;
}

/** A worker with the parts of src that it imports, bundled as scripts/build.ts bundles the command. The path of the bundle. */
export async function bundled({ folder }: Workplace, worker: URL): Promise<string> {
  await build({
    absWorkingDir: root,
    entryPoints: { worker: fileURLToPath(worker) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['ccxt', 'undici'],
    alias: { 'react-devtools-core': './scripts/empty-module.ts' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return `${folder}/worker.mjs`;
}
