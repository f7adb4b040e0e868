/** Plans that ordo itself writes. The name of a plan of a person has no colon, so it is none of these. */

/** What `ordo close` sends: one order a close, each under an id of its own. */
export const CLOSE_PLAN = { plan: 'ordo:close', generation: 1 } as const;

/** What a command claims that only asks: runs and followers go on beside it, and only who has all of the account is in its way. */
export const ASK_PLAN = { plan: 'ordo:ask', generation: 1 } as const;

/** What `ordo flatten` is called where a plan has its name; its closes are of the plan above. */
export const FLATTEN_NAME = 'ordo:flatten';

/** Such a plan has no file: commands name it by `--name`. */
export const isOwnPlan = (plan: string): boolean => plan.startsWith('ordo:');
