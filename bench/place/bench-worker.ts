/** `worker <client> <origin> <calls> <folder>`: warms the client up, then places that many batches and prints what it took. */
import type { Client, Place } from './batch-client.ts';

export interface Placing {
  readonly cpuUsPerCall: number;
  readonly callsPerSecond: number;
}

export const CLIENTS = {
  ordo: async (place) => (await import('./client-ordo.ts')).ordo(place, true),
  'ordo without a journal': async (place) => (await import('./client-ordo.ts')).ordo(place, false),
  ky: async (place) => (await import('./client-rivals.ts')).bareKy(place),
  undici: async (place) => (await import('./client-rivals.ts')).bareUndici(place),
  ccxt: async (place) => (await import('./client-rivals.ts')).ccxt(place),
} satisfies Record<string, (place: Place) => Promise<Client>>;

const WARM_UP_CALLS = 600;

if (import.meta.main) {
  const [name = '', origin = '', calls = '0', folder = ''] = process.argv.slice(2);
  const client = await CLIENTS[name as keyof typeof CLIENTS]({ origin, folder });
  await client.prepare('warm-up', WARM_UP_CALLS)();
  const place = client.prepare('measured', Number(calls));
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  await place();
  const { user, system } = process.cpuUsage(startedCpu);
  const ms = performance.now() - startedMs;
  const placing: Placing = {
    cpuUsPerCall: (user + system) / Number(calls),
    callsPerSecond: (Number(calls) / ms) * 1000,
  };
  console.log(JSON.stringify(placing));
  // Sockets that are kept alive would keep the process, too.
  process.exit(0);
}
