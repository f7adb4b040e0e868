/** What a halt, or its end, came to: what it stops, what it does not, and what to do next. */
import { haltText } from '../journal/records/halt.ts';
import { mayFillOf, type Halted, type MayFill } from '../actions/halt.ts';
import { count } from '../model/count.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { shellWord } from '../report/text/phrases.ts';
import { own, toned, type Block, type NextStep, type Sheet } from '../show/sheet.ts';
import { answerHead, type ToldPlace } from './answer.ts';

/** It may be another journal than the one that runs use. */
const NEW = safe`Nothing was ever sent from this journal for this account: check that your runs use it, under this address and name.`;

/** A halt does not wait until a long journal is read. */
const NOT_READ = safe`Open orders may still fill: a halt cancels nothing. This journal is long, so they are not counted, and only its end is checked.`;

const READ_STEPS: readonly NextStep[] = [
  { why: safe`To list the open orders, and check the whole journal:`, command: safe`ordo status` },
  { why: safe`To cancel what opens, and close what is held:`, command: safe`ordo flatten --why "the reason"` },
];

/** So many plans are named. */
const MOST_PLANS = 5;

/** `mistakes`: of the config, which kept nobody from halting. */
export function haltSheet(halted: Halted, place: ToldPlace, mistakes: readonly string[] = []): Sheet {
  const { isOn, before, known } = halted;
  const mayFill = known && mayFillOf(known);
  const orders = mayFill?.reduce((sum, one) => sum + one.orders, 0) ?? 0;
  const { account, journal } = place;
  return {
    blocks: [
      ...answerHead(isOn ? toned('rejected', safe`HALTED`) : own(safe`Not halted`), place),
      ...mistakes.map((text): Block => ({ is: 'notice', text: safeText(`the config has a mistake: ${text}`) })),
      ...effectWords(halted).map((text): Block => ({ is: 'words', text: own(text) })),
      ...noticesOf(halted, orders).map((text): Block => ({ is: 'notice', text })),
      { is: 'steps', steps: isOn ? (mayFill === undefined ? READ_STEPS : cancelSteps(mayFill)) : [] },
    ],
    data: { account, journal, halted: isOn, before: before ?? null, mayFill: mayFill ?? null, mistakes },
  };
}

const noticesOf = ({ isOn, known }: Halted, orders: number): Safe[] => [
  ...(known === undefined ? [NOT_READ] : []),
  ...(isOn && known?.length === 0 ? [NEW] : []),
  ...(isOn && orders > 0 ? [restWords(orders)] : []),
];

function effectWords({ isOn, before }: Halted): Safe[] {
  if (!isOn)
    return [
      before === undefined
        ? safe`It was not halted: nothing has changed.`
        : safe`It was ${safeText(haltText(before))}.`,
    ];
  return [
    ...(before === undefined ? [] : [safe`It already was ${safeText(haltText(before))}.`]),
    safe`Nothing that opens is sent from this journal until the halt is lifted. Closing orders and cancels are still sent.`,
    safe`Another journal, another program and the exchange know nothing of it.`,
  ];
}

const restWords = (orders: number): Safe =>
  safe`${count(orders, 'order')} that open${orders === 1 ? 's' : ''} may still fill: a halt cancels nothing.`;

const cancelSteps = (mayFill: readonly MayFill[]): NextStep[] =>
  mayFill.slice(0, MOST_PLANS).map(({ plan, generation, orders, planFile }) => ({
    why: safe`To cancel ${count(orders, 'order')} of ${safeText(plan)}, generation ${generation}:`,
    command:
      planFile === undefined
        ? safe`ordo cancel --name ${shellWord(safeText(plan))} --generation ${generation}`
        : safe`ordo cancel ${shellWord(safeText(planFile))}`,
  }));
