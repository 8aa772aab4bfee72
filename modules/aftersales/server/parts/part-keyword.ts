import type { KeywordSearch } from '#kit/server/query/list.ts';
import { sql } from '#kit/server/sql.ts';

/**
 * Finds a request by what somebody has in hand: a part of its numbers, ours or the channel's, the order
 * number of the marketplace from its beginning, or the tracking number off the parcel.
 */
export const partKeyword: KeywordSearch = async (tx, word) => {
  const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const whole = word.toUpperCase();
  const upper = `${whole}\u{10ffff}`;
  return sql`(t.part_order_no ilike ${pattern} or t.channel_part_no ilike ${pattern}
    or t.tracking_no in (${word}, ${whole})
    or t.order_id in (select o.id from sales_order o where o.tenant_id = ${tx.tenant}
      and o.channel_order_no >= ${whole} collate "C" and o.channel_order_no < ${upper} collate "C"))`;
};
