/**
 * Past runs as JUnit XML, which CI systems show: accepted passes, rejected is a failure, unknown an error, withheld skipped. An
 * order that was to go off has a case of its own: one that stands is a failure (docs/contract.md#report).
 */
import { safeText } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { statedText } from '../../protection/words.ts';
import { leftBehind, type LeftBehind } from './left.ts';
import { partText } from '../run/part-text.ts';
import { ENDS, toldRun } from './told-run.ts';
import { cancelEnds, finishedIn, orderEnds, type CancelEnded, type OrderEnd } from './order-ends.ts';

export function junitReport(stories: readonly Story[]): string {
  const suites = stories.map(suiteOf);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites.flat(), '</testsuites>', ''].join('\n');
}

function suiteOf(story: Story): string[] {
  const { plan, generation, run, startedAtMs, by, account } = story;
  const ends = orderEnds(story);
  const amount = (outcome: string): number => ends.filter((end) => end.outcome?.outcome === outcome).length;
  const off = cancelEnds(story);
  const offAs = (...outcomes: CancelEnded['outcome'][]): number =>
    off.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const finished = finishedIn(story);
  const left = leftBehind(toldRun(story));
  const properties = {
    generation,
    run,
    account: `${account.name} at ${account.origin}`,
    user: `${by.user} on ${by.host}`,
    tool: by.tool,
    digest: by.digest,
    ...(by.approval !== undefined && { approval: by.approval }),
    ...(by.commit !== undefined && { commit: `${by.commit.id}${by.commit.isDirty ? ' and changes' : ''}` }),
    ...(finished?.journalHead !== undefined && { journalHead: finished.journalHead }),
  };
  const attributes = {
    name: `${plan} run ${run}`,
    tests: ends.length + off.length + 1 + Number(story.end === 'cut'),
    failures: amount('rejected') + ends.filter(isMissed).length + offAs('refused', 'fired') + Number(isNaked(left)),
    errors: amount('unknown') + offAs('unknown') + Number(isNotKnown(left)) + Number(story.end === 'cut'),
    skipped:
      amount('withheld') - ends.filter(isMissed).length + ends.filter(({ outcome }) => outcome === undefined).length,
    time: secondsOf(finished?.elapsedMs ?? 0),
    timestamp: new Date(startedAtMs).toISOString(),
    hostname: by.host,
  };
  return [
    `  <testsuite${attributesOf(attributes)}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributesOf({ name, value })}/>`),
    '    </properties>',
    ...(story.end === 'cut' ? cutCase(plan) : []),
    ...protectionCase(plan, left),
    ...off.flatMap((end) => offCaseOf(plan, end)),
    ...ends.flatMap((end) => caseOf(plan, end)),
    '  </testsuite>',
  ];
}

const isNaked = ({ event: { state } }: LeftBehind): boolean => state === 'naked' || state === 'partly';
const isNotKnown = (left: LeftBehind): boolean =>
  !isNaked(left) && (left.event.state === 'unknown' || left.event.unknown > 0);

/** An error: nobody knows what it would still have done. */
const cutCase = (plan: string): string[] => [
  `    <testcase${attributesOf({ classname: plan, name: 'run' })}>`,
  `      <error${attributesOf({ type: 'cut', message: ENDS.cut })}/>`,
  '    </testcase>',
];

/** Failed where something is naked, an error where something is not known. */
function protectionCase(plan: string, left: LeftBehind): string[] {
  const line = statedText(left.stated.line);
  const why = [line, ...left.stated.reasons.map(({ text }) => text)].join('; ');
  const result = isNaked(left)
    ? `<failure${attributesOf({ type: left.event.state, message: why })}/>`
    : isNotKnown(left)
      ? `<error${attributesOf({ type: 'unknown', message: why })}/>`
      : `<system-out>${escaped(line)}</system-out>`;
  return [
    `    <testcase${attributesOf({ classname: plan, name: 'protection' })}>`,
    `      ${result}`,
    '    </testcase>',
  ];
}

/** Of a plan that is followed: it was to be sent, and was not in time, or is not any more. */
const isMissed = ({ outcome }: OrderEnd): boolean =>
  outcome?.outcome === 'withheld' && (outcome.reason === 'missed' || outcome.reason === 'let-go');

function caseOf(plan: string, end: OrderEnd): string[] {
  const { outcome } = end;
  const id = partText(end);
  const latencyMs = outcome !== undefined && 'latencyMs' in outcome ? outcome.latencyMs : undefined;
  const time = latencyMs === undefined ? {} : { time: secondsOf(latencyMs) };
  return [
    `    <testcase${attributesOf({ classname: plan, name: id, ...time })}>`,
    `      ${resultOf(end)}`,
    ...sinceOf(end),
    '    </testcase>',
  ];
}

const offCaseOf = (plan: string, end: CancelEnded): string[] => [
  `    <testcase${attributesOf({ classname: plan, name: `cancel of ${end.id}` })}>`,
  `      ${offResultOf(end)}`,
  '    </testcase>',
];

function offResultOf({ outcome, orderId = '', filledSize, code, rule, message = '' }: CancelEnded): string {
  const filled = filledSize === undefined ? '' : `, ${filledSize} filled`;
  switch (outcome) {
    case 'cancelled':
    case 'filled':
      return `<system-out>${escaped(`${outcome}${filled}, order id ${orderId}`)}</system-out>`;
    case 'fired':
    case 'refused':
      return `<failure${attributesOf({ type: code ?? rule, message: `${outcome}: ${message}` })}/>`;
    case 'unknown':
      return `<error${attributesOf({ type: 'unknown', message })}/>`;
  }
}

function resultOf(end: OrderEnd): string {
  const { outcome } = end;
  switch (outcome?.outcome) {
    case 'accepted':
      return `<system-out>accepted, order id ${escaped(outcome.orderId)}</system-out>`;
    case 'rejected':
      return `<failure${attributesOf({ type: outcome.code, message: outcome.message })}/>`;
    case 'unknown':
      return `<error${attributesOf({ type: 'unknown', message: outcome.message })}/>`;
    case 'withheld':
      if (isMissed(end))
        return `<failure${attributesOf({ type: outcome.reason, message: outcome.message ?? outcome.reason })}/>`;
      return `<skipped${attributesOf({ message: [outcome.reason, outcome.message].filter(Boolean).join(': ') })}/>`;
    case undefined:
      return '<skipped message="the run is still running"/>';
  }
}

function sinceOf({ since }: OrderEnd): string[] {
  if (since === undefined) return [];
  const words = ['since then', since.state, since.orderId, since.message].filter(Boolean).join(' ');
  return [`      <system-err>${escaped(words)}</system-err>`];
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(3);

const attributesOf = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** A `##` may begin a command of a CI runner where this is written into its log. */
const ENTITIES: Readonly<Record<string, string>> = {
  '#': '&#35;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no spelling for most control characters, so they are shown as on a terminal. */
const escaped = (text: string): string =>
  safeText(text, Number.POSITIVE_INFINITY).replaceAll(/[&<>"']|#(?=#)/g, (one) => ENTITIES[one] as string);
