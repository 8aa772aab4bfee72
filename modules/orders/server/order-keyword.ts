import type { KeywordSearch } from '#kit/server/query/list.ts';
import { sql } from '#kit/server/sql.ts';

/**
 * Finds a whole number at once, anything else within numbers, part numbers and names (trigram
 * index). Who may not see buyers searches numbers from their beginning only: a hit must not tell
 * what is masked.
 */
export const orderKeyword: KeywordSearch = async (tx, word) => {
  if (tx.actor.masks.has('pii')) {
    const upper = `${word}\u{10ffff}`;
    return sql`((t.channel_order_no >= ${word} collate "C" and t.channel_order_no < ${upper} collate "C")
      or (t.order_no >= ${word} collate "C" and t.order_no < ${upper} collate "C"))`;
  }
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const found = await tx.platform.rows<{ id: string }>`
    select search.sales_order_ids(${tx.tenant}, ${word}, ${pattern}) as id`;
  return sql`t.id = any(${found.map(({ id }) => id)}::uuid[])`;
};
