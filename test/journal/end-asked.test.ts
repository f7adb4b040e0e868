/** A request to a follower to end: met by the process that it names, while that follows the plan, and by no run after it. */
import { expect, it } from 'vitest';
import type { EndRequest } from '../../src/journal/records/end-asked.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { newFile, OpenJournal, openJournal, optionsFor, reader } from '../support/journal-files.ts';
import { PLAN } from '../support/plan-builder.ts';

const { account } = optionsFor('');
const RUN = {
  plan: PLAN.name,
  generation: PLAN.generation,
  planFile: 'plan.yaml',
  digest: 'd',
  isFollow: true,
} as const;
const ASKED = { command: 'cancel', pid: 8, user: 'tester', host: 'here', atMs: WALL_START_MS };
const END = { exit: 0, counts: {} } as unknown as Parameters<OpenJournal['finish']>[0];

const ask = (file: string, over: Partial<EndRequest> = {}): Promise<void> =>
  reader(file).askToEnd(account, {
    plan: PLAN.name,
    command: 'cancel',
    follower: { pid: 7, host: 'here' },
    ...over,
  });

it('is met by the follower that it names, though it has its claim, and stays in force', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  expect(await journal.endAsked()).toBeUndefined();
  await ask(file);
  expect(await journal.endAsked()).toEqual(ASKED);
  expect(await journal.endAsked()).toEqual(ASKED);
  expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
});

it.each([
  ['another plan', { plan: 'other' }],
  ['another process', { follower: { pid: 9, host: 'here' } }],
  ['that process of another machine', { follower: { pid: 7, host: 'there' } }],
])('asks nobody else: %s', async (_, over) => {
  const file = newFile();
  const journal = await openJournal(file);
  await ask(file, over);
  expect(await journal.endAsked()).toBeUndefined();
});

it('is of one account', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await reader(file).askToEnd(
    { ...account, name: 'other' },
    { plan: PLAN.name, command: 'cancel', follower: { pid: 7, host: 'here' } },
  );
  expect(await journal.endAsked()).toBeUndefined();
});

it('asks the plan in all its generations: they have one lock', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.begin({ ...RUN, generation: 2 });
  await ask(file);
  expect(await journal.endAsked()).toEqual(ASKED);
});

it('is met where it came before the run began, by whoever had the claim', async () => {
  const file = newFile();
  const journal = await OpenJournal.open(optionsFor(file));
  await ask(file);
  await journal.begin({ ...RUN, isFollow: undefined } as unknown as typeof RUN);
  await journal.begin(RUN);
  expect(await journal.endAsked()).toEqual(ASKED);
  await journal.release();
});

it('is not met by a later run, though its process has the number of one that was killed', async () => {
  const file = newFile();
  await openJournal(file);
  await ask(file);
  // The first one never ended its run.
  const later = await OpenJournal.open(optionsFor(file));
  await later.begin(RUN);
  expect(await later.endAsked()).toBeUndefined();
  await ask(file);
  expect(await later.endAsked()).toEqual(ASKED);
  await later.release();
});

it('is forgotten once the run has ended: the next run of the same process goes on', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await ask(file);
  expect(await journal.endAsked()).toEqual(ASKED);
  await journal.finish(END);
  expect(await journal.endAsked()).toBeUndefined();
  await journal.begin(RUN);
  expect(await journal.endAsked()).toBeUndefined();
});

it('says in the journal who asks whom, and for what', async () => {
  const file = newFile();
  await openJournal(file);
  await ask(file);
  const kinds: string[] = [];
  await reader(file).records(({ kind, said }) => {
    if (kind === 'end-asked') kinds.push(JSON.stringify(said()));
  });
  expect(kinds).toEqual([
    JSON.stringify({
      host: 'here',
      user: 'tester',
      pid: 8,
      plan: PLAN.name,
      command: 'cancel',
      follower: { pid: 7, host: 'here' },
    }),
  ]);
});

it('is forgotten by whoever has its claim for longer, once a run of it has ended since', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.finish(END);
  await ask(file);
  await journal.begin({ ...RUN, plan: 'other', isFollow: undefined } as unknown as typeof RUN);
  await journal.finish(END);
  await journal.begin(RUN);
  expect(await journal.endAsked()).toBeUndefined();
});

it('is void once whoever asked has taken it back, and asked again it is in force', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await ask(file);
  await ask(file, { withdrawn: true });
  expect(await journal.endAsked()).toBeUndefined();
  await ask(file);
  expect(await journal.endAsked()).toEqual(ASKED);
});

it('is void, too, where it came before the run began and was taken back since', async () => {
  const file = newFile();
  const journal = await OpenJournal.open(optionsFor(file));
  await ask(file);
  await journal.begin(RUN);
  expect(await journal.endAsked()).toEqual(ASKED);
  await ask(file, { withdrawn: true });
  expect(await journal.endAsked()).toBeUndefined();
  await journal.release();
});

it('is void where nobody can wait for it any more: 30 s after it was asked, however the wall clock was put on', async () => {
  const file = newFile();
  let [wallMs, upMs] = [WALL_START_MS, 50_000];
  const machine = { wallMs: () => wallMs, uptimeMs: () => upMs };
  const journal = await openJournal(file, machine);
  await reader(file, machine.wallMs, machine.uptimeMs).askToEnd(account, {
    plan: PLAN.name,
    command: 'cancel',
    follower: { pid: 7, host: 'here' },
  });
  wallMs += 3_600_000;
  upMs += 29_000;
  expect(await journal.endAsked()).toBeDefined();
  upMs += 2_000;
  expect(await journal.endAsked()).toBeUndefined();
});
