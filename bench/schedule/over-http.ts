/**
 * The built command against the paper exchange over HTTP, by version 3, in windows of half the length: 10 orders in 5 s, 50 in 30 s.
 * A run for each way of counting, side by side, as all of them mostly wait.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Counting } from '../../src/paper/counting.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import type { Limits } from '../../src/model/call.ts';
import { bareEnvironment } from '../support/processes.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

export const ORDERS = 60;
export const HALF: Omit<Limits, 'inFlight'> = {
  ip: { amount: 500, windowMs: 5000 },
  uid: { amount: 50, windowMs: 30_000 },
  orderCalls: { amount: 10, windowMs: 5000 },
  countsOrders: true,
};

const CONFIG = `version: 1
exchange: { interface: v3, ipWeight: 500/5s, orderCalls: 10/5s, orderCallsPerMinute: 50/30s }
`;
const PLAN = `version: 1
name: over-http
defaults: { symbol: cmt_btcusdt }
orders:
${Array.from({ length: ORDERS }, (_, at) => `  - { id: bid-${at}, side: open-long, size: 0.01, price: ${60_000 - at} }`).join('\n')}
`;

interface Placed {
  /** From the first order to the last, where the exchange receives them. */
  readonly ms: number;
  /** Of all requests. */
  readonly refused: number;
}

const LATENCY_MS = 20;

export async function placedOverHttp(countings: readonly Counting[]): Promise<readonly Placed[]> {
  const place = workplace();
  try {
    const command = copyOfCommand(place);
    return await Promise.all(countings.map((counting) => placed(command, `${place.folder}/${counting}`, counting)));
  } finally {
    place.remove();
  }
}

async function placed(command: string, folder: string, counting: Counting): Promise<Placed> {
  const { ip: ipWeight, uid: orderCallsPerMinute, orderCalls } = HALF;
  const windows = { ipWeight, orderCalls, orderCallsPerMinute, counting };
  const paper = await startPaperExchange({ ...windows, latencyMs: LATENCY_MS });
  try {
    mkdirSync(folder);
    writeFileSync(`${folder}/ordo.config.yaml`, CONFIG);
    writeFileSync(`${folder}/plan.yaml`, PLAN);
    const code = await ended(command, folder, paper.origin);
    if (code !== 0 || paper.orders.length !== ORDERS) throw new Error(`${counting}: ${code}, ${paper.orders.length}`);
    const times = paper.requests.filter(({ method }) => method === 'POST').map(({ receivedAtMs }) => receivedAtMs);
    return { ms: Math.max(...times) - Math.min(...times), refused: paper.refusedByRate };
  } finally {
    await paper.close();
  }
}

const ended = (command: string, folder: string, origin: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const keys = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };
    const child = spawn(process.execPath, [command, 'run', 'plan.yaml', '--execute', '--live', '--yes'], {
      cwd: folder,
      env: { ...bareEnvironment(folder), ...keys, ORDO_BASE_URL: origin },
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });
