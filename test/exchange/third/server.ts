/** An exchange that speaks the third dialect, and shares no code with its client. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A row of its lists, in its own words. */
interface Row {
  readonly ref: string;
  readonly tag: string;
  readonly since: number;
  stands: string;
  readonly [field: string]: string | number;
}

export interface ThirdExchange {
  readonly origin: string;
  /** `METHOD target body`, of every request whose signature is right. */
  readonly requests: readonly string[];
  readonly rows: readonly Row[];
  close(): Promise<void>;
}

type Want = Readonly<Record<string, string>>;
type Said = readonly [status: number, body: object];

const SECRET = 'third-secret';

const isSigned = ({ method = '', url = '', headers }: IncomingMessage, body: string): boolean => {
  const stamp = String(headers['access-timestamp']);
  return (
    createHmac('sha256', SECRET).update(`${stamp}${method}${url}${body}`).digest('base64') === headers['access-sign']
  );
};

/** It refuses what is too small. An order of this size it takes, and hangs up before it answers. */
export async function startThirdExchange(lostSize: string): Promise<ThirdExchange> {
  const requests: string[] = [];
  const rows: Row[] = [];
  const place = (want: Want): object => {
    if (Number(want['much']) < 0.001) return { tag: want['tag'], done: false, ill: 'SMALL', because: 'much too small' };
    const ref = String(900_000_000_000_000_000n + BigInt(rows.length));
    rows.push({ ...want, ref, tag: String(want['tag']), had: '0', since: Date.now(), stands: 'waits' });
    return { tag: want['tag'], ref, done: true };
  };
  const off = (ref: string): Said => {
    const row = rows.find((one) => one.ref === ref);
    if (row === undefined) return [400, { code: 'GONE', msg: 'no such want' }];
    row.stands = 'left';
    return [200, { ref, done: true }];
  };
  const told = (path: string, query: URLSearchParams): Said => {
    const [, stands, kind] = /^\/third\/rows\/(rests|over)\/(plain|once)$/.exec(path) ?? [];
    const found = rows.filter(
      (row) =>
        (row.stands === 'waits') === (stands === 'rests') &&
        'once' in row === (kind === 'once') &&
        row['pair'] === (query.get('pair') ?? row['pair']),
    );
    const skip = Number(query.get('skip'));
    return [200, { code: 'FINE', data: { rows: found.slice(skip, skip + 2) } }];
  };
  const answer = ({ method, url = '' }: IncomingMessage, body: string): Said => {
    const { pathname, searchParams } = new URL(url, 'http://third');
    if (pathname === '/third/now') return [200, { now: Date.now() }];
    if (method === 'DELETE') return off(pathname.split('/').at(-1) ?? '');
    if (method === 'GET') return told(pathname, searchParams);
    const asked = JSON.parse(body) as Want & { readonly wants?: readonly Want[] };
    return [200, asked.wants === undefined ? place(asked) : { wants: asked.wants.map(place) }];
  };
  const server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const isPublic = request.url === '/third/now';
    const isOurs = isPublic || isSigned(request, body);
    if (isOurs) requests.push(`${request.method} ${request.url} ${body}`.trim());
    const [status, said] = isOurs ? answer(request, body) : ([401, { code: 'KEY', msg: 'signed wrongly' }] as const);
    if (request.method === 'POST' && body.includes(`"much":"${lostSize}"`)) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    rows,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
