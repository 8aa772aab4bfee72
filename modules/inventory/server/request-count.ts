import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { stockCount } from '../model/stock-count.ts';
import { countDraft } from './stock-counts.ts';

/**
 * Somebody did not find what the books say: a draft count of the SKU in its warehouse, once until it has
 * been counted. Stock stays as it is until the count is posted.
 */
export async function requestCount(
  tx: Tx,
  registry: Registry,
  { warehouseId, skuId, remark }: { warehouseId: string; skuId: string; remark: string },
): Promise<void> {
  const request = await tx.maybe`
    select 1 from stock_count c join stock_count_line l on l.tenant_id = c.tenant_id and l.count_id = c.id
    where c.tenant_id = ${tx.tenant} and c.warehouse_id = ${warehouseId}::uuid
      and c.status in ('draft', 'counting') and l.sku_id = ${skuId}::uuid and l.condition = 'good' limit 1`;
  if (request) return;
  const lines = [{ skuId, condition: 'good' }];
  await addDraft(tx, draftPlace({ resource: stockCount, draft: countDraft }, registry), {
    warehouseId,
    extent: 'listed',
    isBlind: false,
    remark: remark.slice(0, 255),
    lines,
  });
}
