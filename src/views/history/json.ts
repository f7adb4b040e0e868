/** Past runs for programs (docs/contract.md#report). */
import { defined } from '../../model/defined.ts';
import { orderOfPart } from '../../model/ids.ts';
import type { HeldAtCheck, Story } from '../../model/story.ts';
import { disarmedJson } from '../../report/text/edge.ts';
import { leftBehind } from './left.ts';
import { toldRun } from './told-run.ts';
import { cancelEnds, type CancelEnded, finishedIn, orderEnds, type OrderEnd } from './order-ends.ts';

/** One document, indented, with a newline at its end. `stories` are of one plan, of which `plan` is the name. */
export const jsonReport = (plan: string, account: Story['account'], stories: readonly Story[]): string =>
  `${disarmedJson(JSON.stringify({ plan, account, runs: stories.map(runOf) }, undefined, 2))}\n`;

function runOf(story: Story): object {
  const { run, generation, startedAtMs, by, end } = story;
  const { event: _, ...protection } = leftBehind(toldRun(story)).event;
  const { counts, exitCode: code, elapsedMs, journalHead, target } = finishedIn(story) ?? {};
  // Of a follow that was killed its orders tell no code: it was to go on.
  const exitCode = end === 'cut' && story.sent !== undefined ? undefined : code;
  return {
    run,
    generation,
    startedAt: new Date(startedAtMs).toISOString(),
    end,
    by: { host: by.host, user: by.user, pid: by.pid, tool: by.tool },
    planFile: by.planFile,
    ...defined({ commit: by.commit, approval: by.approval, checked: by.checked && checkedOf(by.checked) }),
    digest: by.digest,
    ...defined({ target, counts, exitCode, elapsedMs, journalHead, sent: story.sent }),
    ...(story.goesOnFromMs !== undefined && { goesOnFrom: new Date(story.goesOnFromMs).toISOString() }),
    protection,
    orders: orderEnds(story).map(orderOf),
    ...cancelsOf(story),
  };
}

/** Each order that was to go off, as it was told last; absent where none was. */
function cancelsOf(story: Story): { readonly cancels?: readonly object[] } {
  const cancels = cancelEnds(story).map(cancelOf);
  return cancels.length === 0 ? {} : { cancels };
}

function cancelOf(end: CancelEnded): object {
  const { event: _, id: name, ...ended } = end;
  const id = orderOfPart(name);
  return { id, ...(id !== name && { part: Number(name.slice(id.length + 1)) }), ...ended };
}

const checkedOf = ({ atMs, held }: HeldAtCheck): object => ({ at: new Date(atMs).toISOString(), held });

function orderOf({ id, headline, outcome, since }: OrderEnd): object {
  const { event: _, id: __, ...ended } = outcome ?? { event: undefined, id, outcome: 'awaited' };
  const { symbol, side, takeProfit, stopLoss } = headline ?? {};
  // Of a part of an exit, what was sent; else what the plan says.
  const isSent = 'because' in ended && ended.size !== undefined;
  const size = isSent ? ended.size : headline?.size;
  const { price, trigger } = (isSent && ended.price !== undefined ? ended : headline) ?? {};
  return {
    id,
    ...ended,
    ...defined({ symbol, side, size, price, trigger, takeProfit, stopLoss }),
    ...(since !== undefined && {
      since: {
        state: since.state,
        ...defined({ orderId: since.orderId, message: since.message }),
        at: new Date(since.atMs).toISOString(),
      },
    }),
  };
}
