import type { Claim, Decision } from '../../journal/records/ledger.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Clock } from '../../ports.ts';
import type { LookedUp } from './look-up.ts';
import { foundWords, type Finding, type Sought } from './list-matches.ts';
import { soughtOf } from './lookup-keys.ts';
import type { Stand } from './stand.ts';

export interface UnplacedOptions {
  readonly claim: Pick<Claim, 'settle'>;
  readonly clock: Clock;
  /** Finds them in the lists. */
  readonly lookUp: (orders: readonly Sought[]) => AsyncIterable<LookedUp>;
  /** The plan's orders as they are on record now, by client order id. */
  readonly known: () => Promise<ReadonlyMap<string, KnownOrder>>;
}

/** How it stands, or the order as it is on record once the lists settled it. */
type FoundOut = { readonly clientOid: string } & ({ readonly stand: Stand } | { readonly placed: KnownOrder });

/** Orders that are to be taken off though nobody knows whether they were placed: what the lists have of them settles them. */
export class Unplaced {
  readonly #options: UnplacedOptions;
  /** The lists once told of them what a person has to decide: a later look that sees less of it proves nothing. */
  readonly #doubtful = new Set<string>();

  constructor(options: UnplacedOptions) {
    this.#options = options;
  }

  /** Rejects with JournalError where a question cannot be recorded, or what was found cannot be settled. */
  async *look(orders: readonly KnownOrder[]): AsyncGenerator<FoundOut> {
    if (orders.length === 0) return;
    const { claim, clock, lookUp, known } = this.#options;
    const decisions: Decision[] = [];
    for await (const { order, finding } of lookUp(orders.map(soughtOf))) {
      const { clientOid } = order;
      if (finding.kind === 'found' && !this.#doubtful.has(clientOid)) {
        const { orderId } = finding;
        decisions.push({ clientOid, orderId, rule: 'found', evidence: foundWords(finding) });
      } else {
        if (DOUBTS.has(finding.kind)) this.#doubtful.add(clientOid);
        yield { clientOid, stand: standOf(finding, clock.wallMs()) };
      }
    }
    if (decisions.length === 0) return;
    await claim.settle(decisions);
    const settled = await known();
    for (const { clientOid } of decisions) {
      const placed = settled.get(clientOid);
      if (placed !== undefined) yield { clientOid, placed };
    }
  }
}

const DOUBTS: ReadonlySet<Finding['kind']> = new Set(['found-twice', 'order-id-shared', 'found-differs']);

const standOf = ({ kind }: Finding, atMs: number): Stand =>
  kind === 'not-found' ? { kind, atMs } : { kind: 'failed', message: `the lists: ${kind}` };
