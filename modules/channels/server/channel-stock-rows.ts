import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { channelProduct } from '../model/channel-product.ts';
import { COUNTED, differsFrom, quantityTables, STOPPED, stockOf, wantedOf } from './quantity-sql.ts';

/** Filters and orders that are about what is worked out for each row: every row has to be, before a page is known. */
const ABOUT_FIGURES = /gap|difference|wanted|sellable/i;

/** Whether a query looks at figures beyond those of the page that it gets. */
const looksAtFigures = (query: Readonly<Record<string, string>>): boolean =>
  Object.entries(query).some(
    ([key, value]) =>
      value !== '' &&
      (ABOUT_FIGURES.test(key) || (/^(column|superQueryParams)$/.test(key) && ABOUT_FIGURES.test(value))),
  );

/**
 * A row for each live listing that means a SKU, in each warehouse that its shop knows: the rows of `planStock` for
 * all shops, by the same formula. What is not asked about is a sub-select, so that a page computes its own rows alone;
 * stock is summed up for all of them together only where the query looks at it.
 */
export function channelStockRows(tx: Tx, query: Readonly<Record<string, string>> = {}): Sql {
  const stock = stockOf(tx, looksAtFigures(query) ? 'all' : 'row');
  const wanted = wantedOf(stock.units);
  return sql`
    select t.tenant_id, md5(t.id::text || c.channel_code)::uuid as id, t.account_id, t.id as channel_product_id,
      t.channel_sku, t.title, t.sku_id, c.channel_code as channel_warehouse_code,
      ${stock.units} as sellable,
      case when r.id is null then 'none' else r.mode end as rule,
      ${STOPPED} as stopped,
      ${wanted} as wanted_qty, shown.qty as shown_qty,
      case when shown.at is null then 'never'
        when ${differsFrom(wanted)} then 'differs' else 'same' end as gap,
      ${wanted} - coalesce(shown.qty, 0) as difference,
      coalesce(shown.in_doubt, false) as in_doubt,
      ${lastItem(tx, sql`create_time`)} as pushed_at, ${lastItem(tx, sql`status`)} as result,
      ${lastItem(tx, sql`error`)} as result_error, ${lastItem(tx, sql`push_id`)} as push_id, t.create_time
    from ${quantityTables(tx, stock)}
    where ${join(baseConditions(channelProduct, tx.actor), ' and ')} and t.status = 'live'
      and t.map_status in ('mapped', 'broken')
      and ${COUNTED}`;
}

/** What the newest push of the row says. */
const lastItem = (tx: Tx, what: Sql): Sql => sql`
  (select i.${what} from stock_push_item i
  where i.tenant_id = ${tx.tenant} and i.channel_product_id = t.id and i.channel_warehouse_code = c.channel_code
  order by i.id desc limit 1)`;
