/** One edit of a plan, as a person makes it between two runs: apt or not, sized as drawn plans are. */
import {
  addCloseOut,
  addEntry,
  addGroup,
  addStop,
  addTarget,
  instantIn,
  pickLine,
  sizeOf,
  withLines,
  type EditDraw,
} from './add-orders.ts';
import {
  entriesOf,
  fieldOf,
  identityOf,
  idOf,
  isLongOf,
  isOpening,
  mentions,
  replaceId,
  roleOf,
  shareOf,
  withFields,
  type Line,
  type PlanLines,
} from './plan-lines.ts';

type Edit = (plan: PlanLines, draw: EditDraw) => PlanLines | undefined;

const EDITS: readonly (readonly [name: string, weight: number, edit: Edit])[] = [
  ['rename', 2, (plan, draw) => renamed(plan, draw, true)],
  ['rename without was', 1, (plan, draw) => renamed(plan, draw, false)],
  ['size', 3, size],
  ['price', 4, price],
  ['formula', 1, formula],
  ['remove', 3, remove],
  ['steps', 1, steps],
  ['until', 1, until],
  ['after', 1, after],
  ['share', 1, share],
  ['order', 1, (plan, { random }) => withLines(plan, random.shuffled(plan.lines))],
  ['other group', 1, otherGroup],
  ['add target', 2, addTarget],
  ['add stop', 3, addStop],
  ['add close-out', 1, addCloseOut],
  ['add entry', 1, addEntry],
  ['add group', 2, addGroup],
  ['generation', 2, generation],
];

const NAMES = EDITS.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

/** Undefined: that edit does not fit the plan. */
export function drawEdit(plan: PlanLines, draw: EditDraw): { name: string; plan: PlanLines } | undefined {
  const name = draw.random.pick(NAMES);
  const edited = EDITS.find(([one]) => one === name)?.[2](plan, draw);
  return edited === undefined ? undefined : { name, plan: edited };
}

const replaced = (plan: PlanLines, line: Line | undefined, by: (line: Line) => Line): PlanLines | undefined =>
  line === undefined
    ? undefined
    : withLines(
        plan,
        plan.lines.map((one) => (one === line ? by(one) : one)),
      );

function renamed(plan: PlanLines, { random, number }: EditDraw, keeps: boolean): PlanLines | undefined {
  const line = pickLine(plan, random);
  if (line === undefined) return undefined;
  const [id, name] = [idOf(line), `${idOf(line).split('-')[0]}-x${number}`];
  return withLines(
    plan,
    plan.lines.map((one) => {
      const fields = new Map([...one].map(([key, text]) => [key, key === 'was' ? text : replaceId(text, id, name)]));
      return one === line ? withFields(fields, { was: keeps ? identityOf(line) : undefined }) : fields;
    }),
  );
}

/** Twice as much, half of it, or somewhat less. */
function size(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const factor = random.pick([2, 0.5, 0.8]);
  const scaled = (text: string): string =>
    text.replace(/\d\.\d+/, (number) => Math.max(0.001, Number(number) * factor).toFixed(4));
  return replaced(plan, pickLine(plan, random, isOpening), (line) =>
    withFields(line, { size: scaled(fieldOf(line, 'size')) }),
  );
}

const PRICED = /\d{5,6}\.\d/;

const isPriced = (line: Line): boolean => PRICED.test(fieldOf(line, 'price') + fieldOf(line, 'trigger'));

/** Nearer or further, by up to a tenth of what keeps a stop from the market. */
function price(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const factor = 1 + random.pick([-1, 1]) * random.int(2, 12) * 0.0001;
  const moved = (text: string): string =>
    text.replace(/\d{5,6}\.\d/g, (number) => (Number(number) * factor).toFixed(1));
  return replaced(plan, pickLine(plan, random, isPriced), (line) =>
    withFields(
      line,
      Object.fromEntries(
        ['price', 'trigger'].flatMap((name) => (line.has(name) ? [[name, moved(fieldOf(line, name))]] : [])),
      ),
    ),
  );
}

function formula(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, (one) => fieldOf(one, 'trigger').includes('average'));
  return replaced(plan, line, (one) => {
    const [of = ''] = entriesOf(one);
    return withFields(one, {
      trigger: `=tick(average(${of}) ${isLongOf(one) ? '-' : '+'} ${random.int(1, 40)})`,
    });
  });
}

/** With all that cannot be without it. */
function remove(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random);
  if (line === undefined) return undefined;
  const gone = idOf(line);
  const left = plan.lines.flatMap((one): Line[] => {
    const needs = ['size', 'after', 'trigger'].map((name) => fieldOf(one, name)).join(' ');
    if (one === line || (mentions(needs, gone) && !entriesOf(one).some((id) => id !== gone))) return [];
    const ends = fieldOf(one, 'until');
    const closes = entriesOf(one).filter((id) => id !== gone);
    return [
      withFields(one, {
        ...(mentions(ends, gone) && { until: /\d+s/.exec(ends)?.[0] ?? '4s' }),
        ...(closes.length > 0 && { size: sizeOf(closes, shareOf(one)) }),
      }),
    ];
  });
  return left.length === 0 ? undefined : withLines(plan, left);
}

function steps(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, (one) => fieldOf(one, 'price').includes('steps'));
  const by = random.pick([-1, 1]);
  return replaced(plan, line, (one) =>
    withFields(one, {
      price: fieldOf(one, 'price').replace(
        /steps: (\d+)/,
        (_, all: string) => `steps: ${Math.max(2, Number(all) + by)}`,
      ),
    }),
  );
}

function until(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, isOpening);
  const ends = `${random.int(1, 8)}s`;
  return replaced(plan, line, (one) => {
    const before = fieldOf(one, 'until');
    return withFields(one, {
      until: !one.has('until') ? ends : random.chance(0.2) ? undefined : before.replace(/\d+s/, ends),
    });
  });
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/;
function after(plan: PlanLines, { random, nowMs }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, (one) => INSTANT.test(fieldOf(one, 'after')));
  return replaced(plan, line, (one) =>
    withFields(one, { after: fieldOf(one, 'after').replace(INSTANT, instantIn(nowMs, random.int(-2000, 12_000))) }),
  );
}

function share(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, (one) => roleOf(one) === 'target');
  return replaced(plan, line, (one) =>
    withFields(one, { size: sizeOf(entriesOf(one), random.pick(['1/2', '1/4', '3/4'])) }),
  );
}

/** An exit closes what another entry of its side opens. */
function otherGroup(plan: PlanLines, { random }: EditDraw): PlanLines | undefined {
  const line = pickLine(plan, random, (one) => !isOpening(one));
  if (line === undefined) return undefined;
  const other = pickLine(
    plan,
    random,
    (one) => isOpening(one) && isLongOf(one) === isLongOf(line) && !entriesOf(line).includes(idOf(one)),
  );
  return other === undefined
    ? undefined
    : replaced(plan, line, (one) => withFields(one, { size: sizeOf([idOf(other)]) }));
}

function generation(plan: PlanLines, { random }: EditDraw): PlanLines {
  return { ...plan, generation: Math.max(1, plan.generation + (random.chance(0.75) ? 1 : -1)) };
}
