import { describe, expect, it } from 'vitest';
import { kill, newFile, openJournal, readState, startChild, statesIn, statesOf } from '../support/journal-files.ts';

const CHILDREN = 6;
const account = { origin: 'http://127.0.0.1:1', name: 'main' };

describe('a run that is killed', () => {
  it('in the middle of a commit leaves all of the call before and nothing of this one', async () => {
    const file = newFile();
    const child = startChild('die-in-commit.ts', file, 'p', account.origin);
    expect(await child.line()).toBe('first call on disk');
    expect(await child.line()).toBe('in the middle');
    const whole = { a: 'in-flight', b: 'in-flight', c: 'in-flight' };
    const options = { plan: 'p' };
    expect(statesIn(await readState(file, options))).toEqual(whole);
    await kill(child);
    expect(statesIn(await readState(file, options))).toEqual(whole);
    const journal = await openJournal(file, { plan: 'p' });
    expect(await statesOf(journal)).toEqual(whole);
  });
});

describe('many first runs of different accounts on one new file', () => {
  it('all record', async () => {
    const file = newFile();
    const atMs = String(Date.now() + 500);
    const children = Array.from({ length: CHILDREN }, (_, index) =>
      startChild('open-at-once.ts', file, `account${index}`, atMs),
    );
    const said = await Promise.all(children.map((child) => child.line()));
    expect(said).toEqual(Array.from({ length: CHILDREN }, () => 'recorded'));
    for (let index = 0; index < CHILDREN; index++) {
      const options = { plan: 'p', account: { ...account, name: `account${index}` } };
      expect(statesIn(await readState(file, options))).toEqual({ a: 'in-flight' });
    }
  });
});
