import type { Rate, Weight } from '../model/call.ts';
import { createMeter, type Counting, type Meter } from './counting.ts';

export interface AdmissionRates {
  readonly ipWeight: Rate;
  readonly uidWeight: Rate;
  /** Order calls per account; undefined: not counted. */
  readonly orderCalls: Rate | undefined;
}

/** Who spends: the remote address, and the account if the request names the known key. */
export interface Spender {
  readonly address: string;
  readonly hasAccount: boolean;
  /** What it takes of the window of order calls. */
  readonly orderCalls: number;
}

/**
 * The weight windows. A request is counted in every window that it touches, or in none if one of them is full: a request
 * that is refused here was not processed, and costs nothing.
 */
export class Admission {
  readonly #createMeter: (rate: Rate) => Meter;
  readonly #rates: AdmissionRates;
  readonly #byAddress = new Map<string, Meter>();
  readonly #account: Meter;
  readonly #orderCalls: Meter | undefined;

  constructor(rates: AdmissionRates, counting: Counting, phaseMs: number) {
    this.#rates = rates;
    this.#createMeter = (rate) => createMeter(rate, counting, phaseMs);
    this.#account = this.#createMeter(rates.uidWeight);
    this.#orderCalls = rates.orderCalls === undefined ? undefined : this.#createMeter(rates.orderCalls);
  }

  /** Whether all windows had room; then the request is counted. */
  admit(spender: Spender, weight: Weight, nowMs: number): boolean {
    const charges: [Meter, number][] = [[this.#meterOf(spender.address), weight.ip]];
    if (spender.hasAccount) charges.push([this.#account, weight.uid]);
    if (spender.hasAccount && this.#orderCalls !== undefined) charges.push([this.#orderCalls, spender.orderCalls]);
    if (!charges.every(([meter, amount]) => meter.fits(amount, nowMs))) return false;
    for (const [meter, amount] of charges) meter.count(amount, nowMs);
    return true;
  }

  #meterOf(address: string): Meter {
    let meter = this.#byAddress.get(address);
    if (meter === undefined) {
      meter = this.#createMeter(this.#rates.ipWeight);
      this.#byAddress.set(address, meter);
    }
    return meter;
  }
}
