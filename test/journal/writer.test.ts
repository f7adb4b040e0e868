import { expect, test } from 'vitest';
import type { Append } from '../../src/journal/records/record-log.ts';
import { stated } from '../../src/journal/records/storable.ts';
import { Writer } from '../../src/journal/account/writer.ts';

/** A writer whose log fails at the commits of these numbers, and what it has committed. */
function setUp(failing: readonly number[] = []): { readonly writer: Writer; readonly commits: string[][] } {
  const commits: string[][] = [];
  let tries = 0;
  const log = {
    transact: <T>(work: (append: Append) => T): T => {
      const written: string[] = [];
      const value = work(({ said }) => written.push((said as { text: string }).text));
      if (failing.includes(++tries)) throw new Error(`no space at commit ${tries}`);
      commits.push(written);
      return value;
    },
    head: { record: 0, sum: '' },
    close: () => {},
  };
  return { writer: new Writer(log, (act) => void setImmediate(act)), commits };
}

/** A write of one record. */
const word =
  (text: string) =>
  (append: Append): string => {
    append({ kind: 'question', atMs: 0, uptimeMs: null, ...stated({ text }) });
    return text;
  };

test('writes of one turn share a commit, in the order they are asked for', async () => {
  const { writer, commits } = setUp();
  const plain = { despite: false };
  expect(await Promise.all(['a', 'b', 'c'].map((text) => writer.add(word(text), plain)))).toEqual(['a', 'b', 'c']);
  await writer.add(word('d'), plain);
  expect(commits).toEqual([['a', 'b', 'c'], ['d']]);
});

test('a write is told only once its commit is there', async () => {
  const { writer, commits } = setUp();
  const told = writer.add(word('a'), { despite: false }).then(() => commits.length);
  expect(commits).toEqual([]);
  expect(await told).toBe(1);
});

test('what shares a failed commit fails, and so does whatever is asked for after it', async () => {
  const { writer, commits } = setUp([1]);
  const together = await Promise.allSettled(['a', 'b'].map((text) => writer.add(word(text), { despite: false })));
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(writer.add(word('c'), { despite: false })).rejects.toThrow('no space at commit 1');
  expect(commits).toEqual([]);
});

test('an outcome is tried though an earlier write has failed', async () => {
  const { writer, commits } = setUp([1]);
  await expect(writer.add(word('an intent'), { despite: false })).rejects.toThrow('no space');
  expect(await writer.add(word('an outcome'), { despite: true })).toBe('an outcome');
  await expect(writer.add(word('the next intent'), { despite: false })).rejects.toThrow('no space');
  expect(commits).toEqual([['an outcome']]);
});

/** A writer over a store that is not on this machine: each commit takes a turn, and those of these numbers fail. */
function setUpFar(failing: readonly number[] = []): { readonly writer: Writer; readonly commits: string[][] } {
  const commits: string[][] = [];
  let tries = 0;
  const log = {
    transact: async <T>(work: (append: Append) => T): Promise<T> => {
      const written: string[] = [];
      const value = work(({ said }) => written.push((said as { text: string }).text));
      const at = ++tries;
      await new Promise((resolve) => void setImmediate(resolve));
      if (failing.includes(at)) throw new Error(`no answer at commit ${at}`);
      commits.push(written);
      return value;
    },
    head: { record: 0, sum: '' },
    close: () => {},
  };
  return { writer: new Writer(log, (act) => void setImmediate(act)), commits };
}

test('of a store elsewhere, what is asked for during a commit shares the next one', async () => {
  const { writer, commits } = setUpFar();
  const first = writer.add(word('a'), { despite: false });
  await new Promise((resolve) => void setImmediate(resolve));
  const later = ['b', 'c'].map((text) => writer.add(word(text), { despite: false }));
  expect([await first, ...(await Promise.all(later))]).toEqual(['a', 'b', 'c']);
  expect(commits).toEqual([['a'], ['b', 'c']]);
});

test('of a store elsewhere, what waits behind a commit that fails is not written, but for an outcome', async () => {
  const { writer, commits } = setUpFar([1]);
  const first = writer.add(word('a'), { despite: false });
  await new Promise((resolve) => void setImmediate(resolve));
  const intent = writer.add(word('b'), { despite: false });
  const outcome = writer.add(word('c'), { despite: true });
  const ends = await Promise.allSettled([first, intent, outcome]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(commits).toEqual([['c']]);
});

test('of a store elsewhere, all that waits is written before it is closed', async () => {
  const { writer, commits } = setUpFar();
  const told = ['a', 'b'].map((text) => writer.add(word(text), { despite: false }));
  await writer.flush();
  expect(commits).toEqual([['a', 'b']]);
  expect(await Promise.all(told)).toEqual(['a', 'b']);
});
