/** What a session refuses: a value each time, with nothing sent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import {
  compilePlan,
  connectExchange,
  EXIT,
  JournalError,
  loadConfig,
  openLedger,
  openSession,
  orThrow,
  type CompiledPlan,
  type OrderSessionOptions,
} from '../../src/index.ts';
import { afterTest } from '../support/live.ts';
import { compiledOf, folder, held, ledgerOf, memory, paperOf } from '../support/sessions.ts';

describe('what is refused is a value, and nothing is sent', () => {
  test('an account that another session holds', async () => {
    const connection = await paperOf();
    const url = `sqlite:${join(folder(), 'journal.db')}`;
    for (const [one, other] of [[memory()], [orThrow(openLedger(url)), orThrow(openLedger(url))]]) {
      const ledger = one as OrderSessionOptions['ledger'];
      const first = await held({ ledger, connection });
      const second = await openSession({ ledger: other ?? ledger, connection });
      expect(second).toMatchObject({ ok: false, error: { exitCode: EXIT.locked } });
      if (!second.ok) expect(second.error.message).toContain(`pid ${process.pid}`);
      await first.close();
      await held({ ledger: other ?? ledger, connection });
    }
  });

  test('a key that is not the account’s, unless it was replaced', async () => {
    const paper = await paperOf();
    const ledger = memory();
    const first = await held({ ledger, connection: paper });
    orThrow(await first.place(compiledOf(bids('mine', 1))));
    await first.close();
    const keys = { key: 'other', secret: 'paper', passphrase: 'paper' };
    const other = orThrow(await connectExchange({ baseUrl: paper.origin, keys }));
    afterTest(() => other.close());
    const compiled = compiledOf(bids('theirs', 1));
    const stranger = await held({ ledger, connection: other });
    expect(await stranger.place(compiled)).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
    expect(paper.taken()).toHaveLength(1);
    for (const [wrong, word] of [
      [{ baseUrl: 'http://exchange.example', keys }, 'https'],
      [{ baseUrl: paper.origin, keys: { ...keys, secret: '' } }, 'keys.secret'],
      [{ baseUrl: paper.origin, keys: { ...keys, key: 'a\nb' } }, 'keys.key'],
    ] as const) {
      const refused = await connectExchange(wrong);
      expect(refused.ok ? '' : refused.error.message).toContain(word);
    }
  });

  test('a damaged journal, a place that cannot be told, and a ledger of one’s own that fails', async () => {
    const connection = await paperOf();
    const file = join(folder(), 'journal.db');
    writeFileSync(file, 'no journal at all');
    const damaged = await openSession({ ledger: orThrow(openLedger(`sqlite:${file}`)), connection });
    expect(damaged).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
    for (const url of ['journal.db', 'sqlite:journal.db', 'postgres://here', `sqlite:${folder()}`])
      expect(openLedger(url)).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
    const onFire = new JournalError('the disk is on fire', 'put it out');
    const ledger = ledgerOf(memory(), () => Promise.reject(onFire));
    const failed = await openSession({ ledger, connection });
    expect(failed).toMatchObject({ ok: false, error: { message: 'the disk is on fire', hint: 'put it out' } });
  });

  test('a plan that is late, lowered, of another config, of other bytes, or more than was compiled', async () => {
    const connection = await paperOf();
    const ledger = memory();
    const config = orThrow(loadConfig('version: 1\npolicy: { maxStandingNotional: 1300 }\n'));
    const session = await held({ ledger, connection, config });
    const of = (text: string): CompiledPlan => compiledOf(text, { config });
    const kept = of(bids('kept', 2).replace('name:', 'generation: 2\nname:'));
    expect(await session.place(kept, { digest: 'another' })).toMatchObject({ error: { exitCode: EXIT.notAsReviewed } });
    expect(await session.place(compiledOf(bids('kept', 2)))).toMatchObject({ error: { exitCode: EXIT.usage } });
    const late = of(`validUntil: 2026-01-01T00:00:00Z\n${bids('late', 1)}`);
    expect(await session.place(late)).toMatchObject({ error: { exitCode: EXIT.notAsReviewed } });
    expect(connection.taken()).toHaveLength(0);
    orThrow(await session.place(kept, { digest: kept.digest }));
    expect(await session.place(of(bids('kept', 2)))).toMatchObject({ error: { exitCode: EXIT.notAsReviewed } });
    // What is open counts: two bids of 600 each, and one more of 600.
    expect(await session.place(of(bids('more', 1)))).toMatchObject({ error: { exitCode: EXIT.forbidden } });
    expect(connection.taken()).toHaveLength(2);
    // Compiled where the ledger knew the order, and placed where it does not.
    const known = orThrow(await session.state({ plan: 'kept', generation: 2 }));
    const none = orThrow(compilePlan(kept.checked, { known }));
    const elsewhere = await held({ ledger: memory(), connection, config });
    expect(await elsewhere.place(none)).toMatchObject({ error: { exitCode: EXIT.notAsReviewed } });
    // A plan that was placed from another ledger is found in the exchange's lists.
    expect(await elsewhere.place(kept)).toMatchObject({ error: { exitCode: EXIT.notAsReviewed } });
    expect(connection.taken()).toHaveLength(2);
    await session.close();
    expect(await session.place(kept)).toMatchObject({ error: { message: 'the session is closed' } });
  });
});
