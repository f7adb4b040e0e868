/** What a request takes of the windows, and whether they have room for it. */
import type { Rate, Weight } from '../model/call.ts';
import { createMeter, type Counting, type Meter } from './counting.ts';

interface AdmissionRates {
  /** Per address, whatever version of the interface is spoken. */
  readonly ipWeight: Rate;
  /** Per account, of version 2. */
  readonly uidWeight: Rate;
  /** Order calls per account, of version 2; undefined: not counted. */
  readonly orderCalls: Rate | undefined;
  /** Orders per account, of version 3: the shorter window, then the longer one. */
  readonly orders: readonly [Rate, Rate];
  /** For how long version 3 shuts out who goes over a limit. */
  readonly banMs: number;
}

/** Who spends: the remote address, and the account if the request names the known key. */
export interface Spender {
  readonly address: string;
  readonly hasAccount: boolean;
}

/** What a window has counted, and has room for, in whole numbers. */
interface WindowGauge {
  readonly used: number;
  readonly remaining: number;
}

type Charge = readonly [meter: Meter, amount: number];

/**
 * The windows. A request is counted in every window that it touches, or in none if one of them is full: a request
 * that is refused here was not processed, and costs nothing.
 */
export class Admission {
  readonly #createMeter: (rate: Rate) => Meter;
  readonly #rates: AdmissionRates;
  readonly #byAddress = new Map<string, Meter>();
  readonly #account: Meter;
  readonly #orderCalls: Meter | undefined;
  readonly #orders: readonly [Meter, Meter];
  /** Until when an address, or the account, is shut out. */
  readonly #bans = new Map<string, number>();

  constructor(rates: AdmissionRates, counting: Counting, phaseMs: number) {
    this.#rates = rates;
    this.#createMeter = (rate) => createMeter(rate, counting, phaseMs);
    this.#account = this.#createMeter(rates.uidWeight);
    this.#orderCalls = rates.orderCalls === undefined ? undefined : this.#createMeter(rates.orderCalls);
    this.#orders = [this.#createMeter(rates.orders[0]), this.#createMeter(rates.orders[1])];
  }

  /** For version 2: whether all windows had room; then the request is counted. */
  admit(spender: Spender, weight: Weight & { readonly orderCalls: number }, nowMs: number): boolean {
    const charges: Charge[] = [[this.#meterOf(spender.address), weight.ip]];
    if (spender.hasAccount) charges.push([this.#account, weight.uid]);
    if (spender.hasAccount && this.#orderCalls !== undefined) charges.push([this.#orderCalls, weight.orderCalls]);
    return fitting(charges, nowMs);
  }

  /** For version 3, where `uid` counts orders. Whoever asks for more than there is room for is shut out for a while. */
  admitOrders(spender: Spender, weight: Weight, nowMs: number): boolean {
    if (this.#isBanned(spender, nowMs)) return false;
    const ofAddress: Charge = [this.#meterOf(spender.address), weight.ip];
    const ofAccount = spender.hasAccount ? this.#orders.map((meter): Charge => [meter, weight.uid]) : [];
    if (fitting([ofAddress, ...ofAccount], nowMs)) return true;
    const isOfAddress = !ofAddress[0].fits(ofAddress[1], nowMs);
    this.ban(isOfAddress ? { ...spender, hasAccount: false } : spender, nowMs);
    return false;
  }

  /** Shuts out the account, or the address where the request names none. */
  ban(spender: Spender, nowMs: number): void {
    this.#bans.set(spender.hasAccount ? ACCOUNT : spender.address, nowMs + this.#rates.banMs);
  }

  ipGauge({ address }: Spender, nowMs: number): WindowGauge {
    return gaugeOf(this.#meterOf(address), this.#rates.ipWeight, nowMs);
  }

  /** The shorter window, then the longer one. */
  orderGauges(nowMs: number): readonly [WindowGauge, WindowGauge] {
    const [short, long] = this.#orders;
    return [gaugeOf(short, this.#rates.orders[0], nowMs), gaugeOf(long, this.#rates.orders[1], nowMs)];
  }

  #isBanned({ address, hasAccount }: Spender, nowMs: number): boolean {
    const untilMs = (name: string): number => this.#bans.get(name) ?? Number.NEGATIVE_INFINITY;
    return nowMs < Math.max(untilMs(address), hasAccount ? untilMs(ACCOUNT) : Number.NEGATIVE_INFINITY);
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

/** No address is called this. */
const ACCOUNT = 'the account';

function fitting(charges: readonly Charge[], nowMs: number): boolean {
  if (!charges.every(([meter, amount]) => meter.fits(amount, nowMs))) return false;
  for (const [meter, amount] of charges) meter.count(amount, nowMs);
  return true;
}

/** A bucket refills in fractions: what is begun counts as used. */
function gaugeOf(meter: Meter, { amount }: Rate, nowMs: number): WindowGauge {
  const used = Math.ceil(meter.used(nowMs));
  return { used, remaining: Math.max(0, amount - used) };
}
