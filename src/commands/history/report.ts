/** `ordo report`: a past run, or all of a plan, from the journal alone. No key, no socket; writes only the file it is given. */
import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { REPORT_FORMS, reportText, type ReportForm } from '../../views/history/report-text.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { refusePage } from '../command-line/output-kind.ts';
import { checkReplaceable } from '../inputs/replaceable.ts';
import type { World } from '../world.ts';
import { askedRuns, PAST_OPTIONS } from './asked-runs.ts';

// Tells a report of ours from whatever else a file may hold.

/** How each form begins, whatever it tells of. No plan, config or source text begins so. */
const BEGINNINGS: Readonly<Record<ReportForm, RegExp>> = {
  lines: /^[a-z0-9-]{1,32}\s+generation\s+\d+\s+RUN\s+\d/,
  md: /^(?:\d+ earlier runs? left out\.\n\n)?## `[a-z0-9-]{1,32}` generation \d+, run \d/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n {2}<testsuite name="[a-z0-9-]{1,32} run \d/,
  html: /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" \/>\n<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/,
  json: /^\{\n {2}"plan": "[a-z0-9-]{1,32}",\n {2}"account": \{\n {4}"origin": /,
};

/** Longer than any of them. */
const HEAD_BYTES = 400;

/** Whether a report may take the place of these bytes: they are one, in whatever form, or nothing at all. */
function mayBeReplaced(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8');
  return bytes.length === 0 || REPORT_FORMS.some((form) => BEGINNINGS[form].test(head));
}

const REPORT_OPTIONS: OptionSpecs = {
  as: { value: REPORT_FORMS.join('|'), help: 'default: lines' },
  run: { value: '<n>|all', help: 'which run of the plan, from 1; default: the last' },
  out: { value: '<file>', help: 'write it there; default: standard output' },
  ...PAST_OPTIONS,
};

export const REPORT_HELP: CommandHelp = {
  usage: 'ordo report <plan>',
  brief: 'a past run again, in any form',
  summary: 'Report a past run from the journal alone, as often as you like.',
  more: `Runs of a plan are numbered from 1, over all its generations. Only live runs are in the journal.
What was settled after a run is shown next to it; the outcomes stay those of the run.`,
  options: REPORT_OPTIONS,
  examples: [
    ['ordo report plan.yaml', 'the last run'],
    ['ordo report plan.yaml --as html --out run.html', 'one page, for people, without a network'],
    ['ordo report plan.yaml --as junit --out run.xml', 'for CI: rejected fails, unknown is an error'],
    ['ordo report plan.yaml --run all --as json', 'every run, for programs'],
  ],
};

export async function report(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('report', args, REPORT_OPTIONS);
  const form = (given.value('as') ?? 'lines') as ReportForm;
  const out = given.value('out');
  if (form === 'html' && out === undefined) refusePage(world.terminal, 'write it to a file: --out run.html');
  if (out !== undefined) checkReplaceable(world.files, out, { what: 'a report', isOne: mayBeReplaced });
  const asked = await askedRuns(world, 'report', given);
  if (typeof asked === 'number') return asked;
  const { color, width } = world.terminal.stdout;
  const text = await reportText(form, asked, { color: out === undefined && color, width });
  if (out === undefined) {
    world.terminal.stdout.write(text, form === 'lines' || form === 'md' ? undefined : 'exact');
    return EXIT.done;
  }
  const written = await world.files.replace(resolve(world.files.folder, out), text);
  if (!written.ok) refuse('output/unwritable', `${out} cannot be written: ${written.error}`);
  return EXIT.done;
}
