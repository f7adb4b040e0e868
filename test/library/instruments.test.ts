/** The exchange's list, asked for by a program: what the command would write, or its refusal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedPort, httpAnswer, startFaultServer } from '../../proofs/support/fault-server.ts';
import { askInstruments, EXIT, loadInstruments, openLedger, orThrow } from '../../src/index.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';

const ledger = orThrow(openLedger('memory:'));

test('is the list that the command writes, whole or in part', async () => {
  const { paper, at } = await paperAndPlace();
  expect((await here(['instruments'], at)).code).toBe(0);
  const written = orThrow(loadInstruments(readFileSync(join(at.folder, 'instruments.json'), 'utf8')));
  const { list, leftOut } = orThrow(await askInstruments({ baseUrl: paper.origin, ledger }));
  expect(leftOut).toEqual([]);
  expect(JSON.stringify([...list.bySymbol])).toBe(JSON.stringify([...written.bySymbol]));
  expect(list.source).toBe(written.source);
  const one = orThrow(await askInstruments({ baseUrl: paper.origin, ledger, symbols: ['cmt_btcusdt'] }));
  expect([...one.list.bySymbol.keys()]).toEqual(['cmt_btcusdt']);
  expect(await askInstruments({ baseUrl: paper.origin, ledger, symbols: ['cmt_btcusd'] })).toMatchObject({
    ok: false,
    error: { code: 'exchange/unknown-symbol', exitCode: EXIT.usage, message: 'the exchange lists no cmt_btcusd' },
  });
});

test('what is no list is a refusal, and so is an address that is none', async () => {
  const limited = await startFaultServer({
    onRequest: (_, socket) => void socket.write(httpAnswer(429, '{"code":"429","msg":"too many"}')),
  });
  afterTest(() => limited.close());
  for (const [baseUrl, exitCode] of [
    [limited.origin, EXIT.rateLimited],
    [`http://127.0.0.1:${await closedPort()}`, EXIT.usage],
    ['http://exchange.example', EXIT.usage],
  ] as const)
    expect(await askInstruments({ baseUrl, ledger })).toMatchObject({ ok: false, error: { exitCode } });
});
