/** A person’s approval of a close: what is held, what goes, and what it leaves. */
import { approvalIn } from '../../actions/approval.ts';
import type { PreparedClose } from '../../actions/close/prepare-close.ts';
import { haltText } from '../../journal/records/halt.ts';
import { safeText } from '../../model/safe-text.ts';
import { statedOf } from '../../protection/words.ts';
import { amountOf, checkedWords, DIGEST_SHOWN, haltWords, weightWords } from '../../report/text/phrases.ts';
import { blockLines } from '../../show/terminal.ts';
import { closeBlocks, sizesWords } from '../../views/close/prepared.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { Terminal } from '../world.ts';

export function askToClose(terminal: Terminal, prepared: PreparedClose): Promise<void> {
  const { run, protection } = prepared;
  const { code } = approvalIn(run);
  const { calls, weight } = run.schedule;
  const page = questionPage(terminal);
  const stated = statedOf(protection, run.checkedAtMs ?? 0);
  const question = [
    '',
    `LIVE  ${run.exchange}`,
    ...(run.halt === undefined ? [] : [haltWords(haltText(run.halt))]),
    `  account ${safeText(run.live?.account ?? '')}${checkedWords(run.checkedAtMs)}`,
    `  ${sizesWords(prepared)} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, run.config.exchange.limits)}`,
    '',
    ...closeBlocks(prepared).flatMap((block) => blockLines(page, block)),
    '',
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(stated).flatMap((block) => blockLines(page, block)),
    `Type ${code.slice(0, TYPED)} to close it; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'close' });
}
