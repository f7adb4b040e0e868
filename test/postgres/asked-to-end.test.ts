/** A request to end in a journal on a server: the follower of another process meets it, and the cancel begins. */
import { describe, expect, it } from 'vitest';
import { start } from '../../proofs/support/ordo.ts';
import { followDesk } from '../support/follow-desk.ts';
import { BRACKET, FOLLOW, openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

describe.skipIf(server === undefined)('a request to end on a server', { timeout: 60_000 }, () => {
  it('ends the follower, which says who asked, and the cancel takes off what is open', async () => {
    const { paper, at } = await followDesk(BRACKET);
    at.env['ORDO_JOURNAL'] = await fresh();
    const follower = start(FOLLOW, at);
    afterTest(() => void follower.child.kill('SIGKILL'));
    await follower.until(/"order-outcome"/);
    const cancelled = await here(['cancel', 'plan.yaml', '--live', '--execute', '--yes'], at);
    const ended = await follower.ended;
    expect({ code: cancelled.code, open: openOn(paper), follow: ended.code }).toEqual({ code: 0, open: [], follow: 6 });
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /ending: ordo cancel asked for it \(process \d+ of tester on here\)/,
    );
    expect((await here(['journal', 'verify'], at)).code).toBe(0);
  });
});
