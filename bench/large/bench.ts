/** Whole commands on large plans: many orders written out, and many orders from few lines. */
import { writeFileSync } from 'node:fs';
import { ajvCli } from '../support/ajv-cli.ts';
import type { Figure } from '../support/figures.ts';
import { ladderText, RUNGS } from '../support/ladder-text.ts';
import { planText } from '../support/plan-text.ts';
import { costOf, costOfTelling, peakOf, type Command } from '../support/processes.ts';
import { interleaved } from '../support/rounds.ts';
import { BASE } from '../support/starts.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

const ROUNDS = 9;
const QUICK_ROUNDS = 5;
const PEAKS = 3;
const QUICK_PEAKS = 2;
const ORDERS = 10_000;
const LADDERS = ORDERS / RUNGS;

const AJV_CLI = `ajv-cli, ${ORDERS} orders`;
const VALIDATE = `ordo validate, ${ORDERS} orders`;
const DRY_RUN = `ordo run, dry, ${ORDERS} orders of ${LADDERS} ladders`;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  const { folder } = place;
  try {
    const cli = copyOfCommand(place);
    writeFileSync(`${folder}/plan.yaml`, planText(ORDERS));
    writeFileSync(`${folder}/ladders.yaml`, ladderText(LADDERS));
    const node = (...args: readonly string[]): Command => ({ file: process.execPath, args, folder });
    const cases = {
      [BASE]: () => costOf(node('-e', '0')),
      [AJV_CLI]: () => costOf(node(...ajvCli('plan.yaml'))),
      [VALIDATE]: () => costOf(node(cli, 'validate', 'plan.yaml')),
      // As a person reads it: from a pipe, so that every line is written and read.
      [DRY_RUN]: () => costOfTelling(node(cli, 'run', 'ladders.yaml'), /10,000/),
    };
    const rounds = await interleaved(cases, isQuick ? QUICK_ROUNDS : ROUNDS);
    const peaks = Array.from({ length: isQuick ? QUICK_PEAKS : PEAKS }, () =>
      peakOf([cli, 'validate', 'plan.yaml'], folder),
    );
    return [
      rounds.plain(AJV_CLI),
      rounds.against(VALIDATE, AJV_CLI, 1),
      { what: '… peak memory', unit: 'MiB', samples: peaks, target: { of: 'worst', most: 150 } },
      rounds.plain(BASE),
      rounds.against(DRY_RUN, BASE, 10),
    ];
  } finally {
    place.remove();
  }
}
