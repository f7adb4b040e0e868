/** Several runs on one machine, and one that the system stops for a while. */
import { describe, expect, test } from 'vitest';
import { bids, eventsOf, ofKind, ordo, start, type Ended } from '../../proofs/support/ordo.ts';
import { NO_LISTS, afterTest, paperAndPlace, run, said, status } from '../support/live.ts';
import { startFaultServer } from '../../proofs/support/fault-server.ts';

test('three accounts and the question for contracts at once keep the window of the machine’s address', async () => {
  // The exchange counts the three as the one account that their key has: its own window is not what is tried here.
  const { paper, at } = await paperAndPlace({
    ipWeight: { amount: 60, windowMs: 2000 },
    uidWeight: { amount: 1500, windowMs: 10_000 },
  });
  const plans = ['one', 'two', 'three'].map((account) => {
    at.write(
      `${account}.config.yaml`,
      `version: 1\nexchange: { account: ${account}, ipWeight: 60/2s, orderCalls: 500/1s }\nexecution: { maxOrdersPerCall: 1 }\n`,
    );
    at.write(`${account}.yaml`, bids(account, 25));
    return [`${account}.yaml`, '--config', `${account}.config.yaml`];
  });
  // One key serves the three, which a person says on purpose.
  const runs = plans.map((words) =>
    ordo(['run', ...words, '--execute', '--live', '--yes', '--rebind', '--output', 'ndjson'], at),
  );
  const lists = [1, 2].map((n) => ordo(['instruments', '--out', `list-${n}.json`, '--config', 'one.config.yaml'], at));
  const codes = (await Promise.all([...runs, ...lists])).map(({ code }) => code);
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  expect(paper.orders).toHaveLength(75);
  expect(paper.refusedByRate).toBe(0);
});

describe('a run that the system stops', () => {
  test('does not go on sending when it goes on', async () => {
    const { paper, at } = await paperAndPlace();
    at.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { orderCalls: 1/1s }\nexecution: { maxOrdersPerCall: 1, maxPause: 2s }\n',
    );
    at.write('plan.yaml', bids('slept', 20));
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/"accepted"/);
    running.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 4500));
    const placed = paper.orders.length;
    running.child.kill('SIGCONT');
    const ended = await running.ended;
    expect(ended.code).toBe(6);
    expect(paper.orders.length).toBe(placed);
    expect(ended.stdout).toContain('did not run for');
    expect(ofKind(eventsOf(ended), 'order-outcome')).toHaveLength(20);
    expect(await status(at)).toContain(`${placed} accepted`);
  });
});

const answering = async (line: string, body = ''): Promise<{ ended: Ended; asked: number }> => {
  let asked = 0;
  const server = await startFaultServer({
    onRequest: (_request, socket) => {
      asked += 1;
      socket.end(`HTTP/1.1 ${line}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    },
  });
  afterTest(() => server.close());
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', NO_LISTS);
  at.write('plan.yaml', bids('limited', 1));
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: server.origin } };
  return { ended: await run(there), asked };
};

describe('a refusal by the rate limit', () => {
  test.each([
    ['that asks to wait a day', '429 Too Many\r\nRetry-After: 86400', 'rate-limit', 8],
    ['that bans this address', '418 Banned', 'rate-limit', 8],
  ])('%s ends the run at once, and its orders were not sent', async (_, line, reason, code) => {
    const { ended, asked } = await answering(line);
    expect([ended.code, asked]).toEqual([code, 1]);
    expect(new Set(said(ended).map((one) => one.split(' ')[1]))).toEqual(new Set([reason]));
  });

  test('that names an order is unknown, and does not go again', async () => {
    const { ended, asked } = await answering('429 Too Many', '{"orderId":"596471064624628269"}');
    expect([ended.code, asked]).toEqual([7, 1]);
    expect(said(ended)[0]).toContain('unknown');
  });
});
