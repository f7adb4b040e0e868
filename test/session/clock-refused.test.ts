import { describe, expect, it } from 'vitest';
import { acceptsAll, clockRefused, notSent, type Script } from '../support/sim-exchange.ts';
import { butCall, ORDERS, saidOf, sent, statesOf, stopsOf } from './readings.ts';
import { rig } from './rig.ts';

/** Every call's timestamp is refused until the clock is set, at whatever time the call comes. */
const firstTimes =
  (count: number): Script =>
  (call, time) => ({ result: time <= count ? clockRefused : acceptsAll(call), afterMs: 10 });

describe('a call whose timestamp is refused', () => {
  it('goes again under the server’s time, which is asked once for all', async () => {
    const one = await rig({ orders: ORDERS.slice(0, 4), script: firstTimes(1), limits: { inFlight: 2 } });
    const tally = await one.run();
    expect(one.exchange.asked).toEqual([10]);
    expect(sent(one).slice(0, 4)).toEqual(['1 at 0', '2 at 0', '1 at 40', '2 at 40']);
    expect(saidOf(one, 'accepted')).toEqual(['o1', 'o2', 'o3', 'o4']);
    expect(tally.exitCode(undefined)).toBe(0);
  });

  it('was not taken, says the journal before it goes again', async () => {
    const one = await rig({ orders: ORDERS.slice(0, 1), script: firstTimes(1) });
    await one.run();
    expect(one.log.map(({ what }) => what)).toEqual([
      'intent',
      'placed',
      'returned',
      'recorded',
      'intent',
      'placed',
      'returned',
      'recorded',
      'told',
    ]);
    expect(statesOf(one)).toEqual(['o1 accepted']);
  });

  it('and refused again is rejected, and ends the sending: access is refused', async () => {
    const one = await rig({ orders: ORDERS, script: firstTimes(2), limits: { inFlight: 1 } });
    const tally = await one.run();
    expect(sent(one)).toEqual(['1 at 0', '1 at 40']);
    expect(one.said()).toEqual([
      'o1 rejected',
      ...['o2', 'o3', 'o4', 'o5', 'o6'].map((id) => `${id} withheld: stopped`),
    ]);
    expect(statesOf(one)).toEqual(['o1 rejected']);
    expect(stopsOf(one)).toBe(1);
    expect(tally.exitCode(undefined)).toBe(6);
  });

  it('goes no more where the server does not give its time', async () => {
    const one = await rig({ orders: ORDERS, script: firstTimes(1), limits: { inFlight: 2 }, tellsTime: false });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', '2 at 0']);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6);
    expect(statesOf(one)).toEqual(['o1 never-sent', 'o2 never-sent']);
  });

  it('does not ask for the time, nor go again, when the run was stopped meanwhile', async () => {
    const one = await rig({ orders: ORDERS, script: firstTimes(1), limits: { inFlight: 1 } });
    one.clock.after(5, () => one.placing.stop('stopped', 'interrupted'));
    await one.run();
    expect(one.exchange.asked).toEqual([]);
    expect(sent(one)).toEqual(['1 at 0']);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6);
  });

  it('keeps its weight, and the question takes its own: both may have been counted', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 1),
      script: firstTimes(1),
      limits: { ip: { amount: 5, windowMs: 1000 } },
    });
    await one.run();
    // 2 for the refused call, 1 for the question, 2 for the call again: the window is exactly full.
    expect(sent(one)).toEqual(['1 at 0', '1 at 40']);
    expect(one.claim.gauges().ip.used).toBe(5);
    const full = await rig({
      orders: ORDERS.slice(0, 1),
      script: firstTimes(1),
      limits: { ip: { amount: 4, windowMs: 1000 } },
    });
    await full.run();
    expect(sent(full)).toEqual(['1 at 0', '1 at 1015']);
  });

  it('waits out a pause that another call asked for', async () => {
    const script = butCall(1, (call, time) => ({ result: time === 1 ? clockRefused : acceptsAll(call), afterMs: 20 }));
    const pausing: Script = (call, time) =>
      call.number === 2 && time === 1 ? { result: notSent(), afterMs: 10 } : script(call, time);
    const one = await rig({ orders: ORDERS.slice(0, 2), script: pausing, limits: { inFlight: 2 } });
    await one.run();
    expect(one.exchange.asked).toEqual([260]);
    expect(one.exchange.placed.filter(({ sentMs }) => sentMs > 0 && sentMs < 260)).toEqual([]);
    expect(saidOf(one, 'accepted')).toEqual(['o1', 'o2']);
  });
});
