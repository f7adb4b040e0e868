/** What may stand of the account, over plans, generations and files (docs/contract.md#policy, exit 4). */
import { standingOf, type KnownAccount, type PlanOrder } from '../../journal/records/known-account.ts';
import type { OthersOrder } from '../../journal/records/reservation.ts';
import { Decimal } from '../../model/decimal.ts';
import { isOpening, type Order, type Side } from '../../model/order.ts';
import { refusalWith, RefusalError } from '../../refusal.ts';
import { capOf, type Cap } from './cap-of.ts';
import type { PreparedRun } from './prepared-run.ts';
import { filledWorth, placedWorth, standingWorth } from './standing-worth.ts';

type Opening = Pick<PreparedRun, 'plan' | 'config' | 'schedule' | 'known'>;

/**
 * Refuses a run that opens more than may be open together with what is open already. What cannot be computed counts as a breach. A run that opens
 * nothing is never held back.
 */
export function checkStandingCap(run: Opening & Pick<PreparedRun, 'account'>): void {
  const refusal = standingRefusal(run, run.account ?? [], []);
  if (refusal !== undefined) throw refusal;
}

/** `others`: what other runs at the same time may still open. */
export function standingRefusal(
  run: Opening,
  account: KnownAccount,
  others: readonly OthersOrder[],
): RefusalError | undefined {
  const cap = capOf(run, 'maxStandingNotional');
  const opened = openedBy(run);
  if (cap === undefined || opened.length === 0) return undefined;
  const before = standingOf(account).filter(({ order: { content } }) => isOpening(content['side'] as Side));
  const replaced = new Set(opened.map(({ replaces }) => replaces));
  const beside = ({ order }: PlanOrder): Decimal | undefined =>
    // What rests of it goes off: of its place the order that takes it is counted.
    replaced.has(order.clientOid) ? filledWorth(order) : standingWorth(order);
  const worths = {
    run: opened.map((order) => ({ name: order.id, worth: placedWorth(order, run.known.get(order.id)) })),
    stands: before.map((one) => ({ name: nameOf(one, one.order), worth: beside(one) })),
    others: others.map((one) => ({ name: nameOf(one, one), worth: decimalOf(one.worth) })),
  };
  const unvalued = Object.values(worths)
    .flat()
    .find(({ worth }) => worth === undefined);
  return unvalued === undefined ? breachOf(worths, cap) : notComputed(unvalued.name, cap);
}

/** An order in words, and what it may come to be worth, in quote coin. */
interface Worth {
  readonly name: string;
  readonly worth: Decimal | undefined;
}

/** All that may be opened counts, sent now or by a follower. */
const openedBy = ({ schedule: { pending, later = [] } }: Opening): Order[] =>
  [...pending.values(), ...later].filter(({ side }) => isOpening(side));

function breachOf(
  worths: Readonly<Record<'run' | 'stands' | 'others', readonly Worth[]>>,
  { most, who, key }: Cap,
): RefusalError | undefined {
  const [run, stands, others] = [sumOf(worths.run), sumOf(worths.stands), sumOf(worths.others)];
  const total = run.plus(stands).plus(others);
  if (total.compare(most) <= 0) return undefined;
  const more = others.isZero ? '' : `, and ${others.canonical()} more may be opened by other runs`;
  return new RefusalError(
    refusalWith(
      'limit/standing-notional',
      `this run opens ${run.canonical()}, and ${stands.canonical()} is open in the account already${more}: ${total.canonical()} in all; ${who} allows ${most.toString()} (${key}.maxStandingNotional)`,
      `ordo status shows those orders; make the plan smaller, or say which orders are closed: ordo settle <plan> --closed <id>`,
    ),
  );
}

const notComputed = (name: string, { who, key }: Cap): RefusalError =>
  new RefusalError(
    refusalWith(
      'limit/standing-notional',
      `what ${name} is worth cannot be computed, so ${key}.maxStandingNotional of ${who} forbids opening more`,
      'write a limit price; or `reference` and `maxDistance`, and it is valued at the worst of them',
    ),
  );

const decimalOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : Decimal.of(text);

const nameOf = ({ plan, generation }: { plan: string; generation: number }, { id }: { id: string }): string =>
  `${id} of ${plan}, generation ${generation}`;

const sumOf = (worths: readonly Worth[]): Decimal =>
  worths.reduce((sum, { worth = Decimal.zero }) => sum.plus(worth), Decimal.zero);
