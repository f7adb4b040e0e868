/** The six tools. Each is a command of ordo, on files below one folder; only `propose` writes, and none can send. */
import { join, resolve } from 'node:path';
import { defined } from '../../model/defined.ts';
import { refuse } from '../../refusal.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { reporter } from '../command-line/reporting.ts';
import { diff } from '../diff/diff.ts';
import { explain } from '../explain/explain.ts';
import { isBelow } from '../inputs/input-files.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { isReviewedFile } from '../review/looks-reviewed.ts';
import { dryRun } from '../run/dry-run.ts';
import { bareRun } from '../run/run-options.ts';
import { status } from '../status/status.ts';
import type { World } from '../world.ts';

/** The folders that it reads plans from and puts proposals into, links resolved; `world` can do nothing else. */
export interface ToolDesk {
  readonly world: World;
  readonly plans: string;
  readonly proposals: string;
  readonly make: World['files']['make'];
}

type Given = Readonly<Record<string, string | boolean>>;

export interface Tool {
  readonly description: string;
  /** What each argument is; `optional`: the one that may be left out. */
  readonly takes: Readonly<Record<string, readonly [type: 'string' | 'boolean', description: string]>>;
  readonly optional?: string;
  readonly call: (desk: ToolDesk, world: World, given: Given) => Promise<unknown>;
}

const PLAN = ['string', 'the path of a plan, from the folder of plans'] as const;
const MOST_BYTES = 1024 * 1024;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.ya?ml$/;
const EVENTS = ['--output', 'ndjson', '--'];

export const TOOLS: Readonly<Record<string, Tool>> = {
  validate: {
    description: 'Says what is wrong with a plan, and where. An empty answer means that it is valid.',
    takes: { plan: PLAN },
    call: (desk, world, given) => judge(world, planIn(desk, given)),
  },
  dry_run: {
    description: 'Shows what would be sent: orders, calls, exposure, protection. It sends nothing.',
    takes: { plan: PLAN, live: ['boolean', 'as it would go to the live exchange, by what the journal knows'] },
    optional: 'live',
    call: (desk, world, given) => {
      const options = { ...bareRun(planIn(desk, given)), live: given['live'] === true, output: 'ndjson' } as const;
      return dryRun(world, options, reporter(world.terminal, 'ndjson'));
    },
  },
  explain: {
    description: 'Explains one order or ladder of a plan, with its call and what the journal knows of it.',
    takes: { plan: PLAN, order: ['string', 'the id of the order'] },
    call: (desk, world, given) => explain(world, [...EVENTS, planIn(desk, given), textOf(given, 'order')]),
  },
  diff: {
    description: 'Says how two plans differ: in risk, limits that became looser, and orders.',
    takes: { before: PLAN, after: PLAN },
    call: (desk, world, given) =>
      diff(world, ['--output', 'json', '--', planIn(desk, given, 'before'), planIn(desk, given, 'after')]),
  },
  status: {
    description: 'What the journal knows of the orders of a plan, or of every open order. The exchange is not asked.',
    takes: { plan: PLAN },
    optional: 'plan',
    call: (desk, world, given) =>
      status(world, given['plan'] === undefined ? EVENTS : [...EVENTS, planIn(desk, given)]),
  },
  propose: {
    description: 'Writes a valid plan to a new file of the folder of proposals, for a person to look at and run.',
    takes: { file: ['string', 'its name, such as breakout.yaml'], plan: ['string', 'the whole text of the plan'] },
    call: propose,
  },
};

const textOf = (given: Given, name: string): string => String(given[name] ?? '');

/** The real path of a plan below the folder; refuses (exit 2) what is elsewhere, also behind a link. */
function planIn({ world: { files }, plans }: ToolDesk, given: Given, name = 'plan'): string {
  const path = textOf(given, name);
  const entry = /^[^\p{Cc}]{1,1000}$/u.test(path) ? files.entryAt(resolve(plans, path)) : undefined;
  if (entry?.kind !== 'file' || !isBelow(plans, entry.realPath) || isReviewedFile(files, entry.realPath))
    refuse('input/unreadable', `there is no plan ${path} below the folder of plans`);
  return entry.realPath;
}

/** Says what is wrong with a plan; `bytes` are its text where it has no file yet. */
async function judge(world: World, planPath: string, bytes?: Uint8Array): Promise<Setup> {
  const setup = await loadSetup(world, { planPath, otherwise: paperInstruments, ...defined({ bytes }) });
  await reportDiagnostics(world.terminal, 'ndjson', setup.diagnostics);
  return setup;
}

async function propose({ proposals, make }: ToolDesk, world: World, given: Given): Promise<void> {
  const [name, text] = [textOf(given, 'file'), textOf(given, 'plan')];
  if (!FILE_NAME.test(name)) refuse('option/value', 'file is a name such as breakout.yaml, without a folder');
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) refuse('option/value', 'the plan has more than 1 MiB');
  const { plan } = await judge(world, join(proposals, name), bytes);
  if (plan === undefined) refuse('plan/invalid', 'the plan is invalid or forbidden: nothing was written');
  const made = await make(new Map([[join(proposals, name), text]]));
  if (!made.ok) refuse('output/unwritable', `${name} cannot be written: ${made.error.why}`, 'give it another name');
  const told = { file: name, plan: plan.name, generation: plan.generation, orders: plan.orders.length };
  world.terminal.stdout.write(`${JSON.stringify(told)}\n`);
}
