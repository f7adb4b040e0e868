/** How a connection comes to be, or why not: certificates of a desk’s own authority, and what stands between a run and its server. */
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bids, start } from '../../proofs/support/ordo.ts';
import { MessageReader, type Message } from '../../proofs/support/postgres-messages.ts';
import { owner } from '../../proofs/support/postgres-programs.ts';
import { startPostgres } from '../../proofs/support/postgres-server.ts';
import { selfSigned } from '../../proofs/support/self-signed.ts';
import { ROOMY } from '../support/journal-files.ts';
import { paperAndPlace } from '../support/live.ts';
import { ACCOUNT, ledgerOn } from '../support/moved-journals.ts';
import { clientOn } from '../support/own-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'ordo-certificates-'));
const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];

function writeCertificate(): void {
  const { cert, key } = selfSigned('127.0.0.1', Date.now() + 86_400_000);
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  if (owner.uid === undefined) return;
  chmodSync(folder, 0o755);
  for (const file of [certFile, keyFile]) chownSync(file, owner.uid, owner.gid);
}

writeCertificate();
const server = await startPostgres({
  fsync: true,
  settings: { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile },
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fresh = async (): Promise<string> => (await server?.newDatabase()) ?? '';

async function claim(url: string): Promise<void> {
  const got = await ledgerOn(url).claim({ account: ACCOUNT, plan: { plan: 'p', generation: 1 } }, ROOMY);
  if (got.ok) await got.value.release();
}

/** A pooler gives its clients numbers of its own. */
async function startPooler(url: string): Promise<string> {
  const pooler = createServer((client) => {
    const behind = connect(Number(new URL(url).port), '127.0.0.1');
    const reader = new MessageReader(false);
    for (const socket of [client, behind]) socket.on('error', () => {});
    client.on('data', (bytes) => void behind.write(bytes)).on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
    behind.on('data', (bytes: Buffer) => {
      for (const message of reader.read(bytes)) client.write(renumbered(message));
    });
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void pooler.close());
  return Object.assign(new URL(url), { port: String((pooler.address() as AddressInfo).port) }).href;
}

function renumbered({ type, bytes }: Message): Buffer {
  const own = Buffer.from(bytes);
  if (type === 'K') own.writeInt32BE(own.readInt32BE(5) + 1, 5);
  return own;
}

describe.skipIf(server === undefined)('a connection', { timeout: 30_000 }, () => {
  it('by TLS to an IP address trusts the authority that the address names, and no warning is written', async () => {
    const { paper, at } = await paperAndPlace();
    const url = `${await fresh()}?sslmode=verify-full&sslrootcert=${certFile}`;
    at.write('plan.yaml', bids('by-tls', 1));
    const env = { ...at.env, ORDO_JOURNAL: url };
    const ended = await start(['run', 'plan.yaml', '--execute', '--live', '--yes'], { ...at, env }).ended;
    expect([ended.code, ended.stderr, paper.orders.length]).toEqual([0, '', 1]);
  });

  it('says that the authority is not known, and how to name it', async () => {
    const url = `${await fresh()}?sslmode=verify-full`;
    await expect(claim(url)).rejects.toMatchObject({
      message: expect.stringContaining(
        'its certificate is from an authority that this machine does not know',
      ) as string,
      hint: expect.stringContaining('?sslrootcert=/') as string,
    });
    await expect(claim(`${url}&sslrootcert=${join(folder, 'none.crt')}`)).rejects.toThrow('sslrootcert cannot be read');
  });

  it('says that the password file was passed over for its mode', async () => {
    const url = new URL(await fresh());
    const file = join(folder, 'pgpass');
    writeFileSync(file, `*:*:*:*:${url.password}\n`, { mode: 0o644 });
    url.password = '';
    vi.stubEnv('PGPASSFILE', file);
    vi.stubEnv('PGPASSWORD', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(claim(url.href)).rejects.toMatchObject({
      message: expect.stringContaining(`the password file ${file} is ignored`) as string,
      hint: `chmod 600 ${file}`,
    });
    chmodSync(file, 0o600);
    await claim(url.href);
  });

  it('through a pooler is refused before a lock is taken or a table is made', async () => {
    const url = await fresh();
    const through = await startPooler(url);
    for (const look of [claim, (at: string): Promise<unknown> => ledgerOn(at).account(ACCOUNT)])
      await expect(look(through)).rejects.toMatchObject({
        message: expect.stringContaining('a pooler is in between') as string,
        hint: expect.stringContaining('connect to the server itself') as string,
      });
    const client = await clientOn(url);
    const { rows } = await client.query(
      `select to_regclass('ordo.journal') as made, (select count(*)::integer from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())) as locks`,
    );
    expect(rows).toEqual([{ made: null, locks: 0 }]);
  });
});
