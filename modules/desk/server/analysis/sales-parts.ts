import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import type { NamedFigures, SalesAnalysis, Span } from '../../model/analysis.ts';
import { leadsOf, type Lists } from './listed.ts';
import { figuresOf, linesOf, MONEY, ORDERS, UNITS, type Sight, type Sums } from './sales-sums.ts';

type Parts = Pick<SalesAnalysis, 'byShop' | 'topSkus' | 'byCategory' | 'byState'>;

/** How many of each are shown, the largest first. */
const MOST = { shop: 50, sku: 10, category: 50, state: 70 } as const;
type Part = keyof typeof MOST;

/** Filter of 销售明细 by each. */
const FILTERS: Readonly<Record<Part, string>> = {
  shop: 'accountId',
  sku: 'skuId',
  category: 'categoryId',
  state: 'shipToState',
};

type PartRow = Sums & { part: Part; id: string | null; name: string | null };

/** Sales of a period by shop, SKU, category and state: one pass over the lines for all of them. */
export async function salesParts(tx: Tx, { from, to }: Span, lists: Lists, sight: Sight): Promise<Parts> {
  const money = sight.money ? MONEY : sql`0::bigint as amount, 0::bigint as profit`;
  const rows = await tx.query<PartRow>(sql`
    select g.part, g.id, g.orders, g.units, g.amount, g.profit,
      coalesce(a.name, s.sku_code || ' ' || s.name, c.name, case when g.part = 'state' then g.id end) as name
    from (
      select f.*, row_number() over (
        partition by f.part order by f.amount desc, f.units desc, f.id nulls last)::integer as place
      from (
        select case when grouping(t.account_id) = 0 then 'shop' when grouping(t.sku_id) = 0 then 'sku'
            when grouping(t.category_id) = 0 then 'category' else 'state' end as part,
          case when grouping(t.account_id) = 0 then t.account_id::text when grouping(t.sku_id) = 0 then t.sku_id::text
            when grouping(t.category_id) = 0 then t.category_id::text else t.ship_to_state end as id,
          ${ORDERS}, ${UNITS}, ${money}
        ${await lists.from(tx, linesOf(from, to))}
        group by grouping sets ((t.account_id), (t.sku_id), (t.category_id), (t.ship_to_state))) f) g
    left join channel_account a on a.tenant_id = ${tx.tenant} and g.part = 'shop' and a.id::text = g.id
    left join sku s on s.tenant_id = ${tx.tenant} and g.part = 'sku' and s.id::text = g.id
    left join product_category c on c.tenant_id = ${tx.tenant} and g.part = 'category' and c.id::text = g.id
    where g.place <= case g.part when 'shop' then ${MOST.shop}::integer when 'sku' then ${MOST.sku}::integer
      when 'category' then ${MOST.category}::integer else ${MOST.state}::integer end
    order by g.part, g.place`);
  const of = (part: Part): NamedFigures[] =>
    rows
      .filter((row) => row.part === part)
      .map(({ id, name, ...sums }) => ({
        id,
        name: name ?? '',
        ...figuresOf(sums, sight),
        leads: leadsOf(linesOf(from, to, id === null ? { hasCategory: 'N' } : { [FILTERS[part]]: id })),
      }));
  return {
    byShop: of('shop'),
    topSkus: of('sku').filter(({ id }) => id !== null),
    byCategory: of('category'),
    byState: of('state'),
  };
}
