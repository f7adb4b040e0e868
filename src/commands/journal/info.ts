/** `ordo journal info`: the version of the journal, its contents, current lock holders, and how durable it is. */
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import { saidOf } from '../../journal/records/record-schema.ts';
import type { HeldClaim, StoreFacts } from '../../journal/records/store-facts.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { holderWords } from '../../actions/prepare/account-checks.ts';
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';

export async function info(world: World, { url, name }: JournalAddress): Promise<ExitCode> {
  const ledger = await world.openLedger(url);
  const accounts: AccountName[] = [];
  const counts = { records: 0, plans: 0, runs: 0 };
  await ledger.records((record) => {
    counts.records += 1;
    if (record.kind === 'plan') counts.plans += 1;
    if (record.kind === 'run') counts.runs += 1;
    if (record.kind === 'account') accounts.push(saidOf('account', record));
  });
  const facts = await world.journalFacts(url, accounts);
  const objection = await ledger.objection();
  // A server has any number of databases, and a name that was mistyped may be one of them.
  if (facts === undefined && objection === undefined && isServerUrl(url))
    refuse(
      'journal/none',
      `there is no journal ${name}`,
      'a first live run makes it; look whether that is the database that you mean',
    );
  const rows =
    facts === undefined
      ? [['records', ['no record yet']] as const]
      : [
          ['version', [String(facts.version)]] as const,
          ['records', [String(counts.records)]] as const,
          ['accounts', accounts.length === 0 ? ['none'] : accounts.map(accountWords)] as const,
          ['plans', [String(counts.plans)]] as const,
          ['runs', [String(counts.runs)]] as const,
          ['held', heldLines(facts)] as const,
          ['durable', facts.durability] as const,
        ];
  const lines = rows.flatMap(([label, texts]) =>
    texts.map((text, at) => `${(at === 0 ? label : '').padEnd(WIDTH)}${safeText(text, Number.POSITIVE_INFINITY)}`),
  );
  world.stdout.write([safeText(name, Number.POSITIVE_INFINITY), ...lines, ''].join('\n'));
  if (objection !== undefined) refuse('journal/doubtful', objection.message, objection.hint);
  return EXIT.done;
}

const WIDTH = 10;

const accountWords = ({ name, origin }: AccountName): string => `${name} at ${origin}`;

const heldLines = ({ held }: StoreFacts): readonly string[] =>
  held.length === 0 ? ['by nobody'] : held.map(heldWords);

const heldWords = ({ account, plan, holder }: HeldClaim): string =>
  `${plan === undefined ? '' : `${plan.plan}, generation ${plan.generation}, of `}${accountWords(account)}: ${holderWords(holder)}`;
