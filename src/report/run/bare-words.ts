/** What of a followed plan is naked, or may be, with what its stop came to; and a position that is smaller than the plan counts. */
import { someOf } from '../../model/count.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { isLetGo } from '../../views/run/followed-words.ts';
import type { Tone } from '../text/tones.ts';
import type { PublicEventOf, RunView } from '../view/run-view.ts';

type Position = PublicEventOf<'protection'>['positions'][number];
type Group = NonNullable<Position['groups']>[number];
type Short = NonNullable<PublicEventOf<'protection'>['short']>[number];
type Trouble = ReadonlyMap<string, Safe>;

interface Bare {
  readonly sign: readonly [Tone, Safe];
  readonly words: Safe;
}

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

/** `trouble`: what the exchange said last of each stop that it refused, or whose answer is lost. */
export function bareWords(event: PublicEventOf<'protection'>, view: RunView, trouble: Trouble): readonly Bare[] {
  const bare = event.positions.flatMap((position) =>
    (position.groups ?? []).flatMap((group) => bareOf(position, group, whyBare(group, view, trouble))),
  );
  return [...bare, ...(event.short ?? []).map((one): Bare => ({ sign: ['rejected', safe`!`], words: shortOf(one) }))];
}

function bareOf({ side, symbol }: Position, { entries, naked, unknown }: Group, why: Safe): Bare[] {
  const what = safe`${side} ${safeText(symbol)} (${safeText(someOf(entries))})`;
  const bare = safe`${safeText(naked)} ${what} has no stop${why}`;
  const doubt = safe`${safeText(unknown)} ${what} may be bare until that is known${why}`;
  return [
    ...(isZero(naked) ? [] : [{ sign: ['rejected', safe`!`], words: bare } as const]),
    ...(isZero(unknown) ? [] : [{ sign: ['unknown', safe`?`], words: doubt } as const]),
  ];
}

/** `: stop/2 was rejected (40015 …); tried again at the next look`. */
function whyBare({ entries }: Group, view: RunView, trouble: Trouble): Safe {
  const stops = view.steps.filter(({ kind, group = [] }) => kind === 'stop' && group.join(' ') === entries.join(' '));
  const stop = stops.find(({ id }) => trouble.has(id));
  if (stop === undefined) return safe``;
  const { followed } = view.orders.byId(stop.id) ?? {};
  const next = isLetGo(followed) ? safe`; nothing more of it is sent` : safe`; tried again at the next look`;
  return safe`: ${trouble.get(stop.id) as Safe}${followed?.is === 'unknown' ? safe`; looked for at each look` : next}`;
}

/** `position 0.1 long cmt_btcusdt, the plan counts 0.3` */
function shortOf({ symbol, side, held, counted, others }: Short): Safe {
  const beside = others === undefined ? safe`` : safe`, other plans ${safeText(others)}`;
  return safe`position ${safeText(held)} ${side} ${safeText(symbol)}, the plan counts ${safeText(counted)}${beside}`;
}
