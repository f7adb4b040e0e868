/** Every answer in every form, whatever somebody wrote into a plan, a journal or an answer of the exchange: it stays text. */
import { expect, test } from 'vitest';
import type { AccountTold } from '../../src/actions/account/account.ts';
import type { Explained } from '../../src/actions/explain/explained.ts';
import { protectionNow } from '../../src/actions/prepare/run-protection.ts';
import { accountStatus, planStatus } from '../../src/actions/status.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { statedOf } from '../../src/protection/words.ts';
import { firstUnsafe, safe, safeText } from '../../src/model/safe-text.ts';
import { sheetPage } from '../../src/show/html.ts';
import { svgOf } from '../../src/show/page/charts.ts';
import { json } from '../../src/show/json.ts';
import { markdown } from '../../src/show/markdown.ts';
import type { Sheet } from '../../src/show/sheet.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { accountSheet } from '../../src/views/account/sheet.ts';
import { cancelledSheet, cancelSheet } from '../../src/views/cancel.ts';
import type { CancelShown } from '../../src/views/cancel-steps.ts';
import { closedSheet } from '../../src/views/close/closed.ts';
import { closeSheet } from '../../src/views/close/prepared.ts';
import { explainSheet } from '../../src/views/explain.ts';
import { flattenedSheet, flattenSheet } from '../../src/views/flatten/sheet.ts';
import { infoSheet, verifiedSheet } from '../../src/views/journal.ts';
import { settleSheet } from '../../src/views/settle.ts';
import { standingSheet } from '../../src/views/standing.ts';
import { statusSheet } from '../../src/views/status.ts';
import { widthOf } from '../../src/source/text-width.ts';
import { closedAs, closing, flattenedAs, flattening, order } from '../support/close-sheets.ts';
import { simulatedSheets } from '../support/simulated-sheets.ts';

const EVIL = [
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1)) ![x](//evil.example)',
  '`</code>| @team **bold** ```sh',
  '##[error]x ::set-output name=x::y',
  '\u001b[2J\u202e\r\n\u200b\u009b',
];

const explained = (text: string): Explained => ({
  is: 'order',
  id: text,
  name: text,
  generation: 1,
  description: text,
  excerpt: { file: text, line: 1, lines: [{ number: 1, text }], remarks: [text] },
  looked: { kind: 'looked', file: text, account: text },
  identity: text,
  rung: { number: 1, of: 2, ladder: text, words: [text] },
  fields: [{ name: text, value: text, from: text }],
  clientOid: text,
  lineage: 0,
  known: order(text, 'rejected'),
  changes: [{ field: text, before: text, after: text }],
  sent: [],
  call: {
    title: text,
    kind: 'batch',
    path: text,
    weight: { ip: 1, uid: 1 },
    others: [text],
    body: text,
    entry: text,
    remarks: [text],
  },
});

/** Every text of it is this one. */
function accountTold(text: string, protection: AccountTold['protection']): AccountTold {
  const sum = { trades: 1, realised: Decimal.zero, fees: Decimal.zero, net: Decimal.zero };
  return {
    account: { name: text, origin: text },
    plan: { plan: text, generation: 1 },
    atMs: 0,
    weight: { ip: 1, uid: 1 },
    money: { asset: 'USDT', equity: Decimal.zero, available: Decimal.zero, others: 1 },
    protection,
    trades: { kind: 'sums', rows: [{ of: { id: text }, ...sum }], all: sum },
    notes: [text],
    exitCode: 0,
  };
}

