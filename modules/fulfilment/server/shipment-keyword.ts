import { parcelKeys } from '#kit/model/tracking-number.ts';
import type { KeywordSearch } from '#kit/server/query/list.ts';
import { sql } from '#kit/server/sql.ts';

/**
 * Finds a shipment by what a packer has in hand: a part of its number or of its tracking numbers, the
 * order number of the marketplace from its beginning, or what is scanned off a box: its number or its
 * own tracking number.
 */
export const shipmentKeyword: KeywordSearch = async (tx, word) => {
  const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const whole = word.toUpperCase();
  const upper = `${whole}\u{10ffff}`;
  return sql`(t.shipment_no ilike ${pattern} or t.tracking_no ilike ${pattern}
    or t.order_id in (select o.id from sales_order o where o.tenant_id = ${tx.tenant}
      and o.channel_order_no >= ${whole} collate "C" and o.channel_order_no < ${upper} collate "C")
    or t.id in (select b.shipment_id from box b where b.tenant_id = ${tx.tenant}
      and (b.box_no = ${whole} or b.tracking_no_bare = any(${parcelKeys(word)}::text[]))))`;
};
