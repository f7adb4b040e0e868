import type { Arguments } from '../command-line/arguments.ts';
import { refuse } from '../../refusal.ts';
import { refuseTwice, type Decisions, type GivenDecision } from '../../actions/settling/decisions.ts';

/** An order's id, and an order id as the exchange gives them: at least one of its characters is a digit other than 0. */
const PLACED = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})=((?=.*[1-9])[A-Za-z0-9][A-Za-z0-9_-]{0,63})$/;

/** `--placed`, `--unseen`, `--absent`, `--closed` and `--why`. */
export function decisionsOf(given: Arguments): Decisions {
  const why = given.value('why')?.trim() ?? '';
  const unseen = given.values('unseen');
  const placed = given.values('placed').map((text): GivenDecision => {
    const match = PLACED.exec(text);
    if (match === null)
      return refuse(
        'option/value',
        `--placed ${text} is not a decision`,
        'write --placed <id>=<the exchange’s order id>',
      );
    const [id, orderId] = [match[1] as string, match[2] as string];
    return unseen.includes(text) ? { id, orderId, isUnseen: true } : { id, orderId };
  });
  const absent = given.values('absent').map((id): GivenDecision => ({ id }));
  if (absent.length > 0 && why === '') {
    refuse(
      'settle/no-reason',
      '--absent needs --why',
      'give the reason for the decision: an order settled as absent may be placed again',
    );
  }
  const closed = given.values('closed').map((id): GivenDecision => {
    return unseen.includes(id) ? { id, isClosed: true, isUnseen: true } : { id, isClosed: true };
  });
  if (placed.length + absent.length + closed.length === 0 && given.value('why') !== undefined) {
    refuse('option/needs-another', '--why goes with --placed, --absent or --closed', 'name the order it is about');
  }
  const said = new Set([...given.values('placed'), ...given.values('closed')]);
  const alone = unseen.find((text) => !said.has(text));
  if (alone !== undefined)
    refuse(
      'option/needs-another',
      `--unseen ${alone} says no --placed or --closed again`,
      alone.includes('=') ? `write --placed ${alone} --unseen ${alone}` : `write --closed ${alone} --unseen ${alone}`,
    );
  const orders = [...placed, ...absent, ...closed];
  refuseTwice(orders);
  return { orders, ...(why !== '' && { why }) };
}
