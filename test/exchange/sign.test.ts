import { expect, it } from 'vitest';
import { Secret } from '../../src/exchange/keys/secret.ts';
import { sign } from '../../src/exchange/keys/sign.ts';

// docs/exchange.md#vectors; the sixth is of the WebSocket, which has no method.
const VECTORS: [timestamp: string, method: 'GET' | 'POST', target: string, body: string, signature: string][] = [
  [
    '1591089508404',
    'GET',
    '/api/v2/market/depth?symbol=btcusdt_spbl&limit=20',
    '',
    'RJ3amG0naNyhWiqPsjPiDHp0F9PiyHB7kBufnHA3LaU=',
  ],
  [
    '1561022985382',
    'POST',
    '/api/spotPro/v3/order/order',
    '{"symbol":"btcusdt_spbl","size":"8","side":"buy","price":"1","orderType":"limit","clientOrderId":"ww#123456"}',
    'NXq+mcf9dIQnjNEzYNakG7m/MyR561VbvA/C6tk5rzc=',
  ],
  [
    '1659076670000',
    'POST',
    '/capi/v2/order/placeOrder',
    '{"symbol":"cmt_bchusdt","client_oid":"111111111222222","size":"1","type":"1","order_type":"0","match_price":"0","price":"100"}',
    'pQYgGghqLGu+YwwqMTrr+g/IKbvYW2QwsJrRBavvJIU=',
  ],
  [
    '1659076670000',
    'GET',
    '/capi/v2/order/detail?orderId=596471064624628269',
    '',
    '/osAkTkA+aTOXJh1BCQY12DMJbxmSjtQakk/iiZmZZY=',
  ],
  ['1700000000000', 'GET', '/capi/v3/account/balance', '', 'sUu357FD/pXvb9qAcGHPD9j8nURddHaOemS8N0V14rk='],
];

it.each(VECTORS)('signs %s %s %s', (timestamp, method, target, body, signature) => {
  expect(sign(new Secret('test-secret-key'), timestamp, method, target, body)).toBe(signature);
});
