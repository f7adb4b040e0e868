/** A close of one position: read and shown, or approved, sent and looked after. */
import { resolve } from 'node:path';
import { checkAsShown, checkCloseApproved, close } from '../../actions/close/close.ts';
import { decideClose, prepareClose, type CloseRequest, type PreparedClose } from '../../actions/close/prepare-close.ts';
import { announce } from '../../actions/prepare/announce.ts';
import { historyOf } from '../../journal/records/known-account.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { OrderOutcome } from '../../model/event.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import type { EventSink } from '../../ports.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import type { Session } from '../../session/session.ts';
import { asksBlocks } from '../../views/asks.ts';
import { closedSheet } from '../../views/close/closed.ts';
import { closeSheet, type CloseWords, closeBlocks, sizesWords } from '../../views/close/prepared.ts';
import { writeSheet } from '../command-line/output-kind.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import type { AccountTask } from '../live/account-command.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { journalWords, liveFacts } from '../live/live-facts.ts';
import { askToEnd, followersOf, onceEnded, type HoldingFollower } from '../../actions/asked-followers.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { withLiveSession } from '../live/live-session.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { withNotices } from '../live/notices.ts';
import { placeWords } from '../live/same-again.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Unrecorded } from '../run/place-run.ts';
import { Steering } from '../run/steering.ts';
import type { World, Terminal } from '../world.ts';
import type { CloseAsked } from './close-options.ts';
import { pointingToHalt } from './pointing-to-halt.ts';
import { approvalIn } from '../../actions/approval.ts';
import { haltText } from '../../journal/records/halt.ts';
import { safeText } from '../../model/safe-text.ts';
import { statedOf } from '../../protection/words.ts';
import { amountOf, checkedWords, DIGEST_SHOWN, haltWords, weightWords } from '../../report/text/phrases.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { isLong, type Side } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import { instrumentOf } from './instrument-of.ts';

type CloseTask = AccountTask<CloseAsked>;

export async function closePosition(world: World, task: CloseTask, told: Reporter): Promise<ExitCode> {
  const { asked, setup } = task;
  const { config } = setup;
  const note = (message: string): void => told.emit({ event: 'note', message });
  checkSafeToRunLive(world, note);
  refuseOthersFiles(world.files, setup);
  const account = accountOf(world, config, 'close');
  const store = { journal: await journalAt(world, asked.journalPath, config), account };
  const place = { ...store, ...CLOSE_PLAN };
  return pointingToHalt(async () => {
    const wanted = { symbol: asked.symbol, ...store, note };
    const { instrument, precision, ...list } = await instrumentOf(world, setup, wanted);
    refuseOthersFiles(world.files, { ...setup, ...list });
    const asks = await followersAt(world, store, { symbol: instrument.symbol, side: asked.side });
    const about = { account: account.name, plan: CLOSE_PLAN.plan };
    const notified = asked.execute ? withNotices : unheard;
    return notified(world, { setup, about }, told, (heard) => {
      const outcomes: OrderOutcome[] = [];
      const emit: EventSink = (event) => {
        if (event.event === 'order-outcome') outcomes.push(event);
        heard.emit(event);
      };
      return withLiveSession(world, { place, config, emit }, async (session) => {
        await connectKnown(world, { setup, session, place, rebind: asked.rebind });
        const stop = new Steering(world, heard.emit, true);
        const unsubscribe = world.process.onInterruption(stop.interrupt);
        const request: CloseRequest = {
          config,
          account,
          instrument,
          precision,
          side: asked.side,
          share: asked.share,
          mode: asked.execute ? 'execute' : 'dry-run',
          live: liveFacts(place, setup, historyOf(await session.account(), CLOSE_PLAN.plan)),
          signal: stop.signal,
          asks: new Set(asks.map(({ plan }) => plan)),
        };
        const words = async (): Promise<CloseWords> => ({
          account,
          journal: journalWords(place.journal, historyOf(await session.account(), CLOSE_PLAN.plan)),
          again: placeWords({ ...asked, variables: [] }),
          nowMs: world.clock.wallMs(),
          asks,
          ...defined({ halt: await session.halted() }),
        });
        try {
          const prepared = await prepareClose(session, world.clock, request);
          const closing = { task, store, request, prepared, session, stop, words, told: heard, outcomes, asks };
          return await (asked.execute ? execute(world, closing) : dryRun(world, closing));
        } finally {
          unsubscribe();
        }
      });
    });
  });
}

const unheard: typeof withNotices = (_world, _about, told, body) => body(told, () => {});

