/** What can be broken around a live run. */
import { chmodSync, cpSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { PaperOptions } from '../../src/paper/server.ts';
import { bids, place } from '../../proofs/support/ordo.ts';
import { selfSigned } from '../../proofs/support/self-signed.ts';
import { between } from './between.ts';
import { BID, configOf, keyed, plan, type Desk, type Version } from './checked-desk.ts';
import { here } from './here.ts';
import { afterTest, journalOf, run, type At } from './live.ts';

/** Makes it so, and says where the command runs then. */
type Break = (it: Desk, version: Version) => At | void | Promise<At | void>;

export interface Broken {
  readonly what: string;
  /** The check that refuses first, and the exit code; undefined: nothing does. */
  readonly by?: readonly [check: string, exitCode: number];
  readonly make?: Break;
  readonly options?: PaperOptions;
  /** What is given to run and doctor alike. */
  readonly given?: readonly string[];
  readonly only?: Version;
}

export const LIST =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.001","minSize":"0.001"}}}';
export const config =
  (...lines: string[]): Break =>
  ({ at }, version) =>
    void at.write('ordo.config.yaml', [configOf(version), ...lines].join('\n'));
export const planned =
  (...orders: string[]): Break =>
  ({ at }) =>
    void at.write('plan.yaml', plan(...orders));
export const text =
  (name: string, words: string): Break =>
  ({ at }) =>
    void at.write(name, words);
export const env =
  (variables: Record<string, string>): Break =>
  ({ at }) =>
    keyed(at, variables);
export const without =
  (...names: string[]): Break =>
  ({ at }) => ({ ...at, env: Object.fromEntries(Object.entries(at.env).filter(([name]) => !names.includes(name))) });
export const both =
  (...all: Break[]): Break =>
  async (it, version) => {
    let at: At | undefined;
    for (const one of all) at = (await one({ ...it, at: at ?? it.at }, version)) ?? at;
    return at;
  };
/** What a shell says that gives the keys of the paper exchange. */
export const GIVES = `printf '{"key":"paper","secret":"paper","passphrase":"paper"}'`;

/** The keys come by a program of `exchange.keysCommand`, and by nothing else. */
export const keyProgram =
  (says: string, mode: number): Break =>
  (it, version) => {
    it.at.write('keys', `#!/bin/sh\n${says}\n`);
    chmodSync(join(it.at.folder, 'keys'), mode);
    it.at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version}, keysCommand: [./keys] }\n`);
    return without('ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE')(it, version);
  };
export const placed: Break = async ({ at }) => void (await run(at));
export const halted: Break = async ({ at }) => void (await here(['halt', '--why', 'news'], at));
export const execution = (words: string): Break => config(`execution: { ${words} }`);
export const account = (changes: object): Break => {
  const sized =
    'version: 1\nname: sized\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, side: open-long, size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000 }\n';
  return ({ at, paper }, version) => {
    at.write('ordo.config.yaml', configOf(version));
    at.write('instruments.json', LIST);
    at.write('plan.yaml', sized);
    const file = {
      version: 1,
      asOf: new Date().toISOString(),
      origin: paper.origin,
      account: 'default',
      asset: 'USDT',
      equity: '20000',
      ...changes,
    };
    at.write('account.json', JSON.stringify(file));
  };
};
export const answers =
  (part: string, status: number, body: string): Break =>
  async ({ at, paper }) =>
    keyed(at, {
      ORDO_BASE_URL: (await between(paper, (path) => (path.includes(part) ? { status, body } : undefined))).origin,
    });

export const untrusted: Break = async ({ at }) => {
  const { key, cert } = selfSigned('127.0.0.1', Date.now() + 86_400_000);
  const server = createTlsServer({ key, cert }, (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterTest(() => new Promise((resolve) => void server.close(() => resolve())));
  return keyed(at, { ORDO_BASE_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
};

/** Another journal placed the plan. */
export const elsewhere: Break = async ({ at, paper }, version) => {
  const other = place(paper.origin);
  afterTest(() => other.remove());
  for (const name of ['plan.yaml', 'ordo.config.yaml']) cpSync(join(at.folder, name), join(other.folder, name));
  other.write('ordo.config.yaml', configOf(version));
  await run(other);
};

/** Its own journal placed it, and another copy of that journal went on. */
export const overtaken: Break = async (it, version) => {
  const { at, paper } = it;
  await run(at);
  await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at);
  const other = place(paper.origin);
  afterTest(() => other.remove());
  cpSync(join(at.folder, 'state'), join(other.folder, 'state'), { recursive: true });
  for (const name of ['plan.yaml', 'ordo.config.yaml']) cpSync(join(at.folder, name), join(other.folder, name));
  other.write('ordo.config.yaml', configOf(version));
  await run(other, '--again', 'cancelled');
  at.write('plan.yaml', bids('checked', 2));
};

export const inJournal =
  (change: (file: string) => void): Break =>
  async (it, version) => {
    await placed(it, version);
    change(journalOf(it.at));
  };
export const UNKNOWN = { faults: { 'drop-before': 1 } } as const;
export const two = (...more: string[]): Break =>
  planned(BID, 'id: more, side: open-long, size: 0.01, price: 59000', ...more);

export function changed(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}
