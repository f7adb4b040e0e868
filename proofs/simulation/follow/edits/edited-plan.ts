/**
 * A drawn plan whose text changes between lives: what it means now, under which ids its orders go, and what each order said when it was
 * placed. By a reading of its own.
 */
import { clientOrderId } from '../../../../src/model/ids.ts';
import { MOST_PARTS, type Named } from '../../../following/book.ts';
import type { DrawnGroup, DrawnPlan, DueOnce } from '../../../following/draw.ts';
import {
  contentOf,
  entriesOf,
  fieldOf,
  identityOf,
  idOf,
  isLongOf,
  linesOf,
  roleOf,
  rungsOf,
  textOf,
  type Content,
  type PlanLines,
  type Role,
} from './plan-lines.ts';

/** Lineages of an order that is no part. */
const MOST_LINEAGES = 4;

/** What an order said in the text that it was placed by. `rung`: its name, which it keeps. */
export interface Sent {
  readonly rung: string;
  readonly generation: number;
  readonly content: Content;
}

interface Meant {
  readonly isLong: boolean;
  /** Names by role, whether or not the plan still has them. */
  readonly ever: Record<Role, Set<string>>;
  now: readonly string[];
  atOnce: readonly string[];
}

/** By the name of each order: what the text says of it. */
export function contentsOf(plan: PlanLines): ReadonlyMap<string, Content> {
  return new Map(
    plan.lines.flatMap((line) => {
      const content = contentOf(line, plan);
      return rungsOf(line, identityOf(line)).map((rung) => [rung, content] as const);
    }),
  );
}

export class EditedPlan implements DrawnPlan {
  readonly name: string;
  readonly names = new Map<string, Named>();
  /** What was placed, as far as the journal has it, by client order id. */
  readonly sent = new Map<string, Sent>();
  readonly due = new Map<string, DueOnce>();
  groups: readonly DrawnGroup[] = [];
  ids: readonly string[] = [];
  now: PlanLines;
  readonly #drawn: DrawnPlan;
  readonly #rungs = new Map<string, { readonly rung: string; readonly generation: number; readonly part: number }>();
  readonly #meant = new Map<string, Meant>();
  #shown: ReadonlyMap<string, string> = new Map();

  constructor(drawn: DrawnPlan) {
    this.#drawn = drawn;
    this.name = drawn.name;
    this.now = linesOf(drawn.text);
    this.adopt(this.now);
  }

  get text(): string {
    return textOf(this.now);
  }

  get either(): readonly [string, string] | undefined {
    const both = this.#drawn.either?.flatMap((rung) => this.#shown.get(rung) ?? []) ?? [];
    const ends = this.now.lines.filter(
      (line) => both.includes(idOf(line)) && fieldOf(line, 'until').includes('filled'),
    );
    return ends.length === 2 ? (both as unknown as readonly [string, string]) : undefined;
  }

