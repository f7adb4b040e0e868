/** A server that only the config names is asked nothing, and none is told the password in clear text. */
import { describe, expect, test } from 'vitest';
import { bids, place } from '../../proofs/support/ordo.ts';
import { asker, type Asker, type Asking } from '../../proofs/support/password-asker.ts';
import { here } from '../support/here.ts';
import { afterTest, type At } from '../support/live.ts';

/** A plan, and a config whose journal is that server. */
async function reviewer(how: Asking = 'in clear text'): Promise<{ at: At; server: Asker; address: string }> {
  const server = await asker(how);
  const at = place('http://127.0.0.1:9');
  afterTest(() => (server.close(), at.remove()));
  const address = `postgres://desk@127.0.0.1:${server.port}/ordo`;
  at.write('ordo.config.yaml', `version: 1\njournal: ${address}\n`);
  for (const name of ['plan.yaml', 'other.yaml']) at.write(name, bids('branch', name === 'plan.yaml' ? 2 : 3));
  return { at, server, address };
}

describe('a server that the config names alone', () => {
  test.each([
    ['status', 'plan.yaml'],
    ['run', 'plan.yaml', '--live'],
    ['run', 'plan.yaml', '--live', '--execute', '--yes'],
    ['settle', 'plan.yaml'],
    ['cancel', 'plan.yaml'],
    ['report', 'plan.yaml'],
    ['instruments'],
    ['journal', 'info'],
  ])('is not connected to by %s %s %s', async (...words) => {
    const { at, server, address } = await reviewer();
    const ended = await here(words, at);
    expect([ended.code, ended.stderr]).toEqual([
      2,
      expect.stringContaining(`the journal ${address} is named only by the config`) as string,
    ]);
    expect(ended.stderr).toContain(`say --journal ${address} or ORDO_JOURNAL`);
    expect(server.heard()).toHaveLength(0);
  });

  test('is nothing that a difference of two plans needs: the code is left out, with a word', async () => {
    const { at, server, address } = await reviewer();
    const ended = await here(['diff', 'plan.yaml', 'other.yaml'], at);
    expect(ended.stdout).toContain('a live run would be refused now');
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(`the journal ${address} is named only by the config`);
    expect(ended.stdout).not.toContain('--approve');
    expect([ended.stderr, server.heard().length]).toEqual(['', 0]);
  });

  test('is nothing that an explanation needs', async () => {
    const { at, server } = await reviewer();
    const ended = await here(['explain', 'plan.yaml', 'bid-1'], at);
    expect([ended.code, ended.stderr, server.heard().length]).toEqual([0, '', 0]);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain('is named only by the config');
    expect(ended.stdout).toContain('no journal was looked at');
  });
});

test('a server of the user’s own is not told the password in clear text', async () => {
  const { at, server, address } = await reviewer();
  const ended = await here(['status', 'plan.yaml', '--journal', address.replace('@', ':hush-hush@')], at);
  expect([ended.code, ended.stderr]).toEqual([
    2,
    expect.stringContaining('asks for the password in clear text') as string,
  ]);
  expect(server.heard().length).toBeGreaterThan(0);
  expect(server.heard().toString('latin1')).not.toContain('hush');
});

test('a server of the user’s own is answered otherwise', async () => {
  const { at, server, address } = await reviewer('under MD5');
  const asked = here(['status', 'plan.yaml', '--journal', address.replace('@', ':hush-hush@')], at);
  await expect.poll(() => server.heard().toString('latin1')).toContain('md5');
  server.close();
  expect((await asked).code).toBe(2);
});
