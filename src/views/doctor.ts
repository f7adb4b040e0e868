/** What each check of a live run says, and what a run would end with. */
import type { ExitCode } from '../model/exit-code.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { own, table, toned, type Sheet, type Text } from '../show/sheet.ts';

export interface CheckTold {
  readonly name: string;
  /** `not-asked`: something before it failed, without which it cannot be asked. */
  readonly is: 'well' | 'refused' | 'not-asked';
  readonly words: string;
  /** The refusal's code, or that of the first mistake. */
  readonly code?: string;
  readonly exitCode?: ExitCode;
  readonly hint?: string;
  /** More of what is wrong, and what a run says next to it. */
  readonly more: readonly string[];
}

interface Diagnosis {
  readonly checks: readonly CheckTold[];
  /** The one that a run ends at. */
  readonly refusedBy?: CheckTold;
}

const SIGNS = {
  well: toned('accepted', safe`✓`),
  refused: toned('rejected', safe`✗`),
  'not-asked': toned('quiet', safe`–`),
} as const;

export function doctorSheet({ checks, refusedBy }: Diagnosis): Sheet {
  const rows = table<CheckTold>(
    [
      { title: safe`is`, of: ({ is }) => SIGNS[is] },
      { title: safe`check`, kind: 'name', of: ({ name }) => own(safeText(name)) },
      {
        title: safe`says`,
        kind: 'words',
        of: ({ words, hint }) => safeText(hint === undefined ? words : `${words}: ${hint}`),
      },
    ],
    checks,
    { isPlain: true, note: ({ more }) => (more.length === 0 ? undefined : safeText(more.join('; '))) },
  );
  const exitCode = refusedBy?.exitCode ?? 0;
  return {
    blocks: [...rows, { is: 'verdict', text: verdict(refusedBy) }],
    data: { exitCode, refusedBy: refusedBy?.name ?? null, checks },
  };
}

function verdict(refusedBy: CheckTold | undefined): Text {
  if (refusedBy === undefined) return toned('accepted', safe`No check would refuse a live run now`);
  const words: Safe = safe`A live run would be refused: exit ${refusedBy.exitCode ?? 0}, ${safeText(refusedBy.name)}`;
  return toned('rejected', words);
}
