/** What a plan that is followed leaves without a stop, and what looking for its fills takes. */
import type { LooksStated } from '../../model/event.ts';
import type { Limits, Weight } from '../../model/call.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { accountWindow, grouped, weightWords } from '../../report/text/phrases.ts';
import type { RunView, StepView } from '../../report/view/run-view.ts';
import { own, type Block } from '../../show/sheet.ts';

export function followedBlocks({ run, steps }: RunView): Block[] {
  if (run?.followed === undefined) return [];
  return [
    {
      is: 'items',
      items: [own('inAll' in run.followed ? timed(run.followed, run) : looked(run.followed, run, steps))],
    },
  ];
}

type Run = NonNullable<RunView['run']>;

/** Where only time matters, nothing is asked. */
const timed = ({ inAll }: { readonly inAll: Weight }, { limits }: Run): Safe =>
  safe`${weightWords(inAll, limits)} in all, no looks.`;

function looked(looks: LooksStated, { limits }: Run, steps: readonly StepView[]): Safe {
  const hasStop = steps.some(({ kind, takesPlaceOf }) => kind === 'stop' && takesPlaceOf === undefined);
  const every = secondsText(looks.everyMs);
  const naked = safe`Naked after each fill for a look (${every}) and its calls, and while nobody follows. `;
  return safe`${hasStop ? naked : safe``}Looks: at most ${weights(looks, limits)}.`;
}

const secondsText = (ms: number): Safe => safeText(ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

/** `35 IP, 40 UID of 500 in 10 s`; where the account counts orders, looking takes IP weight alone. */
function weights({ inWindow: { ip, uid }, windowMs }: LooksStated, limits: Limits | undefined): Safe {
  const account = uid === 0 ? safe`` : safe`, ${grouped(uid)} ${accountWindow(limits)}`;
  return safe`${grouped(ip)} IP${account} of ${grouped(limits?.ip.amount ?? 0)} in ${secondsText(windowMs)}`;
}
