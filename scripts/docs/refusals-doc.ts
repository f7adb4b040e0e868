/** Writes `docs/refusals.md`: every refusal by its exit code, with its meaning and what usually helps (`npm run docs`). */
import { writeFileSync } from 'node:fs';
import { EXIT } from '../../src/model/exit-code.ts';
import { REFUSALS } from '../../src/model/refusals.ts';
import { table } from './table.ts';

export const REFUSALS_PAGE = new URL('../../docs/refusals.md', import.meta.url);

const HEAD = `<!-- Made by \`npm run docs\` from src/model/refusals.ts. Do not edit. -->

# Refusals

Where a command stops before it sends anything, the refusal has a code, the words for this case, and a hint that says what to
do next. The code tells apart what one exit code has in common: exit 2 is most of them. Codes are only ever added, so scripts may
be written against them; the words may become better. The code is in \`run-finished\` of \`--output ndjson\` (\`refusal.code\`), and
in every \`Refusal\` of the library. A person reads the words alone. A command that has no \`run-finished\` (\`status\`, \`explain\`, \`validate\`, \`diff\`,
\`report\`, \`journal\`) says a refusal on stderr alone, without its code: a program goes by the exit code. What a live run
would be refused for, \`ordo doctor --json\` says with codes.`;

export function refusalsPage(): string {
  const rows = Object.entries<Readonly<Record<string, readonly string[]>>>(REFUSALS).flatMap(([end, kinds]) =>
    Object.entries(kinds).map(([code, words]) =>
      [`\`${code}\``, String(EXIT[end as keyof typeof REFUSALS])].concat(words),
    ),
  );
  return `${HEAD}\n\n${table([['Code', 'Exit', 'Meaning', 'What usually helps'], ...rows])}\n`;
}

if (import.meta.main) writeFileSync(REFUSALS_PAGE, refusalsPage());
