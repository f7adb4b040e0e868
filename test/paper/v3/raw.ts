/** Version 3 of the paper exchange by bare HTTP, signed by hand: no code of the client's. */
import { createHmac } from 'node:crypto';
import type { PaperExchange } from '../../../src/paper/server.ts';

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  /** The very text. */
  readonly text: string;
  readonly json: never;
}

/** `signed`: the text that is signed, where it differs from what is sent. */
export async function ask(
  { origin }: Pick<PaperExchange, 'origin'>,
  method: 'GET' | 'POST' | 'DELETE',
  target: string,
  {
    body,
    signed,
    key = 'paper',
    headers = {},
    atMs = Date.now(),
  }: {
    readonly body?: unknown;
    readonly signed?: string;
    readonly key?: string;
    /** In place of those of a signed request; undefined takes one away. */
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly atMs?: number;
  } = {},
): Promise<Said> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(atMs);
  const sign = createHmac('sha256', 'paper')
    .update(signed ?? timestamp + method + target + text)
    .digest('base64');
  const all = {
    'ACCESS-KEY': key,
    'ACCESS-SIGN': sign,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-PASSPHRASE': 'paper',
    'Content-Type': 'application/json',
    ...headers,
  };
  const response = await fetch(origin + target, {
    method,
    ...(text !== '' && { body: text }),
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
  });
  const said = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(said);
  } catch {
    json = undefined;
  }
  return {
    status: response.status,
    headers: response.headers,
    text: said,
    json: json as never,
  };
}

export const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '60000',
  newClientOrderId: 'bid-1',
};
export const TRIGGER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'STOP_MARKET',
  quantity: '0.01',
  triggerPrice: '65000',
  clientAlgoId: 'stop-1',
};

/** An order of another client order id. */
export const orderOf = (newClientOrderId: string, changes: object = {}): object => ({
  ...ORDER,
  newClientOrderId,
  ...changes,
});
