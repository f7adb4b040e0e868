/** Everything that can happen to a run with keys, and servers that give back what they were sent. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { FAULTS } from '../../src/paper/faults.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { selfSigned } from '../support/self-signed.ts';
import { httpAnswer, startFaultServer, type Received } from '../support/fault-server.ts';
import type { Place } from '../support/ordo.ts';
import type { Canaries } from './canaries.ts';
import { journalOf } from '../ledger-check.ts';
import { WIDE } from '../random-plans.ts';
import { INTERFACE, WORDS } from '../spoken.ts';

export type Run = (at: Place, more?: readonly string[], env?: Record<string, string>) => Promise<void>;

/** What happens to one run; `run` is the command on the scene's plan. */
export interface Scene {
  readonly name: string;
  /** A file that it must leave, or it shows nothing. */
  readonly leaves?: RegExp;
  /** Its runs ask the exchange's lists. */
  readonly asksLists?: true;
  /** Its runs ask what the account is set to, where no order says it. */
  readonly asksAccount?: true;
  /** Only a process of its own shows it. */
  readonly isProcess?: true;
  /** `fail` says what is wrong beside what was searched. */
  play(scene: { at: Place; run: Run; canaries: Canaries; fail: (words: string) => void }): Promise<void>;
}

/** Closes the server however the run ended. */
async function closing(ran: Promise<void>, server: { close(): Promise<void> }): Promise<void> {
  try {
    await ran;
  } finally {
    await server.close();
  }
}

