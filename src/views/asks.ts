/** Whom a command asks to end before it acts. */
import { followerWords, type AskedFollower } from '../journal/records/end-asked.ts';
import { safe, safeText } from '../model/safe-text.ts';
import { own, type Block } from '../show/sheet.ts';

/** Nothing, where nobody is asked. */
export const asksBlocks = (asks: readonly AskedFollower[] = []): Block[] =>
  asks.map((one): Block => ({ is: 'notice', text: own(safe`${safeText(followerWords(one))} is asked to end first`) }));

/** The same for programs. */
export const asksData = (asks: readonly AskedFollower[] = []): { readonly asks?: readonly AskedFollower[] } =>
  asks.length === 0
    ? {}
    : { asks: asks.map(({ pid, user, host, since, plan }) => ({ plan: plan ?? '', pid, user, host, since })) };
