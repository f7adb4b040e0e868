import { expect, it } from 'vitest';
import { Secret } from '../../src/exchange/keys/secret.ts';
import { sign, type Signed } from '../../src/exchange/keys/sign.ts';

// docs/exchange.md#vectors; the sixth is of the WebSocket, which has no method.
const VECTORS: readonly (readonly [signed: Signed, signature: string])[] = [
  [
    { timestamp: '1591089508404', method: 'GET', path: '/api/v2/market/depth?symbol=btcusdt_spbl&limit=20', body: '' },
    'RJ3amG0naNyhWiqPsjPiDHp0F9PiyHB7kBufnHA3LaU=',
  ],
  [
    {
      timestamp: '1561022985382',
      method: 'POST',
      path: '/api/spotPro/v3/order/order',
      body: '{"symbol":"btcusdt_spbl","size":"8","side":"buy","price":"1","orderType":"limit","clientOrderId":"ww#123456"}',
    },
    'NXq+mcf9dIQnjNEzYNakG7m/MyR561VbvA/C6tk5rzc=',
  ],
  [
    {
      timestamp: '1659076670000',
      method: 'POST',
      path: '/capi/v2/order/placeOrder',
      body: '{"symbol":"cmt_bchusdt","client_oid":"111111111222222","size":"1","type":"1","order_type":"0","match_price":"0","price":"100"}',
    },
    'pQYgGghqLGu+YwwqMTrr+g/IKbvYW2QwsJrRBavvJIU=',
  ],
  [
    { timestamp: '1659076670000', method: 'GET', path: '/capi/v2/order/detail?orderId=596471064624628269', body: '' },
    '/osAkTkA+aTOXJh1BCQY12DMJbxmSjtQakk/iiZmZZY=',
  ],
  [
    { timestamp: '1700000000000', method: 'GET', path: '/capi/v3/account/balance', body: '' },
    'sUu357FD/pXvb9qAcGHPD9j8nURddHaOemS8N0V14rk=',
  ],
];

it.each(VECTORS)('signs %o', (signed, signature) => {
  expect(sign(new Secret('test-secret-key'), signed)).toBe(signature);
});
