import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards, Via } from '#kit/server/write.ts';
import type { channelProduct, inventorySyncRule } from '../model/channel-product.ts';
import { listingIsFixed, listingTaken, ruleTaken } from '../model/errors.ts';

/**
 * A listing's mapping follows from its SKU: choosing one maps it (人工, 导入), saving a suggested one
 * says yes to it, emptying it unmaps for good. The derived fields are completed here; what waits
 * for the mapping is released by the reaction to `channels:channelProduct.changed`.
 */
export const listingGuards: Guards<typeof channelProduct> = {
  async add(tx, values, via) {
    const twin = await tx.maybe`
      select 1 from channel_product where tenant_id = ${tx.tenant} and deleted_at is null
        and account_id = ${values.accountId}::uuid and channel_sku = ${values.channelSku}`;
    if (twin) throw listingTaken({ channelSku: String(values.channelSku) });
    if (values.skuId) Object.assign(values, chosen(true, via));
  },
  async edit(_tx, before, values, via) {
    const isMoved =
      (values.accountId !== undefined && values.accountId !== before.accountId) ||
      (values.channelSku !== undefined && values.channelSku !== before.channelSku);
    if (isMoved) throw listingIsFixed();
    const { skuId } = values;
    if (skuId === undefined) return;
    const isSame = skuId === before.skuId;
    const isSettled = before.mapStatus === 'mapped' || before.mapStatus === 'unmapped';
    if (isSame && isSettled) return;
    Object.assign(values, chosen(skuId !== null, via));
  },
};

const chosen = (isMapped: boolean, via: Via): WrittenOf<typeof channelProduct> => ({
  mapStatus: isMapped ? 'mapped' : 'unmapped',
  mapMethod: via === 'import' ? 'import' : 'manual',
  mapScore: isMapped ? 100 : null,
});

async function checkRule(
  tx: Tx,
  before: RowOf<typeof inventorySyncRule> | null,
  values: WrittenOf<typeof inventorySyncRule>,
): Promise<void> {
  const row = { ...before, ...values };
  if (row.status !== 'enabled') return;
  const twin = await tx.maybe`
    select 1 from inventory_sync_rule where tenant_id = ${tx.tenant} and deleted_at is null
      and status = 'enabled' and account_id = ${row.accountId}::uuid
      and sku_id is not distinct from ${row.skuId ?? null}::uuid
      and priority = ${row.priority}::integer
      and id is distinct from ${before?.id ?? null}::uuid limit 1`;
  if (twin) throw ruleTaken();
}

/** Two rules of one scope and priority would leave the choice to chance. */
export const syncRuleGuards: Guards<typeof inventorySyncRule> = {
  add: (tx, values) => checkRule(tx, null, values),
  edit: checkRule,
};
