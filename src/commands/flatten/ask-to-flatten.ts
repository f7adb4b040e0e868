/** A person’s approval of a flatten: every step, and what is held now. */
import type { PreparedFlatten } from '../../actions/flatten/prepare-flatten.ts';
import type { AskedFollower } from '../../journal/records/end-asked.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { safeText } from '../../model/safe-text.ts';
import { statedOf } from '../../protection/words.ts';
import { checkedWords, DIGEST_SHOWN } from '../../report/text/phrases.ts';
import { blockLines } from '../../show/terminal.ts';
import { asksBlocks } from '../../views/asks.ts';
import { flattenBlocks } from '../../views/flatten/sheet.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { Terminal } from '../world.ts';

export function askToFlatten(
  terminal: Terminal,
  { origin, name }: AccountName,
  prepared: PreparedFlatten,
  asks: readonly AskedFollower[],
): Promise<void> {
  const { atMs } = prepared.looked.look;
  const { code } = prepared.approval;
  const page = questionPage(terminal);
  const question = [
    '',
    `LIVE  ${safeText(origin)}`,
    `  account ${safeText(name)}${checkedWords(atMs)}`,
    ...[...asksBlocks(asks), ...flattenBlocks(prepared)].flatMap((block) => blockLines(page, block)),
    '',
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(statedOf(prepared.looked.protection, atMs)).flatMap((block) => blockLines(page, block)),
    `Type ${code.slice(0, TYPED)} to halt, cancel and close; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'flatten' });
}
