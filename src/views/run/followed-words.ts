/** An order of a plan that is followed, in the words of a trade: what works, what was filled, what it waits for, and why it went. */
import type { PartEnded, FollowedTold } from '../../model/follow-stated.ts';
import type { SentNumbers } from '../../model/order-changes.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { CancelView, RunView } from '../../report/view/run-view.ts';
import { namesOf, waitWords } from './later-words.ts';

/** Nothing of an order whose plan is not followed, and of one that is unknown or refused: the exchange's words say more. */
export function followedWords({ id, followed }: Pick<OrderView, 'id' | 'followed'>, view: RunView): Safe | undefined {
  if (followed === undefined) return undefined;
  switch (followed.is) {
    case 'waits':
      return waitsFor(view, id);
    case 'works':
      return joined([...passedWords(followed), worksWords(followed)], safe`, `);
    case 'filled':
      return joined([...passedWords(followed), filledWords(followed)], safe`, `);
    case 'gone':
      return goneWords(followed, view, id);
    case 'unknown':
    case 'rejected':
      return undefined;
  }
}

/** `once target-1 is filled`: the sign of its row says that it waits. */
function waitsFor(view: RunView, id: string): Safe {
  const step = view.steps.find((one) => one.does === 'place' && one.id === id);
  if (step === undefined) return safe`waiting`;
  const { takesPlaceOf: _whose, edited: _before, ...alone } = step;
  const words = waitWords(view, alone);
  return words.length === 0 ? safe`waiting` : joined(words, safe`, `);
}

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

/** `works, covers 0.2`, `works, 2 parts`, `filled 0.06 of 0.3 at 64000`. */
function worksWords({ kind, open, openParts, filled, size, average }: FollowedTold): Safe {
  const covers = kind === 'stop' ? [safe`covers ${safeText(open)}`] : [];
  const parts = openParts > 1 ? [safe`${openParts} parts`] : [];
  const works = joined([safe`works`, ...covers, ...parts], safe`, `);
  if (isZero(filled)) return works;
  const some = safe`filled ${safeText(filled)} of ${safeText(size)}${atAverage(average)}`;
  return kind === undefined ? some : safe`${works}, ${some}`;
}

/** `past 62000: closed at market`. */
export function passedWords({ passed, price, last }: Partial<FollowedTold>): readonly Safe[] {
  if (passed === undefined) return [];
  const isMarket = (price ?? last?.price) === 'market';
  return [safe`past ${safeText(passed)}: ${isMarket ? safe`closed at market` : safe`sent at its limit`}`];
}

const atAverage = (average: string | undefined): Safe =>
  average === undefined ? safe`` : safe` at ${safeText(average)}`;

/** `filled 0.3 at 64000`. */
const filledWords = ({ filled, average }: FollowedTold): Safe => safe`filled ${safeText(filled)}${atAverage(average)}`;

/** `cancelled: even took its place`. */
function goneWords(told: FollowedTold, view: RunView, id: string): Safe {
  const why = told.ended === undefined ? safe`` : whyWords(told.ended, view, id);
  const cancelled = safe`cancelled${why === '' ? '' : ': '}${why}`;
  return isZero(told.filled) ? cancelled : safe`${filledWords(told)} of ${safeText(told.size)}, then ${cancelled}`;
}

function whyWords({ who, because, by }: PartEnded, view: RunView, id: string): Safe {
  if (who === 'other') return safe`not by ordo`;
  if (who === 'person') return safe`a person did it with ordo`;
  if (by !== undefined) return safe`${safeText(by)} took its place`;
  return because === undefined ? safe`` : reasonWords(because, view, id);
}

type Because = NonNullable<PartEnded['because']>;

/** Which trigger that was is known once it is sent. */
function stopPassed(view: RunView, id: string): Safe {
  const groupOf = (one: string): string | undefined => view.steps.find((step) => step.id === one)?.group?.join(' ');
  const stops = view.steps.filter(({ kind, id: stop }) => kind === 'stop' && groupOf(stop) === groupOf(id));
  const [words] = stops.flatMap((stop) => passedWords(view.orders.byId(stop.id)?.followed ?? {}));
  return words ?? safe`the market has passed the stop`;
}

/** Why a follower cancels an order. */
function reasonWords(because: Because, view: RunView, id: string): Safe {
  if (because === 'stop-passed') return stopPassed(view, id);
  if (because !== 'until-filled') return REASONS[because];
  const ends = view.steps.find((step) => step.does === 'cancel' && step.id === id)?.when.filled ?? [];
  return ends.length === 0 ? safe`another order was filled` : safe`${namesOf(view, ends)} was filled`;
}

const REASONS: Readonly<Record<Exclude<Because, 'until-filled' | 'stop-passed'>, Safe>> = {
  'until-for': safe`its time was over`,
  'until-at': safe`its time was over`,
  'nothing-held': safe`nothing is held`,
  excess: safe`it was more than is held`,
  replaced: safe`another part took its place`,
  'stop-fired': safe`the stop fired`,
  'close-out': safe`all is closed at once`,
  passed: safe`the market has passed it`,
};

/** What was sent: of this part, where its numbers are told, and else of the last. `close-long 0.06, market at 62000`. */
export function sentWords({ orders }: RunView, { id, ...sent }: { readonly id: string } & Partial<SentNumbers>): Safe {
  const { headline, followed } = orders.byId(id) ?? {};
  if (headline === undefined) return safe``;
  const { size = headline.size, price, trigger } = sent.price === undefined ? (followed?.last ?? headline) : sent;
  const at = trigger === undefined ? safe`` : safe` at ${safeText(trigger)}`;
  return safe`${safeText(headline.side)} ${safeText(size)}, ${safeText(price ?? headline.price)}${at}`;
}

type Cancelled = Pick<CancelView, 'id' | 'because' | 'filledSize' | 'averagePrice'>;

/** `cancelled: even took its place`, with what was filled before. */
export function cancelledWords(view: RunView, { id, because, filledSize = '0', averagePrice }: Cancelled): Safe {
  const by = view.orders.byId(id)?.followed?.ended?.by;
  const why = by === undefined ? because && reasonWords(because, view, id) : safe`${safeText(by)} took its place`;
  const filled = isZero(filledSize) ? safe`` : safe`, filled ${safeText(filledSize)}${atAverage(averagePrice)}`;
  return safe`cancelled${why === undefined ? '' : safe`: ${why}`}${filled}`;
}

/** Why nothing more of it is placed: what the exchange said of it last, where that is known. */
export function letGoWords({ is, ended }: FollowedTold, trouble: Safe | undefined): Safe {
  if (trouble !== undefined || is === 'rejected') return trouble ?? safe`it was rejected twice`;
  return ended?.who === 'other' ? safe`it was cancelled, and not by ordo` : safe`refused or without a fill too often`;
}

/** Nothing more of it is placed. */
export const isLetGo = (followed: FollowedTold | undefined): boolean => followed?.isLetGo === true;
