/** What a plan that is followed leaves without a stop, and what looking for its fills takes. */
import type { LooksStated } from '../../model/event.ts';
import type { Limits } from '../../model/call.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { accountWindow, grouped } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, type Block } from '../../show/sheet.ts';

export function followedBlocks(view: RunView): Block[] {
  const { run, steps } = view;
  if (steps.length === 0) return [];
  const { looks } = run ?? {};
  if (looks === undefined) return timed(view);
  const hasStop = steps.some(({ kind, takesPlaceOf }) => kind === 'stop' && takesPlaceOf === undefined);
  const every = secondsText(looks.everyMs);
  const naked = safe`Naked after each fill for a look (${every}) and its calls, and while nobody follows. `;
  const words = safe`${hasStop ? naked : safe``}Looks: at most ${weights(looks, run?.limits)}.`;
  return [{ is: 'items', items: [own(words)] }];
}

const secondsText = (ms: number): Safe => safeText(ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

/** `35 IP, 40 UID of 500 in 10 s`; where the account counts orders, looking takes IP weight alone. */
function weights({ inWindow: { ip, uid }, windowMs }: LooksStated, limits: Limits | undefined): Safe {
  const account = uid === 0 ? safe`` : safe`, ${grouped(uid)} ${accountWindow(limits)}`;
  return safe`${grouped(ip)} IP${account} of ${grouped(limits?.ip.amount ?? 0)} in ${secondsText(windowMs)}`;
}

/** Where only time matters, nothing is asked. */
const timed = (_view: RunView): Block[] => [{ is: 'items', items: [own(safe`No looks: only time matters.`)] }];
