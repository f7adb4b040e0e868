import type { AccountFile } from '../model/account-file.ts';

/** An account file as a text of one line, which `loadAccount` reads back. */
export const accountText = ({ asOf, origin, account, asset, equity }: Omit<AccountFile, 'asOfMs'>): string =>
  `${JSON.stringify({ version: 1, asOf, origin, account, asset, equity: equity.toString() })}\n`;
