import { rowChanged } from '#kit/model/event.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { bundleItem } from '#modules/catalog/model/bundle.ts';
import { bundleIsHeld } from '../model/errors.ts';

/**
 * What a bundle is made of stays while orders hold it, or wait for more of what has left in part, so that all
 * units of a line are alike. So it does while an order waits whose price a person said, which was agreed for, or
 * compared with, what the bundle was made of: else it would be sold as one screw and leave as ten tables. Whoever
 * promises one locks it first (`bundleParts`), and its composition is written under the same lock.
 */
export const heldBundles: readonly TransactionHandler[] = [
  inTransaction(
    rowChanged(bundleItem),
    'orders keep what bundles are made of while they hold them',
    async (tx, { id }) => {
      const held = await tx.maybe<{ sku: string }>`
        select s.sku_code as sku from bundle_item i
          join sku s on s.tenant_id = i.tenant_id and s.id = i.bundle_sku_id
        where i.tenant_id = ${tx.tenant} and i.id = ${id}::uuid and exists (
          select 1 from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
          where l.tenant_id = i.tenant_id and l.sku_id = i.bundle_sku_id
            and (l.qty_reserved > 0 or l.qty_backordered > 0 and l.qty_shipped > 0
              or (o.order_type = 'manual' or o.maker_ids <> '{}') and o.stage in ('pending', 'shipping')
                and o.status <> 'draft' and l.qty > l.qty_cancelled + l.qty_shipped))`;
      if (held) throw bundleIsHeld(held);
    },
  ),
];
