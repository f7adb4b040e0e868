/**
 * The HTML report in a real browser: it asks for nothing and runs nothing but its own script, whatever the texts; filter, sort,
 * both themes, paper and a phone. Pictures of it go to a folder, to be looked at; `--keep` puts one into docs/.
 */
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Story } from '../../src/model/story.ts';
import { svgOf } from '../../src/show/page/charts.ts';
import { htmlReport } from '../../src/views/history/page.ts';
import { closingLine, Findings, type Proof } from '../proof.ts';
import { EXAMPLES, ordo } from '../support/ordo.ts';
import { breakoutStory, cutStory, hostileStory, largeStory, mixedStory, twoRuns } from '../support/example-stories.ts';
import { chromiumHere, onPage, openBrowser } from './browser.ts';
import { contrastIn, poorShapes } from './contrast.ts';
import { HOSTILE_MARKUP } from './hostile-markup.ts';
import { filters, prints, shownRows, sorts } from './using.ts';

const LARGE = 2000;
/** What a report of so many orders may take. */
const MOST = { bytes: 2_000_000, makingMs: 1500, paintMs: 2000 };
const COUNTED = ['pages', 'filters', 'sorts', 'hostile texts', 'pairs of colours'];

interface Scene {
  readonly browser: Browser;
  readonly found: Findings;
  readonly folder: string;
}

/** `short` leaves out the large report and the pictures. */
export async function reportPage(
  executable: string,
  { folder, short }: { readonly folder: string; readonly short: boolean },
): Promise<Proof> {
  const found = new Findings(COUNTED);
  const browser = await openBrowser(executable);
  const scene = { browser, found, folder };
  try {
    await used(scene);
    await themes(scene, short);
    await hostile(scene);
    await hostileCandles(scene);
    if (!short) {
      await large(scene);
      await otherPictures(scene);
    }
  } finally {
    await browser.close();
  }
  return found.proof('report page', 0);
}

function written({ folder }: Scene, name: string, stories: readonly Story[]): string {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, htmlReport(stories, svgOf, { journalHead: '9f2c4e7a'.repeat(8) }));
  return file;
}

async function used(scene: Scene): Promise<void> {
  const { found } = scene;
  const file = written(scene, 'mixed', [mixedStory()]);
  await onPage(scene, { file, where: 'use' }, async (page) => {
    await filters(page, found, 'filter');
    await sorts(page, found, 'sort');
    await prints(page, found, 'print');
  });
  await onPage(scene, { file, where: 'without script', javaScriptEnabled: false }, async (page) => {
    found.hold(await page.getByText('pullback-9').first().isVisible(), 'without script', 'the table is not there');
    found.hold(
      !(await page.getByRole('searchbox').first().isVisible()),
      'without script',
      'controls show that do nothing',
    );
  });
}

/** Light, dark and a phone: every text can be read, and the page itself never scrolls sideways. */
async function themes(scene: Scene, short: boolean): Promise<void> {
  const { found, folder } = scene;
  const file = written(scene, 'two-runs', twoRuns());
  for (const colorScheme of ['light', 'dark'] as const) {
    await onPage(scene, { file, where: colorScheme, colorScheme }, async (page) => {
      const { pairs, least, poor } = await contrastIn(page);
      found.count('pairs of colours', pairs);
      found.note(`least contrast, ${colorScheme}`, least.toFixed(2));
      for (const text of poor) found.hold(false, colorScheme, text);
      for (const name of await poorShapes(page)) found.hold(false, colorScheme, `bars of ${name} are too faint`);
      await page.setViewportSize({ width: 390, height: 844 });
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      found.hold(wide <= 390, `phone, ${colorScheme}`, `the page is ${wide} pixels wide`);
      if (!short) await page.screenshot({ path: join(folder, `phone-${colorScheme}.png`), fullPage: true });
    });
  }
}

/** Every text in every field, and in an attribute of each. */
async function hostile(scene: Scene): Promise<void> {
  const { found } = scene;
  const file = written(
    scene,
    'hostile',
    HOSTILE_MARKUP.map((text, run) => ({ ...hostileStory(text), run })),
  );
  await harmless(scene, file, 'hostile');
  found.count('hostile texts', HOSTILE_MARKUP.length);
}

