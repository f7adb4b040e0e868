/** account.json to what it says (docs/contract.md#account-file). */
import type { AccountDocument } from '../generated/account.ts';
import { validateAccount } from '../generated/validate-account.js';
import type { AccountFile } from '../model/account-file.ts';
import { ASSET } from '../model/account-money.ts';
import { quoted } from '../source/quoted.ts';
import { positiveDecimal } from '../document/positive-decimal.ts';
import { judge } from '../document/schema-findings.ts';
import { schemaCheck } from '../document/schema-check.ts';
import { instantMs } from '../document/instant.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { accountShapeAt } from './config-fields.ts';
import { atTheirPlaces, readJson } from './json-source.ts';

/** The command that writes one. */
const ACCOUNT_WRITER = 'ordo account --out account.json';

/** Reads an account file. There is one exactly when nothing is wrong. */
export function loadAccount(source: SourceFile): {
  readonly account?: AccountFile;
  readonly diagnostics: readonly Diagnostic[];
} {
  const json = readJson(source, ACCOUNT_WRITER);
  if ('diagnostics' in json) return json;
  const { content } = json;
  const { findings } = judge(schemaCheck(validateAccount)(content), { content, base: [], shapeAt: accountShapeAt });
  if (findings.length > 0) return { diagnostics: atTheirPlaces(source, findings) };
  const { asOf, origin, account, asset, equity: text } = content as AccountDocument;
  // Sizes are in this coin: the worth of another one would be taken for it.
  if (asset !== ASSET) {
    const message = `\`asset\` must be ${ASSET}, not ${quoted(asset)}`;
    const hint = `sizes go by an equity in ${ASSET}; \`${ACCOUNT_WRITER}\` writes it`;
    return { diagnostics: atTheirPlaces(source, [{ code: 'value/word', message, hint, path: ['asset'] }]) };
  }
  const equity = positiveDecimal(text);
  if (!equity.ok) {
    const finding = { ...equity.error, message: `\`equity\` ${equity.error.message}`, path: ['equity'] };
    return { diagnostics: atTheirPlaces(source, [finding]) };
  }
  const asOfMs = instantMs(asOf);
  if (asOfMs === undefined) {
    const message = `there is no such time: ${asOf}`;
    const hint = `\`${ACCOUNT_WRITER}\` writes the file again`;
    return { diagnostics: atTheirPlaces(source, [{ code: 'value/spelling', message, hint, path: ['asOf'] }]) };
  }
  return { account: { asOf, asOfMs, origin, account, asset, equity: equity.value }, diagnostics: [] };
}

/** An account file as a text of one line, which `loadAccount` reads back. */
export const accountText = ({ asOf, origin, account, asset, equity }: Omit<AccountFile, 'asOfMs'>): string =>
  `${JSON.stringify({ version: 1, asOf, origin, account, asset, equity: equity.toString() })}\n`;
