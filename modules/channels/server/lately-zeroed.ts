import type { Tx } from '#kit/server/database.ts';
import type { FeedRow, ShownInAll } from '../model/feed-guard.ts';
import { withListings, type StockPlan } from './stock-changes.ts';

/** How long small steps count together. */
const WALK_MS = 86_400_000;

interface Zeroed {
  id: string;
  code: string;
  before: number;
}

/**
 * What was taken to zero lately without a signature, by listing and code: emptying a catalogue in steps that are small
 * enough each is emptying it. What somebody has signed for is behind us.
 */
async function latelyZeroed(tx: Tx, accountId: string): Promise<Map<string, number>> {
  const since = new Date(tx.now.getTime() - WALK_MS);
  const rows = await tx.rows<Zeroed>`
    select i.channel_product_id as id, i.channel_warehouse_code as code, max(i.previous_qty) as before
    from stock_push p
      join stock_push_item i on i.tenant_id = p.tenant_id and i.push_id = p.id and i.qty = 0 and i.previous_qty > 0
        and i.status <> 'pending'
    where p.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid and p.create_time > ${since}
      and p.to_zero > 0 and p.overridden_by is null
      and not exists (select 1 from stock_push s where s.tenant_id = p.tenant_id and s.account_id = p.account_id
        and s.overridden_by is not null and s.id > p.id)
    group by 1, 2`;
  return new Map(rows.map(({ id, code, before }) => [`${id} ${code}`, before]));
}

/**
 * The rows of a shop as the guard looks at them: where one more goes to zero now, those that went there lately count
 * with what they showed before.
 */
export async function guardedRows(
  tx: Tx,
  accountId: string,
  plan: StockPlan,
): Promise<{ rows: FeedRow[]; rest: ShownInAll }> {
  const isEmptying = plan.rows.some(({ previous, qty }) => (previous ?? 0) > 0 && qty === 0);
  const gone = isEmptying ? await latelyZeroed(tx, accountId) : new Map<string, number>();
  const { rows, rest } = await withListings(
    tx,
    accountId,
    plan,
    [...gone.keys()].map((key) => key.slice(0, UUID)),
  );
  return {
    rest,
    rows: [
      ...(plan.leftOut ?? []).map(({ qty }) => ({ previous: qty, next: 0 })),
      ...rows.map(({ channelProductId, channelWarehouseCode, previous, qty }) => {
        const before = qty === 0 && !previous ? (gone.get(`${channelProductId} ${channelWarehouseCode}`) ?? 0) : 0;
        return { previous: Math.max(previous ?? 0, before), next: qty };
      }),
    ],
  };
}

const UUID = 36;
