/** What an account is set to, where no order can say it. */
import type { AccountRead, SettingTold } from '../model/account-settings.ts';
import { Inquiry, type InquiryOptions } from './send/inquiry.ts';

/** What was read of an account, each with why it was not. */
export type SettingsRead = { readonly [Part in keyof AccountRead]: SettingTold<AccountRead[Part]> };

/** Undefined where the interface lets an order say all of it. Each may have failed. */
export async function readSettings(options: InquiryOptions): Promise<SettingsRead | undefined> {
  const { settings } = options.exchange.operations;
  if (settings === undefined) return undefined;
  const inquiry = new Inquiry(options);
  return {
    account: await inquiry.ask(settings.account, undefined),
    symbols: await inquiry.ask(settings.symbols, undefined),
    tradable: await inquiry.ask(settings.tradable, undefined),
  };
}
