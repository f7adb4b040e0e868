/** The interface that a proof runs on: `--interface v3`, else version 2. */
import { parseArgs } from 'node:util';
import type { Interface } from '../src/model/interfaces.ts';

const { values } = parseArgs({ options: { interface: { type: 'string', default: 'v2' } }, strict: false });
if (values.interface !== 'v2' && values.interface !== 'v3') throw new Error('--interface is v2 or v3');

export const INTERFACE: Interface = values.interface;

/** A name of its own for what is counted on another version than 2. */
export const named = (proof: string): string => (INTERFACE === 'v2' ? proof : `${proof}-${INTERFACE}`);

/** The keys of `exchange:` that say the interface and its windows, in the flow style; both windows of the account are as wide. */
export const windowsText = ({ ip, account }: { readonly ip: string; readonly account: string }): string =>
  INTERFACE === 'v2'
    ? `ipWeight: ${ip}, uidWeight: ${account}`
    : `interface: v3, ipWeight: ${ip}, orderCallsPerMinute: ${account}`;

/** The keys of `execution:`. A random plan mixes margin modes, which are a setting of the account on version 3. */
export const checkText = INTERFACE === 'v2' ? '' : ', accountCheck: off';

/** Most orders of a batch. */
export const withinBatch = (orders: number): number => (INTERFACE === 'v2' ? orders : Math.min(orders, 5));

/** What this version calls an order's two ids, and how it says that the engine refused: for answers that a proof makes up. */
export const WORDS =
  INTERFACE === 'v2'
    ? { orderId: 'order_id', clientOid: 'client_oid', engineCode: '40015' }
    : { orderId: 'orderId', clientOid: 'clientOrderId', engineCode: '-1054' };
