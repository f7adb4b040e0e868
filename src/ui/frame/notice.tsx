/** The line above the keys: what is typed, the answer to a key, or the one thing to know now. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { LiveFacts } from '../../model/event.ts';
import { cutMiddle } from '../../report/text/columns.ts';
import { line, widthOfPieces, type Page, type Piece } from '../../report/text/page.ts';
import { amountOf } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { codeShown, type Now } from './head.tsx';
import { newsPieces } from './news.ts';
import { roomy } from './row.tsx';
import { CODE_TYPED } from '../keys/typing.ts';
import type { KeyAnswer, Viewing } from '../keys/viewing.ts';

const SAID: Readonly<Record<KeyAnswer, Safe>> = {
  'cannot-place': safe`nothing can be placed from here: start it with --execute`,
  reading: safe`the newest save is being read`,
  broken: safe`the newest save has errors: nothing can be placed`,
  placing: safe`a placing is under way`,
  'nothing-new': safe`nothing to place: nothing is new; ordo run --replace edited moves edits`,
  'not-yet': safe`nothing can be approved yet`,
  'code-changed': safe`the approval code has changed: look again, then p`,
  'wrong-code': safe`not the code`,
  'too-short': safe`not enough`,
  'nothing-sent': safe`nothing is being sent`,
};

/** The one thing to know now: what is typed, the answer to a key, how it ends or waits, or the newest note. */
export function noticeRow(
  page: Page,
  watch: WatchView,
  viewing: Viewing,
  now: Now & { readonly shown: number },
): Drawn {
  const { typing, said } = viewing;
  if (typing?.kind === 'filter')
    return line(page.paint, typedPieces(safe`/`, typing.text, safe`   ${amountOf(now.shown, 'order')}`), page.width);
  if (typing?.kind === 'approval') return line(page.paint, promptPieces(watch, typing, said, page.width), page.width);
  if (said !== undefined) return line(page.paint, [['notice', safe`» ${SAID[said]}`]], page.width);
  return line(page.paint, newsPieces(watch, viewing, now) ?? filterPieces(viewing, now.shown), page.width);
}

/** What was typed is text of a person: it is made safe as any other. */
const typedPieces = (lead: Safe, text: string, behind: Safe): Piece[] => [
  ['notice', lead],
  safe`${safeText(text, MOST_SHOWN)}_`,
  ['quiet', behind],
];
const MOST_SHOWN = 60;

type Asking = { readonly text: string; readonly code: string };

/** The longest question that leaves room for what is typed. */
function promptPieces({ run }: WatchView, { text, code }: Asking, said: KeyAnswer | undefined, width: number): Piece[] {
  const ask =
    run.run?.target === 'live'
      ? [safe`type the first ${CODE_TYPED} of ${codeShown(code)}: `, safe`first ${CODE_TYPED} of ${codeShown(code)}: `]
      : [safe`Enter places on paper, Esc does not `, safe`Enter places `];
  const lead = said === undefined ? safe`` : safe`${SAID[said]}. `;
  const brief = said === undefined ? safe`` : safe`no: `;
  const questions = [safe`${lead}${ask[0] as Safe}`, safe`${brief}${ask[0] as Safe}`, safe`${brief}${ask[1] as Safe}`];
  const asked = roomy(
    questions.map((question) => typedPieces(question, text, safe``)),
    width,
  );
  return [...asked, ...aboutPieces(run.run?.live, width - widthOfPieces(asked))];
}

/** Less than this tells nothing. */
const LEAST_ABOUT = 20;

/** For whom and from which memory, which may be new: as much of it as there is room for. */
function aboutPieces(live: LiveFacts | undefined, room: number): Piece[] {
  if (live === undefined || room < LEAST_ABOUT) return [];
  const about = safe`account ${safeText(live.account)} · journal ${safeText(live.journal, Number.POSITIVE_INFINITY)}`;
  return [['quiet', safe`  ${cutMiddle(about, room - 2)}`]];
}

function filterPieces({ filter }: Viewing, shown: number): Piece[] {
  return filter === ''
    ? []
    : [
        ['notice', safe`filter `],
        safeText(filter, MOST_SHOWN),
        ['quiet', safe`   ${amountOf(shown, 'order')}, Esc shows all`],
      ];
}
