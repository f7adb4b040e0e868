/** What a settle may conclude, and a run of an earlier one: what the lists prove, or what a person said. */
import { at, type Invariant } from './invariant.ts';

export const SETTLING: readonly Invariant[] = [
  at('outcome', 'found', 'an order is settled as standing only where lists or a person prove it', ({ outcome }, f) => {
    const { task } = f.life;
    if (outcome.outcome !== 'accepted') return undefined;
    const { id, clientOid, rule } = outcome;
    if (task.command !== 'settle' && rule !== 'found') return undefined;
    const isByPerson = task.placed?.get(id) === outcome.orderId;
    if (isByPerson === (rule === 'found')) return `${id} is reported by the rule ${rule}`;
    const doubt = isByPerson ? undefined : f.lists.doubt(clientOid);
    return doubt === undefined ? undefined : `${id} is reported as found, and ${doubt}`;
  }),
  at('outcome', 'overlooked', 'an order that the lists prove is found', ({ outcome }, { life, lists }) => {
    if (life.task.command !== 'settle' || outcome.outcome !== 'unknown') return undefined;
    if (lists.doubt(outcome.clientOid) !== undefined) return undefined;
    return `${outcome.id} is reported as unknown (${outcome.rule}), and the lists have it`;
  }),
  at('outcome', 'absent', 'an order is reported as absent only where a person said so', ({ outcome }, { life }) => {
    const { command, absent } = life.task;
    if (command !== 'settle' || outcome.outcome !== 'withheld' || absent.has(outcome.id)) return undefined;
    return `${outcome.id} is reported as absent, and nobody said so`;
  }),
  at('over', 'settled', 'a settle that ends with 0 leaves nothing unknown', ({ exitCode, now }, { life }) => {
    if (life.task.command !== 'settle' || exitCode !== 0) return undefined;
    const open = [...now.values()].find(({ state }) => state === 'unknown' || state === 'in-flight');
    return open === undefined ? undefined : `exit 0, and ${open.id} is ${open.state}`;
  }),
];
