/** Somebody else who is at work on an account, for what a run and a doctor say meanwhile. */
import { defaultConfig } from '../../src/model/config.ts';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import { machine } from '../../src/system/machine.ts';
import { afterTest } from './live.ts';

/** How a ledger opens for them. */
export const BESIDE = {
  ...machine,
  self: { pid: 1, user: 'somebody', host: 'elsewhere', since: '2026-01-01T00:00:00.000Z' },
};

/** They hold all of the account, or one plan of it, until the test ends or the answer is called. */
export async function heldBeside(ledger: Ledger, origin: string, plan?: string): Promise<() => Promise<void>> {
  const scope = {
    account: { origin, name: 'default' },
    ...(plan !== undefined && { plan: { plan, generation: 1 } }),
  };
  const claimed = await ledger.claim(scope, defaultConfig.exchange.limits);
  if (!claimed.ok) throw new Error('held by another');
  let released: Promise<void> | undefined;
  const release = async (): Promise<void> => (released ??= Promise.resolve(claimed.value.release()));
  afterTest(release);
  return release;
}
