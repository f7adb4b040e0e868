/** A request to whoever follows a plan to end: written without its lock, met at the next step, and of no meaning for any later run. */

/** Who asks, since when, and for what. */
export interface EndAskedBy {
  /** The command that waits for the plan, such as `cancel`. */
  readonly command: string;
  readonly pid: number;
  readonly user: string;
  readonly host: string;
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
}

/** What is written: the plan, in all its generations, and which process is asked. */
export interface EndRequest {
  readonly plan: string;
  readonly command: string;
  readonly follower: { readonly pid: number; readonly host: string };
  /** Whoever asked has given up: what it asked before is void. */
  readonly withdrawn?: true;
}

/** So long a command waits for a follower to end. Older than that, nobody waits any more: the request is void. */
export const END_ASKED_MS = 30_000;

/** As the follower's last lines have it. */
export const endAskedText = ({ command, pid, user, host }: EndAskedBy): string =>
  `ordo ${command} asked for it (process ${pid} of ${user} on ${host})`;

/** Who follows a plan, and holds it. */
export interface AskedFollower {
  readonly plan?: string;
  readonly pid: number;
  readonly user: string;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

/** As whoever asks it has it. */
export const followerWords = ({ pid, user, host, since, plan = '' }: AskedFollower): string =>
  `pid ${pid} of ${user} on ${host}, which follows ${plan} since ${since},`;
