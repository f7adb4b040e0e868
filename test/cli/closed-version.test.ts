/** Version 2 is closed while orders of it are on record: whatever is asked then, the last screen says which key to write. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bids, place } from '../../proofs/support/ordo.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { afterTest, run, said, status, type At } from '../support/live.ts';

const V2 = 'version: 1\nexchange: { interface: v2 }\nexecution: { onUnknown: continue }\n';
const CLOSED =
  '{"code":"40018","msg":"this version is offline, please use the v3 service","requestTime":1791525657000}';
const MEND = 'write `interface: v3` under `exchange:`';

interface Closing {
  readonly at: At;
  readonly paper: PaperExchange;
  /** From here on the exchange answers nothing else. */
  readonly close: () => void;
  /** How often it was asked since. */
  readonly asked: () => number;
}

/** A paper exchange behind a door, so that its orders and its address stay the same when version 2 is closed. */
async function closing(options: PaperOptions = {}, answerStatus = 400): Promise<Closing> {
  const paper = await startPaperExchange(options);
  afterTest(() => paper.close());
  let isClosed = false;
  let asked = 0;
  const refuse = (answer: ServerResponse): void => {
    asked += 1;
    answer.writeHead(answerStatus, { 'content-type': 'application/json' }).end(CLOSED);
  };
  const pass = (asking: IncomingMessage, answer: ServerResponse): void => {
    const { method, headers, url = '' } = asking;
    const onward = request(paper.origin + url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asking.pipe(onward);
  };
  const door = createServer((asking, answer) => (isClosed ? refuse(answer) : pass(asking, answer)));
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  afterTest(() => void door.close());
  const at = place(`http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  afterTest(() => at.remove());
  at.write('ordo.config.yaml', V2);
  at.write('plan.yaml', bids('closed', 2));
  return { at, paper, close: () => void (isClosed = true), asked: () => asked };
}

const command = (at: At, ...words: string[]): ReturnType<typeof here> => here(words, at);
/** What a person sees last, in one line however wide the screen is. */
const screen = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string =>
  `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');

describe.each([400, 403])('version 2 is closed, and says so at status %i', (answerStatus) => {
  test('a run rejects its orders, ends, and names the key', async () => {
    const { at, paper, close, asked } = await closing({}, answerStatus);
    close();
    at.write('ordo.config.yaml', V2.replace('v2', 'v2, queries: false, inFlight: 1'));
    const ended = await command(at, 'run', 'plan.yaml', '--execute', '--live', '--yes');
    expect(screen(ended)).toContain(MEND);
    expect([ended.code, asked(), paper.orders.length]).toEqual([6, 1, 0]);
    expect(await status(at)).toContain('1 rejected');
  });

  test('a run that looks first sends nothing, and names the key', async () => {
    const { at, paper, close } = await closing({}, answerStatus);
    close();
    const ended = await command(at, 'run', 'plan.yaml', '--execute', '--live', '--yes');
    expect(screen(ended)).toContain(MEND);
    expect(ended.code).not.toBe(0);
    expect(paper.requests).toEqual([]);
  });

  test('status --refresh changes nothing on record, and names the key', async () => {
    const { at, close } = await closing({}, answerStatus);
    await run(at);
    close();
    const ended = await command(at, 'status', 'plan.yaml', '--refresh');
    expect(screen(ended)).toContain(MEND);
    expect(await status(at)).toContain('2 accepted');
  });

  test('settle leaves what is unknown unknown, and names the key', async () => {
    const { at, close } = await closing({ faults: { 'drop-after': 1 } }, answerStatus);
    expect(said(await run(at))).toEqual(['bid-1 unknown', 'bid-2 unknown']);
    close();
    const ended = await command(at, 'settle', 'plan.yaml');
    expect(screen(ended)).toContain(MEND);
    expect(await status(at)).toContain('2 UNKNOWN');
  });

  test('cancel cancels nothing, and names the key', async () => {
    const { at, paper, close } = await closing({}, answerStatus);
    await run(at);
    close();
    const ended = await command(at, 'cancel', 'plan.yaml', '--execute', '--live', '--yes');
    expect(screen(ended)).toContain(MEND);
    expect(ended.code).not.toBe(0);
    expect(paper.orders.map(({ status: is }) => is)).toEqual(['open', 'open']);
  });

  test('instruments writes no list, and names the key', async () => {
    const { at, close } = await closing({}, answerStatus);
    close();
    const ended = await command(at, 'instruments');
    expect(screen(ended)).toContain(MEND);
    expect(ended.code).not.toBe(0);
  });
});