/** A simulation's page has the names of its files of candles, which may be anything. */
async function hostileCandles(scene: Scene): Promise<void> {
  const { found, folder } = scene;
  for (const name of ['scalp.yaml', 'instruments.json', 'ordo.config.yaml'])
    copyFileSync(`${EXAMPLES}simulate/${name}`, join(folder, name));
  const names = HOSTILE_MARKUP.filter((text) => /^[^/\0]+$/.test(text) && text.isWellFormed());
  for (const [nth, name] of names.entries()) {
    copyFileSync(`${EXAMPLES}simulate/btc-1h.csv`, join(folder, name));
    const file = join(folder, `simulation-${nth}.html`);
    const args = ['simulate', 'scalp.yaml', `--candles=${name}`, '--output', 'html', '--out', file];
    const { code, stderr } = await ordo(args, { folder, env: { PATH: process.env['PATH'] ?? '' } });
    found.hold(code === 0, `simulation ${nth}`, stderr);
    if (code === 0) await harmless(scene, file, `simulation ${nth}`);
  }
  found.count('hostile texts', names.length);
}

async function harmless(scene: Scene, file: string, where: string): Promise<void> {
  const { found } = scene;
  await onPage(scene, { file, where }, async (page) => {
    await page.waitForTimeout(200);
    const ran = await page.evaluate<unknown>('window.ran');
    found.hold(ran === undefined, where, `a text ran as script: ${String(ran)}`);
    const strange = await page.evaluate<number>(
      "document.querySelectorAll('img, iframe, object, embed, link, form, base, svg script, body style, svg foreignObject').length",
    );
    found.hold(strange === 0, where, `${strange} elements are not ours`);
    const scripts = await page.evaluate<number>('document.scripts.length');
    found.hold(scripts === 1, where, `there are ${scripts} scripts`);
  });
}

async function large(scene: Scene): Promise<void> {
  const { found } = scene;
  const story = largeStory(LARGE);
  const startedMs = performance.now();
  const file = written(scene, 'large', [story]);
  const makingMs = performance.now() - startedMs;
  const bytes = Buffer.byteLength(htmlReport([story], svgOf));
  found.hold(makingMs < MOST.makingMs, 'large', `takes ${makingMs.toFixed(0)} ms to make`);
  found.hold(bytes < MOST.bytes, 'large', `is ${bytes} bytes`);
  await onPage(scene, { file, where: 'large' }, async (page) => {
    found.hold((await shownRows(page)).length === LARGE, 'large', 'rows are missing');
    const paintMs = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    found.hold(paintMs < MOST.paintMs, 'large', `is first painted after ${paintMs.toFixed(0)} ms`);
    const sortMs = await page.evaluate<number>(
      "(() => { const from = performance.now(); document.querySelector('[data-sort=number] button').click(); document.body.offsetHeight; return performance.now() - from; })()",
    );
    found.note(`ms to make ${LARGE} orders`, makingMs.toFixed(0));
    found.note('bytes of it', bytes);
    found.note('ms to its first paint', paintMs.toFixed(0));
    found.note('ms to sort it', sortMs.toFixed(0));
  });
}

async function otherPictures(scene: Scene): Promise<void> {
  const { folder } = scene;
  const mixed = written(scene, 'breakout', [breakoutStory()]);
  const cut = written(scene, 'cut', [cutStory({ end: 'cut' })]);
  for (const colorScheme of ['light', 'dark'] as const)
    await onPage(scene, { file: mixed, where: 'picture', colorScheme }, async (page) => {
      await page.screenshot({ path: join(folder, `report-${colorScheme}.png`), fullPage: true });
      if (colorScheme === 'light')
        await page.pdf({ path: join(folder, 'report.pdf'), preferCSSPageSize: true, printBackground: false });
    });
  await onPage(scene, { file: cut, where: 'picture' }, async (page) => {
    await page.screenshot({ path: join(folder, 'cut.png'), fullPage: true });
  });
  await onPage(scene, { file: mixed, where: 'picture', viewport: { width: 1180, height: 1260 } }, async (page) => {
    await page.screenshot({ path: join(folder, 'docs.png') });
  });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' }, folder: { type: 'string' } } });
  const executable = chromiumHere();
  if (executable === undefined) throw new Error('there is no Chromium here: install one, or name it in CHROMIUM');
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'ordo-report-page-'));
  mkdirSync(folder, { recursive: true });
  const proof = await reportPage(executable, { folder, short: false });
  for (const violation of proof.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  console.log(closingLine(proof));
  console.log(`pictures: ${folder}`);
  if (values.keep) copyFileSync(join(folder, 'docs.png'), new URL('../../docs/report.png', import.meta.url).pathname);
  process.exitCode = proof.violations.length === 0 ? 0 : 1;
}
