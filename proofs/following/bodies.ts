/** Whether each body that arrived is one that the dry run showed, with no larger size. */
import type { PublicEvent } from '../../src/model/event.ts';
import type { ReceivedRequest } from '../../src/paper/server.ts';
import { ofKind } from '../support/ordo.ts';
import type { Named } from './book.ts';
import { stepsIn } from './book.ts';

type Fields = Readonly<Record<string, unknown>>;
type Words = Readonly<Record<string, string>>;

const ID_WORDS = ['client_oid', 'clientOid', 'newClientOrderId', 'clientAlgoId'];
const SIZE_WORDS = ['size', 'quantity'];

export interface Shown {
  readonly most: number;
  /** With its size, where it is sent in one piece. */
  readonly isExact: boolean;
  readonly bodies: readonly Words[];
}

/** Each order of a body by itself, with what the body says of all of them. */
function ordersIn(body: string): readonly Words[] {
  const parsed = JSON.parse(body) as Fields;
  const lists = Object.values(parsed).filter(Array.isArray) as Fields[][];
  const frame = Object.entries(parsed).filter(([, value]) => typeof value !== 'object');
  const all = lists.length === 0 ? [parsed] : lists.flat();
  return all.map((one) =>
    Object.fromEntries([...frame, ...Object.entries(one)].map(([name, value]) => [name, String(value)])),
  );
}

const wordOf = (order: Words, words: readonly string[]): string =>
  words.map((word) => order[word]).find((value) => value !== undefined) ?? '';

const without = (order: Words): Words =>
  Object.fromEntries(Object.entries(order).filter(([name]) => !ID_WORDS.includes(name) && !SIZE_WORDS.includes(name)));

/** By id: what the dry run shows of each order of the plan. */
export function shownBy(events: readonly PublicEvent[], names: ReadonlyMap<string, Named>): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>();
  for (const { body } of ofKind(events, 'call-planned'))
    for (const order of ordersIn(body)) {
      const id = names.get(wordOf(order, ID_WORDS))?.id;
      if (id !== undefined)
        shown.set(id, { most: stepsIn(wordOf(order, SIZE_WORDS)), isExact: true, bodies: [without(order)] });
    }
  for (const step of ofKind(events, 'step-planned')) {
    if (step.does !== 'place') continue;
    const bodies = [step.body, step.passed?.body].flatMap((body) => (body === undefined ? [] : ordersIn(body)));
    const most = Math.max(...bodies.map((one) => stepsIn(wordOf(one, SIZE_WORDS))));
    shown.set(step.id, { most, isExact: step.kind === undefined, bodies: bodies.map(without) });
  }
  return shown;
}

/** A price that the plan writes as a formula is a number on the tick once it is sent. */
const isSame = (sent: string | undefined, shown: string | undefined): boolean =>
  sent === shown ||
  (shown !== undefined &&
    /[a-z(]/.test(shown) &&
    /^tick\(|average/.test(shown) &&
    /^[0-9]+(\.[0-9])?$/.test(sent ?? ''));

const isAlike = (sent: Words, shown: Words): boolean =>
  [...new Set([...Object.keys(sent), ...Object.keys(shown)])].every((name) => isSame(sent[name], shown[name]));

/** What is wrong with the bodies of these requests. */
export function notShown(
  requests: readonly ReceivedRequest[],
  names: ReadonlyMap<string, Named>,
  shown: ReadonlyMap<string, Shown>,
  before: ReadonlySet<string>,
): string[] {
  return requests.flatMap(({ method, path, body }) => {
    // A person's cancel names an order of which no answer came by its client order id.
    if (method !== 'POST' || path.includes('cancel') || !ID_WORDS.some((word) => body.includes(`"${word}"`))) return [];
    return ordersIn(body).flatMap((order): string[] => {
      const named = names.get(wordOf(order, ID_WORDS));
      // What another plan placed before.
      if (named === undefined && before.has(wordOf(order, ID_WORDS))) return [];
      if (named === undefined) return [`an order that is none of the plan: ${body}`];
      const was = shown.get(named.id);
      if (was === undefined) return [`${named.id} is not in the dry run: ${body}`];
      const size = stepsIn(wordOf(order, SIZE_WORDS));
      if (size > was.most || size <= 0 || (was.isExact && size !== was.most))
        return [`${named.id} with size ${size}, at most ${was.most}`];
      return was.bodies.some((one) => isAlike(without(order), one)) ? [] : [`${named.id} is not as shown: ${body}`];
    });
  });
}
