/** What may stand on the exchange, over the plans and generations of an account. */
import type { AccountStatus } from '../actions/status.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import { isHeld, whatStands } from '../journal/records/what-stands.ts';
import { count } from '../model/count.ts';
import { defined } from '../model/defined.ts';
import { isOwnPlan } from '../model/own-plans.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import type { Protection } from '../protection/protection.ts';
import { own, together, type Block, type Sheet } from '../show/sheet.ts';
import { answerHead, answerSheet, withoutName, type ToldPlace } from './answer.ts';
import { MOST_ROWS } from './known/fold-orders.ts';
import { knownRow, type OrderRow } from './known/known-order.ts';
import { countBlock, countText, orderBlocks } from './known/order-table.ts';
import { accountProtection, protectionData } from './protection/account.ts';

/** Every standing order by plan and generation, then the counts, then what protects them. */
export function standingSheet(
  { account: known, awaiting, states, protection }: AccountStatus,
  { nowMs, notes = [], ...place }: ToldPlace & { readonly nowMs: number; readonly notes?: readonly string[] },
): Sheet {
  const groups = known.flatMap(({ plan, generation, planFile = '', orders }) => {
    const standing = [...orders.values()].flatMap(whatStands);
    const rows = standing.map((order) => knownRow(order, { nowMs, ...defined({ holder: awaiting?.(plan) }) }));
    return standing.length === 0 ? [] : [{ plan, generation, planFile, standing, rows }];
  });
  const total = groups.flatMap(({ rows }) => rows);
  const open = groups.flatMap(({ standing }) => standing.filter((order) => !isHeld(order))).length;
  const { account, journal, halt = null } = place;
  return answerSheet(
    [
      ...answerHead(own(safe`Open orders`), place, notes),
      ...groups.flatMap(groupBlocks),
      total.length === 0
        ? { is: 'words', text: own(safe`No order is open, as far as the journal knows.`) }
        : countBlock(openWords(open, protection), total),
    ],
    { account, journal, halt, notes, orders: states.map(withoutName), protection: protectionData(protection) },
    accountProtection(protection, nowMs),
  );
}

/** What was filled is open no more, and held only as far as a look saw it. */
function openWords(open: number, { isHeldSeen, positions }: Protection): Safe {
  if (open > 0) return safe`${count(open, 'open order')}`;
  const isFlat = isHeldSeen && positions.every(({ held }) => held.isZero);
  return isFlat ? safe`Nothing is held, and no order is open` : safe`No order is open`;
}

interface Group extends PlanName {
  readonly planFile: string;
  readonly standing: readonly KnownOrder[];
  readonly rows: readonly OrderRow[];
}

/** What all orders of a group share is said once, above them; and of many, how many are in which state. */
function groupBlocks({ plan, generation, planFile, standing, rows }: Group): Block[] {
  const times = standing.map(({ sentAtMs }) => minuteOf(sentAtMs));
  const symbol = shared(rows.map((row) => safeText(row.symbol ?? '')));
  const since = shared(times);
  const timed = rows.map((row, at) => ({
    ...row,
    words: joined(
      [row.words, safe`since ${times[at] as Safe}`].filter((text) => text !== ''),
      safe`, `,
    ),
  }));
  const title = [
    ...(rows.length > MOST_ROWS ? [countText(count(rows.length, 'order'), rows)] : []),
    ...(symbol === undefined ? [] : [symbol]),
    ...(since === undefined ? [] : [own(safe`since ${since}`)]),
    ...(planFile === '' || isOwnPlan(plan) ? [] : [safeText(planFile)]),
  ];
  return orderBlocks(since === undefined ? timed : rows, {
    symbols: symbol === undefined,
    title: together([[safeText(plan), own(safe`, generation ${generation}`)], ...title], safe`  `),
  });
}

const shared = (texts: readonly Safe[]): Safe | undefined =>
  texts.every((text) => text === texts[0]) ? texts[0] : undefined;

/** `2026-11-21 14:05 UTC` */
const minuteOf = (ms: number): Safe => safeText(`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);
