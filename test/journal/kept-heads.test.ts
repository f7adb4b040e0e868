/** What servers acknowledged to this machine: many runs keep it at once, and none of them waits for another. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { witnessIn } from '../../src/journal/files/kept-heads.ts';
import type { Witnessed } from '../../src/journal/postgres/witness.ts';
import { kill, startChild } from '../support/journal-files.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const seen = (record: number, acceptedMs = 0, sum = 'ab'): Witnessed => ({ head: { record, sum }, acceptedMs });
const recordIn = (folder: string, journal: string): number | undefined =>
  witnessIn(folder).read([journal])[0]?.head.record;
const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const headFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'ordo', 'servers')).filter((name) => /^[0-9a-f]{32}-/.test(name));

describe('what is kept of a journal', () => {
  it('is the newest of what several keep, until a person takes the server as it is', () => {
    const witness = witnessIn(newFolder());
    const [one, other] = [witness.open(), witness.open()];
    one.keep(['journal'], seen(59));
    other.keep(['journal'], seen(16));
    other.keep(['another'], seen(2));
    expect(witness.read(['journal', 'unheard of'])).toEqual([seen(59)]);
    one.keep(['journal'], seen(58));
    witness.open();
    other.keep(['journal'], seen(17));
    expect(witness.read(['journal'])).toEqual([seen(59)]);
    other.keep(['journal'], seen(17, 1_763_900_000_000.125));
    one.keep(['journal'], seen(60));
    expect(witness.read(['journal'])).toEqual([seen(17, 1_763_900_000_000.125)]);
    expect(witness.read(['another'])).toEqual([seen(2)]);
  });

  it('is both of two that differ and are equally new', () => {
    const witness = witnessIn(newFolder());
    witness.open().keep(['journal'], seen(5, 0, 'aa'));
    witness.open().keep(['journal'], seen(5, 0, 'bb'));
    witness.open();
    expect(witness.read(['journal'])).toHaveLength(2);
  });

  it('is kept in no more files than there are journals and runs, and by a run whose own file another has removed', () => {
    const folder = newFolder();
    const witness = witnessIn(folder);
    const long = witness.open();
    long.keep(['journal', 'first'], seen(1));
    for (let record = 2; record < 30; record++) {
      const heads = witness.open();
      expect(headFiles(folder).length).toBeLessThanOrEqual(4);
      heads.keep(['journal', 'first'], seen(record));
      heads.keep(['journal', 'first'], seen(record + 1));
    }
    long.keep(['journal', 'first'], seen(40));
    expect(witness.read(['journal', 'first'])).toEqual([seen(40), seen(40)]);
  });

  it('is its owner’s alone, and what else lies there is left as it is', () => {
    const folder = newFolder();
    const witness = witnessIn(folder);
    witness.open();
    const strange = join(folder, 'ordo', 'servers', '.DS_Store');
    writeFileSync(strange, '');
    for (const record of [1, 2]) witness.open().keep(['../journal'], seen(record));
    witness.open();
    expect([witness.read(['../journal']), statSync(strange).size]).toEqual([[seen(2)], 0]);
    const [name = ''] = headFiles(folder);
    expect(statSync(join(folder, 'ordo', 'servers', name)).mode & 0o777).toBe(0o600);
    for (const path of [join(folder, 'ordo', 'servers'), join(folder, 'ordo')]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
      chmodSync(path, 0o770);
      expect(() => witness.read(['../journal'])).toThrow('users other than its owner may write');
      expect(() => witness.open()).toThrow('users other than its owner may write');
      chmodSync(path, 0o700);
    }
  });

  it('cannot be used where its folder is a file or leads nowhere; where there is none yet, nothing is kept or made', () => {
    const folder = newFolder();
    const witness = witnessIn(folder);
    expect([witness.read(['journal']), readdirSync(folder)]).toEqual([[], []]);
    mkdirSync(join(folder, 'ordo'), { mode: 0o700 });
    const path = join(folder, 'ordo', 'servers');
    for (const make of [() => writeFileSync(path, ''), () => symlinkSync('/nowhere/at/all', path)]) {
      make();
      expect(() => witness.open()).toThrow(`${path} cannot be used`);
      expect(() => witness.read(['journal'])).toThrow(`${path} cannot be used`);
      rmSync(path);
    }
    // It takes no new file, and is read.
    mkdirSync(join(path, 'read-me.txt'), { recursive: true, mode: 0o700 });
    expect(() => witness.open()).toThrow(`${path} cannot be used`);
    expect(witness.read(['journal'])).toEqual([]);
  });
});

describe('a run that keeps what a server acknowledged', { timeout: 60_000 }, () => {
  it('is not refused by another that starts at the same moment in a new folder', async () => {
    const children = ['one', 'other', 'third'].map((name) => startChild('keep-heads.ts', name));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (let time = 0; time < 30; time++) {
      const [folder, atMs] = [newFolder(), Date.now() + 20];
      for (const child of children) child.say(`one\t${folder}\t${atMs}`);
      expect(await Promise.all(children.map((child) => child.line()))).toEqual(['kept', 'kept', 'kept']);
      const kept = ['one', 'other', 'third', 'shared'].map((name) => recordIn(folder, name));
      expect(new Set(kept)).toEqual(new Set([atMs % 1000]));
    }
  });

  it('waits for none that is suspended, and is lowered by none', async () => {
    const [folder, note] = [newFolder(), join(newFolder(), 'note')];
    const child = startChild('keep-heads.ts', 'suspended');
    child.say(`ever\t${folder}\t${note}`);
    expect([await child.line(), await child.line()]).toEqual(['ready', 'keeping']);
    for (let time = 1; time <= 30; time++) {
      await passing(Math.random() * 10);
      child.process.kill('SIGSTOP');
      await passing(5);
      const startedMs = performance.now();
      witnessIn(folder).open().keep(['mine', 'shared'], seen(time, time));
      expect(['mine', 'shared'].map((name) => recordIn(folder, name))).toEqual([time, time]);
      expect(performance.now() - startedMs).toBeLessThan(1000);
      const noted = Number(readFileSync(note, 'utf8'));
      expect(recordIn(folder, 'suspended')).toBeGreaterThanOrEqual(noted);
      child.process.kill('SIGCONT');
    }
  });

  it('has kept what it was told though it is killed then', async () => {
    for (let time = 0; time < 5; time++) {
      const [folder, note] = [newFolder(), join(newFolder(), 'note')];
      const child = startChild('keep-heads.ts', 'killed');
      child.say(`ever\t${folder}\t${note}`);
      expect([await child.line(), await child.line()]).toEqual(['ready', 'keeping']);
      await passing(Math.random() * 20);
      await kill(child);
      expect(recordIn(folder, 'killed')).toBeGreaterThanOrEqual(Number(readFileSync(note, 'utf8')));
    }
  });
});
