/** A follower that holds protection back, forgets what it was told, or keeps a stop that covers nothing. */
import type { PlantedFault } from './fault.ts';

const ROOM = 'src/compile/follow';
const RULES = 'test/follow/rules.test.ts';
const EARLIER = 'test/compile/follow/earlier-stop.test.ts';
const DUE = 'test/compile/follow/due.test.ts';

/** A fault of one change, and the test file that must notice it. */
type Row = readonly [name: string, file: string, from: string, to: string, test: string];

const ROWS: readonly Row[] = [
  [
    'a stop waits for a halt and for validUntil as an opening does',
    'src/session/follow/steps.ts',
    'if (areOpenings && (await this.#areHeldUp',
    'if ((await this.#areHeldUp',
    RULES,
  ],
  [
    'a follower reads the halt at its start, and not again',
    'src/session/follow/halts.ts',
    'const halt = await this.#claim.halted();',
    'const self = this as unknown as { first?: { halt: Halt | undefined } }; const { halt } = (self.first ??= { halt: await this.#claim.halted() });',
    RULES,
  ],
  [
    'an approval is without its conditions',
    'src/model/ids.ts',
    'if (when !== undefined) all.update',
    'if (when === "") all.update',
    'test/compile/later-steps.test.ts',
  ],
  [
    'an end goes by a wall clock that jumped',
    'src/session/follow/exchange-time.ts',
    'return this.#base.wallMs + this.#clock.monotonicMs() - this.#base.monotonicMs;',
    'return this.#clock.wallMs();',
    'test/session/exchange-time.test.ts',
  ],
  [
    'a request to end is not heard',
    'src/session/follow/asked-to-end.ts',
    'if (by === undefined) return;',
    'if (by !== null) return;',
    'test/follow/asked-to-end.test.ts',
  ],
  [
    'what is held counts as covered by a stop that is yet to be sent',
    `${ROOM}/standing.ts`,
    "const covered = least(held, presetCover(view, turn, 'resting')",
    "const covered = stops.length > 0 ? held : least(held, presetCover(view, turn, 'resting')",
    'test/compile/follow/standing.test.ts',
  ],
  [
    'a stop that is to come makes what the preset of its entry covers naked',
    `${ROOM}/standing.ts`,
    'if (order.stopLoss === undefined) return all;',
    'if (order.stopLoss === undefined || order.exit === undefined) return all;',
    'test/follow/preset-covers.test.ts',
  ],
  [
    'a start tells what ordo flatten closed as naked until it reads the trades of that',
    'src/actions/follow/own-closes-told.ts',
    'if (closed.size === 0) return news;',
    'if (closed.size >= 0) return news;',
    'test/follow/status-closed.test.ts',
  ],
  [
    'each start tells every old cancel as news',
    'src/report/run/follow-lines.ts',
    'if (lookedAgoMs !== undefined || this.#aheadMs !== undefined) return;',
    'if (lookedAgoMs !== null) return;',
    'test/follow/status-closed.test.ts',
  ],
  [
    'a stop whose place was taken never comes back',
    `${ROOM}/current-stop.ts`,
    `stop.off !== 'let-go' || hasCovered(stop, view)`,
    `stop.off !== undefined || hasCovered !== undefined`,
    EARLIER,
  ],
  [
    'a stop before keeps all its size for a rest that is too small to be sent',
    `${ROOM}/stop-steps.ts`,
    'if (working === stop) shrinkOthers(turn, view, stop);',
    'void shrinkOthers;',
    EARLIER,
  ],
  [
    'a stop is made smaller while parts of it that are too much still work',
    `${ROOM}/stop-steps.ts`,
    'if (!isUnderWay && kept.length === before && !isLeaving(stop))',
    'void before; if (!isUnderWay)',
    'test/compile/follow/resize.test.ts',
  ],
  [
    'an order of no group that fired into nobody knows what goes on',
    `${ROOM}/due.ts`,
    'for (const { order, isFrozen } of turn.views) if (isFrozen) frozen.add(order.id);',
    'void turn;',
    DUE,
  ],
  [
    'a position that lacks what orders of no group opened has all that it is to have',
    `${ROOM}/group-view.ts`,
    'const held = heldBeside(turn);',
    'void heldBeside; const held = new Map<string, bigint>();',
    DUE,
  ],
  [
    'a target that went off with its position and was refused since is let go',
    `${ROOM}/standing.ts`,
    '(held > 0n || wasRefusedOff(tries));',
    `(held > 0n || tries.at(-1)?.part.state === 'rejected');`,
    'test/compile/follow/at-end.test.ts',
  ],
  [
    'what is filled decreases once more trades are told',
    'src/journal/records/apply-record.ts',
    'return [...known, ...more.filter(([id]) => !ids.has(id))];',
    'return ids.size > 0 && more.length > 0 ? more : known;',
    'test/follow/by-hand.test.ts',
  ],
  [
    'a sibling is cancelled one look later',
    `${ROOM}/came-about.ts`,
    'return this.#turn.view(id).parts.some(({ filled, part }) => filled > 0n || part.firedMs !== undefined);',
    'const atMs = lastFill([this.#turn.view(id)]); return atMs !== undefined && atMs < (this.#turn.known.lookedMs ?? 0) - 2_000;',
    'test/compile/follow/due-plans.test.ts',
  ],
  [
    'a start with a position is refused by a halt',
    'src/actions/prepare/halted.ts',
    'if (halt !== undefined && !isBegun(run))',
    'if (halt !== undefined && isBegun !== undefined)',
    'test/follow/start-held.test.ts',
  ],
  [
    'a start with a position is refused by the loss of the day, by a cap, and by an exchange that does not answer',
    'src/actions/prepare/begun.ts',
    `session.trouble?.kind === 'access' || !isBegun(run)) throw error`,
    `session.trouble?.kind === 'access' || isBegun(run)) throw error`,
    'test/follow/start-held.test.ts',
  ],
  [
    'a start with a position is refused by a policy that was tightened since',
    'src/commands/run/live-run.ts',
    'return this.options.follow === true && exitCode === EXIT.forbidden',
    'return this.options.follow === undefined && exitCode === EXIT.forbidden',
    'test/follow/start-held.test.ts',
  ],
  [
    'a start that goes on opens what a tightened policy forbids',
    'src/session/follow/follow.ts',
    'const refused = task.forbidden ?? capped;',
    'const refused = capped;',
    'test/follow/start-held.test.ts',
  ],
  [
    'what such a start was not refused for is not asked before it opens',
    'src/actions/follow/openings-check.ts',
    'this.#isBegun ? 0 : HOLDS_MS - agoMs',
    'HOLDS_MS - agoMs',
    'test/follow/start-held.test.ts',
  ],
  [
    'a check of the account holds although a stop that it counted was let go since',
    'src/actions/follow/openings-check.ts',
    'if (bare.symmetricDifference(this.#bare).size === 0) return;',
    'if (bare.size >= 0) return;',
    'test/follow/openings-checked.test.ts',
  ],
  [
    'what opens is sent in the turn in which the stop beside it became unknown',
    'src/session/follow/steps.ts',
    `return rejected + unknown > 0 ? 'took' : 'accepted';`,
    `return rejected + unknown < 0 ? 'took' : 'accepted';`,
    'test/follow/lost-answers.test.ts',
  ],
  [
    'a second refusal by the rate limit ends a follow',
    'src/session/follow/follow.ts',
    'restraint.outwait();',
    '',
    'test/follow/rate-limited.test.ts',
  ],
  [
    'an opening that comes too late is kept back without a word',
    'src/session/follow/held-back.ts',
    `this.#tell(untold, told);`,
    '',
    'test/follow/start-held.test.ts',
  ],
  [
    'that an opening waits beside an unknown order is told without the order',
    'src/session/follow/held-back.ts',
    `message, unknown: [...unknown], `,
    `message, `,
    'test/follow/held-back.test.ts',
  ],
  [
    'that nothing holds an opening back any more is told nobody',
    'src/session/follow/held-back.ts',
    `ids.filter((id) => this.#told.delete(id)),`,
    `ids.filter((id) => this.#told.delete(id) && false),`,
    'test/session/held-back.test.ts',
  ],
  [
    'a check that says the same of another price is told again',
    'src/session/follow/held-back.ts',
    `reason === 'policy' ? message`,
    `reason === undefined ? message`,
    'test/session/held-back.test.ts',
  ],
  [
    'a gap tells that nothing holds an opening back, and then that something does',
    'src/session/follow/held-back.ts',
    `if (lookedMs === undefined) return;`,
    '',
    'test/session/held-back.test.ts',
  ],
  [
    'a stop that no list has, and whose next part works, is told as one that a look may find',
    'src/compile/follow/plain-steps.ts',
    `const inNoList = unknown.filter(isDead);`,
    `const inNoList = unknown.filter((one) => isDead(one) && one.part.number === 0);`,
    'test/compile/follow/unknown.test.ts',
  ],
  [
    'a follower waits for targets that a close at market has taken the place of which waited for a fill',
    `${ROOM}/came-about.ts`,
    'closeOuts.some((one) => this.#hasCome',
    'closeOuts.some((one) => one.order.afterFilled === undefined && this.#hasCome',
    'test/compile/follow/at-end.test.ts',
  ],
];

export const FOLLOW_RULE_FAULTS: readonly PlantedFault[] = ROWS.map(([name, file, from, to, test]) => ({
  name,
  file,
  changes: [[from, to]],
  proof: { tests: [test] },
}));
