/** `--json`: one object from each command that answers once, and no other meaning anywhere. */
import { expect, test } from 'vitest';
import { bids, place } from '../../proofs/support/ordo.ts';
import { allHelp } from '../../src/commands/main.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';

function desk(): ReturnType<typeof place> {
  const at = place();
  afterTest(() => at.remove());
  at.write('plan.yaml', bids('grid', 2));
  at.write('other.yaml', bids('grid', 3));
  return at;
}

test.each([['explain', 'plan.yaml', 'bid-1'], ['diff', 'plan.yaml', 'other.yaml'], ['journal', 'info'], ['doctor']])(
  'ordo %s is one object, the same as by --output json',
  async (...words) => {
    const at = desk();
    const [short, long] = [await here([...words, '--json'], at), await here([...words, '--output', 'json'], at)];
    expect(typeof JSON.parse(short.stdout)).toBe('object');
    expect(short).toMatchObject({ code: long.code, stderr: long.stderr });
    expect(Object.keys(JSON.parse(short.stdout) as object)).toEqual(Object.keys(JSON.parse(long.stdout) as object));
  },
);

test('every command whose --output takes json takes it, and no other does', async () => {
  const at = desk();
  const help = await allHelp();
  const output = [...help].flatMap(([name, { options }]) =>
    options['output']?.value === undefined ? [] : [[name, options['output'].value] as const],
  );
  expect(output.filter(([, words]) => words.split('|').includes('json')).length).toBeGreaterThan(8);
  for (const [name, words] of output) {
    // oxlint-disable-next-line no-await-in-loop -- each asks alone
    const { stderr } = await here([name, '--json', '--no-such-option'], at);
    const isTaken = words.split('|').includes('json');
    expect([name, stderr.includes(isTaken ? 'unknown option --no-such-option' : 'unknown option --json')]).toEqual([
      name,
      true,
    ]);
  }
});

test('it is given once, takes no value, and is a name behind --', async () => {
  const at = desk();
  expect((await here(['doctor', '--json', '--output', 'md'], at)).stderr).toContain('--output is given twice');
  expect((await here(['doctor', '--json=yes'], at)).stderr).toContain('unknown option --json');
  expect((await here(['diff', 'plan.yaml', '--', '--json'], at)).stderr).toContain('--json');
});
