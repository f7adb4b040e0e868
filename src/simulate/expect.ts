/** Expectations of a simulation: `deepest >= -500`, `bare <= 90m`. */
import { Decimal } from '../model/decimal.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Ends, Expectation, JudgedExpectation, Simulated } from '../model/simulated.ts';

const FORM = /^(result|deepest|bare) *(>=|<=) *(\S+)$/;
const UNITS: Readonly<Record<string, bigint>> = { m: 60_000n, h: 3_600_000n, d: 86_400_000n };
const TIME = /^([0-9]{1,9})([mhd])$/;

export function readExpectation(text: string): Result<Expectation, string> {
  const [, figure, is, given = ''] = FORM.exec(text.trim()) ?? [];
  if (figure === undefined) return err('an expectation is result, deepest or bare, then >= or <=, then a value');
  const value = figure === 'bare' ? timeIn(given) : moneyIn(given);
  if (value === undefined)
    return err(figure === 'bare' ? `${given} is not a time: 0m, 90m, 24h or 7d` : `${given} is not an amount of money`);
  return ok({ figure, is, value, text } as Expectation);
}

function timeIn(text: string): string | undefined {
  const [, digits, unit] = TIME.exec(text) ?? [];
  return digits === undefined ? undefined : (BigInt(digits) * (UNITS[unit as string] as bigint)).toString();
}

const signedDecimal = (text: string): Decimal | undefined => {
  if (!text.startsWith('-')) return Decimal.parse(text);
  const value = Decimal.parse(text.slice(1));
  return value && Decimal.zero.minus(value);
};

const moneyIn = (text: string): string | undefined => signedDecimal(text)?.canonical();

/** A figure back from its text, however many digits it has. */
function exact(text: string): Decimal {
  const [whole = '', part = ''] = text.split('.');
  return Decimal.ofDigits(BigInt(whole + part), part.length);
}

/** Met only if both ends meet it, and never where the range is no bound. */
export function judged(
  expectation: Expectation,
  simulated: Pick<Simulated, 'bound' | 'result' | 'deepest' | 'bareMs'>,
): JudgedExpectation {
  const { figure, is, value } = expectation;
  const ends: Ends<string> | undefined =
    figure === 'bare'
      ? simulated.bareMs && [String(simulated.bareMs[0]), String(simulated.bareMs[1])]
      : simulated[figure];
  if (!simulated.bound || ends === undefined) return { ...expectation, met: 'undecidable', ends };
  const wanted = exact(value);
  const meets = (end: string): boolean => {
    const beyond = exact(end).compare(wanted);
    return is === '>=' ? beyond >= 0 : beyond <= 0;
  };
  return { ...expectation, met: ends.every(meets) ? 'met' : 'not-met', ends };
}
