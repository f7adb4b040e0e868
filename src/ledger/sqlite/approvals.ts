import type { DatabaseSync } from 'node:sqlite';
import type { Approval } from '../../ports.ts';

/** Which plan of which account. */
export interface ApprovalScope {
  readonly account: number;
  readonly plan: string;
  readonly generation: number;
}

export function writeApproval(
  database: DatabaseSync,
  { account, plan, generation }: ApprovalScope,
  { code, settings, orders }: Approval,
  by: { readonly host: string; readonly user: string; readonly atMs: number },
): void {
  database
    .prepare(
      'insert into approval (account, plan, generation, code, settings, orders, host, user, at_ms) values (?,?,?,?,?,?,?,?,?)',
    )
    .run(account, plan, generation, code, settings, JSON.stringify(orders), by.host, by.user, by.atMs);
}

/** The newest first. */
export const readApprovals = (
  database: DatabaseSync,
  { account, plan, generation }: ApprovalScope,
): readonly Approval[] =>
  database
    .prepare(
      'select code, settings, orders from approval where account = ? and plan = ? and generation = ? order by id desc',
    )
    .all(account, plan, generation)
    .map((row) => ({
      code: String(row['code']),
      settings: String(row['settings']),
      orders: JSON.parse(String(row['orders'])) as Record<string, string>,
    }));
