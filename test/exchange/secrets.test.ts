/** No secret in anything that leaves the client but the request itself: not in results, errors, or what printing shows. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret, withoutSecrets } from '../../src/exchange/keys/secret.ts';
import { closedPort, httpAnswer, type Received, type Script } from '../../proofs/support/fault-server.ts';
import { placed } from '../support/fault-cases.ts';
import { client, serve } from './rig.ts';
import { INTERFACES, SPELLINGS, type Spelling } from '../support/spellings.ts';
import { callOf, KINDS, type PromptExchange, type PromptOptions } from '../support/prompt-exchange.ts';

const CANARIES = { key: 'weex_Canary+Key/1', secret: 'Canary&Secret=2?', passphrase: 'Canary Pass%3' };
const credentials = {
  key: new Secret(CANARIES.key),
  secret: new Secret(CANARIES.secret),
  passphrase: new Secret(CANARIES.passphrase),
};

/** The spellings in which a canary could slip out. */
const spellings = (canary: string): string[] => {
  const bytes = Buffer.from(canary);
  const encoded = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
  const escaped = [encodeURIComponent(canary), new URLSearchParams({ x: canary }).toString().slice(2)];
  // The end of a Base64 text depends on what follows, so its beginning is searched for.
  return [canary, ...escaped, ...encoded.map((text) => text.slice(0, 16)), Array.from(canary).toReversed().join('')];
};
const SEARCHED = Object.values(CANARIES).flatMap(spellings);
const leaksIn = (text: string): string[] => SEARCHED.filter((one) => text.toLowerCase().includes(one.toLowerCase()));

/** Every usual way of putting a value into a log. */
function shown(value: unknown): string {
  const printed = inspect(value, { depth: 10, showHidden: true, getters: true, maxStringLength: Infinity });
  const own = value instanceof Error ? [value.stack, value.message, inspect(value.cause, { depth: 10 })] : [];
  return [printed, String(value), JSON.stringify(value), ...own].join('\n');
}

const canaryClient = (origin: string, changes: Partial<PromptOptions> = {}): PromptExchange =>
  client(origin, { credentials, ...changes });

/** Says all that it was sent. */
const echo = ({ headers }: Received): string => [...headers].map(([name, value]) => `${name}: ${value}`).join(' ');
const echoing = (status: number, text: (echoed: string) => string): Script => ({
  onRequest: (request, socket) => socket.write(httpAnswer(status, text(echo(request)))),
});

describe('the search', () => {
  it.each(SEARCHED)('finds %s where it is planted', (planted) => {
    expect(leaksIn(shown({ deep: [{ within: `…${planted}…` }] }))).not.toEqual([]);
  });

  it('finds the headers in an error that carries its request', () => {
    const request = new Request('http://127.0.0.1:1/', { headers: { 'ACCESS-KEY': CANARIES.key } });
    expect(leaksIn(shown(Object.assign(new Error('failed'), { request })))).not.toEqual([]);
  });
});

