import { expect, test } from 'vitest';
import type { Append } from '../../src/ledger/record-log.ts';
import { Writer } from '../../src/ledger/writer.ts';

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
    catchUp: () => {},
    close: () => {},
  };
  return { writer: new Writer(log, (act) => void setImmediate(act)), commits };
}

/** A write of one record. */
const word =
  (text: string) =>
  (append: Append): string => {
    append({ kind: 'question', atMs: 0, uptimeMs: null, said: { text } });
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
