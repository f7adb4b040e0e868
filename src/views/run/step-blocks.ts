/** What `--bytes` adds of what only a follower does: each step with its bodies, as it is approved. */
import { joined, safe, safeText, safeWhole, type Safe } from '../../model/safe-text.ts';
import type { RunView, StepView } from '../../report/view/run-view.ts';
import { own, together, toned, type Block } from '../../show/sheet.ts';
import { durationWords, endWords, waitWords } from './later-words.ts';

export const stepBlocks = (view: RunView): Block[] => view.steps.map((step) => stepBlock(view, step));

function stepBlock(view: RunView, step: StepView): Block {
  const { id, does, kind, most, path, body, passed } = step;
  const title = [
    [own(['heading', safe`Step `]), toned('heading', safeText(id))],
    own(safe`${safeText(does)}`),
    ...(kind === undefined ? [] : [own(safeText(kind))]),
    ...(most === undefined
      ? []
      : [own(safe`at most ${safeText(most.size)} in ${most.parts} ${most.parts === 1 ? 'order' : 'orders'}`)]),
  ];
  const words = does === 'cancel' ? [endWords(view, step)] : [...waitWords(view, step), ...timesOf(step)];
  return {
    is: 'group',
    blocks: [
      { is: 'words', text: together(title, safe`  `) },
      ...(words.length === 0 ? [] : [{ is: 'items', items: [toned('notice', joined(words, safe`, `))] } as const]),
      ...(path === undefined || body === undefined ? [] : request(safe`  body`, { path, body })),
      ...(passed === undefined ? [] : request(safe`  body, where the market has passed its trigger`, passed)),
    ],
  };
}

function timesOf({ when: { slice, of, from, offsetMs = 0 } }: StepView): Safe[] {
  if (slice === undefined || of === undefined) return [];
  const start = from === undefined ? safe`the approval` : safeText(from);
  const after = offsetMs === 0 ? safe`at ${start}` : safe`${durationWords(offsetMs)} after ${start}`;
  return [safe`slice ${slice} of ${of}`, after];
}

const request = (title: Safe, { path, body }: { readonly path: string; readonly body: string }): Block[] => [
  { is: 'items', items: [toned('quiet', safe`POST ${safeText(path)}`)] },
  {
    is: 'code',
    title: own(['quiet', title]),
    language: safe`json`,
    lines: [{ text: safeWhole(body) }],
    isExact: true,
  },
];
