/**
 * Says what a look at 1,000 working orders takes of the CPU: what the lists say is held against the journal, and all that a follower
 * then asks is answered. What is due it asks before the positions are told and after; what a group has, and whether the end has come,
 * beside that. Sending and reading the questions is not in it.
 */
import { due } from '../../src/compile/follow/due.ts';
import { followPlan } from '../../src/compile/follow/follow-plan.ts';
import { groupStandings, isAtEnd } from '../../src/compile/follow/standing.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { FollowKnown } from '../../src/model/followed.ts';
import type { ListedOrder } from '../../src/model/listing.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { FollowLook, type FollowLooked } from '../../src/session/lists/follow-look.ts';
import { placedOf } from '../../src/session/lists/followed-parts.ts';
import { readSource } from '../../src/source/read-source.ts';
import { realClock } from '../../src/system/clock.ts';

const LADDERS = 20;
const RUNGS = 50;
const WARM = 200;
const LOOKS = 200;

const ladder = (_: unknown, at: number): string => `  - id: d${at}
    side: open-long
    size: { total: 0.5 }
    price: { from: ${60_000 + at}, to: ${50_000 + at}, steps: ${RUNGS} }
    until: 40d
  - { id: s${at}, side: close-long, size: { filled: d${at} }, trigger: 45000, price: market }
`;
const text = `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${Array.from({ length: LADDERS }, ladder).join('')}`;
const source = readSource('plan.yaml', Buffer.from(text));
if (!source.ok) throw new Error(source.error.message);
const { plan, diagnostics } = loadPlan(source.value, { instruments: paperInstruments, policy: {} });
if (plan === undefined) throw new Error(diagnostics[0]?.message);

const NOW = Date.UTC(2026, 0, 1);
const { orders } = plan;
const follow = followPlan(plan, {
  instrumentOf: () => ({ step: Decimal.of('0.001'), minSize: Decimal.of('0.001') }),
  onUnknown: 'stop',
  maxPauseMs: 300_000,
});
const entries = orders.filter(({ exit }) => exit === undefined);
const working = entries.map((order, at): KnownOrder => ({
  id: order.id,
  clientOid: clientOrderId('many', 1, order.id, 0),
  lineage: 0,
  state: 'accepted',
  content: { symbol: order.symbol, side: order.side, size: order.size.toString(), price: '50000' },
  sentAtMs: NOW,
  changedAtMs: NOW,
  changedUptimeMs: null,
  seen: { state: 'open', filledSize: '0', atMs: NOW },
  orderId: `${700_000 + at}`,
}));
const journal: JournalState = new Map(working.map((order) => [order.id, order]));
const listed = working.map(({ clientOid, orderId = '', content }): ListedOrder => ({
  clientOid,
  orderId,
  symbol: content['symbol'] ?? '',
  side: 'open-long',
  size: content['size'] ?? '',
  status: 'open',
  filledSize: '0',
}));
const reader = () => ({
  readList: (
    list: string,
    _: unknown,
    { take }: { take: (records: readonly ListedOrder[], list: never) => unknown },
  ) => {
    take(list === 'open' ? listed : [], list as never);
    return Promise.resolve(undefined);
  },
  fills: () => Promise.resolve({ fills: [] }),
});

async function look(): Promise<void> {
  const now = { wallMs: NOW, uptimeMs: null };
  const told = await new FollowLook({ reader, clock: realClock, now, isOurs: () => true }).look(working);
  if (told.open.size !== entries.length || told.news.length > 0) throw new Error('not a quiet look');
  // Once as the positions are asked, and once for each time that it is found what is due.
  const [asked, before, after] = [knownBy(told), knownBy(told), knownBy(told)];
  groupStandings(follow, asked, NOW);
  for (const known of [before, after]) {
    const { steps } = due(follow, known, NOW);
    if (steps.length > 0) throw new Error(`${steps[0]?.does} is due`);
  }
  if (isAtEnd(follow, after, NOW)) throw new Error('at its end');
  groupStandings(follow, after, NOW);
}

const knownBy = ({ open }: FollowLooked): FollowKnown => ({
  approvedMs: NOW,
  startedMs: NOW,
  lookedMs: NOW,
  placed: placedOf(orders, journal, (clientOid) => ({ isOpen: open.has(clientOid) })),
  closedElsewhere: new Map(),
  positions: new Map(),
  prices: new Map(),
});

for (let at = 0; at < WARM; at++) await look();
const cpu = process.cpuUsage();
for (let at = 0; at < LOOKS; at++) await look();
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(JSON.stringify({ orders: entries.length, cpuMs: (user + system) / 1000 / LOOKS }));