  /** There is another group on that side, or there was one. */
  isShared(isLong: boolean): boolean {
    return [...this.#meant.values()].filter((meant) => meant.isLong === isLong).length > 1;
  }

  /** From now on it is followed so. */
  adopt(plan: PlanLines): void {
    this.now = plan;
    const named = plan.lines.flatMap((line) => {
      const ids = rungsOf(line, idOf(line));
      return rungsOf(line, identityOf(line)).map((rung, at) => ({ line, rung, id: ids[at] ?? '' }));
    });
    this.#shown = new Map(named.map(({ rung, id }) => [rung, id]));
    this.ids = named.map(({ id }) => id);
    for (const { rung } of named) this.#name(rung, plan.generation);
    for (const [clientOid, { rung, generation, part }] of this.#rungs)
      this.names.set(clientOid, { id: this.#idOf(rung, generation), part });
    this.#group(plan);
    for (const { line, rung, id } of named) this.#dueOnce(fieldOf(line, 'after'), rung, id);
  }

  /** Each order of the journal that is new there was placed by the text as it is. */
  observe(journaled: ReadonlyMap<string, { readonly state: string }>): void {
    const contents = contentsOf(this.now);
    for (const [clientOid, { state }] of journaled) {
      const named = this.#rungs.get(clientOid);
      if (named === undefined) continue;
      const content = contents.get(named.rung);
      if (state === 'never-sent') this.sent.delete(clientOid);
      else if (!this.sent.has(clientOid) && content !== undefined) this.sent.set(clientOid, { ...named, content });
    }
  }

  isSent(rung: string): boolean {
    return [...this.sent.values()].some((one) => one.rung === rung && one.generation === this.now.generation);
  }

  #idOf(rung: string, generation: number): string {
    return generation === this.now.generation ? (this.#shown.get(rung) ?? rung) : `${generation}:${rung}`;
  }

  #name(rung: string, generation: number): void {
    const { name } = this;
    const named = { rung, generation };
    if (this.#rungs.has(clientOrderId(name, generation, rung, 0))) return;
    for (let part = 1; part <= MOST_PARTS; part++)
      this.#rungs.set(clientOrderId(name, generation, part === 1 ? rung : `${rung}/${part}`, 0), { ...named, part });
    for (let lineage = 1; lineage < MOST_LINEAGES; lineage++)
      this.#rungs.set(clientOrderId(name, generation, rung, lineage), { ...named, part: 1 });
  }

  /** A group is called by the first entry that its exits name. */
  #group(plan: PlanLines): void {
    for (const meant of this.#meant.values()) [meant.now, meant.atOnce] = [[], []];
    const firstOf = new Map<string, string>();
    for (const line of plan.lines) for (const id of entriesOf(line)) firstOf.set(id, entriesOf(line)[0] as string);
    const identities = new Map(plan.lines.map((line) => [idOf(line), identityOf(line)]));
    for (const line of plan.lines) {
      const first = entriesOf(line)[0] ?? firstOf.get(idOf(line)) ?? idOf(line);
      const key = `${plan.generation} ${identities.get(first)}`;
      const meant: Meant = this.#meant.get(key) ?? { isLong: isLongOf(line), ever: noneOf(), now: [], atOnce: [] };
      this.#meant.set(key, meant);
      const role = roleOf(line);
      for (const rung of rungsOf(line, identityOf(line))) {
        // One that was never placed may have been another's.
        for (const other of this.#meant.values()) for (const rungs of Object.values(other.ever)) rungs.delete(rung);
        meant.ever[role].add(rung);
      }
      if (role === 'stop' && !line.has('after')) meant.atOnce = [...meant.atOnce, idOf(line)];
      if (role === 'entry') meant.now = [...meant.now, ...rungsOf(line, idOf(line))];
    }
    this.groups = [...this.#meant.entries()].flatMap(([key, meant]) => {
      const [generation = '1'] = key.split(' ');
      const ids = (role: Role): string[] => [...meant.ever[role]].map((rung) => this.#idOf(rung, Number(generation)));
      if (Number(generation) !== plan.generation) return [];
      return [
        this.#same(key, {
          isLong: meant.isLong,
          entries: ids('entry'),
          stops: ids('stop'),
          targets: ids('target'),
          closeOuts: ids('close-out'),
          now: meant.now,
          atOnce: meant.atOnce,
        }),
      ];
    });
  }

  readonly #objects = new Map<string, DrawnGroup>();

  /** Whoever keeps what befell a group finds it again by the object. */
  #same(key: string, group: DrawnGroup): DrawnGroup {
    const object = this.#objects.get(key) ?? group;
    this.#objects.set(key, Object.assign(object, group));
    return object;
  }

  /** What was sent was due as it was then. */
  #dueOnce(after: string, rung: string, id: string): void {
    const drawn = this.#drawn.due.get(rung);
    if (drawn === undefined) return;
    const atMs = Date.parse(after.replaceAll(/[{}]/g, ''));
    const due = this.#dueOf.get(rung) ?? drawn;
    const isLater = !Number.isNaN(atMs) && !this.isSent(rung);
    const now = isLater ? { ...due, atMs } : due;
    this.#dueOf.set(rung, now);
    this.due.set(id, now);
  }

  readonly #dueOf = new Map<string, DueOnce>();
}

const noneOf = (): Record<Role, Set<string>> => ({
  entry: new Set(),
  stop: new Set(),
  target: new Set(),
  'close-out': new Set(),
});
