/** The row below the head: what is held, lost at the stops, naked and not known. It is there from the first frame, and never moves. */
import type { ReactNode } from 'react';
import { safe } from '../../model/safe-text.ts';
import type { Piece } from '../../report/text/page.ts';
import { lineVersions } from '../../views/protection/line.ts';
import { Row, roomy, type PartProps } from './row.tsx';

export function ProtectionRow({ page, watch: { run } }: PartProps): ReactNode {
  const { protection } = run;
  if (protection === undefined) return <Row page={page} text={safe``} />;
  const versions = lineVersions(protection.line).map((parts) =>
    parts.flatMap((part, at): Piece[] => (at === 0 ? [part] : [DOT, part])),
  );
  return <Row page={page} text={roomy(versions, page.width)} />;
}

const DOT: Piece = ['quiet', safe` · `];
