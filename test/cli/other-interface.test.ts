/** What was approved or reviewed by one version of the interface is not sent by the other, and the refusal says why. */
import { describe, expect, test } from 'vitest';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { approved as cancelled, codeOf as cancelCodeOf } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';
import { forge, read } from '../support/reviewed-desk.ts';

type Version = 'v2' | 'v3';
const speak = (at: At, version: Version, more = ''): string =>
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version}${more} }\n`);

async function ready(version: Version): Promise<{ paper: PaperExchange; at: At }> {
  const started = await paperAndPlace();
  speak(started.at, version);
  started.at.write('plan.yaml', bids('spoken', 3));
  return started;
}

async function codeOf(at: At): Promise<string> {
  const dry = await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at);
  return ofKind(eventsOf(dry), 'plan-loaded')[0]?.approval ?? '';
}

const look = (at: At, ...more: string[]) => here(['run', 'r.json', '--live', ...more], at);
const approve = (at: At, code: string) =>
  here(['run', 'plan.yaml', '--execute', '--live', '--approve', code, '--output', 'lines'], at);

describe.each<[Version, Version]>([
  ['v2', 'v3'],
  ['v3', 'v2'],
])('what was approved by %s, by %s', (was, is) => {
  const WHY = `it was approved for interface ${was}, and the config says ${is}`;

  test('is refused for that, though nobody has used the code', async () => {
    const { paper, at } = await ready(was);
    const code = await codeOf(at);
    speak(at, is);
    const refused = await approve(at, code);
    expect([refused.code, paper.orders.length]).toEqual([5, 0]);
    expect(refused.stderr).toContain(WHY);
    expect(refused.stderr).not.toContain('setting');
    speak(at, was);
    expect((await approve(at, code)).code).toBe(0);
  });

  test('is refused for that where it was used, and the plan has grown since', async () => {
    const { paper, at } = await ready(was);
    const code = await codeOf(at);
    expect((await approve(at, code)).code).toBe(0);
    at.write('plan.yaml', bids('spoken', 4));
    speak(at, is);
    const refused = await approve(at, code);
    expect([refused.code, paper.orders.length]).toEqual([5, 3]);
    expect(refused.stderr).toContain(WHY);
  });

  test('names no interface where it is a code of something else', async () => {
    const { at } = await ready(is);
    const refused = await approve(at, 'a'.repeat(64));
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.not.stringContaining('approved for interface') as string,
    ]);
  });

  test('takes no order off either', async () => {
    const { paper, at } = await ready(was);
    await run(at);
    const code = await cancelCodeOf(at);
    speak(at, is);
    const refused = await cancelled(at, ['--approve', code]);
    expect([refused.code, paper.orders.every(({ status }) => status === 'open')]).toEqual([5, true]);
    expect(refused.stderr).toContain(WHY);
  });
});

describe.each<[Version, Version]>([
  ['v2', 'v3'],
  ['v3', 'v2'],
])('what was reviewed by %s, by %s', (was, is) => {
  const WHY = `its calls are of interface ${was}, and the config says interface ${is}`;
  async function reviewed(): Promise<{ paper: PaperExchange; at: At }> {
    const started = await ready(was);
    expect((await here(['run', 'plan.yaml', '--live', '--out', 'r.json'], started.at)).code).toBe(0);
    return started;
  }

  test('names the interface, and is refused with both', async () => {
    const { paper, at } = await reviewed();
    expect(Object.keys(read(at)).slice(6, 9)).toEqual(['origin', 'account', 'interface']);
    expect(read(at).interface).toBe(was);
    speak(at, is);
    for (const ended of [await look(at), await look(at, '--execute', '--yes')]) {
      expect([ended.code, paper.orders.length]).toEqual([5, 0]);
      expect(ended.stderr).toContain(WHY);
    }
  });

  test('without the key is of the interface of its calls', async () => {
    const { paper, at } = await reviewed();
    forge(at, ({ interface: _interface, ...rest }) => rest);
    // Another edit of the config is not one of the interface.
    speak(at, was, ', timeout: 9s');
    expect((await look(at)).stderr).not.toContain('its calls are of interface');
    speak(at, is);
    expect((await look(at)).stderr).toContain(WHY);
    speak(at, was);
    expect((await look(at, '--execute', '--yes')).code).toBe(0);
    expect(paper.orders).toHaveLength(3);
  });
});

test('a config that was not there when a plan was reviewed, and names the other version, is told so', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('spoken', 3));
  expect((await here(['run', 'plan.yaml', '--live', '--out', 'r.json'], at)).code).toBe(0);
  speak(at, 'v3');
  const ended = await here(['run', 'r.json', '--execute', '--live', '--yes'], at);
  expect([ended.code, paper.orders.length]).toEqual([5, 0]);
  expect(ended.stderr).toContain('its calls are of interface v2, and the config says interface v3');
});
