/**
 * The cheapest exchange there can be: a bare socket that finds the end of each request and answers every entry of a batch as
 * accepted, by the client order ids of its body. It checks nothing, so it is never what the clients wait for. Two dialects: ours, and
 * the one that ccxt's bitget class reads.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';

const CLIENT_IDS = /"client_?[oO]id": ?"([^"]+)"/g;

let orderId = 596_471_064_624_628_269n;

function accepted(clientOid: string, dialect: 'ours' | 'bitget'): string {
  orderId += 1n;
  return dialect === 'bitget'
    ? `{"orderId":"${orderId}","clientOid":"${clientOid}"}`
    : `{"order_id":"${orderId}","client_oid":"${clientOid}","result":true,"error_code":"","error_message":""}`;
}

function answer(head: string, body: string): string {
  const dialect = head.includes('batch-place') ? 'bitget' : 'ours';
  const list = Array.from(body.matchAll(CLIENT_IDS), (match) => accepted(match[1] as string, dialect)).join(',');
  const json =
    dialect === 'bitget'
      ? `{"code":"00000","msg":"success","requestTime":1,"data":{"successList":[${list}],"failureList":[]}}`
      : `{"result":true,"order_info":[${list}]}`;
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json}`;
}

/** One request off the front of what arrived, or undefined while it is not whole. */
function nextRequest(arrived: string): { head: string; body: string; length: number } | undefined {
  const headEnd = arrived.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = arrived.slice(0, headEnd);
  const bodyLength = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1];
  if (bodyLength === undefined) throw new Error('a request without its length');
  const length = headEnd + 4 + Number(bodyLength);
  return arrived.length < length ? undefined : { head, body: arrived.slice(headEnd + 4, length), length };
}

function serve(socket: Socket): void {
  let arrived = '';
  // A client that ends its process resets what it leaves open.
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text: string) => {
    arrived += text;
    for (let request = nextRequest(arrived); request !== undefined; request = nextRequest(arrived)) {
      arrived = arrived.slice(request.length);
      socket.write(answer(request.head, request.body), 'latin1');
    }
  });
}

const server = createServer({ noDelay: true }, serve);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