describe('no secret', () => {
  it.each(Object.entries(credentials))('in any way of showing the %s', (_name, secret) => {
    expect(leaksIn(shown(secret))).toEqual([]);
    expect(leaksIn([String(secret), inspect({ secret }, { customInspect: false, showHidden: true })].join())).toEqual(
      [],
    );
    expect(leaksIn(JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret).map(String)]))).toEqual([]);
    expect(leaksIn(inspect(structuredClone(secret)))).toEqual([]);
  });

  it('in the client, before a call, during it and after', async () => {
    const exchange = canaryClient((await serve({})).origin, { timeoutMs: 100 });
    const before = shown(exchange);
    const placing = exchange.place(callOf('single'));
    const during = shown([exchange, placing]);
    await placing;
    expect(leaksIn([before, during, shown(exchange)].join())).toEqual([]);
  });

  const SILENCE: Script = {};
  const RESET: Script = { onRequest: (_request, socket) => socket.resetAndDestroy() };
  const outcomesOf = ({ spell }: Spelling): [name: string, script: Script][] => {
    const json = (value: unknown): string => spell(JSON.stringify(value));
    return [
      ['an acceptance', echoing(200, () => spell(placed('single')))],
      ['a timeout', SILENCE],
      ['a reset', RESET],
      ['a reset on accept', { onAccept: (socket) => socket.resetAndDestroy() }],
      ['garbage that echoes the request', { onRequest: (request, socket) => socket.write(`${echo(request)}\r\n\r\n`) }],
      ['a redirect that echoes', echoing(302, (said) => said)],
      ['a page that echoes', echoing(403, (said) => `<pre>${said}</pre>`)],
      ['a refusal that echoes', echoing(400, (said) => json({ code: '40020', msg: `bad request ${said}` }))],
      ['a refusal whose code echoes', echoing(400, (said) => json({ code: said, msg: '' }))],
      ['a denial that echoes', echoing(401, (said) => json({ code: '40006', msg: `unknown ${said}` }))],
      ['a refused timestamp that echoes', echoing(401, (said) => json({ code: '40008', msg: said }))],
      ['a server error that echoes', echoing(500, (said) => json({ code: '1', msg: said }))],
      ['a rate limit that echoes', echoing(429, (said) => json({ code: '429', msg: said }))],
      ['an open error that echoes', echoing(200, (said) => json({ code: '40015', msg: said }))],
      ['an echo for a client order id', echoing(200, (said) => json({ order_id: '5', client_oid: said }))],
      ['an echo for a doubled key', echoing(200, (said) => `{${JSON.stringify(said)}:1,${JSON.stringify(said)}:2}`)],
      [
        'a batch entry that echoes',
        echoing(200, (said) => {
          const [order] = callOf('batch').orders;
          const entry = { client_oid: order?.clientOid, result: false, error_code: '1', error_message: said };
          return json({ order_info: [entry] });
        }),
      ],
    ];
  };
  it.each(
    INTERFACES.flatMap((version) =>
      outcomesOf(SPELLINGS[version]).map(([name, script]) => [name, version, script] as const),
    ),
  )('in the result of %s on %s', async (_name, version, script) => {
    const { origin } = await serve(script);
    const { operations, classify } = SPELLINGS[version];
    for (const kind of KINDS) {
      const patience = script === SILENCE ? { timeoutMs: 100 } : {};
      const result = await canaryClient(origin, { operations, classify, ...patience }).place(callOf(kind));
      expect(leaksIn(shown(result))).toEqual([]);
    }
  });

  it('where nothing listens, where TLS fails, and where the key is no header', async () => {
    const { port } = await serve({ onAccept: (socket) => socket.write('junk\r\n\r\n') });
    const unsendable = client('http://127.0.0.1:1', {
      credentials: { ...credentials, passphrase: new Secret(`${CANARIES.passphrase}\nключ`) },
    });
    const results = [
      await canaryClient(`http://127.0.0.1:${await closedPort()}`).place(callOf('single')),
      await canaryClient(`https://127.0.0.1:${port}`).place(callOf('single')),
      await unsendable.place(callOf('single')),
    ];
    expect(results.map(({ kind }) => kind)).toEqual(['not-sent', 'not-sent', 'not-sent']);
    expect(leaksIn(shown(results))).toEqual([]);
  });

  it('in what a bug of the clock throws or gives', async () => {
    const exchange = client('http://127.0.0.1:1', {
      credentials,
      wallMs: () => {
        throw new Error('no clock');
      },
    });
    const came: unknown = await exchange.place(callOf('single')).catch((error: unknown) => error);
    expect(leaksIn(shown(came))).toEqual([]);
  });
});

describe('taking secrets out of words', () => {
  it('leaves nothing of them and all else as it was', () => {
    const said = `${CANARIES.key} a ${CANARIES.secret}${CANARIES.passphrase} b ${CANARIES.key}`;
    expect(withoutSecrets(credentials)(said)).toBe('[secret] a [secret][secret] b [secret]');
  });

  it('one secret that begins another', () => {
    const nested = { ...credentials, key: new Secret('abcd'), secret: new Secret('abcdefgh') };
    expect(withoutSecrets(nested)('abcdefgh')).not.toContain('efgh');
  });
});

describe('a credential in the place of an order id', () => {
  const KEY = 'weex5Canary7Key9';
  const keyed = (origin: string): PromptExchange =>
    client(origin, { credentials: { ...credentials, key: new Secret(KEY) } });

  it.each([KEY, `9${KEY}`, `${KEY}_1`])('%s is no acceptance, of a single and of a batch', async (orderId) => {
    for (const kind of KINDS) {
      const server = await serve({
        onRequest: (_request, socket) => socket.write(httpAnswer(200, placed(kind, JSON.stringify(orderId)))),
      });
      const result = await keyed(server.origin).place(callOf(kind));
      expect(shown(result)).not.toContain(KEY);
      expect(result.kind === 'answered' && result.verdicts.map(({ outcome }) => outcome)).toEqual(
        callOf(kind).orders.map(() => 'unknown'),
      );
      if (kind !== 'batch') expect(result).toMatchObject({ verdicts: [{ rule: 'order-id-secret' }] });
    }
  });

  it('nor is it an order of a list', async () => {
    const told = JSON.stringify([{ order_id: KEY, client_oid: 'ordoa', symbol: 'cmt_btcusdt' }]);
    const server = await serve({ onRequest: (_request, socket) => socket.write(httpAnswer(200, told)) });
    const answer = await keyed(server.origin).list({
      list: 'open',
      symbol: 'cmt_btcusdt',
      page: 0,
      fromMs: 0,
      toMs: 1,
    });
    expect(answer).toEqual({ kind: 'page', orders: [], unreadable: 1 });
  });
});