const echo = ({ headers }: Received): string => [...headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');

/** A server that gives back all it was sent; then these commands. */
const echoing = (
  name: string,
  answer: (said: string, oneLine: string) => Buffer,
  then: readonly (readonly string[])[] = [],
): Scene => ({
  name,
  play: async ({ at, run }) => {
    const server = await startFaultServer({
      onRequest: (request, socket) => socket.end(answer(echo(request), echo(request).replaceAll('\r\n', ' '))),
    });
    const all = async (): Promise<void> => {
      for (const args of [[], ...then]) await run(at, args, { ORDO_BASE_URL: server.origin });
    };
    await closing(all(), server);
  },
});

/** Every form in which a run is told later, and every file that is written of a plan. */
const TOLD_LATER: readonly (readonly string[])[] = [
  ...['lines', 'md', 'junit', 'html', 'json'].map((form) => ['report', '--as', form]),
  ['report', '--as', 'html', '--out', 'run.html'],
  ['replay', '--output', 'ndjson'],
  ['replay'],
  ['run', '--live', '--out', 'reviewed.json'],
];

const statusLine = (said: string): Buffer =>
  Buffer.from(`HTTP/1.1 400 ${said.slice(0, 900)}\r\ncontent-length: 0\r\nx-echo: ${said.slice(0, 900)}\r\n\r\n`);

const onPaper = (name: string, options: Parameters<typeof startPaperExchange>[0], then: Scene['play']): Scene => ({
  name,
  play: async (scene) => {
    const { canaries } = scene;
    const paper = await startPaperExchange({ ...WIDE, ...options, credentials: canaries });
    const at = { ...scene.at, env: { ...scene.at.env, ORDO_BASE_URL: paper.origin } };
    await closing(then({ ...scene, at }), paper);
  },
});

const once: Scene['play'] = ({ at, run }) => run(at);

const ACCOUNT_SCENES: readonly Scene[] = [
  {
    ...echoing('the headers in the refusal of the settings', (_, line) =>
      httpAnswer(400, JSON.stringify({ msg: line })),
    ),
    asksAccount: true,
  },
  {
    ...echoing('the headers in the settings', (_, line) =>
      httpAnswer(200, JSON.stringify([{ symbol: line, marginType: line, separatedType: line }])),
    ),
    asksAccount: true,
  },
];

export const SCENES: readonly Scene[] = [
  onPaper('success', {}, once),
  onPaper('rejection', { faults: { 'reject-one': 1 } }, once),
  ...FAULTS.map((fault) => onPaper(`the fault ${fault}`, { faults: { [fault]: 1 } }, once)),
  {
    ...onPaper('a second run, a look at it, and a settle', { faults: { 'drop-after': 1 } }, async ({ at, run }) => {
      await run(at);
      for (const args of [['status'], ['settle'], ['run', '--live'], ['validate']]) await run(at, args);
    }),
    asksLists: true,
  },
  onPaper('a journal that is a folder', {}, async ({ at, run }) => {
    mkdirSync(journalOf(at), { recursive: true });
    await run(at);
  }),
  {
    ...onPaper('a journal that goes', { latencyMs: 60 }, async ({ at, run }) => {
      setTimeout(() => rmSync(journalOf(at), { force: true }), 180);
      await run(at);
    }),
    isProcess: true,
  },
  onPaper('garbage for a journal', {}, async ({ at, run }) => {
    mkdirSync(join(at.folder, 'state', 'ordo'), { recursive: true });
    writeFileSync(journalOf(at), Buffer.alloc(9000, 7));
    await run(at);
  }),
  onPaper('an abort in flight', { latencyMs: 400 }, ({ at, run }) => run(at, ['abort'])),
  onPaper('a report asked for by a live run', { latencyMs: 400 }, ({ at, run }) => run(at, ['refused'])),
  onPaper('a report on a fatal error', {}, ({ at, run }) => run(at, ['fatal'])),
  {
    ...onPaper('a report on a signal', {}, ({ at, run }) => run(at, ['signal'])),
    leaves: /^report\..*\.json$/,
  },
  {
    name: 'keys of no account',
    play: async ({ at, run }) => {
      const paper = await startPaperExchange(WIDE);
      await closing(run(at, [], { ORDO_BASE_URL: paper.origin }), paper);
    },
  },
  {
    name: 'a key that is no header',
    play: async ({ at, run, canaries }) => {
      const paper = await startPaperExchange(WIDE);
      const env = { ORDO_BASE_URL: paper.origin, ORDO_API_PASSPHRASE: `${canaries.passphrase}\nключ` };
      await closing(run(at, [], env), paper);
    },
  },
  {
    name: 'a certificate of nobody',
    play: async ({ at, run }) => {
      const { key, cert } = selfSigned('127.0.0.1', Date.now() + 86_400_000);
      const server = createTlsServer({ key, cert }, (socket) => socket.on('error', () => {}));
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const { port } = server.address() as AddressInfo;
      await run(at, [], { ORDO_BASE_URL: `https://127.0.0.1:${port}` });
      server.close();
    },
  },
  ...[301, 302, 303, 307, 308].map((status) =>
    echoing(`a redirect ${status}`, (_, line) => httpAnswer(status, line, { location: 'http://127.0.0.1:9/' })),
  ),
  echoing('the headers in a refusal', (_, line) => httpAnswer(400, JSON.stringify({ code: line, msg: line }))),
  echoing(
    'the headers in a refusal, told later',
    (_, line) => httpAnswer(400, JSON.stringify({ code: WORDS.engineCode, msg: `INVALID_ARGUMENT: ${line}` })),
    TOLD_LATER,
  ),
  echoing('the headers in a page', (said) => httpAnswer(403, `<pre>${said}</pre>`)),
  echoing('the headers in a success', (_, line) =>
    httpAnswer(200, JSON.stringify({ [WORDS.orderId]: line, [WORDS.clientOid]: line })),
  ),
  {
    ...echoing('the headers in a list', (_, line) => httpAnswer(200, JSON.stringify([{ [WORDS.orderId]: line }]))),
    asksLists: true,
  },
  {
    ...echoing('the headers in the refusal of a list', (_, line) => httpAnswer(400, JSON.stringify({ msg: line }))),
    asksLists: true,
  },
  ...(INTERFACE === 'v2' ? [] : ACCOUNT_SCENES),
  echoing('the headers in a server error', (_, line) => httpAnswer(500, JSON.stringify({ msg: line }))),
  echoing('the headers in a rate limit', (_, line) => httpAnswer(200, JSON.stringify({ code: '1', msg: line }))),
  echoing('the headers in the status line', (_, line) => statusLine(line)),
  echoing('the headers as garbage', (said) => Buffer.from(`${said}\r\n\r\n${said}`)),
  echoing('a body cut short', (said) => Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: 90000\r\n\r\n${said}`)),
];
