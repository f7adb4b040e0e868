/** How an order stood on the exchange when it was last asked about, in a few words. */
import { sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { LastSeen } from '../../model/standing.ts';
import { ageWords } from '../../report/text/phrases.ts';

/** What is as old as this was asked just now. */
const JUST_NOW_MS = 5_000;

/** `0.004 of 0.01 filled at 64000, 3 min ago`; empty where it was never asked about. */
export function seenWords(known: KnownOrder, nowMs: number | undefined): Safe {
  const { seen, state, later } = known;
  const sight = sightWords(known, nowMs);
  if (state !== 'cancel-unknown' && state !== 'cancelling') return sight;
  const cancel = later?.message ?? 'its cancel has no end on record';
  // What it was last said to be in no list is in those words already.
  if (seen === undefined || seen.state === 'not-found') return safeText(cancel);
  if (isBefore(known, seen)) return safe`${safeText(cancel)}; by the look before it: ${sight}`;
  // A run says that of its own time: a later command has looked.
  return safe`${safeText(cancel.replace(NOT_LOOKED, ''))}; by the last look: ${sight}`;
}

const NOT_LOOKED = /; it was not looked at since$/;

/** Nobody has kept a sight of it since its cancel was begun, and its words say so. */
const isBefore = ({ cancelAtMs, later }: KnownOrder, { atMs }: LastSeen): boolean =>
  cancelAtMs !== undefined && atMs < cancelAtMs && NOT_LOOKED.test(later?.message ?? '');

function sightWords(known: KnownOrder, nowMs: number | undefined): Safe {
  const { seen, state } = known;
  if (seen === undefined) return safe``;
  const ageMs = nowMs === undefined ? 0 : nowMs - seen.atMs;
  const isOver = state === 'filled' || state === 'cancelled';
  const age = isOver || ageMs < JUST_NOW_MS ? [] : [safe`${ageWords(ageMs)} ago`];
  return joined([...standWords(known), ...age], safe`, `);
}

/** A trigger that fired is the limit order that it became: what is told of it is that one's. */
function standWords(known: KnownOrder): Safe[] {
  const { seen } = known;
  if (seen === undefined) return [];
  const fired = seen.firedAs === undefined ? [] : [safe`fired as order ${safeText(seen.firedAs)}`];
  return [...fired, ...ownWords(known, seen)];
}

function ownWords(known: KnownOrder, seen: LastSeen): Safe[] {
  const { content } = known;
  const { filledSize, averagePrice } = seen;
  const at = averagePrice === undefined ? safe`` : safe` at ${safeText(averagePrice)}`;
  const part = safe`${safeText(filledSize ?? '')} of ${safeText(sentSize(known))} filled${at}`;
  switch (seen.state) {
    case 'open':
      return [safe`open`];
    case 'triggered':
      return [content['price'] === 'market' ? safe`triggered` : safe`fired: what it became may be open`];
    case 'partly-filled':
      return [part];
    case 'filled':
      return averagePrice === undefined ? [] : [safe`at ${safeText(averagePrice)}`];
    case 'not-found':
      return [safe`in no list`];
    case 'cancelled':
      if (filledSize === undefined) return [safe`filled size not reported`, ...whoseCancel(known)];
      return [...(/^[0.]*$/.test(filledSize) ? [] : [part]), ...whoseCancel(known)];
  }
}

/** Said where it was not ours. */
const whoseCancel = ({ state, cancelAtMs, content }: KnownOrder): Safe[] =>
  state === 'cancelled' && cancelAtMs === undefined ? [safe`not by ordo${mayBe(content['timeInForce'])}`] : [];

/** The exchange itself cancels what its time in force forbids (docs/exchange.md#accepted-is-no-fill). */
const mayBe = (timeInForce: string | undefined): Safe =>
  timeInForce === undefined || timeInForce === 'normal'
    ? safe``
    : safe`: by its ${safeText(timeInForce)}, or by somebody`;
