/** The ways in which editors and other programs save a file, each as steps between which anything can happen. */
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { configText, listText } from './drafts.ts';
import { COARSE_STEP, GOOD_STEP, type Desk } from './desk.ts';

export type Step = () => void;
type Way = (file: string, text: string, desk: Desk) => Step[];

const inPlace: Way = (file, text) => [() => writeFileSync(file, text)];

/** Each piece is there before the next: often cut within the last number, where what stands there is a plan as well. */
const inPieces: Way = (file, text, { random }) => {
  const cuts = Array.from({ length: random.int(1, 3) }, () =>
    random.chance(0.5) ? text.length - random.int(1, 3) : random.below(text.length),
  );
  const [first = 0, ...rest] = [...new Set(cuts)].toSorted((a, b) => a - b);
  return [
    () => writeFileSync(file, text.slice(0, first)),
    ...[first, ...rest].map((from, at) => () => appendFileSync(file, text.slice(from, rest[at]))),
  ];
};

const emptied: Way = (file, text) => [() => truncateSync(file), () => writeFileSync(file, text)];

const renamedOver: Way = (file, text) => [
  () => writeFileSync(`${file}.new`, text),
  () => renameSync(`${file}.new`, file),
];

const movedAway: Way = (file, text) => [
  () => writeFileSync(`${file}.new`, text),
  () => renameSync(file, `${file}~`),
  () => renameSync(`${file}.new`, file),
  () => rmSync(`${file}~`, { force: true }),
];

const awayAndBack: Way = (file, text) => [() => rmSync(file, { force: true }), () => writeFileSync(file, text)];

/** Another text, and at once what was there before. */
const thereAndBack: Way = (file, text) => {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : text;
  return [() => writeFileSync(file, text), () => writeFileSync(file, before)];
};

const sameBytes: Way = (file) => [() => writeFileSync(file, readFileSync(file))];
const touched: Way = (file) => [() => utimesSync(file, new Date(), new Date())];

/** What an editor leaves beside a file for a moment. */
const withNoise: Way = (file, text) => {
  const [probe, swap] = [join(dirname(file), '4913'), join(dirname(file), '.plan.yaml.swp')];
  return [
    () => writeFileSync(probe, ''),
    () => rmSync(probe, { force: true }),
    () => writeFileSync(swap, text),
    () => writeFileSync(`${file}~`, text),
    () => writeFileSync(file, text),
    () => rmSync(swap, { force: true }),
  ];
};

const swappedLink: Way = (file, text, desk) =>
  desk.layout === 'plain' ? renamedOver(file, text, desk) : desk.swapped(text);

const WAYS: readonly Way[] = [
  inPlace,
  inPlace,
  inPieces,
  inPieces,
  emptied,
  renamedOver,
  movedAway,
  awayAndBack,
  thereAndBack,
  sameBytes,
  touched,
  withNoise,
  swappedLink,
  swappedLink,
];

const FILE_WAYS: readonly Way[] = [inPlace, emptied, renamedOver, awayAndBack, sameBytes, touched];

const broken = (text: string, { random }: Desk): string =>
  random.chance(0.5) ? text.replace('open-long', 'open-lnog') : `${text}orders: [\n`;

/** One save of the plan; what it says may stay the same. */
export function planSaved(desk: Desk): Step[] {
  const { random } = desk;
  if (random.chance(0.8)) desk.edit();
  const text = desk.text();
  return random.pick(WAYS)(desk.plan, random.chance(0.1) ? broken(text, desk) : text, desk);
}

/** Most of what a config may say instead is a policy; another account or limit is refused for as long as it stands. */
export function configSaved(desk: Desk): Step[] {
  const { random } = desk;
  const change = random.pick([
    { maxOrders: random.int(2, 9) },
    { maxSize: random.pick(['0.1', '0.2', '1']) },
    { maxOrders: 40, maxSize: '1' },
    { account: 'second' },
    { account: 'second' },
    { inFlight: random.int(1, 8) },
    {},
  ]);
  return random.pick(FILE_WAYS)(desk.configFile, configText({ ...desk.config, ...change }), desk);
}

export function listSaved(desk: Desk): Step[] {
  const { random } = desk;
  if (random.chance(0.2)) return [() => rmSync(desk.list, { force: true })];
  return random.pick(FILE_WAYS)(desk.list, listText(random.pick([GOOD_STEP, GOOD_STEP, COARSE_STEP])), desk);
}

/** A config that is put nearer to the plan than the one that holds, and taken away again. */
export function nearerConfig(desk: Desk): Step[] {
  const file = join(dirname(desk.plan), 'ordo.config.yaml');
  if (file === desk.configFile) return configSaved(desk);
  return [
    () => writeFileSync(file, configText({ ...desk.config, maxOrders: desk.random.int(1, 9) })),
    () => rmSync(file, { force: true }),
  ];
}

/** Every file in turn, each away for a moment. */
export function branchSwitched(desk: Desk): Step[] {
  desk.edit();
  const files = [
    [desk.plan, desk.text()],
    [desk.configFile, configText({ ...desk.config, maxOrders: desk.random.int(3, 40) })],
    [desk.list, listText(GOOD_STEP)],
  ] as const;
  return desk.random.shuffled(files).flatMap(([file, text]) => awayAndBack(file, text, desk));
}

/** Files as a person wants them: all of them good, and the plan with an order that is new. */
export function mended(desk: Desk, plan: string): Step[] {
  const nearer = join(dirname(desk.plan), 'ordo.config.yaml');
  return [
    () => nearer !== desk.configFile && rmSync(nearer, { force: true }),
    () => writeFileSync(desk.configFile, configText(desk.config)),
    () => writeFileSync(desk.list, listText(GOOD_STEP)),
    () => writeFileSync(desk.plan, plan),
  ];
}
