/** The conditions of an order as one text, and back: a reviewed plan holds them so. */
import { Decimal } from './decimal.ts';
import type { Conditions, LatePrice } from './follow.ts';
import { Rational } from './rational.ts';

/** Undefined where there are none. Fractions are written whole, decimals with their digits. */
export function conditionsJson(order: Conditions): string | undefined {
  const { exit, afterFilled, afterAt, until, slice, late } = order;
  const said = { exit, afterFilled, afterAt, until, slice, late };
  return Object.values(said).every((one) => one === undefined) ? undefined : JSON.stringify(said);
}

/** Throws `damaged` where the text is not one of those above. */
export function conditionsFrom(text: string, damaged: () => never): Conditions {
  try {
    const { exit, late, ...others } = JSON.parse(text) as Told;
    const { share, ...of } = exit ?? {};
    return {
      ...others,
      ...(exit !== undefined && { exit: { ...of, ...(share !== undefined && { share: fraction(share) }) } }),
      ...(late !== undefined && {
        late: Object.fromEntries(Object.entries(late).map(([field, price]) => [field, lateFrom(price)])),
      }),
    } as Conditions;
  } catch {
    return damaged();
  }
}

type Node = Readonly<Record<string, unknown>>;
type Told = Omit<Conditions, 'exit' | 'late'> & {
  readonly exit?: { readonly filled: readonly string[]; readonly share?: string };
  readonly late?: Readonly<Record<string, Node>>;
};

function fraction(text: string): Rational {
  const [over = '', under = ''] = text.split('/');
  return Rational.ratio(BigInt(over), BigInt(under));
}

function lateFrom(node: Node): LatePrice {
  const read = (key: string): LatePrice => lateFrom(node[key] as Node);
  switch (node['kind']) {
    case 'number':
      return { kind: 'number', value: fraction(node['value'] as string) };
    case 'average':
      return node as unknown as LatePrice;
    case 'min':
    case 'max':
      return { kind: node['kind'], of: (node['of'] as readonly Node[]).map(lateFrom) };
    case 'binary':
      return {
        ...(node as unknown as Extract<LatePrice, { kind: 'binary' }>),
        left: read('left'),
        right: read('right'),
      };
    case 'round':
      return {
        ...(node as unknown as Extract<LatePrice, { kind: 'round' }>),
        unit: Decimal.of(node['unit'] as string),
        of: read('of'),
      };
    default:
      return { kind: node['kind'] as 'negative' | 'abs', of: read('of') };
  }
}
