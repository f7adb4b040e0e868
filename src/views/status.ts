/** What the journal knows about each order of a plan, and what stands besides the plan. */
import type { PlanStatus } from '../actions/status.ts';
import { standingOf, type PlanOrder } from '../journal/records/known-account.ts';
import type { Awaiting } from '../journal/records/ledger.ts';
import { heldAfterRemoval, isNowhere, laterParts, removedAfterSend } from '../journal/records/state.ts';
import { isHeld } from '../journal/records/what-stands.ts';
import { count } from '../model/count.ts';
import { defined } from '../model/defined.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../model/safe-text.ts';
import { afterNowhere } from './run/open-cancels.ts';
import { own, type Block, type NextStep, type Sheet } from '../show/sheet.ts';
import { groupBlocks, groupsData } from './groups.ts';
import { afterLost, answerHead, answerSheet, lookForLost, withoutName, type ToldPlace } from './answer.ts';
import { heldRow, knownRow, planRow, removedRow, type OrderRow } from './known/known-order.ts';
import { afterNotBack, wantedOf, type PlanWords } from './known/not-back.ts';
import { countBlock, orderBlocks } from './known/order-table.ts';
import { accountProtection, protectionData } from './protection/account.ts';

interface StatusWords extends PlanWords, ToldPlace {
  /** What a person should know first. */
  readonly notes: readonly string[];
  /** Milliseconds since 1970: what was seen before is so old. */
  readonly nowMs?: number;
}

/**
 * Each order in the plan's order, then what the journal knows of orders that the plan no longer has and that may be on the exchange,
 * or were filled, and the counts; without the plan, each order that the journal has. Size and price are those that were sent.
 */
export function statusSheet(status: PlanStatus, words: StatusWords): Sheet {
  const { asked, known, orders, states, outcomes } = status;
  const asOf = { ...defined({ holder: status.awaiting?.(asked.plan), nowMs: words.nowMs, presets: status.presets }) };
  const rows =
    orders?.flatMap((order) => [
      planRow(order, known.get(order.id), asOf),
      ...laterParts(known, order.id).map((part) => knownRow(part, asOf)),
    ]) ?? [...known.values()].map((order) => knownRow(order, asOf));
  const ids = orders?.map(({ id }) => id) ?? [...known.keys()];
  const removed = removedAfterSend(known, ids).map((order) => removedRow(order, asOf));
  const held = heldAfterRemoval(known, ids).map((order) => heldRow(order, asOf));
  const counts = countBlock(count(rows.length, 'order'), rows);
  const name = [safeText(asked.plan), own(safe`, generation ${asked.generation}`)];
  const blocks: Block[] = [
    ...answerHead(name, words, words.notes),
    ...orderBlocks([...rows, ...removed, ...held], { symbols: false, counts }),
    ...groupBlocks(status),
    ...removedNotice(removed, words.again),
    { is: 'steps', steps: nextSteps(status, words) },
    ...elsewhere(status),
  ];
  const told = new Map(outcomes.map((event) => ['id' in event ? event.id : '', withoutName(event)]));
  const { account, journal, halt = null, notes } = words;
  const data = {
    ...asked,
    account,
    journal,
    halt,
    notes,
    orders: states.map((state) => Object.assign({}, told.get(state.id), withoutName(state))),
    ...groupsData(status),
    protection: protectionData(status.protection),
  };
  return answerSheet(blocks, data, accountProtection(status.protection, words.nowMs ?? 0, { plan: asked }));
}

/** Closes that are not back, and whatever is in no list. Without the plan, all counts as what it has. */
function nextSteps({ known, orders, lost, isLooked }: PlanStatus, words: PlanWords): NextStep[] {
  const nowhere = [...known.values()].filter(isNowhere).map(({ id }) => id);
  return [
    ...afterNotBack(known, wantedOf(orders ?? known.values()), words),
    ...afterNowhere(nowhere, safe`ordo settle ${words.again}`),
    ...(isLooked ? afterLost : lookForLost)(lost, words.again),
  ];
}

function removedNotice(removed: readonly OrderRow[], again: Safe): Block[] {
  if (removed.length === 0) return [];
  const live = removed.filter(({ is }) => is === 'accepted').length;
  const parts = [
    ...(live === 0 ? [] : [safe`${count(live, 'order')} removed after send: still live.`]),
    ...(live === removed.length
      ? []
      : [safe`${count(removed.length - live, 'order')} removed after send: may be live.`]),
    safe`The plan and the exchange no longer agree: ordo cancel ${again} --removed cancels them.`,
  ];
  return [{ is: 'notice', text: joined(parts, safe` `) }];
}

/** So many orders of another generation are named. */
const MOST_NAMED = 5;

/** A line for each other generation of the plan, and one for all other plans. */
function elsewhere({ account, asked: { plan, generation }, awaiting }: PlanStatus): Block[] {
  const standing = standingOf(account);
  const ours = standing.filter((one) => one.plan === plan && one.generation !== generation);
  const others = standing.filter((one) => one.plan !== plan);
  const lines = [...Map.groupBy(ours, (one) => one.generation)].map(([number, orders]) => {
    const names = [...new Set(orders.map(({ order }) => order.id))];
    const named = names.length > MOST_NAMED ? safe`` : safe`: ${joined(safeTexts(names), safe`, `)}`;
    return safe`generation ${number}: ${openWords(orders, awaiting)}${named}`;
  });
  if (others.length > 0) lines.push(safe`other plans of this account: ${openWords(others, awaiting)}: ordo status`);
  return lines.map((text) => ({ is: 'words', tone: 'notice', text }));
}

/** `11 open orders, 2 UNKNOWN`; of what was filled alone: `3 orders were filled` */
function openWords(orders: readonly PlanOrder[], awaiting: Awaiting | undefined): Safe {
  const unknown = orders.filter(
    ({ order, plan }) => knownRow(order, defined({ holder: awaiting?.(plan) })).is === 'unknown',
  ).length;
  const open = orders.filter(({ order }) => !isHeld(order)).length;
  if (open === 0) return safe`${count(orders.length, 'order')} ${orders.length === 1 ? 'was' : 'were'} filled`;
  const words = safe`${count(open, 'open order')}`;
  return unknown === 0 ? words : safe`${words}, ${unknown} UNKNOWN`;
}
