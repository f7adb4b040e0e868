/** What the files say, by an own reading of them: which orders a plan has, and which of them may be sent. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DraftOrder } from './drafts.ts';

/** The texts of the files; empty where one is not there. */
export interface Texts {
  readonly plan: string;
  readonly config: string;
  readonly list: string;
}

export interface Said extends Rules {
  readonly generation: number;
  /** By id. */
  readonly orders: ReadonlyMap<string, DraftOrder>;
}

interface Rules {
  readonly account: string;
  readonly maxOrders: number;
  readonly maxSize: number;
}

/** They, as they stand on disk. Above the root no config is looked for. */
export function standing(planFile: string, root: string): Texts {
  const folder = configFolder(realpathSync(dirname(planFile)), realpathSync(root));
  return {
    plan: textOf(planFile),
    config: folder === undefined ? '' : textOf(join(folder, 'ordo.config.yaml')),
    list: folder === undefined ? '' : textOf(join(folder, 'instruments.json')),
  };
}

/** The nearest one, from the plan's real folder up to the root of the repository. */
function configFolder(folder: string, root: string): string | undefined {
  if (existsSync(join(folder, 'ordo.config.yaml'))) return folder;
  return folder === root ? undefined : configFolder(dirname(folder), root);
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** A sentence where they say that nothing may be sent. */
export function saidBy({ plan, config, list }: Texts): Said | string {
  const { generation, orders } = planOf(plan);
  if (orders.length === 0) return 'the plan has no order';
  if (!orders.every(isWhole)) return 'an order of the plan is not whole';
  if (new Set(orders.map(({ id }) => id)).size < orders.length) return 'the plan has an id twice';
  const rules = rulesOf(config);
  const stepsInOne = Math.round(1 / Number(/"step":"([^"]+)"/.exec(list)?.[1] ?? '0.0001'));
  return (
    refusedBy(rules, stepsInOne, orders) ?? {
      ...rules,
      generation,
      orders: new Map(orders.map((one) => [one.id, one])),
    }
  );
}

export const rulesOf = (config: string): Rules => ({
  account: /account: (\S+)/.exec(config)?.[1] ?? 'default',
  maxOrders: Number(/maxOrders: (\d+)/.exec(config)?.[1] ?? Infinity),
  maxSize: Number(/cmt_btcusdt: ([\d.]+)/.exec(config)?.[1] ?? Infinity),
});

/** The orders of a plan, whole or not, by id. */
export const ordersOf = (plan: string): ReadonlyMap<string, DraftOrder> =>
  new Map(planOf(plan).orders.map((order) => [order.id ?? '', order as DraftOrder]));

function planOf(text: string): { generation: number; orders: Partial<DraftOrder>[] } {
  const orders: Partial<DraftOrder>[] = [];
  let generation = 1;
  for (const line of text.split('\n')) {
    const [, indent = '', name, value] = /^(\s*(?:- )?)(\w+): (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (indent.includes('-')) orders.push({});
    if (indent === '' && name === 'generation') generation = Number(value);
    if (indent !== '') Object.assign(orders.at(-1) ?? {}, { [name]: value });
  }
  return { generation, orders };
}

const FIELDS = ['id', 'symbol', 'side', 'price', 'size'] as const;
const isWhole = (order: Partial<DraftOrder>): order is DraftOrder =>
  FIELDS.every((field) => order[field] !== undefined);

function refusedBy(
  { maxOrders, maxSize }: Rules,
  stepsInOne: number,
  orders: readonly DraftOrder[],
): string | undefined {
  if (orders.length > maxOrders) return `the policy allows ${maxOrders} orders`;
  for (const { id, size } of orders) {
    if (Number(size) > maxSize) return `the policy allows ${id} a size of ${maxSize}`;
    const steps = Number(size) * stepsInOne;
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return `the size of ${id} is no multiple of the step`;
  }
  return undefined;
}
