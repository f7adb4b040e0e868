/** One order explained: what the library says is what the command says, from the same journal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  EXIT,
  explanationText,
  loadInstruments,
  loadPlan,
  openLedger,
  orThrow,
  type CheckedPlan,
} from '../../src/index.ts';
import { explain, headline, PLAN, written } from '../support/explained.ts';
import { journalOf, paperAndPlace, run, type At } from '../support/live.ts';

const VALUE = ['--var', 'entry=63900'];

const checkedIn = (at: At): CheckedPlan => {
  const instruments = orThrow(loadInstruments(readFileSync(join(at.folder, 'instruments.json'), 'utf8')));
  return orThrow(loadPlan(PLAN, { file: 'plan.yaml', instruments, variables: { entry: 63900 } }));
};

test('an order, a rung and a ladder, before and after they are sent', async () => {
  const { paper, at } = await paperAndPlace();
  const checked = checkedIn(written(at));
  const sent = {
    ledger: orThrow(openLedger(`sqlite:${journalOf(at)}`)),
    account: { origin: paper.origin, name: 'default' },
  };
  const areSame = async (isAccepted: boolean): Promise<void> => {
    for (const id of ['entry', 'pullback-2', 'pullback', 'bail-out']) {
      const said = await explain(at, id, ...VALUE);
      expect(orThrow(await explanationText(checked, id, { sent, width: 80 }))).toBe(said.stdout);
      expect(headline(said).includes('accepted')).toBe(isAccepted);
    }
  };
  await areSame(false);
  expect((await run(at, ...VALUE)).code).toBe(0);
  await areSame(true);
  expect(orThrow(await explanationText(checked, 'entry'))).not.toContain('accepted');
});

test('an order that the plan does not have is refused, with the one that is meant', async () => {
  const { at } = await paperAndPlace();
  const refused = await explanationText(checkedIn(written(at)), 'entri');
  expect(refused).toMatchObject({
    ok: false,
    error: {
      exitCode: EXIT.usage,
      message: 'the plan has no order entri',
      hint: 'did you mean entry? a dry run lists its orders: ordo run plan.yaml',
    },
  });
});
