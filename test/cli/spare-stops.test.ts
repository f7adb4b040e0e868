/** A stop that closes more than is at stake: `status` says so, as it closes whatever is there when it fires. */
import { expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: breakout
defaults: { symbol: cmt_btcusdt, reference: 64000 }
orders:
  - { id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010 }
  - { id: break-stop, side: close-long, size: 0.05, trigger: 63010, price: market }
  - { id: target, side: close-long, size: 0.05, trigger: 66000, price: market }
  - { id: bid, side: open-long, size: 0.01, price: 63500, stopLoss: 63000 }
`;
const SPARE = 'break-stop closes 0.05 more than is at stake: whatever long cmt_btcusdt is there when it fires';

test.each(INTERFACES)('%s: a stop whose entry was taken off is spare, and a target is none', async (version) => {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
  at.write('plan.yaml', PLAN);
  const told = async (...args: string[]): Promise<string> => (await here(args, at)).stdout.replaceAll(/\s+/g, ' ');
  await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
  expect(await told('status', 'plan.yaml')).not.toContain('more than is at stake');
  await here(['cancel', 'plan.yaml', '--only', 'break', '--execute', '--live', '--yes'], at);
  for (const args of [['status', 'plan.yaml'], ['status'], ['status', 'plan.yaml', '--refresh']]) {
    const text = await told(...args);
    expect(text).toContain(`${SPARE} ✓ hold`);
    expect(text).not.toContain('target closes');
  }
  // Nothing is left at stake: the stop is there all the same.
  await here(['cancel', 'plan.yaml', '--only', 'bid', '--execute', '--live', '--yes'], at);
  expect(await told('status', 'plan.yaml')).toContain(`${SPARE} – hold`);
});
