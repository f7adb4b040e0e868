/** Plans placed on version 3 over HTTP, and a reader of its requests that shares no code with who writes them. */
import { expect } from 'vitest';
import type { PaperExchange, PaperOptions, ReceivedRequest } from '../../src/paper/server.ts';
import { here } from './here.ts';
import { paperAndPlace, run, said } from './live.ts';

/** Windows that are short, and met: a run of 2,000 orders goes through them twice or more. */
export const WINDOWS: PaperOptions = {
  orderCalls: { amount: 500, windowMs: 400 },
  orderCallsPerMinute: { amount: 900, windowMs: 1000 },
  banMs: 60_000,
};
export const V3 =
  'version: 1\ninstruments: instruments.json\nexchange: { interface: v3, orderCalls: 500/400ms, orderCallsPerMinute: 900/1s }\n';
export const V2 = 'version: 1\ninstruments: instruments.json\nexchange: { interface: v2 }\n';

const DECIMAL = /^\d+(?:\.\d+)?$/;
const ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const COMMON = { symbol: /^[A-Z0-9]+USDT$/, side: /^(BUY|SELL)$/, positionSide: /^(LONG|SHORT)$/, quantity: DECIMAL };
const presets = (target: string, stop: string): Shape => ({ [`${target}?`]: DECIMAL, [`${stop}?`]: DECIMAL });

/** Fields by name, what each must look like; with `?` it may be left out. */
type Shape = Readonly<Record<string, RegExp>>;
const ofOrder = (type: 'LIMIT' | 'MARKET'): Shape => ({
  ...COMMON,
  type: new RegExp(`^${type}$`),
  newClientOrderId: ID,
  ...(type === 'LIMIT' && { price: DECIMAL, timeInForce: /^(GTC|IOC|FOK|POST_ONLY)$/ }),
  ...presets('tpTriggerPrice', 'slTriggerPrice'),
});
const ofTrigger = (type: 'STOP' | 'STOP_MARKET'): Shape => ({
  ...COMMON,
  type: new RegExp(`^${type}$`),
  clientAlgoId: ID,
  triggerPrice: DECIMAL,
  ...(type === 'STOP' && { price: DECIMAL }),
  ...presets('presetTakeProfitPrice', 'presetStopLossPrice'),
});
const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  '/capi/v3/order': [ofOrder('LIMIT'), ofOrder('MARKET')],
  '/capi/v3/algoOrder': [ofTrigger('STOP'), ofTrigger('STOP_MARKET')],
};

function fits(body: Readonly<Record<string, unknown>>, shape: Shape): boolean {
  const isGood = (name: string): boolean => {
    const pattern = shape[name] ?? shape[`${name}?`];
    const value = body[name];
    return pattern !== undefined && typeof value === 'string' && pattern.test(value);
  };
  const needed = Object.keys(shape).filter((name) => !name.endsWith('?'));
  return Object.keys(body).every(isGood) && needed.every((name) => name in body);
}

/** The requests that place and have a field that no shape has, or lack one. */
export const misshapen = (requests: readonly ReceivedRequest[]): readonly string[] =>
  requests
    .filter(({ path, body, query }) => {
      const read = JSON.parse(body) as Readonly<Record<string, unknown>>;
      return query !== '' || SHAPES[path]?.filter((shape) => fits(read, shape)).length !== 1;
    })
    .map(({ path, body }) => `${path} ${body}`);

export const placing = ({ requests }: PaperExchange): readonly ReceivedRequest[] =>
  requests.filter(({ method }) => method === 'POST');

/** The exchange, once every order of a plan is accepted. */
export async function placed(plan: string, config: string, options: PaperOptions = {}): Promise<PaperExchange> {
  const { paper, at } = await paperAndPlace(options);
  at.write('ordo.config.yaml', config);
  at.write('plan.yaml', plan);
  // The list of contracts by the same version: formulas and ladders need it.
  expect((await here(['instruments'], at)).code).toBe(0);
  const ended = await run(at);
  expect([ended.code, ended.code === 0 ? '' : ended.stderr + ended.stdout.slice(0, 600)]).toEqual([0, '']);
  const outcomes = said(ended);
  expect(outcomes.filter((one) => !one.endsWith(' accepted'))).toEqual([]);
  expect(paper.orders).toHaveLength(outcomes.length);
  return paper;
}
