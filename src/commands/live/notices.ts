/** Tells the program of `notify` what happens in a live execution. It can delay and fail nothing: what is wrong with it is a note. */
import type { Config } from '../../model/config.ts';
import type { RunEvent } from '../../model/event.ts';
import type { EventSink } from '../../ports.ts';
import { err } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { refusalOf } from '../../refusal.ts';
import { noticeLine, RunNotices, type NoticeAbout } from '../../report/formats/notices.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { Setup } from '../inputs/setup.ts';
import type { NoticeProgram } from '../background.ts';
import type { World } from '../world.ts';
import { trustedProgram } from './trusted-program.ts';
import { distrustOf } from './whose-files.ts';

/** How long ordo waits for it at its own end, with the journal closed. */
const AT_THE_END_MS = 2000;

type NoticeSetup = Pick<Setup, 'configFile'> & { readonly config: Pick<Config, 'notify'> };
type Line = Parameters<typeof noticeLine>[1];

/** Gives one notice, where the config names a program. */
export async function notify(world: World, setup: NoticeSetup, about: NoticeAbout, notice: Line): Promise<void> {
  const program = await programOf(world, setup);
  if (program === undefined) return;
  program.give(noticeLine(about, notice, world.clock.wallMs()));
  await ended(world, program);
}

/** Runs `body` with a reporter whose events the program hears of. */
export async function withNotices<Value>(
  world: World,
  { setup, about }: { readonly setup: NoticeSetup; readonly about: NoticeAbout & { readonly plan: string } },
  told: Reporter,
  body: (told: Reporter, give: (notice: Line) => void) => Promise<Value>,
): Promise<Value> {
  const program = await programOf(world, setup);
  if (program === undefined) return body(told, () => {});
  const notices = new RunNotices(about.plan);
  let dropped = 0;
  const give = (said: Line | undefined): void => {
    if (said !== undefined && !program.give(noticeLine(about, said, world.clock.wallMs()))) dropped++;
  };
  const emit: EventSink = (event) => {
    told.emit(withDropped(event, dropped));
    give(notices.take(event));
  };
  try {
    return await body({ ...told, emit }, give);
  } catch (error) {
    const { message, exitCode } = refusalOf(error) ?? { message: 'a bug in ordo', exitCode: 1 };
    give({ kind: 'finished', text: `${about.plan} ended with exit code ${exitCode}: ${message}`, exitCode });
    throw error;
  } finally {
    await ended(world, program);
  }
}

const withDropped = (event: RunEvent, noticesDropped: number): RunEvent =>
  event.event === 'run-finished' && noticesDropped > 0 ? { ...event, noticesDropped } : event;

async function programOf(world: World, { config, configFile }: NoticeSetup): Promise<NoticeProgram | undefined> {
  if (config.notify === undefined || configFile === undefined) return undefined;
  const others = distrustOf(world.files, { configFile });
  const found =
    others === undefined
      ? trustedProgram(world, 'notify', config.notify, configFile)
      : err(`others may have written the program that it starts: ${others.why}: ${others.mend}`);
  if (found.ok) return world.process.noticeProgram(found.value);
  note(world, `nobody is notified: ${found.error}`);
  return undefined;
}

async function ended(world: World, program: NoticeProgram): Promise<void> {
  const trouble = await program.end(AT_THE_END_MS);
  if (trouble !== undefined) note(world, `the program of notify ${trouble}`);
}

/** The run may have told its last event. */
const note = ({ terminal }: World, text: string): void => terminal.stderr.write(`ordo: ${safeText(text)}\n`);
