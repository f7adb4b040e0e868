/** Mistakes that no small file can have alone: made here, judged by the real readers, and told in words. */
import { takenNames } from '../../src/commands/inputs/taken-names.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { renamedWarnings } from '../../src/actions/prepare/renames.ts';
import { missingList } from '../../src/config/missing-list.ts';
import { orderContent } from '../../src/model/order.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { renderDiagnostic } from '../../src/source/code-frame.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { joinCandles, farWarning } from '../../src/simulate/candles/joined.ts';
import { readCandleText, type CandleFile } from '../../src/simulate/candles/reader.ts';
import type { DiagnosticCode } from '../../src/source/catalogue.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { MAX_BYTES, readSource } from '../../src/source/read-source.ts';
import { SourceFile } from '../../src/source/source-file.ts';

interface MadeExample {
  readonly code: DiagnosticCode;
  /** What the file would have in it. */
  readonly file: string;
  readonly diagnostics: () => readonly Diagnostic[];
}

function judge(bytes: Uint8Array): readonly Diagnostic[] {
  const read = readSource('plan.yaml', bytes);
  return read.ok ? loadPlan(read.value).diagnostics : [read.error];
}

/** A config whose list does not exist. */
function judgeConfig(bytes: Uint8Array): readonly Diagnostic[] {
  const read = readSource('ordo.config.yaml', bytes);
  return read.ok ? [missingList(read.value, 'instruments.json', 'ordo instruments')] : [read.error];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A plan whose only order was sent under another id. */
function renamed(): readonly Diagnostic[] {
  const source = new SourceFile(
    'plan.yaml',
    `version: 1
name: breakout
orders:
  - id: starter
    symbol: cmt_btcusdt
    side: open-long
    size: 0.01
    price: 64000
`,
  );
  const { plan } = loadPlan(source);
  const [order] = plan?.orders ?? [];
  if (plan === undefined || order === undefined) throw new Error('the plan of this example is invalid');
  const sent = {
    id: 'probe',
    clientOid: '',
    lineage: 0,
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
    content: orderContent(order),
  };
  return renamedWarnings(plan, new Map([['probe', { ...sent, state: 'accepted' as const }]]), source);
}

/** A plan in two files. */
function copied(): readonly Diagnostic[] {
  const text = 'version: 1\nname: breakout\norders: []\n';
  const takenBy = takenNames((path) => path);
  return ['plan.yaml', 'copy.yaml'].flatMap((path) =>
    takenBy(path, { source: new SourceFile(path, text), config: defaultConfig }),
  );
}

const HOUR =
  'time,open,high,low,close\n2026-11-20T02:00Z,63905,64450,63550,64050\n2026-11-20T03:00Z,64050,64100,63400,63420\n';

/** That hour in two halves, of which one is above its high. */
const HALVES =
  'time,open,high,low,close\n2026-11-20T02:00Z,63905,64451,63550,64000\n2026-11-20T02:30Z,64000,64100,63900,64050\n';

function candles(middle: number, ...texts: readonly string[]): readonly Diagnostic[] {
  const files = texts.map((text, at) => {
    const source = {
      file: ['btc-1h.csv', 'btc-30m.csv'][at] as string,
      symbol: 'cmt_btcusdt',
      tick: Decimal.of('0.1'),
    };
    const read = readCandleText(text, source);
    if (!read.ok) throw new Error('the candles of this example are invalid');
    return read.value;
  });
  const joined = joinCandles(files as [CandleFile, ...CandleFile[]]);
  if (!joined.ok) return joined.error.diagnostics;
  const far = farWarning(joined.value, middle);
  return [...joined.value.warnings, ...(far === undefined ? [] : [far])];
}

export const madeExamples: readonly MadeExample[] = [
  {
    code: 'text/too-large',
    file: 'a file of 8 MiB and one byte',
    diagnostics: () => judge(new Uint8Array(MAX_BYTES + 1)),
  },
  {
    code: 'yaml/too-many-entries',
    file: '`orders:` with 20,001 entries `- a`',
    diagnostics: () => judge(utf8(`orders:\n${'- a\n'.repeat(20_001)}`)),
  },
  {
    code: 'yaml/too-many-tokens',
    file: '`orders:` with 19,000 lists of 21 letters',
    diagnostics: () => judge(utf8(`orders:\n${'- [a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u]\n'.repeat(19_000)}`)),
  },
  {
    code: 'order/renamed',
    file: 'a plan whose order `probe` was sent before it was called `starter`',
    diagnostics: renamed,
  },
  {
    code: 'plan/name-taken',
    file: 'a second file, `copy.yaml`, with the name of `plan.yaml`',
    diagnostics: copied,
  },
  {
    code: 'config/no-list',
    file: 'a config that names a file which does not exist',
    diagnostics: () => judgeConfig(utf8('version: 1\ninstruments: instruments.json\n')),
  },
  {
    code: 'candles/far',
    file: 'candles around 64000 for a plan whose orders are around 3200',
    diagnostics: () => candles(32_000, HOUR),
  },
  {
    code: 'candles/overlap',
    file: 'candles of one hour, and half hours that go above its high',
    diagnostics: () => candles(640_000, HOUR, HALVES),
  },
];

/** Reading as much as this takes seconds, so each is judged once. */
const judged = new Map<MadeExample, string[]>();

/** Each diagnostic of a made file, exactly as it is printed. */
export function blocksOfMade(made: MadeExample): readonly string[] {
  const known = judged.get(made) ?? made.diagnostics().map((one) => renderDiagnostic(one));
  judged.set(made, known);
  return known;
}
