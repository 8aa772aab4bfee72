import type { Tx } from '#kit/server/database.ts';
import { nothing, sql } from '#kit/server/sql.ts';
import type { LiveRule } from './live-rules.ts';
import type { OrderHead } from './read-facts.ts';

/** What rules change of an order. */
export type Moving = Pick<
  OrderHead,
  'version' | 'status' | 'holds' | 'warehouseId' | 'shipMethodId' | 'priority' | 'tagIds'
>;

/** What rules change of orders, as they stand now; locked in the order of their ids where something is done. */
export async function headsNow(
  tx: Tx,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, Moving>> {
  const rows = await tx.query<Moving & { id: string }>(sql`
    select id, version, status, holds, warehouse_id, ship_method_id, priority, tag_ids from sales_order
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id
    ${isLocked ? sql`for update` : nothing}`);
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** Whoever switches it off or changes it waits, or has done so: then nothing more is done by this version. */
export async function isStillOn(tx: Tx, { id, revision }: LiveRule): Promise<boolean> {
  const row = await tx.maybe<{ status: string; revision: number }>`
    select status, revision from rule
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null for share`;
  return row?.status === 'active' && row.revision === revision;
}
