import type { Tx } from '#kit/server/database.ts';
import type { Within } from '#kit/server/outbox.ts';
import { skuIdsOf } from '#modules/catalog/server/index.ts';
import { readShipment } from '#modules/fulfilment/server/index.ts';
import {
  mapLines,
  recordAgreedPrices,
  releaseMappedWarehouses,
  unmapLines,
} from '#modules/orders/server/index.ts';
import { accountHasOrders } from '../model/errors.ts';
import { tellExpired } from './expiry-notice.ts';
import { wakeWaiting } from './progress.ts';
import { requestPull } from './pull-run.ts';
import { keepSellersApart } from './same-seller.ts';
import type { ChannelServices } from './services.ts';
import { shippedFrom } from './shipment-requests.ts';
import { requestPush, requestPushesFor, requestPushIfOpen } from './stock-requests.ts';

const idOf = (payload: Record<string, unknown>): string => payload['id'] as string;

/** What this module does in the transactions of others. */
export const channelWithin = ({
  connectors,
  wake,
}: Pick<ChannelServices, 'connectors' | 'wake'>): Within[] => [
  {
    event: 'base:channelAccount.changed',
    name: 'channels keep shops that have orders; others push stock and choose warehouses anew',
    run: async (tx, event) => {
      if (event.payload['change'] !== 'delete') {
        await keepSellersApart(tx, connectors, idOf(event.payload));
        await releaseMappedWarehouses(tx, idOf(event.payload));
        return requestPushIfOpen(tx, idOf(event.payload), '店铺变更');
      }
      const order = await tx.maybe`
        select 1 from sales_order where tenant_id = ${tx.tenant}
          and account_id = ${idOf(event.payload)}::uuid limit 1`;
      if (order) throw accountHasOrders();
    },
  },
  {
    event: 'account.activated',
    name: 'channels go on where a shop stopped',
    run: async (tx, event) => {
      const accountId = event.payload['accountId'] as string;
      await tx.run`delete from breaker where tenant_id = ${tx.tenant} and key = ${`channel:${accountId}`}`;
      await wakeWaiting(tx, accountId, wake);
      await requestPull(tx, accountId, '授权恢复');
      // The shop's own row says active only when the move is done: do not ask it.
      await requestPush(tx, accountId, '授权恢复');
      tx.onCommit(wake);
    },
  },
  {
    event: 'account.expired',
    name: 'channels tell those who may renew the credentials',
    run: (tx, event) => tellExpired(tx, event.payload['accountId'] as string),
  },
  {
    event: 'order.submitting',
    name: 'channels tell what the lines of a manual order were agreed to cost',
    run: (tx, event) => tellAgreedPrices(tx, event.payload['orderId'] as string),
  },
  {
    event: 'order.linesAdded',
    name: 'channels tell SKU and agreed price of lines that a channel added',
    run: async (tx, event) => {
      const orderId = event.payload['orderId'] as string;
      await tellAgreedPrices(tx, orderId);
      await mapWaitingLines(tx, orderId);
    },
  },
  {
    event: 'channels:channelProduct.changed',
    name: 'channels release orders that waited for a mapping',
    run: async (tx, event) => {
      if (event.payload['change'] !== 'delete') await releaseMapped(tx, idOf(event.payload));
    },
  },
  {
    event: 'channels:inventorySyncRule.changed',
    name: 'channels push stock under the new rule',
    run: (tx, event) => pushForOwner(tx, 'inventory_sync_rule', idOf(event.payload)),
  },
  {
    event: 'base:channelWarehouse.changed',
    name: 'channels release orders that waited for the mapping, and push stock of the warehouses',
    run: (tx, event) => pushForOwner(tx, 'channel_warehouse', idOf(event.payload)),
  },
  {
    event: 'base:warehouse.changed',
    name: 'channels release orders whose warehouse has been opened again',
    run: async (tx, event) => {
      const shops = await tx.rows<{ account_id: string }>`
        select distinct account_id from channel_warehouse
        where tenant_id = ${tx.tenant} and warehouse_id = ${idOf(event.payload)}::uuid and deleted_at is null
        order by account_id`;
      for (const shop of shops) await releaseMappedWarehouses(tx, shop.account_id);
    },
  },
  {
    event: 'shipment.registering',
    name: 'channels refuse labels for a warehouse the channel does not know',
    run: async (tx, event) => {
      await shippedFrom(tx, await readShipment(tx, event.payload['shipmentId'] as string));
    },
  },
  {
    event: 'catalog:product.changed',
    name: 'channels push stock of products that start or stop selling',
    run: async (tx, event) => {
      const skuIds = await skuIdsOf(tx, idOf(event.payload));
      if (skuIds.length > 0) await requestPushesFor(tx, skuIds, '产品状态');
    },
  },
  {
    event: 'catalog:sku.changed',
    name: 'channels break mappings to a SKU that is gone',
    run: async (tx, event) => {
      const skuId = idOf(event.payload);
      if (event.payload['change'] === 'delete')
        await tx.run`
          update channel_product set map_status = 'broken', update_time = ${tx.now}, version = version + 1
          where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and deleted_at is null`;
      await requestPushesFor(tx, [skuId], 'SKU变更');
    },
  },
];

