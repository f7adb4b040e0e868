/** `ordo flatten` where what rests on the exchange holds the size of what is to be closed: stops stay on where that wins something. */
import { describe, expect, test } from 'vitest';
import { place } from '../../proofs/support/ordo.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { between } from '../support/between.ts';
import { inCases } from '../support/cases.ts';
import { configOf, type Version } from '../support/checked-desk.ts';
import { held, planOf, LONG } from '../support/close-desk.ts';
import { FLAT, flatten, heldIn, resting, type Desk } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, run, type At } from '../support/live.ts';

const RESERVE: PaperOptions = { closes: 'reserve', presets: true };
const STOP = '  - { id: stop, side: close-long, size: 0.01, trigger: 61000, price: market, after: [entry] }\n';
const FOREIGN = `version: 1
name: other
defaults: { symbol: cmt_btcusdt, reference: 64000 }
orders:
  - { id: hand, side: close-long, size: 0.03, trigger: 62000, price: market }
`;

const words = ({ stdout }: { readonly stdout: string }): string => stdout.replaceAll(/\s+/g, ' ');

/** Triggers that wait. */
const triggers = ({ paper }: Desk) => paper.orders.filter(({ status }) => status === 'untriggered');

/** With the journal from which somebody else placed a stop. */
async function withForeign(version: Version, size = '0.04'): Promise<Desk & { readonly other: At }> {
  const made = await held(version, planOf(LONG(size), STOP.replace('0.01', size)), RESERVE);
  const other = place(made.paper.origin);
  afterTest(() => other.remove());
  other.write('ordo.config.yaml', configOf(version));
  other.write('plan.yaml', FOREIGN);
  const ended = await run(other);
  if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
  return { ...made, other };
}

describe.each(inCases(['v3', 'v2'] as const))('a flatten on %s', (version) => {
  test('keeps our stop on where a preset alone holds the size, and names it', async () => {
    const made = await held(version, planOf(LONG('0.03', 'stopLoss: 60000'), STOP), RESERVE);
    expect(triggers(made)).toHaveLength(2);
    const preset = triggers(made).find(({ size }) => size === '0.03')?.orderId ?? '';
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), triggers(made).length]).toEqual([6, '0.03 0', 2]);
    expect(words(ended)).toContain(`order ${preset} (0.03 at 60000, a preset of first: entry)`);
    expect(words(ended)).toContain(`Cancel order ${preset} on the exchange, then continue from here: ordo flatten`);
    expect(words(ended)).not.toContain('× cancelled first: stop');
  });

  test('keeps our stop on where an order of somebody else alone holds the size, and names it', async () => {
    const made = await withForeign(version);
    const foreign = triggers(made).find(({ size }) => size === '0.03')?.orderId ?? '';
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), triggers(made).length]).toEqual([6, '0.04 0', 2]);
    expect(words(ended)).toContain(`order ${foreign} (0.03 at 62000, not ordo’s)`);
    expect(words(ended)).not.toContain('NAKED');
    expect((await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], made.other)).code).toBe(0);
    expect((await flatten(made)).code).toBe(0);
    expect([heldIn(made), resting(made)]).toEqual([FLAT, 0]);
  });

  test('takes our stop off where that alone holds the size', async () => {
    const made = await held(version, planOf(LONG('0.03'), STOP), RESERVE);
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), resting(made)]).toEqual([0, FLAT, 0]);
    expect(words(ended)).toContain('× cancelled first: stop');
  });

  test('says that a position is naked whose stop was taken off for nothing', async () => {
    const { paper, at: direct } = await paperAndPlace();
    let refuses = false;
    const { origin } = await between(paper, (path) =>
      refuses && /\/order(?:\/placeOrder)?$/.test(path) ? { status: 400, body: REFUSED[version] } : undefined,
    );
    const at = { ...direct, env: { ...direct.env, ORDO_BASE_URL: origin } };
    at.write('ordo.config.yaml', configOf(version));
    at.write('plan.yaml', planOf(LONG('0.03'), STOP.replace('0.01', '0.03')));
    expect((await run(at)).code).toBe(0);
    refuses = true;
    const made = { paper, at };
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), triggers(made).length]).toEqual([6, '0.03 0', 0]);
    expect(words(ended)).toContain(
      'cmt_btcusdt long: NAKED 0.03, as its stops were taken off to make room for its close, and it is held all the same: first: stop',
    );
  });
});

const REFUSED = {
  v2: '{"code":"40015","msg":"FAILED_PRECONDITION: close size exceed"}',
  v3: '{"code":-1054,"msg":"FAILED_PRECONDITION: close size exceed"}',
} as const;
