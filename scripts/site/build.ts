/**
 * `npm run site`: the pages of the repository as a site, in `site/dist/`. A link that leads nowhere ends it with 1, and says where it
 * stands and why. Nothing of it is loaded from elsewhere. SITE_BASE is the path that it will have on its host: `/` where nothing is said.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { faultsOfBuilt } from './built-links.ts';
import { summaryOf, titleOf } from './markdown.ts';
import { readSite, type Site } from './sources.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;
const SITE = join(PROJECT, 'site');
const PAGES = join(SITE, 'pages');
const BUILT = join(SITE, 'dist');
const BASE = process.env['SITE_BASE'] ?? '/';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writePages({ pages, files }: Site): void {
  rmSync(PAGES, { recursive: true, force: true });
  for (const [path, text] of pages) write(join(PAGES, path), text);
  for (const [path, source] of files) {
    mkdirSync(dirname(join(PAGES, 'public', path)), { recursive: true });
    cpSync(join(PROJECT, source), join(PAGES, 'public', path));
  }
  // At addresses that a list of schemas for editors can name.
  const schemas = readdirSync(join(PROJECT, 'schemas')).filter((name) => name.endsWith('.json'));
  for (const name of schemas) cpSync(join(PROJECT, 'schemas', name), join(PAGES, 'public', 'schemas', name));
}

/** The text itself, for programs that read, with a list of it. */
function writeTexts({ pages }: Site): void {
  const own = [...pages].filter(([path]) => !path.startsWith('files/'));
  for (const [path, text] of own) write(join(BUILT, path), text);
  write(join(BUILT, 'llms.txt'), llmsText(own));
}

const isEntry = ([path]: readonly [string, string]): boolean => /^(?:diagnostics|refusals|decisions)\//.test(path);

const rowOf = ([path, text]: readonly [string, string]): string =>
  `- [${titleOf(text)?.replaceAll('`', '')}](${BASE}${path}): ${summaryOf(text)}`;

/** The pages with a line each (llmstxt.org), the list of mistakes and refusals last. */
function llmsText(pages: readonly (readonly [string, string])[]): string {
  const rest = pages.filter((page) => !isEntry(page));
  return [
    '# ordo\n\n> Orders as code: futures order plans in YAML, checked, compiled to the fewest calls, placed at most once.\n',
    `## Pages\n\n${rest.map(rowOf).join('\n')}\n`,
    `## Optional\n\n${pages.filter(isEntry).map(rowOf).join('\n')}\n`,
  ].join('\n');
}

function tell(faults: readonly string[]): void {
  for (const fault of faults) console.error(`site: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

const site = readSite(PROJECT);
if (site.faults.length > 0) tell(site.faults);
else {
  if (!existsSync(join(SITE, 'node_modules'))) throw new Error('npm ci --prefix site');
  writePages(site);
  const generator = join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  // What it says of its progress is shown where it fails.
  execFileSync(process.execPath, [generator, 'build', SITE], {
    stdio: 'pipe',
    env: { ...process.env, SITE_BASE: BASE },
  });
  writeTexts(site);
  const faults = faultsOfBuilt(BUILT, BASE);
  tell(faults);
  if (faults.length === 0) console.log(`site/dist: ${site.pages.size} pages, every link of them leads somewhere`);
}
