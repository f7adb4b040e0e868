/** What a start takes beside a journal of 100,000 records, and what it takes to look at each of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { planText } from '../support/plan-text.ts';
import type { Figure } from '../support/figures.ts';
import { costOf, peakOf, resultOf, type Cost } from '../support/processes.ts';
import { interleaved } from '../support/rounds.ts';
import { bundled, copyOfCommand, type Workplace } from '../support/workplace.ts';
import { ACCOUNT, ORIGIN } from './big-journal.ts';

const RECORDS = 100_000;

const STATUS = 'status of a plan, no journal';
const STATUS_BESIDE = 'status of a plan beside 100,000 records';
const CLAIM = 'the claim of a run, an empty journal';
const CLAIM_BESIDE = 'the claim of a run beside 100,000 records';
const HALT = 'a halt, no record but the account’s';
const HALT_BESIDE = 'a halt beside 100,000 records';
const VERIFY = 'journal verify of 100,000 records';

export async function besideBigJournal(place: Workplace, isQuick: boolean): Promise<readonly Figure[]> {
  const folder = `${place.folder}/big`;
  mkdirSync(folder, { mode: 0o700 });
  const cli = copyOfCommand(place);
  const worker = await bundled(place, new URL('big-worker.ts', import.meta.url));
  const [big, empty] = [`${folder}/big.db`, `${folder}/empty.db`];
  const made = resultOf(worker, ['make', big, String(RECORDS)]) as number;
  if (made < RECORDS) throw new Error(`${made} records`);
  writeFileSync(`${folder}/plan.yaml`, planText(1));
  const config = `version: 1\nexchange: { baseUrl: '${ORIGIN}', account: ${ACCOUNT} }\n`;
  writeFileSync(`${folder}/ordo.config.yaml`, config);
  const status = (file: string): string[] => [cli, 'status', 'plan.yaml', '--journal', file];
  const timed = (...args: string[]): Cost => costOf({ file: process.execPath, args, folder });
  const halted = (file: string): Cost => {
    const cost = timed(cli, 'halt', '--why', 'bench', '--journal', file);
    timed(cli, 'halt', '--lift', '--why', 'bench', '--journal', file);
    return cost;
  };
  const rounds = await interleaved(
    {
      [STATUS]: () => timed(...status(`${folder}/none.db`)),
      [STATUS_BESIDE]: () => timed(...status(big)),
      [CLAIM]: () => timed(worker, 'claim', empty),
      [CLAIM_BESIDE]: () => timed(worker, 'claim', big),
      [HALT]: () => halted(empty),
      [HALT_BESIDE]: () => halted(big),
      [VERIFY]: () => timed(cli, 'journal', 'verify', '--journal', big),
    },
    isQuick ? 2 : 5,
  );
  return [
    rounds.plain(STATUS),
    rounds.against(STATUS_BESIDE, STATUS, 2),
    rounds.plain(CLAIM),
    rounds.against(CLAIM_BESIDE, CLAIM, 2),
    rounds.plain(HALT),
    { ...rounds.against(HALT_BESIDE, HALT, 2), target: { of: 'median', most: 1000 } },
    { ...rounds.plain(VERIFY), target: { of: 'median', most: 2000 } },
    {
      what: 'peak memory of that status',
      unit: 'MiB',
      samples: [peakOf(status(big), folder)],
      target: { of: 'worst', most: 120 },
    },
  ];
}
