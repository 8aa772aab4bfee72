import { rowChanged } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { channelAccount, channelWarehouse } from '#modules/base/model/channel-account.ts';
import { accountActivated, accountExpired } from '#modules/base/model/events.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { bundleItem } from '#modules/catalog/model/bundle.ts';
import { product, sku } from '#modules/catalog/model/product.ts';
import { skuIdsOf } from '#modules/catalog/server/index.ts';
import { shipmentRegistering } from '#modules/fulfilment/model/events.ts';
import { readShipment } from '#modules/fulfilment/server/index.ts';
import { orderGivingAway, orderLinesAdded, orderSubmitting } from '#modules/orders/model/events.ts';
import { mapLines, releaseMappedWarehouses, unmapLines } from '#modules/orders/server/index.ts';
import { channelProduct, inventorySyncRule } from '../model/channel-product.ts';
import { accountHasOrders } from '../model/errors.ts';
import { refuseMapper, sendAgreedPrices } from './agreed-prices.ts';
import { notifyExpired } from './expiry-notice.ts';
import { wakeWaiting } from './progress.ts';
import { requestPull } from './pull-run.ts';
import { refuseTwin } from './same-seller.ts';
import type { ChannelServices } from './services.ts';
import { shippedFrom } from './shipment-requests.ts';
import { requestPush, requestPushesFor, requestPushIfOpen } from './stock-requests.ts';

