/** All that has to be so before a live run sends anything, in the order in which it is asked. */
import { timeOfDay } from '../../model/time-words.ts';
import { sends } from '../../actions/place.ts';
import type { Check, Well } from '../../actions/prepare/checks.ts';
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { LIFT } from '../../actions/prepare/halted.ts';
import { checkNoFollow } from '../../actions/prepare/needs-follow.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import { haltText } from '../../journal/records/halt.ts';
import { LEAST_DIGITS } from '../../journal/records/head.ts';
import { count } from '../../model/count.ts';
import { shown } from '../inputs/input-files.ts';
import { checkSafeToRunLive, checkStateMount } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { LiveRun } from './live-run.ts';

/** What the files say, and whose they are. */
export const FILE_CHECKS: readonly Check<LiveRun>[] = [
  {
    name: 'config',
    ask: async (run) => {
      await run.readConfig();
      return () => configWords(run);
    },
  },
  {
    name: 'plan',
    needs: ['config'],
    ask: async (run) => {
      await run.readPlan();
      return planWords(run);
    },
  },
  {
    name: 'policy',
    needs: ['config'],
    ask: (run) => {
      const later = run.checkPolicy();
      return later ?? (run.setup?.plan === undefined ? undefined : policyWords(run));
    },
  },
  {
    name: 'node',
    ask: ({ world, told }) => {
      checkSafeToRunLive(world, (message) => told.emit({ event: 'note', message }));
      return `${world.process.nodeVersion}, its options and variables are harmless`;
    },
  },
  { name: 'mount', ask: ({ world }) => checkStateMount(world) },
  {
    name: 'files',
    needs: ['config'],
    ask: ({ world, setup }) => {
      refuseOthersFiles(world.files, setup ?? {});
      return setup?.configFile === undefined ? undefined : 'nobody else may write them';
    },
  },
  {
    name: 'follow',
    needs: ['plan', 'policy'],
    ask: ({ plan, config, options }) => {
      const follows = options.follow === true;
      checkNoFollow(plan, follows);
      if (follows) checkCanAsk(config, 'set it to true: a run that follows its plan relies on them');
      return follows ? 'with --follow, which the plan needs' : undefined;
    },
  },
  {
    name: 'time',
    needs: ['plan', 'policy'],
    ask: ({ world, plan, options }) => {
      // Of one that is followed the journal tells first whether something of it is held.
      if (options.follow !== true) checkStillValid(plan, world.clock.wallMs());
      return plan.validUntil && `before ${plan.validUntil.text}`;
    },
  },
];

/** What journal, exchange and account have against it. The account is held from the journal's check on. */
export const ACCOUNT_CHECKS: readonly Check<LiveRun>[] = [
  {
    name: 'account file',
    needs: ['plan', 'policy'],
    ask: (run) => {
      // Of one that is followed the journal tells first whether something of it is held.
      if (run.options.follow !== true) run.checkAccountFile();
      return run.plan.sizedBy && `of ${run.plan.sizedBy.asOf}`;
    },
  },
  {
    name: 'journal',
    needs: ['config'],
    ask: async (run) => {
      await run.openJournal();
      return () => journalWords(run);
    },
  },
  {
    name: 'orders',
    needs: ['plan', 'policy', 'account file', 'journal'],
    ask: async (run) => {
      await run.compile();
      return ordersWords(run);
    },
  },
  {
    name: 'account',
    needs: ['node', 'files', 'journal'],
    ask: async (run) => {
      await run.readAccount();
      return accountWords(run);
    },
  },
  // Whoever approves says so elsewhere.
  { name: 'approval', needs: ['orders', 'account'], ask: (run) => run.approve() },
  { name: 'first send', needs: ['orders', 'account', 'approval'], ask: (run) => run.makeReady() },
];

/** What placing asks first, of whoever is held back by earlier runs; a run asks it as it places, and on record. */
export const PLACING_CHECKS: readonly Check<LiveRun>[] = [
  { name: 'earlier', needs: ['first send'], ask: (run) => run.lookUpEarlier() },
];

function configWords({ world: { files }, setup, config }: LiveRun): string {
  const file = setup?.configFile;
  const name = file === undefined ? 'none' : shown(files, file);
  return `${name}, account ${config.exchange.account}`;
}

function planWords({ setup }: LiveRun): string | undefined {
  const plan = setup?.plan;
  return plan && `${plan.name}, generation ${plan.generation}, ${count(plan.orders.length, 'order')}`;
}

const policyWords = ({ config: { policy } }: LiveRun): string =>
  Object.values(policy).some((limit) => limit !== undefined) ? 'the plan keeps to it' : 'sets no limit';

async function journalWords({ world: { journals }, place: { journal }, session, setup }: LiveRun): Promise<string> {
  if ((await journals.facts(journal.url, [])) === undefined) return `${journal.name}, which a run makes`;
  const { head } = { head: undefined, ...(await (await journals.open(journal.url)).verify()) };
  const until = head && `, ${count(head.record, 'record')}, head ${head.record}:${head.sum.slice(0, LEAST_DIGITS)}`;
  // Of a plan a check of its own says whether that holds it back.
  const halt = setup?.plan === undefined ? await session?.halted() : undefined;
  const halted = halt && `; the account is ${haltText(halt)}. A run that opens is refused until ${LIFT}`;
  return `${journal.name}${until ?? ''}${halted ?? ''}`;
}

function ordersWords({ compiled }: LiveRun): Well {
  if (compiled === undefined) return undefined;
  const { calls, pending, cancels } = compiled.run.schedule;
  const off = cancels === undefined ? '' : `${count(cancels.orders.length, 'order')} to cancel, `;
  return calls.length === 0 && off === ''
    ? 'nothing is left to send'
    : `${off}${count(pending.size, 'order')} to send in ${count(calls.length, 'call')}`;
}

function accountWords({ compiled, config, readAtMs }: LiveRun): Well {
  if (readAtMs !== undefined) return `checked ${timeOfDay(readAtMs)}`;
  if (compiled !== undefined && !sends(compiled.run)) return { notAsked: 'nothing is left to send' };
  const { queries } = config.exchange;
  return { notAsked: queries ? 'execution.accountCheck is off' : 'exchange.queries is false' };
}
