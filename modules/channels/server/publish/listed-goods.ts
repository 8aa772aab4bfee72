import type { Tx } from '#kit/server/database.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import type { ListedGoods } from '../../model/publish/goods.ts';

/** Where the pictures of goods stand for everybody to see; null where they stand nowhere. */
export type PictureUrl = (path: string) => string | null;

interface Row extends Omit<ListedGoods, 'channelSku' | 'cartons'> {
  channelSku: string | null;
}

/**
 * What is known of SKUs that are to be listed in a shop, by SKU. The part number is that of their listing there, else
 * their own code.
 * @param partNumbers those that are decided already, by SKU
 */
export async function listedGoods(
  tx: Tx,
  accountId: string,
  skuIds: readonly string[],
  partNumbers: ReadonlyMap<string, string>,
  pictureUrl: PictureUrl = () => null,
): Promise<Map<string, ListedGoods>> {
  const ids = [...new Set(skuIds)];
  const rows = await tx.rows<Row>`
    select s.id as sku_id, s.sku_code, s.name, p.name_en, p.brand, s.upc, p.description, p.origin_country,
      coalesce(nullif(s.images, '{}'), p.images, '{}') as images, s.msrp::text as msrp, s.map_price::text as map_price,
      l.channel_sku, l.base_price::text as price
    from sku s
      join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      left join channel_product l on l.tenant_id = s.tenant_id and l.id = (
        select o.id from channel_product o
        where o.tenant_id = s.tenant_id and o.account_id = ${accountId}::uuid and o.sku_id = s.id
          and o.map_status = 'mapped' and o.deleted_at is null
        order by o.status desc, o.create_time, o.id limit 1)
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;
  const cartons = await cartonsOf(tx, ids);
  return new Map(
    rows.map((row) => [
      row.skuId,
      {
        ...row,
        price: plainPrice(row.price),
        msrp: plainPrice(row.msrp),
        mapPrice: plainPrice(row.mapPrice),
        channelSku: partNumbers.get(row.skuId) ?? row.channelSku ?? row.skuCode,
        images: row.images.flatMap((path) => pictureUrl(path) ?? []),
        cartons: cartons.get(row.skuId) ?? [],
      },
    ]),
  );
}

/** A price in the places that it needs, two at least. */
const plainPrice = (text: string | null): string | null =>
  text === null ? null : text.replace(/(\.\d{2}\d*?)0+$/u, '$1');
