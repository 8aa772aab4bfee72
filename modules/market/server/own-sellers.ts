import { rowChanged } from '#kit/model/event.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { channelProduct } from '#modules/channels/model/channel-product.ts';
import { marketplaceOf } from '../model/marketplaces.ts';

/** What this module does in the transactions of others. */
export const marketInTransaction: readonly TransactionHandler[] = [
  inTransaction(rowChanged(channelAccount), 'market has a seller for each live shop', async (tx, { id, change }) => {
    if (change === 'delete') return removeSeller(tx, id);
    await keepSeller(tx, id);
  }),
  inTransaction(
    rowChanged(channelProduct),
    'market shows our listings under the SKU they are mapped to',
    async (tx, { id, change }) => {
      if (change === 'add') return;
      // A product that is gone leaves the listing with the SKU that it had.
      await tx.run`
        update market_listing l set sku_id = p.sku_id
        from channel_product p
        where l.tenant_id = ${tx.tenant} and l.channel_product_id = ${id}::uuid
          and p.tenant_id = l.tenant_id and p.id = l.channel_product_id and p.deleted_at is null
          and l.sku_id is distinct from p.sku_id`;
    },
  ),
];

interface Shop {
  code: string;
  name: string;
  channelCode: string;
  currency: string;
  environment: string;
  sellerId: string | null;
  sellerName: string | null;
}

/** The seller of a shop: made with it, or out of one that was watched under its id; called as the shop is called. */
async function keepSeller(tx: Tx, accountId: string): Promise<void> {
  const shop = await tx.one<Shop>`
    select a.code, a.name, a.channel_code, a.currency, a.environment, s.id as seller_id, s.name as seller_name
    from channel_account a
      left join seller s on s.tenant_id = a.tenant_id and s.account_id = a.id and s.deleted_at is null
    where a.tenant_id = ${tx.tenant} and a.id = ${accountId}::uuid`;
  const { username } = tx.actor;
  if (shop.sellerId) {
    if (shop.sellerName === shop.name) return;
    await tx.run`
      update seller set name = ${shop.name}, version = version + 1, update_by = ${username}, update_time = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${shop.sellerId}::uuid`;
    return;
  }
  // A sandbox shop sells nothing.
  if (shop.environment !== 'live') return;
  const marketplace = marketplaceOf(shop);
  const taken = await tx.run`
    update seller set kind = 'own', account_id = ${accountId}::uuid, name = ${shop.name}, version = version + 1,
      update_by = ${username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and marketplace = ${marketplace} and channel_seller_id = ${shop.code}
      and kind = 'watched' and deleted_at is null`;
  if (taken > 0) return;
  await tx.run`
    insert into seller (tenant_id, id, marketplace, channel_seller_id, name, kind, account_id, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${marketplace}, ${shop.code}, ${shop.name}, 'own', ${accountId}::uuid,
      ${username}, ${tx.now})
    on conflict (tenant_id, marketplace, channel_seller_id) where deleted_at is null do nothing`;
}

/** A shop that is gone takes its seller along; what is known of it stays where it hangs on the row. */
async function removeSeller(tx: Tx, accountId: string): Promise<void> {
  await tx.run`
    update seller set deleted_at = ${tx.now}, version = version + 1, update_by = ${tx.actor.username},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null`;
}