interface Closing {
  readonly task: CloseTask;
  readonly store: Pick<JournalPlace, 'journal' | 'account'>;
  readonly request: CloseRequest;
  readonly prepared: PreparedClose;
  readonly session: Session;
  readonly stop: Steering;
  readonly words: () => Promise<CloseWords>;
  readonly told: Reporter;
  /** Who follows a plan with an order at that position, and ends first. */
  readonly asks: readonly HoldingFollower[];
  /** What each order came to, as it is told. */
  readonly outcomes: readonly OrderOutcome[];
}

async function dryRun(world: World, { task, prepared, words, told }: Closing): Promise<ExitCode> {
  const { run } = prepared;
  announce(told.emit, run);
  if (task.output !== 'ndjson') await writeSheet(world.terminal, task.output, closeSheet(prepared, await words()));
  told.emit(protectionEvent(prepared.protection, run.halt));
  told.emit(finished(world, task.finish, EXIT.done));
  return EXIT.done;
}

async function execute(world: World, closing: Closing): Promise<ExitCode> {
  const { task, session, stop, words, told, outcomes } = closing;
  const prepared = await approved(world, closing);
  const { clock, terminal, files } = world;
  const unrecorded = new Unrecorded(terminal.stderr, false);
  const startedMs = clock.monotonicMs();
  const closed = await close(
    {
      session,
      clock,
      emit: told.emit,
      flush: () => terminal.flushOutput(),
      stop,
      planFile: resolve(files.folder, CLOSE_PLAN.plan),
      onUnrecorded: (verdicts) => unrecorded.add(verdicts, prepared.run),
    },
    prepared,
  );
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  if (task.output !== 'ndjson')
    await writeSheet(terminal, task.output, closedSheet({ ...closed, outcomes, elapsedMs }, prepared, await words()));
  return closed.exitCode;
}

/** As it was approved. A person may have taken their time: the account is read again, and has to be as it was shown. */
async function approved(world: World, closing: Closing): Promise<PreparedClose> {
  const { task, request, prepared, session, asks } = closing;
  const { approve, yes } = task.asked;
  if (approve !== undefined) await checkCloseApproved(approve, prepared, session);
  else if (!yes) await askToClose(world.terminal, prepared, asks);
  if (asks.length > 0) return besideFollowers(world, closing);
  if (approve === undefined && !yes) checkAsShown(prepared, await decideClose(session, world.clock, request));
  return prepared;
}

/** Followers have ended once it returns. What they did meanwhile may have changed the position: it has to be as it was approved. */
async function besideFollowers(world: World, closing: Closing): Promise<PreparedClose> {
  const { task, store, request, prepared, session, told, asks } = closing;
  const { clock } = world;
  const { account } = store;
  const ledger = await world.journals.open(store.journal.url);
  await askToEnd({ ledger, account, command: 'close', emit: told.emit }, asks);
  await onceEnded({ ledger, account, clock, command: 'close' }, asks);
  const now = await prepareClose(session, clock, request);
  if (!task.asked.yes) checkAsShown(prepared, now);
  return now;
}

/** Whoever follows a plan of which an order is at that position, or was. */
async function followersAt(
  world: World,
  store: Pick<JournalPlace, 'journal' | 'account'>,
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
): Promise<readonly HoldingFollower[]> {
  const { all, awaiting } = await readAccountInUse(world, store);
  const isAt = ({ content }: KnownOrder): boolean =>
    sameSymbol(content['symbol'] ?? '', symbol) && isLong(content['side'] as Side) === (side === 'long');
  return followersOf(all, awaiting, ({ orders }) => [...orders.values()].some(isAt));
}

/** A person’s approval of a close: what is held, what goes, and what it leaves. */
function askToClose(terminal: Terminal, prepared: PreparedClose, asks: readonly HoldingFollower[]): Promise<void> {
  const { run, protection } = prepared;
  const { code } = approvalIn(run);
  const { calls, weight } = run.schedule;
  const page = questionPage(terminal);
  const stated = statedOf(protection, run.checkedAtMs ?? 0);
  const question = [
    '',
    `LIVE  ${run.exchange}`,
    ...(run.halt === undefined ? [] : [haltWords(haltText(run.halt))]),
    `  account ${safeText(run.live?.account ?? '')}${checkedWords(run.checkedAtMs)}`,
    `  ${sizesWords(prepared)} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, run.config.exchange.limits)}`,
    '',
    ...[...asksBlocks(asks), ...closeBlocks(prepared)].flatMap((block) => blockLines(page, block)),
    '',
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(stated).flatMap((block) => blockLines(page, block)),
    `Type ${code.slice(0, TYPED)} to close it; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'close' });
}
