/** Answers the script of a shell. It reads a plan at most, and says nothing but words: whoever types is in the middle of a line. */
import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeWhole } from '../../model/safe-text.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import { refusalOf } from '../../refusal.ts';
import { knownSymbols } from '../inputs/instruments-list.ts';
import { loadSetup } from '../inputs/setup.ts';
import type { World } from '../world.ts';
import { fittingWords, type Fitting, type FittingWord, type Helps } from './fitting-words.ts';

/** `args` are the shell and the words behind `ordo`, the last one up to the cursor. */
export async function answerShell(world: World, args: readonly string[], helps: Helps): Promise<ExitCode> {
  const [shell, ...typed] = args;
  // Only bash, of all shells, hands words over as they are typed, and takes what does not begin with the word at the cursor.
  const words = shell === 'bash' ? typed.map(bareWord) : typed;
  const fitting = fittingWords(words, helps);
  const all = [...fitting.words, ...(await ordersOf(world, fitting)), ...(await symbolsOf(world, fitting))];
  const current = words.at(-1) ?? '';
  const fit = shell === 'bash' ? all.filter(({ word }) => word.startsWith(current)) : all;
  const lines = fit.map(({ word, about }) => `${safeWhole(word)}\t${safeWhole(about)}\n`);
  world.terminal.stdout.write(`${fitting.files ?? 'words'}\n${lines.join('')}`, 'exact');
  return EXIT.done;
}

/** The symbols that the config's list has, or else those of the paper exchange. */
async function symbolsOf(world: World, { symbols }: Fitting): Promise<readonly FittingWord[]> {
  if (symbols === undefined) return [];
  const { configPath, before, behind } = symbols;
  try {
    const known = await knownSymbols(world.files, configPath && typedPath(world, configPath), paperInstruments);
    return known.map((symbol) => ({ word: `${before}${symbol}${behind}`, about: '' }));
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return [];
  }
}

/** As the shell would give it to the command. */
const typedPath = (world: World, typed: string): string =>
  typed.startsWith('~/') && world.home !== undefined ? join(world.home, typed.slice(2)) : typed;

/** The ladders and orders of the plan on the line; none where it is not valid. */
async function ordersOf(world: World, { orders }: Fitting): Promise<readonly FittingWord[]> {
  if (orders === undefined) return [];
  const { before, behind } = orders;
  const path = (typed: string): string => typedPath(world, typed);
  try {
    const { plan } = await loadSetup(world, {
      planPath: path(orders.planPath),
      otherwise: paperInstruments,
      ...defined({ configPath: orders.configPath === undefined ? undefined : path(orders.configPath) }),
    });
    const fit = (id: string, about: string): FittingWord => ({ word: `${before}${id}${behind}`, about });
    return [
      // What takes an order id of the exchange as well is about one order.
      ...(behind === '' ? (plan?.ladders ?? []) : []).map(({ name, orders: rungs }) =>
        fit(name, `a ladder of ${rungs.length}`),
      ),
      ...(plan?.orders ?? []).map(({ id, side, size, price }) =>
        fit(id, `${side} ${size.toString()} ${price.kind === 'market' ? 'at market' : price.at.toString()}`),
      ),
    ];
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return [];
  }
}

/** A word of bash's command line, as it is typed, without its quotes and backslashes. What it would expand stays as it is. Pure. */
function bareWord(typed: string): string {
  let bare = '';
  let quote = '';
  for (let at = 0; at < typed.length; at++) {
    const character = typed[at] as string;
    const next = typed[at + 1] ?? '';
    const isEscape = character === '\\' && quote !== "'" && (quote === '' || '$`"\\'.includes(next));
    if (isEscape) {
      bare += next;
      at += 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else bare += character;
  }
  return bare;
}
