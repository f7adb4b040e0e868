/** What an account is worth, what it holds with the stops that protect it, and what its trades came to. */
import type { AccountTold } from '../../actions/account/account.ts';
import { haltText, type Halt } from '../../journal/records/halt.ts';
import type { Limits } from '../../model/call.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { statedOf } from '../../protection/words.ts';
import { grouped, haltWords, weightWords } from '../../report/text/phrases.ts';
import { own, type Block, type Sheet } from '../../show/sheet.ts';
import { protectionData } from '../protection/account.ts';
import { protectionBlocks } from '../protection/line.ts';
import { heldBlocks } from './held-table.ts';
import { tradeBlocks } from './trade-table.ts';

interface AccountWords {
  readonly limits: Limits;
  readonly halt?: Halt;
  /** Where the account file was written. */
  readonly out?: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

export function accountSheet(told: AccountTold, { limits, halt, out, nowMs }: AccountWords): Sheet {
  const { account, atMs, weight, protection, notes } = told;
  const place = [own(['live', safe`LIVE`]), own(safe`  `), safeText(hostOf(account.origin)), own(safe`  account `)];
  const blocks: Block[] = [
    {
      is: 'heading',
      text: [...place, safeText(account.name)],
      aside: own(safe`${clock(atMs)}, ${weightWords(weight, limits)}`),
    },
    ...(halt === undefined ? [] : [{ is: 'notice', text: haltWords(haltText(halt)) } as const]),
    ...notes.map((note): Block => ({ is: 'notice', text: safeText(note) })),
    moneyBlock(told),
    ...heldBlocks(protection.positions),
    ...tradeBlocks(told),
    ...(out === undefined ? [] : [{ is: 'words', text: [safeText(out), own(safe` written`)] } as const]),
    ...protectionBlocks(statedOf(protection, nowMs)),
  ];
  return { blocks, data: dataOf(told, out) };
}

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

/** `12:04:07Z` */
const clock = (ms: number): Safe => safeText(`${new Date(ms).toISOString().slice(11, 19)}Z`);

function moneyBlock({ money }: AccountTold): Block {
  const { equity, available, asset, others } = money;
  const other = others === 0 ? [] : [safe`${others} other asset${others === 1 ? '' : 's'} not counted`];
  const parts = [safe`Equity ${grouped(equity)} ${safeText(asset)}`, safe`available ${grouped(available)}`, ...other];
  return { is: 'parts', parts: parts.map(own) };
}

function dataOf(told: AccountTold, out: string | undefined): object {
  const { account, plan, atMs, weight, money, protection, trades, sinceMs, notes } = told;
  return {
    account,
    ...(plan !== undefined && { plan }),
    asOf: new Date(atMs).toISOString(),
    weight,
    money,
    trades:
      trades.kind === 'sums'
        ? { kind: trades.kind, all: trades.all, rows: trades.rows.map(({ of, ...sum }) => ({ ...of, ...sum })) }
        : trades,
    ...(sinceMs !== undefined && { since: new Date(sinceMs).toISOString() }),
    notes,
    ...(out !== undefined && { out }),
    protection: protectionData(protection),
  };
}