function sheetsOf(text: string): Readonly<Record<string, Sheet>> {
  const asked = { plan: text, generation: 1 };
  const states = ['accepted', 'rejected', 'unknown', 'cancelled'] as const;
  const orders = new Map(states.map((state, at) => [`${text}${at}`, order(text, state, `${text}${at}`)]));
  const account = [{ ...asked, orders, isPlaced: true, planFile: text }];
  const place = { account: { name: text, origin: text }, journal: text };
  const words = { again: safeText(text), run: safeText(text) };
  const all = [...orders.values()];
  const protection = protectionNow({ account, config: defaultConfig });
  const shown: CancelShown = {
    ...asked,
    ...place,
    ...words,
    asked: all,
    resting: all,
    inPlan: all,
    code: 'c'.repeat(64),
    protection: statedOf(protection, 0),
    limits: {},
    command: safeText(text),
    nowMs: 0,
    calls: [],
    unnamed: all.slice(0, 1),
    weight: { ip: 1, uid: 1 },
    naive: { ip: 1, uid: 1 },
  };
  const ends = (['cancelled', 'refused', 'unknown'] as const).map((outcome) => ({
    id: text,
    clientOid: 'c',
    outcome,
    orderId: text,
    code: text,
    message: text,
    rule: text,
  }));
  const presets = new Map([['c', [{ kind: 'stop-loss', orderId: text, trigger: text, isOrphan: true } as const]]]);
  const settled = (['found', 'found-twice', 'not-found'] as const).map((end) => ({
    id: text,
    end,
    evidence: text,
    isRemoved: true,
  }));
  const holder = { pid: 1, user: text, host: text, since: text };
  const facts = { version: 6, held: [{ holder, account: place.account }], durability: [text] };
  return {
    status: statusSheet(planStatus({ account, asked, awaiting: () => holder, config: defaultConfig }), {
      ...place,
      ...words,
      notes: [text],
    }),
    standing: standingSheet(accountStatus({ account, config: defaultConfig }), { ...place, nowMs: 0 }),
    account: accountSheet(accountTold(text, protection), {
      limits: defaultConfig.exchange.limits,
      out: text,
      nowMs: 0,
    }),
    cancel: cancelSheet(shown),
    cancelled: cancelledSheet(ends, { ...shown, presets, elapsedMs: 1, nowhere: [text], standsElsewhere: false }),
    close: closeSheet(closing(text, protection), { ...place, again: [], nowMs: 0 }),
    closed: closedSheet(closedAs(text), closing(text, protection), { ...place, again: [], nowMs: 0 }),
    flatten: flattenSheet(flattening(text, protection), {
      ...place,
      limits: {},
      again: [],
      settle: () => safeText(text),
      nowMs: 0,
    }),
    flattened: flattenedSheet(flattenedAs(text), {
      ...place,
      limits: {},
      again: [],
      settle: () => safeText(text),
      nowMs: 0,
    }),
    settle: settleSheet(
      asked,
      { orders: settled, unknown: 2, cancels: [text], nowhere: [text], lost: [text], protection },
      { ...words, nowMs: 0 },
    ),
    explain: explainSheet(explained(text)),
    info: infoSheet({
      name: text,
      accounts: [place.account],
      counts: { records: 1, plans: 1, runs: 1 },
      facts,
      holderWords: ({ user }) => user,
    }),
    verified: verifiedSheet(text, { record: 1, sum: 'a'.repeat(64) }),
    ...simulatedSheets(text),
  };
}

const NAMES = Object.keys(sheetsOf('x'));
const sheetOf = (name: string, text: string): Sheet => sheetsOf(text)[name] as Sheet;
const CASES = NAMES.flatMap((name) => EVIL.map((text) => [name, text] as const));

/** What is left of it where code, whole blocks and spans, is taken out: our own words. */
const withoutCode = (told: string): string =>
  told.replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');

test.each(CASES)('%s: Markdown has %j in code only', (name, text) => {
  const left = withoutCode(markdown(sheetOf(name, text)));
  for (const line of left.split('\n')) expect(line).toMatch(/^[A-Za-z0-9 ,.:;()|→…–#*>~+?!&%×·●○✓✗-]*$/);
  for (const word of ['img', 'evil', 'team', 'error', 'set-output']) expect(left).not.toContain(word);
});

test.each(CASES)('%s: a page has %j as text only', (name, text) => {
  const tagsOf = (one: string): string[] => sheetPage(sheetOf(name, one)).match(/<[a-z/!]+/g) ?? [];
  expect(tagsOf(text)).toEqual(tagsOf('harmless'));
});

const drawnTags = (text: string): string[] => sheetPage(sheetOf('simulated', text), svgOf).match(/<[a-zA-Z/!]+/g) ?? [];

test.each(EVIL)('a page with the picture of a simulation has %j as text only', (text) => {
  const tags = drawnTags(text);
  expect(tags).toEqual(drawnTags('harmless'));
  expect(tags.filter((tag) => tag === '<path' || tag === '<rect').length).toBeGreaterThan(0);
});

test.each(CASES)('%s: lines with %j drive no terminal', (name, text) => {
  const told = terminalText(sheetOf(name, text), { color: false, width: 80 });
  expect(firstUnsafe(told.replaceAll('\n', ''))).toBeUndefined();
  const broken = told
    .split('\n')
    .filter((line) => !line.startsWith('    ') && name !== 'verified' && name !== 'explain');
  for (const line of broken) expect(widthOf(line)).toBeLessThanOrEqual(80);
});

test.each(CASES)('%s: JSON has %j as it is, in ASCII', (name, text) => {
  const told = json(sheetOf(name, text));
  expect(told).toMatch(/^[\n\u0020-\u007e]*$/);
  expect(told).not.toContain('##[');
  expect(JSON.stringify(JSON.parse(told))).toContain(JSON.stringify(text).slice(1, -1));
});

test('an answer says the same in every form', () => {
  for (const name of NAMES) {
    const sheet = sheetOf(name, 'entry');
    for (const told of [
      terminalText(sheet, { color: true, width: 80 }),
      markdown(sheet),
      sheetPage(sheet),
      json(sheet),
    ])
      expect(told).toContain('entry');
  }
  expect(safe`entry`).toBe('entry');
});
