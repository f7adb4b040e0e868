/** A headless Chromium of this machine, which asks nobody for anything, and pages in it that are listened to. */
import { accessSync, constants } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Findings } from '../proof.ts';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Chromium that `CHROMIUM` names, or the first that stands at a usual place; undefined where there is none. */
export function chromiumHere(): string | undefined {
  const { CHROMIUM: named } = process.env;
  return named === undefined || named === '' ? USUAL.find(isProgram) : named;
}

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Opens a file of this machine in a window of its own, does its work there, and holds that the page stayed quiet. */
export async function onPage(
  { browser, found }: { readonly browser: Browser; readonly found: Findings },
  { file, where, ...options }: BrowserContextOptions & { readonly file: string; readonly where: string },
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    page.on('console', (message) => found.hold(false, where, `console ${message.type()}: ${message.text()}`));
    page.on('pageerror', ({ message }) => found.hold(false, where, `error ${message}`));
    page.on('dialog', (dialog) => {
      found.hold(false, where, `dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) =>
      found.hold(request.url() === `file://${file}`, where, `asked for ${request.url()}`),
    );
    await page.addInitScript(
      "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));",
    );
    await page.goto(`file://${file}`);
    await work(page);
    if (options.javaScriptEnabled !== false) {
      const seen = await page.evaluate<readonly string[]>('window.violations');
      found.hold(seen.length === 0, where, `policy violated: ${seen.join(', ')}`);
    }
    found.count('pages');
  } finally {
    await context.close();
  }
}
