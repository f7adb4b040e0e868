/** A copy to a server that dies between its steps: the file stays sealed, and the same command ends it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { copyJournal } from '../../src/journal/copy.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import { PgTarget } from '../../src/journal/postgres/pg-target.ts';
import { reader } from '../support/journal-files.ts';
import {
  expectSealed,
  filled,
  goOnAt,
  headOf,
  ledgerOn,
  machine,
  nameOf,
  recordsOn,
  steps,
} from '../support/moved-journals.ts';
import { ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

describe.skipIf(server === undefined)(
  'a copy that is cut off is ended by the same command',
  { timeout: 30_000 },
  () => {
    it('after the seal', async () => {
      const [file, url] = [await filled(), await fresh()];
      const head = await headOf(reader(file));
      await steps(file, url, (move) => move.seal(head));
      await expectSealed(file, `the journal ${file} is being moved to ${nameOf(url)}`);
      const other = await fresh();
      await expect(copyJournal(file, other, machine)).rejects.toThrow(`is being moved to ${nameOf(url)}`);
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head, wasThere: false });
    });

    it('before the commit', async () => {
      const [file, url] = [await filled(), await fresh()];
      const head = await headOf(reader(file));
      await steps(file, url, async (move) => {
        await move.seal(head);
        expect(await move.put(head)).toBe(true);
      });
      expect(await recordsOn(url)).toBe(0);
      await expectSealed(file, 'is being moved');
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head, wasThere: false });
    });

    it('after the commit, though the server has gone on since', async () => {
      const [file, url] = [await filled(), await fresh()];
      const head = await headOf(reader(file));
      await steps(file, url, async (move, target) => {
        await move.seal(head);
        await move.put(head);
        await target.commit();
      });
      await expectSealed(file, 'is being moved');
      await goOnAt(url);
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head, wasThere: true });
      await expectSealed(file, 'was moved');
    });

    it.each([true, false])('where nobody knows whether the server has committed (it has: %s)', async (isCommitted) => {
      const [file, url] = [await filled(), await fresh()];
      const head = await headOf(reader(file));
      const commit = vi.spyOn(PgTarget.prototype, 'commit').mockImplementationOnce(async function (this: PgTarget) {
        if (isCommitted) await this.commit();
        throw new JournalError('the connection is gone', '');
      });
      onTestFinished(() => commit.mockRestore());
      await expect(copyJournal(file, url, machine)).rejects.toThrow('the connection is gone');
      expect(await recordsOn(url)).toBe(isCommitted ? head.record : 0);
      await expectSealed(file, 'is being moved');
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head, wasThere: isCommitted });
      await expectSealed(file, 'was moved');
    });

    it('where the server dies with the commit', async () => {
      const [file, url] = [await filled(), await fresh()];
      const head = await headOf(reader(file));
      await steps(file, url, async (move, target) => {
        await move.seal(head);
        await move.put(head);
        server?.kill('SIGKILL');
        // Its sessions end a moment after it: either may come first.
        await target.commit().catch(() => {});
      });
      await server?.start();
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head });
      expect(await headOf(ledgerOn(url))).toEqual(head);
    });

    it('and never into a server that has other records by now', async () => {
      const [file, url] = [await filled(), await fresh()];
      await steps(file, url, async (move) => move.seal(await headOf(reader(file))));
      await copyJournal(await filled(), url, machine);
      expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'broken', name: nameOf(url) });
      await expectSealed(file, 'is being moved');
    });
  },
);
