/** What `ordo journal` says of a journal: whether it is whole, what is in it, where it went. */
import { headText, type Head } from '../journal/records/head.ts';
import type { Holder } from '../journal/records/ledger.ts';
import type { Copied } from '../journal/records/moved.ts';
import type { AccountName } from '../journal/records/scope.ts';
import type { HeldClaim, Restored, StoreFacts } from '../journal/records/store-facts.ts';
import { safe, safeWhole, type Safe } from '../model/safe-text.ts';
import { amountOf } from '../report/text/phrases.ts';
import { factTable, type Fact, type Sheet } from '../show/sheet.ts';

/** Heads and addresses are there to be copied, so no line is broken. */
const exactly = (data: object, lines: readonly Safe[]): Sheet => ({
  blocks: [{ is: 'code', language: safe`text`, lines: lines.map((text) => ({ text })), isExact: true }],
  data,
});

export function verifiedSheet(name: string, head: Head | undefined): Sheet {
  const journal = safeWhole(name);
  if (head === undefined) return exactly({ journal: name, records: 0 }, [safe`${journal}: no record yet`]);
  return exactly({ journal: name, records: head.record, head: headText(head) }, [
    safe`${journal}: ${amountOf(head.record, 'record')}, all as written`,
    safe`head ${safeWhole(headText(head))}`,
  ]);
}

export function copiedSheet({ from, to, head, wasThere }: Extract<Copied, { kind: 'copied' }>): Sheet {
  const [file, server] = [safeWhole(from), safeWhole(to)];
  const what = amountOf(head.record, 'record');
  return exactly({ from, to, records: head.record, head: headText(head), wasThere }, [
    wasThere
      ? safe`${server} has ${what} of ${file} already, all as written`
      : safe`${what} copied from ${file} to ${server}, all as written`,
    safe`head ${safeWhole(headText(head))}`,
    safe`${file} is sealed: no command opens it again. Keep it, with the head.`,
    safe`From now on name the server: --journal ${server}, or ORDO_JOURNAL=${server}`,
  ]);
}

export const restoredSheet = (name: string): Sheet =>
  exactly({ journal: name }, [safe`${safeWhole(name)}: accepted as it is from here on`]);

interface JournalInfo {
  readonly name: string;
  readonly accounts: readonly AccountName[];
  readonly counts: Readonly<Record<'records' | 'plans' | 'runs', number>>;
  /** Undefined before the first record. */
  readonly facts?: StoreFacts;
  /** Who holds an account, in words. */
  readonly holderWords: (holder: Holder) => string;
}

/** A fact of several lines has its name before the first. */
const lines = (label: Safe, texts: readonly string[]): Fact[] =>
  texts.map((text, at) => [at === 0 ? label : safe``, safeWhole(text)]);

export function infoSheet({ name, accounts, counts, facts, holderWords }: JournalInfo): Sheet {
  const heldWords = ({ account, plan, holder }: HeldClaim): string =>
    `${plan === undefined ? '' : `${plan.plan}, generation ${plan.generation}, of `}${accountWords(account)}: ${holderWords(holder)}`;
  const rows =
    facts === undefined
      ? lines(safe`records`, ['no record yet'])
      : [
          ...lines(safe`version`, [String(facts.version)]),
          ...lines(safe`records`, [String(counts.records)]),
          ...lines(safe`accounts`, accounts.length === 0 ? ['none'] : accounts.map(accountWords)),
          ...lines(safe`plans`, [String(counts.plans)]),
          ...lines(safe`runs`, [String(counts.runs)]),
          ...lines(safe`held`, facts.held.length === 0 ? ['by nobody'] : facts.held.map(heldWords)),
          ...lines(safe`durable`, facts.durability),
          ...lines(safe`restored`, facts.restored === undefined ? [] : [restoredWords(facts.restored)]),
        ];
  return {
    blocks: [{ is: 'heading', text: safeWhole(name) }, ...factTable(rows)],
    data: { journal: name, ...counts, accounts, ...facts },
  };
}

const restoredWords = ({ user, host, at }: Restored): string => `accepted as it is by ${user} on ${host}, ${at}`;

const accountWords = ({ name, origin }: AccountName): string => `${name} at ${origin}`;
