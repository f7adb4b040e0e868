/** Why a watch sends nothing, or ends. */
import { LIFT } from '../../actions/prepare/halted.ts';
import { haltText, type Halt } from '../../journal/records/halt.ts';
import { refuse, type Refusal } from '../../refusal.ts';

/** A halt came while it watched. */
export const refuseWatch = (halt: Halt): never =>
  refuse(
    'account/halted',
    `the account is ${haltText(halt)}; the watch has let go of it`,
    `start it again to place what closes; ${LIFT} ends the halt`,
  );

/** On one line, which may be cut: the first of what is wrong comes first. */
export function joinedWords({ message, hint, details = [] }: Refusal): string {
  const why = [...details, message, ...(hint === undefined ? [] : [hint])].join('; ');
  return `nothing was sent: ${why.replace(/; nothing was sent\b/, '')}`;
}
