/** The examples show the whole plan language: together they use every key, word and form of its schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePlan } from '../src/compile/compile-plan.ts';
import { followedNames, laterIds } from '../src/compile/follow/later.ts';
import { validateEvent } from '../src/generated/validate-event.js';
import { emptyJournal } from '../src/journal/records/state.ts';
import { defaultConfig } from '../src/model/config.ts';
import { paperInstruments } from '../src/paper/v2/order/instruments.ts';
import { FUNCTION_NAMES } from '../src/plan/expression/syntax.ts';
import { formatPlan } from '../src/plan/format/format-plan.ts';
import { loadPlan } from '../src/plan/load-plan.ts';
import { SourceFile } from '../src/source/source-file.ts';
import { facets, facetsOf, type Schema } from './support/schema-facets.ts';
import { here } from './support/here.ts';
import { eventsOf, EXAMPLES, ofKind, place } from '../proofs/support/ordo.ts';
import { v2 } from '../src/exchange/v2/dialect.ts';

const MODELINE = '# yaml-language-server: $schema=../schemas/plan.schema.json';

/** Examples that ordo warns of, each with the reason why it stays so. */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  // The least that a plan can say has no stop.
  '02-one-order.yaml': ['order/unprotected'],
  // Stops of orders that wait for a trigger: whichever of the two is reached first fires first.
  '05-triggers.yaml': ['order/stop-may-fire-first', 'order/stop-may-fire-first'],
  '11-sizing.yaml': ['order/stop-may-fire-first', 'order/stop-may-fire-first'],
  '13-limits.yaml': ['order/stop-may-fire-first'],
  // Every kind of order in every mode: in each symbol some open without a stop, long and short, cross and isolated.
  '08-desk.yaml': Array.from({ length: 12 }, () => 'order/unprotected'),
};

/** Those with exits, ends or times, which only a follower executes. */
const FOLLOWED = new Set([
  '16-bracket.yaml',
  '17-dca.yaml',
  '18-either-way.yaml',
  '19-slices.yaml',
  '20-open-drive.yaml',
  '21-exits.yaml',
]);

const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'));
const textOf = (name: string): string => readFileSync(EXAMPLES + name, 'utf8');
const sourceOf = (name: string): SourceFile => new SourceFile(name, textOf(name));