/** What this module does in the transactions of others. */
export const channelsInTransaction = ({
  connectors,
  wake,
}: Pick<ChannelServices, 'connectors' | 'wake'>): TransactionHandler[] => [
  inTransaction(
    rowChanged(channelAccount),
    'channels keep shops that have orders; others push stock and choose warehouses anew',
    async (tx, { id, change }) => {
      if (change !== 'delete') {
        await refuseTwin(tx, connectors, id);
        await releaseMappedWarehouses(tx, id);
        return requestPushIfOpen(tx, id, 'shop');
      }
      const order = await tx.maybe`
        select 1 from sales_order where tenant_id = ${tx.tenant}
          and account_id = ${id}::uuid limit 1`;
      if (order) throw accountHasOrders();
    },
  ),
  inTransaction(accountActivated, 'channels go on where a shop stopped', async (tx, { accountId }) => {
    await tx.run`delete from breaker where tenant_id = ${tx.tenant} and key = ${`channel:${accountId}`}`;
    await wakeWaiting(tx, accountId, wake);
    await requestPull(tx, accountId, 'authorized');
    // The shop's own row says active only when the move is done: do not ask it.
    await requestPush(tx, accountId, 'authorized');
    tx.onCommit(wake);
  }),
  inTransaction(accountExpired, 'channels tell those who may renew the credentials', (tx, { accountId }) =>
    notifyExpired(tx, accountId),
  ),
  inTransaction(
    orderSubmitting,
    'channels tell what the lines of a manual order were agreed to cost',
    (tx, { orderId }) => sendAgreedPrices(tx, orderId),
  ),
  inTransaction(orderGivingAway, 'channels refuse whoever mapped goods that an order gives away', (tx, { orderId }) =>
    refuseMapper(tx, orderId),
  ),
  inTransaction(
    orderLinesAdded,
    'channels tell SKU and agreed price of lines that a channel added',
    async (tx, { orderId }) => {
      await sendAgreedPrices(tx, orderId);
      await mapWaitingLines(tx, orderId);
    },
  ),
  inTransaction(
    rowChanged(channelProduct),
    'channels release orders that waited for a mapping',
    async (tx, { id, change }) => {
      if (change !== 'delete') await releaseMapped(tx, id);
    },
  ),
  inTransaction(rowChanged(inventorySyncRule), 'channels push stock under the new rule', (tx, { id }) =>
    pushForOwner(tx, 'inventory_sync_rule', id),
  ),
  inTransaction(
    rowChanged(channelWarehouse),
    'channels release orders that waited for the mapping, and push stock of the warehouses',
    (tx, { id }) => pushForOwner(tx, 'channel_warehouse', id),
  ),
  inTransaction(
    rowChanged(warehouse),
    'channels release orders whose warehouse has been opened again, and push what its shops have left',
    async (tx, { id }) => {
      const shops = await tx.rows<{ accountId: string }>`
        select distinct account_id from channel_warehouse
        where tenant_id = ${tx.tenant} and warehouse_id = ${id}::uuid and deleted_at is null
        order by account_id`;
      for (const { accountId } of shops) {
        await releaseMappedWarehouses(tx, accountId);
        await requestPushIfOpen(tx, accountId, 'warehouse');
      }
    },
  ),
  inTransaction(
    shipmentRegistering,
    'channels refuse labels for a warehouse the channel does not know',
    async (tx, { shipmentId }) => {
      await shippedFrom(tx, await readShipment(tx, shipmentId));
    },
  ),
  inTransaction(
    rowChanged(product),
    'channels push stock of products that start or stop selling',
    async (tx, { id }) => {
      const skuIds = await skuIdsOf(tx, id);
      if (skuIds.length > 0) await requestPushesFor(tx, skuIds, 'product');
    },
  ),
  inTransaction(
    rowChanged(bundleItem),
    'channels push stock of bundles that are made of something else',
    async (tx, { id }) => {
      const { bundleSkuId } = await tx.one<{ bundleSkuId: string }>`
        select bundle_sku_id from bundle_item where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      await requestPushesFor(tx, [bundleSkuId], 'sku');
    },
  ),
  inTransaction(
    rowChanged(sku),
    'channels break mappings to a SKU that is gone',
    (tx, change) => followSkus(tx, [change]),
    followSkus,
  ),
];

/** A sheet changes thousands of SKUs: the shops that sell any of them are looked up once. */
async function followSkus(tx: Tx, changes: readonly { id: string; change: string }[]): Promise<void> {
  const gone = changes.filter(({ change }) => change === 'delete').map(({ id }) => id);
  if (gone.length > 0)
    await tx.run`
      update channel_product set map_status = 'broken', update_time = ${tx.now}, version = version + 1
      where tenant_id = ${tx.tenant} and sku_id = any(${gone}::uuid[]) and deleted_at is null`;
  await requestPushesFor(
    tx,
    changes.map(({ id }) => id),
    'sku',
  );
}

async function releaseMapped(tx: Tx, listingId: string): Promise<void> {
  const listing = await tx.maybe<{
    accountId: string;
    channelSku: string;
    skuId: string | null;
    mapStatus: string;
  }>`
    select account_id, channel_sku, sku_id, map_status
    from channel_product where tenant_id = ${tx.tenant} and id = ${listingId}::uuid`;
  if (!listing) return;
  const { accountId, channelSku, skuId, mapStatus } = listing;
  if (mapStatus === 'mapped' || mapStatus === 'unmapped') await unmapLines(tx, { accountId, channelSku, skuId });
  if (mapStatus === 'mapped' && skuId) await mapLines(tx, { accountId, channelSku, skuId });
  await requestPushIfOpen(tx, accountId, 'listing');
}

async function mapWaitingLines(tx: Tx, orderId: string): Promise<void> {
  const known = await tx.rows<{ accountId: string; channelSku: string; skuId: string }>`
    select distinct o.account_id, l.channel_sku, p.sku_id
    from sales_order o
      join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.sku_id is null
      join channel_product p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
        and p.channel_sku = l.channel_sku and p.deleted_at is null
        and p.map_status = 'mapped' and p.sku_id is not null
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  for (const mapping of known) await mapLines(tx, mapping);
}

async function pushForOwner(tx: Tx, table: 'inventory_sync_rule' | 'channel_warehouse', id: string): Promise<void> {
  const row =
    table === 'inventory_sync_rule'
      ? await tx.maybe<{ accountId: string }>`
          select account_id from inventory_sync_rule where tenant_id = ${tx.tenant} and id = ${id}::uuid`
      : await tx.maybe<{ accountId: string }>`
          select account_id from channel_warehouse where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!row) return;
  if (table === 'channel_warehouse') await releaseMappedWarehouses(tx, row.accountId);
  await requestPushIfOpen(tx, row.accountId, table === 'channel_warehouse' ? 'warehouse' : 'rule');
}
