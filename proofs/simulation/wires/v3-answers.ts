/** What the exchange answers to a call, whole or spoilt, in the names and codes of version 3. */
import type { Reply } from '../reply.ts';

const NAMES: Readonly<Record<string, string>> = {
  client_oid: 'clientOrderId',
  order_id: 'orderId',
  result: 'success',
  error_code: 'errorCode',
  error_message: 'errorMessage',
  err_code: 'errorCode',
  err_msg: 'errorMessage',
  order_info: 'orderList',
  cancelOrderResultList: 'orderList',
  timestamp: 'serverTime',
};

const ENGINE = '40015';
/** By the codes of the exchange's own words. */
const CODES: Readonly<Record<string, string>> = {
  [ENGINE]: '-1054',
  '40006': '-1044',
  '40008': '-1046',
  '40017': '-1141',
  '40020': '-1142',
  '40754': '-3010',
  '40786': '-3011',
  '45001': '-1000',
  '50001': '-3012',
  '50005': '-3200',
  // It looks like a success, and is none.
  '0000': '201',
  '00000': '0',
  '000000': '200',
};

/** Words that stand in the place of a code. */
const WORDS: readonly (readonly [string, string])[] = [
  ['order_no_exist_error', 'ORDER_NOT_FOUND'],
  ['"err_msg":"FAILED_ORDER_FILLED"', '"err_code":"FAILED_ORDER_FILLED","err_msg":"order is filled"'],
];

/** A plain refusal of the engine comes at status 500, and with the same code comes what proves nothing. */
export function said(reply: Reply): Reply {
  const isEngine = reply.body.startsWith('{"code":"40015"');
  const refuses = reply.status < 500 && ![408, 409, 418, 425, 429].includes(reply.status);
  const words =
    isEngine && reply.status === 500
      ? reply.body.replace(/"msg":"[^"]*"/, '"msg":"System error, please retry later."')
      : reply.body;
  return { ...reply, status: isEngine && refuses ? 500 : reply.status, body: spelled(words) };
}

function spelled(text: string): string {
  let body = text.replaceAll(/,"failInfos":\[[^\]]*\]/g, '').replaceAll(/"(?:orderIds|clientOids)":\[[^\]]*\],?/g, '');
  for (const [word, ours] of WORDS) body = body.replaceAll(word, ours);
  return body
    .replaceAll(/"(code|error_code|err_code)":"(-?\d+)"/g, (_, key: string, code: string) =>
      key === 'code' ? `"code":${CODES[code] ?? code}` : `"${key}":"${CODES[code] ?? code}"`,
    )
    .replaceAll(/"(\w+)":/g, (whole, key: string) => (NAMES[key] === undefined ? whole : `"${NAMES[key]}":`));
}
