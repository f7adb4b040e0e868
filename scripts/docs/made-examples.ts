/** Mistakes that no small file can have: made here, judged by the real readers, and told in words. */
import { missingList } from '../../src/config/missing-list.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { renderDiagnostic } from '../../src/source/code-frame.ts';
import type { DiagnosticCode } from '../../src/source/catalogue.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { MAX_BYTES, readSource } from '../../src/source/read-source.ts';

export interface MadeExample {
  readonly code: DiagnosticCode;
  /** What the file would have in it. */
  readonly file: string;
  readonly bytes: () => Uint8Array;
  /** How it is judged, if not as a plan. */
  readonly judge?: (bytes: Uint8Array) => readonly Diagnostic[];
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

export const madeExamples: readonly MadeExample[] = [
  { code: 'text/too-large', file: 'a file of 8 MiB and one byte', bytes: () => new Uint8Array(MAX_BYTES + 1) },
  {
    code: 'yaml/too-many-entries',
    file: '`orders:` with 20,001 entries `- a`',
    bytes: () => utf8(`orders:\n${'- a\n'.repeat(20_001)}`),
  },
  {
    code: 'yaml/too-many-tokens',
    file: '`orders:` with 19,000 lists of 21 letters',
    bytes: () => utf8(`orders:\n${'- [a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u]\n'.repeat(19_000)}`),
  },
  {
    code: 'config/no-list',
    file: 'a config that names a file which does not exist',
    bytes: () => utf8('version: 1\ninstruments: instruments.json\n'),
    judge: judgeConfig,
  },
];

/** Reading as much as this takes seconds, so each is judged once. */
const judged = new Map<MadeExample, string[]>();

/** Each diagnostic of a made file, exactly as it is printed. */
export function blocksOfMade(made: MadeExample): readonly string[] {
  const known = judged.get(made) ?? (made.judge ?? judge)(made.bytes()).map((one) => renderDiagnostic(one));
  judged.set(made, known);
  return known;
}
