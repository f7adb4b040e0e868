/** The stream of `run` and `settle` ends with run-finished and the exit code, by every way out that the process can still see. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { exitOf, type RefusalCode } from '../../src/model/refusals.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, ordo, place, start, type Ended, type Place } from '../../proofs/support/ordo.ts';

/** Once, as the last line, and with the exit code of the process. */
function expectFinished(ended: Ended, code: number): void {
  const events = eventsOf(ended);
  expect(events.filter(({ event }) => event === 'run-finished')).toHaveLength(1);
  expect([ended.code, events.at(-1)]).toMatchObject([code, { event: 'run-finished', exitCode: code }]);
}

const withEnv = (at: Place, env: Record<string, string>): Place => ({ ...at, env: { ...at.env, ...env } });

describe('a refusal', () => {
  const rows: [args: string, code: RefusalCode | number, env?: Record<string, string>][] = [
    ['run', 'command/names'],
    ['run plan.yaml plan.yaml', 'command/names'],
    ['run plan.yaml --yes', 'option/needs-another'],
    ['run plan.yaml --execute --approve zz', 'option/value'],
    ['run plan.yaml --execute --watch --live', 'approval/none'],
    ['run plan.yaml --var nonsense', 'option/value'],
    ['run plan.yaml --var unknown=1', 'plan/variable'],
    ['run plan.yaml --only nobody', 'plan/unknown-order'],
    ['run plan.yaml', 'environment/unknown-variable', { ORDO_JUORNAL: 'x' }],
    ['run nowhere.yaml', 'input/unreadable'],
    ['run nowhere.yaml --watch', 'input/unreadable'],
    ['run plan.yaml --config nowhere.yaml', 'input/unreadable'],
    ['run plan.yaml --execute --config nowhere.yaml', 'input/unreadable'],
    ['run plan.yaml --live', 'config/no-exchange', { ORDO_BASE_URL: '' }],
    ['run plan.yaml --live', 'journal/address', { ORDO_JOURNAL: 'journal.db' }],
    ['run plan.yaml --execute --live --yes', 'environment/unsafe', { NODE_DEBUG: 'net' }],
    ['run plan.yaml --execute --live --yes', 'keys/unusable', { ORDO_API_KEY: '' }],
    ['run plan.yaml --execute --live', 'approval/none'],
    ['run plan.yaml --execute --live --approve 12345678', 'option/value'],
    [`run plan.yaml --execute --live --approve ${'1234'.repeat(16)}`, 'approval/other-bytes'],
    ['run bad.yaml', 3],
    ['run bad.yaml --execute --live --yes', 3],
    ['settle', 'command/names'],
    ['settle plan.yaml --absent bid-1', 'settle/no-reason'],
    ['settle plan.yaml --placed bid-1=7', 'settle/unproved', { ORDO_API_KEY: '' }],
    ['settle plan.yaml', 'environment/unknown-variable', { ORDO_JUORNAL: 'x' }],
    ['settle plan.yaml', 'config/no-exchange', { ORDO_BASE_URL: '' }],
    ['settle nowhere.yaml', 'input/unreadable'],
    ['settle bad.yaml', 'input/not-a-plan'],
  ];
  test.each(rows)('ordo %s is refused as %s %o', async (args, code, env = {}) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('end', 2));
    at.write('bad.yaml', 'version: 1\n');
    const ended = await here([...args.split(' '), '--output', 'ndjson'], withEnv(at, env));
    expectFinished(ended, typeof code === 'number' ? code : exitOf(code));
    const { refusal } = eventsOf(ended).at(-1) as { refusal?: { code: RefusalCode; message: string } };
    if (typeof code === 'number') expect(refusal).toBeUndefined();
    else expect(refusal).toMatchObject({ code });
    if (refusal !== undefined) expect(ended.stderr).toContain(`ordo: ${refusal.message}\n`);
    // An approval is asked for with the account in view: those two have read it, and sent nothing.
    const hasRead = ['approval/none', 'approval/other-bytes'].includes(String(code)) && !args.includes('--watch');
    expect(paper.requests.map(({ method }) => method)).toEqual(hasRead ? Array.from({ length: 5 }, () => 'GET') : []);
  });
});

describe.skipIf(process.platform === 'win32')('a signal before anything is sent', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 143],
    ['SIGINT', 130],
  ] as const)('%s while the keys are awaited: exit %i', async (signal, code) => {
    const { paper, at } = await paperAndPlace();
    const began = join(at.folder, 'began');
    at.write('plan.yaml', bids('end', 2));
    at.write('ordo.config.yaml', `version: 1\nexchange: { keysCommand: [sh, -c, 'touch ${began}; exec sleep 5'] }\n`);
    const keyless = withEnv(at, { ORDO_API_KEY: '' });
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], keyless);
    await vi.waitFor(() => expect(existsSync(began)).toBe(true), 30_000);
    running.child.kill(signal);
    expectFinished(await running.ended, code);
    expect(paper.requests).toEqual([]);
  });

  test('a person is told that nothing was sent', async () => {
    const { at } = await paperAndPlace();
    const began = join(at.folder, 'began');
    at.write('plan.yaml', bids('end', 2));
    at.write('ordo.config.yaml', `version: 1\nexchange: { keysCommand: [sh, -c, 'touch ${began}; exec sleep 5'] }\n`);
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes'], withEnv(at, { ORDO_API_KEY: '' }));
    await vi.waitFor(() => expect(existsSync(began)).toBe(true), 30_000);
    running.child.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([143, expect.stringContaining('Nothing was sent: asked to end') as string]);
  });
});

/** Instead of sending, and no answer comes. */
const sending = (instead: string): string => `globalThis.fetch=()=>{${instead};return new Promise(()=>{})};`;

describe('a bug', () => {
  const HOLDS_NOTHING =
    'import net from"node:net";const l=net.Server.prototype.listen;const t=setTimeout;' +
    'net.Server.prototype.listen=function(...a){const s=l.apply(this,a);this.unref();return s};' +
    'globalThis.setTimeout=(...a)=>t(...a).unref();';
  const rows: [name: string, code: string, words: string][] = [
    ['that is thrown where nobody awaits it', sending('setTimeout(()=>{throw Error("nowhere")})'), 'Error: nowhere'],
    ['in a promise that nobody awaits', sending('setTimeout(()=>Promise.reject(Error("nowhere")))'), 'Error: nowhere'],
    ['that leaves the command waiting for nothing', HOLDS_NOTHING + sending(''), 'the command is waiting for nothing'],
  ];
  test.each(rows)('%s: exit 1', async (_, code, words) => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plan.yaml', bids('end', 2));
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
    const ended = await ordo(['run', 'plan.yaml', '--execute', '--output', 'ndjson'], withEnv(at, env));
    expectFinished(ended, 1);
    expect(ended.stderr).toMatch(/^ordo: a bug of ordo/);
    expect(ended.stderr).toContain(words);
    expect(ended.stderr).not.toContain('unsettled');
  });
});
