/** Both plans on the candles that the config of the side after names. What stands in the way is a line, and stops nothing. */
import { simulationOf } from '../../actions/simulate/simulation.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import { refusalOf, refuse } from '../../refusal.ts';
import type { UnreadCandles } from '../../simulate/candles/reader.ts';
import type { Simulated } from '../../model/simulated.ts';
import type { NotSimulated, SimulatedSides } from '../../views/diff/simulated.ts';
import { pricesOf } from '../simulate/prices.ts';
import type { LoadedPlanSide, LoadedSide } from './load-side.ts';

/** A reviewed plan holds no config, and cannot be compiled again. */
export async function simulatedSides(
  before: LoadedSide,
  after: LoadedSide,
): Promise<SimulatedSides | NotSimulated | undefined> {
  if (before.kind !== 'plan' || after.kind !== 'plan') return undefined;
  try {
    const [was, is] = [await simulated(before, after), await simulated(after, after)];
    return is === undefined ? undefined : { after: is, ...(was !== undefined && { before: was }) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { why: refusal.message };
  }
}

const HOW = { fills: 'through', hold: [], expect: [] } as const;

/** Undefined where the side has no plan. */
async function simulated(
  { setup: { plan, config, instruments: listed }, schedule }: LoadedPlanSide,
  { setup, world }: LoadedPlanSide,
): Promise<Simulated | undefined> {
  if (plan === undefined || schedule === undefined) return undefined;
  const instruments = listed ?? paperInstruments;
  const prices = await pricesOf(world, { ...setup, instruments }, plan, { candles: [], path: [] });
  if (!prices.ok) return refuseUnread(prices.error);
  const fees = { ...config, simulate: setup.config.simulate };
  return simulationOf({ config: fees, instruments, plan, schedule, tried: HOW }, prices.value).simulated;
}

function refuseUnread([unread]: readonly UnreadCandles[]): never {
  const [first] = unread?.diagnostics ?? [];
  return refuse('input/unreadable', `the candles ${unread?.file ?? ''} cannot be read: ${first?.message ?? ''}`);
}
