import { describe, expect, test } from 'vitest';
import { renamedWarnings } from '../../src/actions/prepare/renames.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { missingList } from '../../src/config/missing-list.ts';
import { takenNames } from '../../src/commands/inputs/taken-names.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type PlannedOrder } from '../../src/model/order.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { catalogue } from '../../src/source/catalogue.ts';
import { joinCandles, farWarning } from '../../src/simulate/candles/joined.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { MAX_BYTES, readSource } from '../../src/source/read-source.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { readWell } from '../support/candles.ts';
import { candleExamples, judgeCandles } from '../support/invalid-candles.ts';
import { exampleNames, loadExample } from '../support/invalid-examples.ts';

const file = (text: string): SourceFile => new SourceFile('file', text);
const ofBytes = (...bytes: number[]): readonly Diagnostic[] => {
  const read = readSource('file', Uint8Array.from(bytes));
  return read.ok ? [] : [read.error];
};

const copies = takenNames((path) => path);

/** Of an hour, with half hours that leave it, for a plan of another symbol. */
function joinedWarnings(): readonly Diagnostic[] {
  const hours = readWell('2026-11-20T02:00Z,10,20,10,20\n2026-11-20T03:00Z,20,20,20,20\n');
  const halves = readWell('2026-11-20T02:00Z,10,22,10,20\n2026-11-20T02:30Z,20,20,20,20\n');
  const joined = joinCandles([hours, halves]);
  if (!joined.ok) return joined.error.diagnostics;
  return [...joined.value.warnings, farWarning(joined.value, 1)].filter((one) => one !== undefined);
}

/** What no small plan can cause, and what only a config or a list can. */
const ELSEWHERE: readonly (readonly Diagnostic[])[] = [
  ofBytes(0x61, 0xff),
  ofBytes(0xff, 0xfe, 0x61, 0x00),
  (() => {
    const read = readSource('file', new Uint8Array(MAX_BYTES + 1));
    return read.ok ? [] : [read.error];
  })(),
  loadPlan(file(`orders:\n${'- a\n'.repeat(20_001)}`)).diagnostics,
  loadPlan(file(`orders:\n${'- [a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u]\n'.repeat(19_000)}`)).diagnostics,
  loadConfig(file('version: 1\nexchange: { baseUrl: ftp://x, ipWeight: 4/1s, refusalCodes: [200] }')).diagnostics,
  loadConfig(file('version: 1\nexchange: { interface: v3, uidWeight: 5/1s }')).diagnostics,
  loadInstruments(file('{')).diagnostics,
  ...candleExamples.map(judgeCandles),
  joinedWarnings(),
  [missingList(file('version: 1\ninstruments: list.json\n'), 'list.json', 'ordo instruments')],
  ['one', 'other'].flatMap((path) =>
    copies(path, { source: new SourceFile(path, 'name: a\n'), config: defaultConfig }),
  ),
  (() => {
    const source = file('version: 1\nname: a\norders: [{ id: b, symbol: c, side: close-long, size: 1, price: 1 }]');
    const { plan } = loadPlan(source);
    if (plan === undefined) return [];
    const content = orderContent(plan.orders[0] as PlannedOrder);
    const sent = {
      id: 'a',
      clientOid: 'x',
      lineage: 0,
      state: 'accepted' as const,
      sentAtMs: 0,
      changedAtMs: 0,
      changedUptimeMs: null,
    };
    return renamedWarnings(plan, new Map([['a', { ...sent, content }]]), source);
  })(),
];

const emitted = new Set(
  [...exampleNames.map((name) => loadExample(name).diagnostics), ...ELSEWHERE].flat().map((one) => one.code),
);

describe('the catalogue', () => {
  test('has each code once', () => {
    const codes = catalogue.map((entry) => entry.code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('has exactly the codes that something gives', () => {
    expect([...emitted].toSorted()).toEqual(catalogue.map((entry) => entry.code).toSorted());
  });

  test('says what each is and what to do, in sentences', () => {
    for (const { title, meaning, fix } of catalogue) {
      expect(title).toMatch(/^\p{Lu}.*[^.]$/u);
      expect(meaning).toMatch(/^\S.*\.$/);
      expect(fix).toMatch(/^\S.*\.$/);
    }
  });
});
