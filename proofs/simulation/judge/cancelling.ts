/** What a cancel may touch, and under what it leaves. */
import { pathOf } from '../wires/wire.ts';
import type { Facts } from './facts.ts';
import { clientOidOf } from './meant.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';

/** Whether the journal has the name, of an order of this plan, and so has the exchange. */
function isOurs(name: string, by: 'orderId' | 'clientOid', { around }: Facts): boolean {
  const clientOid = clientOidOf(name, by, around);
  if (clientOid === undefined || !around.disk.orders().has(clientOid)) return false;
  const isFired = around.venue.listed.aliveAs(name)?.facts.owner === 'fired';
  return by === 'clientOid' || isFired || around.venue.listed.standsAs(clientOid, name);
}

/** The record of the intent that a cancel of this name leaves under, or the last step where that is none. */
function intentOf(name: string, by: 'orderId' | 'clientOid', { around }: Facts): number | string {
  const clientOid = clientOidOf(name, by, around);
  const last = clientOid === undefined ? undefined : around.disk.lastStep(clientOid);
  // One that was found since its call was made goes by its client order id still.
  const isIntent = last?.step === 'cancel' || (by === 'clientOid' && last?.step === 'cancel-unplaced');
  return isIntent ? last.attempt : (last?.step ?? 'none');
}

/** How often a name may go in one command. */
const MOST = { orderId: 2, clientOid: 1 } as const;

export const CANCELLING: readonly Invariant[] = [
  at('cancel', 'cancel path', 'a cancel goes to a path that takes orders off', ({ words, request }, { around }) =>
    around.venue.wire.costs.cancel[pathOf(request.path)] === undefined ? `${words} goes to ${request.path}` : undefined,
  ),
  at('cancel', 'cancel asked', 'only a command that cancels does so', ({ words }, { life }) =>
    life.task.command === 'cancel' || life.task.replaces !== undefined
      ? undefined
      : `${words} leaves in ordo ${life.task.command}`,
  ),
  at('cancel', 'ours', 'a cancel names only orders of its plan, as the exchange has them', ({ request }, facts) =>
    firstBreach(request.names, (name) => (isOurs(name, request.by, facts) ? undefined : `${name} is not ours`)),
  ),
  at('cancel', 'cancel intent', 'the intent of a cancel is on disk before it leaves', ({ request }, facts) =>
    firstBreach(request.names, (name) => {
      const intent = intentOf(name, request.by, facts);
      return typeof intent === 'number' ? undefined : `${name} is cancelled while its last step is ${intent}`;
    }),
  ),
  at('cancel', 'one cancel intent', 'each cancel that leaves has an intent of its own', ({ request }, facts) => {
    const intent = intentOf(request.names[0] ?? '', request.by, facts);
    return typeof intent === 'number' && facts.cancels.usedIntents.has(intent)
      ? `${request.names.join(' ')} goes again on one intent`
      : undefined;
  }),
  at('cancel', 'cancel again', 'by client order id once in a command, and by order id twice at most', (moment, facts) =>
    firstBreach(moment.request.names, (name) => {
      const times = (facts.cancels.sent.get(name) ?? 0) + 1;
      return times > MOST[moment.request.by] ? `${name} is cancelled ${times} times` : undefined;
    }),
  ),
  at('cancel', 'cancel chosen', 'a cancel takes off only what was asked for', ({ request }, facts) => {
    const { life } = facts;
    const { only } = life.task;
    const known = [...facts.around.disk.orders().values()];
    return firstBreach(request.names, (name) => {
      const meant = clientOidOf(name, request.by, facts.around);
      const order = known.findLast(({ clientOid }) => clientOid === meant);
      if (order === undefined || life.replaced.has(order.id) || life.removed.has(order.id)) return undefined;
      return life.task.command === 'cancel' && only?.has(order.id) !== false
        ? undefined
        : `${order.id} was not asked for`;
    });
  }),
  at('cancel', 'cancels in flight', 'no more cancels await their answers than the config allows', (moment, facts) => {
    const { inFlight } = facts.scenario.limits;
    const { awaited } = facts.life;
    return awaited >= inFlight ? `${moment.words} starts while ${awaited} are awaited` : undefined;
  }),
];
