/** `ordo simulate`: what becomes of the orders of a plan on a price path. No key, no socket, no journal; writes only `--out`. */
import { defined } from '../../model/defined.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, refusePage } from '../command-line/output-kind.ts';
import { configOption, OUTPUT_OPTION } from '../command-line/shared-options.ts';
import { checkReplaceable } from '../inputs/replaceable.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import type { World } from '../world.ts';
import { givenSimulation } from './given.ts';
import { simulatedRows } from './rows.ts';
import { writeRows } from './write.ts';

export const SIMULATE_OPTIONS: OptionSpecs = {
  candles: {
    value: '[<symbol>=]<file>',
    many: true,
    help: 'candles of a symbol, which a plan of one may leave out; - is stdin; repeatable',
  },
  path: {
    value: '[<symbol>=]<steps>',
    many: true,
    help: 'prices in their order in place of candles: 64000,63500,+2%,gap:61000',
  },
  from: { value: '<time>', help: 'place the orders at the first candle that opens then or later' },
  to: { value: '<time>', help: 'use no candle that closes later' },
  fees: { value: '<maker>/<taker>', help: 'default: the config’s simulate.fees, else 0.02%/0.08%' },
  fills: { value: 'through|touch', help: 'a limit fills a tick beyond its price (default), or at it' },
  hold: {
    value: '<position>',
    many: true,
    help: "held before the first order: '[<symbol>] long|short <size> at <price>'; repeatable",
  },
  expect: {
    value: '<figure>',
    many: true,
    help: "exit 5 unless both ends meet it: 'result >= 0', 'deepest >= -500', 'bare <= 90m'; repeatable",
  },
  watch: { help: 'the same at every save, on the screen of run --watch' },
  only: { value: '<id>', many: true, help: 'only this order, or the rungs of this ladder; repeatable' },
  var: { ...VAR_OPTION, help: 'a value for a variable of the plan; up to 20 of one name are a row each' },
  config: configOption(),
  output: OUTPUT_OPTION,
  out: { value: '<file>', help: 'write it there; default: standard output' },
};

export const SIMULATE_HELP: CommandHelp = {
  usage: 'ordo simulate <plan>',
  brief: 'what becomes of these orders on candles or a path; no key',
  summary: 'Show what becomes of the orders of a plan on candles, or on a path that you draw.',
  more: `The plan is compiled as by ordo run, as if nothing was sent before, and the same bodies are
placed on a book whose price moves along the candles. A candle does not say in which order
its prices came, so the answer is a range: no course of prices that fits the candles does
worse than the pessimistic end, or better than the optimistic one. Nothing is sent, and no
key, journal or socket is opened. Past prices, which you have seen; the next ones will differ.`,
  options: SIMULATE_OPTIONS,
  examples: [
    ['ordo simulate plan.yaml --candles btc-1h.csv', 'on candles of a file'],
    ['ordo simulate plan.yaml --path 64000,63500,+2%', 'on a path: one answer'],
    ["ordo simulate plan.yaml --candles btc-1h.csv --expect 'deepest >= -500'", 'as a test, for CI'],
    ['ordo simulate plan.yaml --candles btc-1h.csv --var stop=63600 --var stop=63500', 'a row for each value'],
    ['ordo simulate plan.yaml --candles btc-1h.csv --watch', 'again at every save, with what it changed'],
    ["ordo simulate exits.yaml --candles btc-1h.csv --hold 'long 0.1 at 63900'", 'exits of a position'],
  ],
};

const SLIPPAGE = 'slippage is a cost of taking: put it into the taker’s fee (0.08 % + 0.05 % = 0.13%)';

export async function simulate(world: World, args: readonly string[]): Promise<ExitCode> {
  const asksSlippage = args.some((word) => /^--slippage(?:=|$)/.test(word));
  if (asksSlippage) refuse('option/unknown', SLIPPAGE, 'write --fees 0.02%/0.13%');
  const given = readArguments('simulate', args, SIMULATE_OPTIONS);
  if (given.has('watch')) return (await import('./watched.ts')).watchSimulated(world, given, args);
  const out = given.value('out');
  if (out !== undefined) checkReplaceable(world.files, out, { what: 'a simulation', isOne: mayBeSimulation });
  const asked = given.value('output') ?? 'lines';
  const output = asked === 'html' && out !== undefined ? 'html' : outputKind(asked, world);
  if (output === 'html' && out === undefined) refusePage(world.terminal, 'write it to a file: --out simulation.html');
  if (output === 'html' && givenSimulation(given).variables.name !== undefined)
    refuse('option/conflict', 'a page shows one simulation, and --var gives several', 'leave --output html out');
  if (output === 'ndjson') return (await import('./stream.ts')).streamRows(world, () => givenSimulation(given), out);
  const rows = await simulatedRows(world, givenSimulation(given), output);
  return typeof rows === 'number' ? rows : writeRows(world, rows, { output, ...defined({ out }) });
}

/** How each form begins. No plan, config or file of candles begins so. */
const BEGINNINGS: readonly RegExp[] = [
  /^[a-z0-9-]{1,32} {2}generation \d+ {2}SIMULATED/,
  /^## `[a-z0-9-]{1,32}` {2}generation \d+ {2}SIMULATED/,
  /^\{\n {2}"plan": "[a-z0-9-]{1,32}",\n {2}"generation": \d+,\n {2}"answer": "/,
  /^\{\n {2}"rows": \[\n {4}\{\n {6}"variable": \{/,
  /^\{"event":"(?:diagnostic|candles-read|plan-loaded)",/,
  /^<!doctype html>\n<html lang="en">[\s\S]{0,200}Content-Security-Policy/,
];

/** Longer than any of them. */
const HEAD_BYTES = 400;

function mayBeSimulation(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8');
  return bytes.length === 0 || BEGINNINGS.some((form) => form.test(head));
}
