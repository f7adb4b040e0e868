/** What of a followed plan is naked, or may be, with what its stop came to; and a position that is smaller than the plan counts. */
import { someOf } from '../../model/count.ts';
import { waitWords } from '../../model/wait-words.ts';
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
    (position.groups ?? []).flatMap((group) =>
      bareOf(position, group, { why: whyBare(group, view, trouble), waited: waitedFor(group, view) }),
    ),
  );
  return [...bare, ...(event.short ?? []).map((one): Bare => ({ sign: ['rejected', safe`!`], words: shortOf(one) }))];
}

interface Why {
  readonly why: Safe;
  /** A stop of it that has no answer yet. */
  readonly waited: string | undefined;
}

function bareOf({ side, symbol }: Position, { entries, naked, unknown }: Group, { why, waited }: Why): Bare[] {
  const what = safe`${side} ${safeText(symbol)} (${safeText(someOf(entries))})`;
  const bare = safe`${safeText(naked)} ${what} has no stop${why}`;
  const isWaited = waited !== undefined && why.length === 0;
  const until = isWaited ? safe`: ${safeText(waited)} has no answer yet` : safe` until that is known${why}`;
  const doubt = safe`${safeText(unknown)} ${what} may be bare${until}`;
  return [
    ...(isZero(naked) ? [] : [{ sign: ['rejected', safe`!`], words: bare } as const]),
    ...(isZero(unknown) ? [] : [{ sign: ['unknown', safe`?`], words: doubt } as const]),
  ];
}

/** `: stop/2 was rejected (40015 …); tried again at the next look`. */
function whyBare({ entries, waits }: Group, view: RunView, trouble: Trouble): Safe {
  if (waits !== undefined) return safe`: ${safeText(waitWords(waits))}`;
  const stop = stopsOf(entries, view).find(({ id }) => trouble.has(id));
  return stop === undefined ? safe`` : safe`: ${trouble.get(stop.id) as Safe}${whatNext(view, stop.id)}`;
}

const waitedFor = ({ entries }: Group, view: RunView): string | undefined =>
  stopsOf(entries, view).find(({ id }) => view.orders.byId(id)?.followed?.is === 'unknown')?.id;

const stopsOf = (entries: readonly string[], { steps }: RunView): RunView['steps'] =>
  steps.filter(({ kind, group = [] }) => kind === 'stop' && group.join(' ') === entries.join(' '));

/** What follows from it: nothing of a past run, and of one that ends nothing before it is followed again. */
function whatNext({ orders, stopping }: RunView, id: string): Safe {
  const { followed } = orders.byId(id) ?? {};
  if (followed === undefined) return safe``;
  if (isLetGo(followed)) return safe`; nothing more of it is sent`;
  const when =
    stopping === undefined
      ? safe`at ${followed.is === 'unknown' ? 'each' : 'the next'} look`
      : safe`once it is followed`;
  return followed.is === 'unknown' ? safe`; looked for ${when}` : safe`; tried again ${when}`;
}

/** `position 0.1 long cmt_btcusdt, the plan counts 0.3` */
function shortOf({ symbol, side, held, counted, others }: Short): Safe {
  const beside = others === undefined ? safe`` : safe`, other plans ${safeText(others)}`;
  return safe`position ${safeText(held)} ${side} ${safeText(symbol)}, the plan counts ${safeText(counted)}${beside}`;
}
