/** What `ordo close` was asked: a position, how much of it, and whether it goes. */
import { ALL, parseShare, type CloseShare } from '../../actions/close/share.ts';
import { safeText } from '../../model/safe-text.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import { refuse, suggestion } from '../../refusal.ts';
import { givenExecution, type GivenExecution } from '../command-line/approval-code.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { givenPlace, type GivenPlace } from '../live/same-again.ts';

export interface CloseAsked extends GivenExecution, Omit<GivenPlace, 'planPath'> {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly share: CloseShare;
}

const USAGE = 'write ordo close <symbol> <long|short> [<share>], such as ordo close cmt_btcusdt long 50%';

export function closeAsked(given: Arguments): CloseAsked {
  const [symbol, side, share, ...more] = given.positionals;
  if (symbol === undefined || side === undefined)
    refuse('command/names', 'close needs a symbol, and long or short', USAGE);
  if (more.length > 0) refuse('command/names', `close takes no ${more.join(' ')}`, USAGE);
  return { ...givenExecution(given), symbol, side: sideOf(side), share: shareOf(share), ...givenPlace(given) };
}

function sideOf(text: string): PositionSide {
  const word = text.toLowerCase();
  if (word === 'long' || word === 'short') return word;
  const meant = suggestion(word, ['long', 'short']);
  return refuse(
    'command/names',
    `${safeText(text, 60)} is not a side of a position`,
    `${meant}say long or short: which position is closed, not whether to buy or sell`,
  );
}

function shareOf(text: string | undefined): CloseShare {
  if (text === undefined) return ALL;
  return (
    parseShare(text) ??
    refuse(
      'close/size',
      `${safeText(text, 60)} is not a part of a position`,
      'write a part up to 100%, such as 50%, a size in base coin, such as 0.02, or leave it out to close all',
    )
  );
}
