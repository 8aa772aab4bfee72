import { rowChanged, type RowChange } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { sku } from '#modules/catalog/model/product.ts';
import {
  bundleHasStock,
  negativeStillThere,
  oversoldAlready,
  skuHasStock,
  warehouseHasStock,
} from '../model/errors.ts';
import { stockLevel } from '../model/stock.ts';
import { announceStock } from './levels.ts';
import { safetyInTransaction } from './share-safety.ts';
import { skuBinsInTransaction } from './sku-bins.ts';

export const inventoryInTransaction: TransactionHandler[] = [
  ...skuBinsInTransaction,
  inTransaction(
    rowChanged(sku),
    'inventory copies the oversell limit',
    (tx, change) => copyOversellLimits(tx, [change]),
    copyOversellLimits,
  ),
  inTransaction(rowChanged(sku), 'inventory keeps SKUs that are in stock', async (tx, { id, change, fields }) => {
    // Only as a bundle, or deleted, could it not be in stock.
    if (change === 'add' || (change === 'edit' && fields && !fields.includes('type'))) return;
    const held = await tx.maybe<{ sku: string }>`
        select s.sku_code as sku from stock_level l
          join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
        where l.tenant_id = ${tx.tenant} and l.sku_id = ${id}::uuid
          and (s.type = 'bundle' or ${change} = 'delete')
          and (l.on_hand <> 0 or l.reserved <> 0 or l.in_transit <> 0 or l.on_order <> 0)
        limit 1 for update of l`;
    if (held) throw change === 'delete' ? skuHasStock(held) : bundleHasStock(held);
  }),
  ...safetyInTransaction,
  inTransaction(rowChanged(warehouse), 'inventory keeps warehouses that hold stock', async (tx, { id, change }) => {
    if (change === 'delete') {
      const held = await tx.maybe`
          select 1 from stock_level where tenant_id = ${tx.tenant} and warehouse_id = ${id}::uuid
            and (on_hand <> 0 or reserved <> 0 or in_transit <> 0 or on_order <> 0) limit 1`;
      if (held) throw warehouseHasStock();
      return;
    }
    await copyAllowNegative(tx, id);
  }),
];

/**
 * Levels carry what their warehouse allows, so that the database can hold them to it. What is below
 * zero must be made good before it is forbidden; levels are locked in the order of postings.
 */
async function copyAllowNegative(tx: Tx, warehouseId: string): Promise<void> {
  const changes = await tx.rows<{ id: string; skuId: string; onHand: number; allowed: boolean }>`
    select l.id, l.sku_id, l.on_hand, w.allow_negative as allowed
    from stock_level l join warehouse w on w.tenant_id = l.tenant_id and w.id = l.warehouse_id
    where l.tenant_id = ${tx.tenant} and l.warehouse_id = ${warehouseId}::uuid
      and l.allow_negative <> w.allow_negative
    order by l.warehouse_id, l.sku_id, l.condition for update of l`;
  const below = changes.filter(({ onHand, allowed }) => onHand < 0 && !allowed);
  if (below.length > 0) throw negativeStillThere({ skus: new Set(below.map(({ skuId }) => skuId)).size });
  if (changes.length === 0) return;
  await tx.run`update stock_level set allow_negative = not allow_negative
    where tenant_id = ${tx.tenant} and id = any(${changes.map(({ id }) => id)}::uuid[])`;
}

/**
 * Levels carry their SKU's limit, so that the database can hold them to it. A limit below what is
 * oversold already is refused; a higher one lets orders that wait for stock try again.
 */
async function copyOversellLimits(tx: Tx, skus: readonly RowChange[]): Promise<void> {
  const changes = await tx.rows<{
    id: string;
    skuId: string;
    sku: string;
    limit: number;
    used: number;
    isMore: boolean;
  }>`
    select l.id, s.id as "skuId", s.sku_code as sku, n.value as "limit", -l.available as used,
      n.value > l.oversell_limit as "isMore"
    from stock_level l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id,
      lateral (select case when s.allow_oversell then s.oversell_limit else 0 end as value) n
    where l.tenant_id = ${tx.tenant} and l.condition = 'good' and l.oversell_limit <> n.value
      and s.id = any(${skus.map(({ id }) => id)}::uuid[])
    order by l.warehouse_id, l.sku_id for update of l`;
  const over = changes.find(({ limit, used }) => used > limit);
  if (over) throw oversoldAlready({ sku: over.sku, used: over.used });
  if (changes.length === 0) return;
  await setEach(
    tx,
    stockLevel,
    changes.map(({ id, limit }) => ({ id, oversellLimit: limit })),
  );
  const more = changes.filter(({ isMore }) => isMore).map(({ skuId }) => skuId);
  await announceStock(tx, more, 'more');
}
