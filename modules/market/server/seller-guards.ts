import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { sellerRefusals } from '../model/errors.ts';
import { marketplace, type Marketplace } from '../model/marketplaces.ts';
import type { seller } from '../model/seller.ts';

type Row = RowOf<typeof seller>;

/** Who is typed in is watched; own sellers come with their shops and stay as long as these. */
export const sellerGuards: Guards<typeof seller> = {
  async add(tx, values) {
    await refuseTwin(tx, null, values);
  },
  async edit(tx, before, values) {
    if (before.kind === 'own' && values.marketplace !== undefined && values.marketplace !== before.marketplace)
      throw sellerRefusals.ownIsFixed();
    await refuseTwin(tx, before, values);
  },
  async delete(tx, rows) {
    const own = rows.find(({ kind }) => kind === 'own');
    if (own) throw sellerRefusals.ownStays(own);
    const seen = await tx.maybe<{ name: string }>`
      select s.name from seller s where s.tenant_id = ${tx.tenant} and s.id = any(${rows.map(({ id }) => id)}::uuid[])
        and exists (select 1 from seller_offer o where o.tenant_id = s.tenant_id and o.seller_id = s.id)
      order by s.name limit 1`;
    if (seen) throw sellerRefusals.seen(seen);
  },
};

async function refuseTwin(tx: Tx, before: Row | null, values: WrittenOf<typeof seller>): Promise<void> {
  const row = { ...before, ...values };
  const twin = await tx.maybe`
    select 1 from seller where tenant_id = ${tx.tenant} and deleted_at is null
      and marketplace = ${row.marketplace} and channel_seller_id = ${row.channelSellerId}
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin)
    throw sellerRefusals.taken({
      marketplace: marketplace.items[row.marketplace as Marketplace],
      channelSellerId: String(row.channelSellerId),
    });
}
