/** A past run: what it came to first, then every order, and how it came about last. */
import { defined } from '../../model/defined.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { HeldAtCheck, Story } from '../../model/story.ts';
import { amountOf, seconds, costWords } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, together, type Block, type Fact, type Sheet, type Text } from '../../show/sheet.ts';
import { protectionBlocks } from '../protection/line.ts';
import { isLive } from '../run/commands.ts';
import { verdict } from '../run/summary.ts';
import { leftBehind } from './left.ts';
import { againWords, commitWords, ENDS, exitWords, instantOf, whoWords, type ToldRun } from './told-run.ts';
import { calls, cancelTable, first, outcomes, notes } from './run-tables.ts';

/** What is drawn of prices and weights. */
type Pictures = (told: ToldRun) => readonly Block[];

/** With pictures it is whole; without them only what matters most, however many orders there are. `form` is what it is asked for in. */
export function runSheet(told: ToldRun, form: 'md' | 'html', pictures?: Pictures): Sheet {
  const { story, view } = told;
  const { plan, generation, run, account, startedAtMs, end } = story;
  const target = isLive(view) ? own(['live', safe`LIVE`]) : own(['paper', safe`paper`]);
  const where = [safe`${safeText(account.origin)} ${safeText(account.name)}`, own(instantOf(startedAtMs))];
  return {
    blocks: [
      { is: 'heading', text: [safeText(plan), own(safe` generation ${generation}, run ${run}`)] },
      { is: 'words', text: together([target, ...where], safe` · `) },
      ...(end === 'finished' ? [] : [{ is: 'notice', text: endWords(end) } as const]),
      ...protectionBlocks(leftBehind(told).stated),
      { is: 'verdict', text: together(verdict(view).map(own), safe` `) },
      // For how long something was naked while its plan was followed stands there.
      ...(pictures !== undefined ? first(told) : view.run?.followed === undefined ? [] : notes(told)),
      ...cancelTable(told),
      ...outcomes(told, pictures !== undefined),
      ...(pictures === undefined ? [] : [...pictures(told), ...calls(told)]),
      {
        is: 'facts',
        title: own(safe`What was run`),
        facts: [...runFacts(told), [safe`the same again`, againWords(story, safe`${run}`, safe`${form}`)]],
      },
    ],
  };
}

const endWords = (end: Story['end']): Text => [
  own(['notice', safe`This run is ${ENDS[end]}.`]),
  own(safe` Its orders are shown as their own records say.`),
];

/** What is known of a run besides its orders, for every form. */
export function runFacts(told: ToldRun): Fact[] {
  const { story, view } = told;
  const { by, account, run, end } = story;
  const { finished, run: begun } = view;
  const options = (begun?.options ?? []).map(({ name, value }) => safe`--${name} ${safeText(value)}`);
  return [
    [safe`run`, own(safe`${run}${end === 'open' ? ', still running' : ''}`)],
    [safe`goes on from`, earlierWords(story)],
    [safe`by`, whoWords(story)],
    [safe`ordo`, by.tool === '' ? undefined : safeText(by.tool)],
    [safe`commit`, commitWords(story)],
    [safe`approval`, by.approval === undefined ? undefined : safeText(by.approval)],
    [safe`digest`, safeText(by.digest)],
    [safe`exchange`, safeText(account.origin)],
    [safe`account`, safeText(account.name)],
    [safe`held at the check`, by.checked && own(heldWords(by.checked))],
    [safe`plan file`, safeText(by.planFile)],
    [safe`description`, begun?.description === undefined ? undefined : safeText(begun.description)],
    [safe`options`, options.length === 0 ? undefined : joined(options, safe` `)],
    [safe`cost`, costOf(story, view)],
    [safe`took`, finished && own(seconds(finished.elapsedMs))],
    [safe`exit code`, exitWords(told)],
  ];
}

/** `the run of 2026-11-22 16:02:19 UTC`: what that sent is in its own report. */
const earlierWords = ({ goesOnFromMs }: Story): Text | undefined =>
  goesOnFromMs === undefined
    ? undefined
    : own(safe`the run of ${instantOf(goesOnFromMs)}, which followed this plan too`);

/** `6 calls with 4 orders and 2 cancels, 14 IP, 34 UID + check 13, 18`: what a follower sent, and not what it would at its start. */
function costOf({ sent }: Story, { compiled, run }: RunView): Text | undefined {
  const limits = run?.limits;
  if (sent === undefined)
    return compiled && own(safe`${amountOf(compiled.calls, 'call')}, ${costWords(compiled, limits)}`);
  const off = sent.cancels === 0 ? safe`` : safe` and ${amountOf(sent.cancels, 'cancel')}`;
  const what = safe`${amountOf(sent.calls, 'call')} with ${amountOf(sent.orders, 'order')}${off}`;
  return own(safe`${what}, ${costWords({ weight: sent.weight, ...defined({ check: compiled?.check }) }, limits)}`);
}

/** `0.05 long cmt_btcusdt at 64500, 0 cmt_ethusdt (2026-11-22 16:02:19 UTC)` */
function heldWords({ atMs, held }: HeldAtCheck): Safe {
  const parts = held.flatMap(({ symbol, positions }) =>
    positions.length === 0
      ? [safe`0 ${safeText(symbol)}`]
      : positions.map(({ side, size, average }) => {
          const at = average === undefined ? safe`` : safe` at ${safeText(average)}`;
          return safe`${safeText(size)} ${safeText(side)} ${safeText(symbol)}${at}`;
        }),
  );
  return safe`${joined(parts, safe`, `)} (${instantOf(atMs)})`;
}