async function releaseMapped(tx: Tx, listingId: string): Promise<void> {
  const listing = await tx.maybe<{
    account_id: string;
    channel_sku: string;
    sku_id: string | null;
    map_status: string;
  }>`
    select account_id, channel_sku, sku_id, map_status
    from channel_product where tenant_id = ${tx.tenant} and id = ${listingId}::uuid`;
  if (!listing) return;
  const { account_id: accountId, channel_sku: channelSku, sku_id: skuId, map_status } = listing;
  if (map_status === 'mapped' || map_status === 'unmapped')
    await unmapLines(tx, { accountId, channelSku, skuId });
  if (map_status === 'mapped' && skuId) await mapLines(tx, { accountId, channelSku, skuId });
  await requestPushIfOpen(tx, accountId, '渠道产品变更');
}

async function mapWaitingLines(tx: Tx, orderId: string): Promise<void> {
  const known = await tx.rows<{ accountId: string; channelSku: string; skuId: string }>`
    select distinct o.account_id as "accountId", l.channel_sku as "channelSku", p.sku_id as "skuId"
    from sales_order o
      join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.sku_id is null
      join channel_product p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
        and p.channel_sku = l.channel_sku and p.deleted_at is null
        and p.map_status = 'mapped' and p.sku_id is not null
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  for (const mapping of known) await mapLines(tx, mapping);
}

/** Agreed prices are in the currency of the shop: an order in another one has none. */
async function tellAgreedPrices(tx: Tx, orderId: string): Promise<void> {
  const prices = await tx.rows<{ lineId: string; price: string }>`
    select l.id as "lineId", p.base_price as price
    from sales_order o
      join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id and a.currency = o.currency
      join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      join channel_product p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
        and p.channel_sku = l.channel_sku and p.deleted_at is null and p.base_price is not null
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  if (prices.length > 0) await recordAgreedPrices(tx, prices);
}

async function pushForOwner(
  tx: Tx,
  table: 'inventory_sync_rule' | 'channel_warehouse',
  id: string,
): Promise<void> {
  const row =
    table === 'inventory_sync_rule'
      ? await tx.maybe<{ account_id: string }>`
          select account_id from inventory_sync_rule where tenant_id = ${tx.tenant} and id = ${id}::uuid`
      : await tx.maybe<{ account_id: string }>`
          select account_id from channel_warehouse where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!row) return;
  if (table === 'channel_warehouse') await releaseMappedWarehouses(tx, row.account_id);
  await requestPushIfOpen(tx, row.account_id, '规则变更');
}