describe('each example', () => {
  let at: ReturnType<typeof place>;
  beforeAll(() => {
    at = place();
  });
  afterAll(() => at.remove());

  test.each(names)('%s says where its schema is, and what it shows', (name) => {
    const [modeline, comment] = textOf(name).split('\n');
    expect(modeline).toBe(MODELINE);
    expect(comment).toMatch(/^# \S.*\.$/);
  });

  test.each(names)('%s is valid, and ordo warns of nothing but what is listed here', (name) => {
    const { plan, diagnostics } = loadPlan(sourceOf(name), { instruments: paperInstruments, strictSymbols: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(WARNED[name] ?? []);
    expect(plan?.name).toMatch(/./);
  });

  test.each(names)('%s stands in the canonical layout', async (name) => {
    expect(await formatPlan(sourceOf(name))).toEqual({ ok: true, value: textOf(name) });
  });

  test.each(names.filter((name) => FOLLOWED.has(name)))('%s shows each step of a follower', async (name) => {
    const run = await here(['run', EXAMPLES + name, '--output', 'ndjson'], at);
    const { orders = [] } = loadPlan(sourceOf(name), { instruments: paperInstruments }).plan ?? {};
    const later = laterIds(orders);
    const events = eventsOf(run);
    expect(run.code).toBe(0);
    const steps = ofKind(events, 'step-planned');
    expect(steps.filter(({ does }) => does === 'place').map(({ id }) => id)).toEqual([...later]);
    expect(new Set(steps.filter(({ does }) => does === 'cancel').map(({ id }) => id))).toEqual(
      new Set(orders.filter(({ until }) => until !== undefined).map(({ id }) => id)),
    );
    expect(ofKind(events, 'call-planned').flatMap((call) => call.orders.filter((id) => later.has(id)))).toEqual([]);
    for (const event of events) expect([validateEvent(event), validateEvent.errors]).toEqual([true, null]);
  });

  test.each(names.filter((name) => FOLLOWED.has(name)))('%s is refused before anything is sent', async (name) => {
    const run = await here(['run', EXAMPLES + name, '--execute', '--output', 'ndjson'], at);
    const { orders = [] } = loadPlan(sourceOf(name), { instruments: paperInstruments }).plan ?? {};
    const [first] = followedNames(orders);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(new RegExp(`^ordo: ${first ?? 'none'}.* needs? --follow: only a run that keeps going`));
    expect(ofKind(eventsOf(run), 'order-outcome')).toEqual([]);
    expect(ofKind(eventsOf(run), 'call-planned')).toEqual([]);
  });

  test.each(names.filter((name) => !FOLLOWED.has(name)))(
    '%s is accepted whole on paper, without a config',
    async (name) => {
      const run = await here(['run', EXAMPLES + name, '--execute', '--output', 'ndjson'], at);
      expect(run.stderr).toBe('');
      expect(run.code).toBe(0);
      const outcomes = ofKind(eventsOf(run), 'order-outcome');
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
    },
  );
});

test('the plan in the README is that of the quickstart: it comes to the same bytes', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, text = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  const [shown, quickstart] = [new SourceFile('README.md', text), sourceOf('01-quickstart.yaml')].map((source) => {
    const { plan, diagnostics } = loadPlan(source, { instruments: paperInstruments, strictSymbols: true });
    expect(diagnostics).toEqual([]);
    const { exchange, execution } = defaultConfig;
    return (
      plan && compilePlan(v2.calls, plan, emptyJournal, { ...exchange, ...execution }).calls.map(({ body }) => body)
    );
  });
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(quickstart);
});

test('the one that sizes by the equity has the same sizes each time, from its account file', async () => {
  const at = { ...place(), folder: `${EXAMPLES}equity` };
  const runs = [
    await here(['run', 'plan.yaml', '--output', 'ndjson'], at),
    await here(['run', 'plan.yaml', '--output', 'ndjson'], at),
  ];
  const [first, second] = runs.map((run) => ofKind(eventsOf(run), 'plan-loaded')[0]?.digest);
  expect([first, runs[0]?.code]).toEqual([second, 0]);
  // 1 % of 25310.4 / 2000, and 5 % of it / 3000: cut down to the steps.
  expect((await here(['run', 'plan.yaml'], at)).stdout).toMatch(
    /entry .*open-long +0\.1265 [\s\S]*ether .*open-long +0\.421 /,
  );
});

describe('together', () => {
  const schema = JSON.parse(readFileSync(new URL('../schemas/plan.schema.json', import.meta.url), 'utf8')) as Schema;
  // A share of the equity needs an account file beside it.
  const plans = [...names, 'equity/plan.yaml'];
  const facetsIn = (name: string): string[] => [...facetsOf(schema, parse(textOf(name), { schema: 'failsafe' }))];
  const shown = new Set(plans.flatMap(facetsIn));

  test('they use every key, every word and every form of the schema', () => {
    const all = [...facets(schema)];
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((facet) => !shown.has(facet))).toEqual([]);
  });

  test('they write an expression wherever one can stand', () => {
    const places = [...facets(schema)].filter((facet) => facet.endsWith(' like =.*'));
    expect(places).toContain('orders[].price like =.*');
    expect(places).toContain('orders[].size.risk like =.*');
  });

  test.each(FUNCTION_NAMES)('they use %s(…)', (name) => {
    expect(names.filter((one) => new RegExp(`=.*\\b${name}\\(`).test(textOf(one)))).not.toEqual([]);
  });
});
