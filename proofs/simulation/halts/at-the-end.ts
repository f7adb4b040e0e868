/** What the last flatten of a seed leaves, on an exchange that behaves: nothing of ours, and with `--all` nothing at all. */
import { EXIT, type ExitCode } from '../../../src/model/exit-code.ts';
import type { AliveOrder } from '../cancels/alive-order.ts';
import type { Surroundings } from '../life.ts';
import type { Scenario } from '../scenario.ts';
import { ALL_HELD, opensIn, sideOf, type Floor, type Held } from './floor.ts';

/** Nothing that it has to close, and can, is held. */
export const isAllDone = (floor: Floor, all: boolean): boolean =>
  ALL_HELD.every((held) => floor.heldAt(held) === 0 || (!all && !floor.openedByUs(held)) || floor.isBlocked(held));

/**
 * But for what stops a position of somebody else: it stays on as long as that is held. It stays on, too, where `mayOpen` says that
 * nobody knows whether an order of ours is there that opens its position.
 */
export const stillOpen = (floor: Floor, mayOpen: (held: Held) => boolean): AliveOrder | undefined =>
  floor
    .ours(({ rests }) => rests)
    .find(({ facts: { isTrigger, type = '', symbol } }) => {
      const stops = isTrigger && !opensIn(type);
      const held = { symbol, side: sideOf(type) };
      if (!opensIn(type) && floor.heldAt(held) > 0 && floor.isBlocked(held)) return false;
      return !stops || (floor.heldAt(held) === 0 && !mayOpen(held));
    });

/** What never arrived no list can show, and the journal has it as unknown until a person settles it. */
export const mayOpen =
  ({ disk }: Surroundings, { orders }: Scenario) =>
  ({ symbol, side }: Held): boolean =>
    [...disk.orders().values()]
      .filter(({ state }) => state === 'unknown')
      .some(({ id }) =>
        orders.some(
          (words) =>
            (id === words.id || id.startsWith(`${words.id}-`)) &&
            (words['symbol'] ?? symbol) === symbol &&
            words['side'] === `open-${side.toLowerCase()}`,
        ),
      );

interface End {
  readonly around: Surroundings;
  readonly floor: Floor;
  readonly scenario: Scenario;
}

export function judgeEnd(
  { around, floor, scenario }: End,
  { all, code }: { readonly all: boolean; readonly code: ExitCode | undefined },
): void {
  const { accuse, venue, disk } = around;
  if (!isAllDone(floor, all)) accuse('ends', `the last flatten ends with ${code}, and something is held`);
  const open = stillOpen(floor, mayOpen(around, scenario));
  if (open !== undefined) accuse('ends', `the last flatten ends with ${code}, and ${open.facts.clientOid} is open`);
  const foreign = ALL_HELD.filter((held) => floor.heldAt(held) > 0);
  const states = [...disk.orders().values(), ...disk.closes().values()];
  // What never arrived no list can show: a person settles it.
  const isUnknown = states.some(({ state, clientOid }) => state === 'unknown' && !venue.byClientOid.has(clientOid));
  // A record of version 3 always has how much was filled: of one that went off unfilled, 0.
  const isWhose = !all && venue.wire.interface === 'v2' && foreign.some((held) => isUntold(held, floor, scenario));
  const expected = isUnknown || isWhose ? EXIT.unknown : foreign.length > 0 ? EXIT.incomplete : EXIT.done;
  if (code !== expected) accuse('ends', `the last flatten${all ? ' of all' : ''} ends with ${code}, for ${expected}`);
}

/** An order of ours that opens it went off unfilled, and no record of this exchange says how far one was filled. */
function isUntold({ symbol, side }: Held, floor: Floor, { nature }: Scenario): boolean {
  const type = side === 'LONG' ? '1' : '2';
  const off = floor.ours(
    ({ facts, now }) => facts.symbol === symbol && facts.type === type && now.state === 'cancelled',
  );
  return nature.cancels?.filled === 'record-silent' && off.length > 0;
}
