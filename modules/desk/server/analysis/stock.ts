import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { AGE_BANDS, stockAge } from '#modules/inventory/model/stock-age.ts';
import { stockPlace } from '#modules/inventory/model/stock-place.ts';
import { stockMovement } from '#modules/inventory/model/stock.ts';
import type { AgeBandFigures, Span, StockAnalysis } from '../../model/analysis.ts';
import { amountText, leadsOf, shareOf, type Listed, type Lists } from './listed.ts';
import { betweenTimes, daysBetween } from './period.ts';

const placesOf = (query: Record<string, string> = {}): Listed => ({
  resource: stockPlace,
  path: '/base/inventory',
  query,
});

const agesOf = (query: Record<string, string> = {}): Listed => ({
  resource: stockAge,
  path: '/base/stock-age',
  query,
});

/** 库存 as it is now, and how long it lasts at what was sold in the period. */
export async function stockAnalysis(tx: Tx, span: Span, lists: Lists): Promise<StockAnalysis | null> {
  if (!lists.sees(tx, stockPlace)) return null;
  const currency = await baseCurrency(tx);
  const seesAge = lists.sees(tx, stockAge);
  const stale = agesOf({ isStale: 'Y' });
  const asked = {
    all: placesOf(),
    out: placesOf({ state: 'out' }),
    low: placesOf({ state: 'low' }),
    oversold: placesOf({ state: 'negative' }),
    ...(seesAge ? { stale } : {}),
  };
  const counts = await lists.counts<string>(tx, asked);
  const n = (key: string): number => counts[key] ?? 0;
  const lying = seesAge ? await lyingStock(tx, lists) : null;
  const sold = soldOf(span);
  const seesCost = !maskedFields(stockAge, tx.actor).has('value');
  const value = lying !== null && seesCost ? lying.value : null;
  return {
    span,
    currency,
    units: lying?.units ?? 0,
    value: amountText(value, currency),
    stock: leadsOf(agesOf()),
    turnoverDays: value === null ? null : await turnoverDays(tx, value, span, lists),
    movements: leadsOf(sold),
    out: { count: n('out'), leads: leadsOf(asked.out) },
    low: { count: n('low'), leads: leadsOf(asked.low) },
    oversold: { count: n('oversold'), leads: leadsOf(asked.oversold) },
    inStockRate: shareOf(n('all') - n('out') - n('oversold'), n('all')),
    stale: seesAge ? { count: n('stale'), leads: leadsOf(stale) } : null,
    bands: lying && lying.bands.map((band) => ({ ...band, value: seesCost ? amountText(band.value, currency) : null })),
  };
}

interface Lying {
  units: number;
  value: bigint;
  bands: (Omit<AgeBandFigures, 'value'> & { value: bigint })[];
}

const sum = (name: string): Sql => sql`coalesce(sum(${column(`t.${name}`)}), 0)::bigint`;

/** Columns of a band as its list has them. */
const columnsOf = (key: string): { units: string; value: string } => {
  const name = key === 'Over' ? '_over' : key;
  return { units: `units${name}`, value: `value${name}` };
};

async function lyingStock(tx: Tx, lists: Lists): Promise<Lying> {
  const bands = AGE_BANDS.flatMap(({ key }) => {
    const { units, value } = columnsOf(key);
    return [sql`${sum(units)} as ${column(units)}`, sql`${sum(value)} as ${column(value)}`];
  });
  const [row] = await tx.query<Record<string, bigint>>(sql`
    select ${sum('qty')} as qty, ${sum('value')} as value, ${join(bands, ', ')} ${await lists.from(tx, agesOf())}`);
  const read = (name: string): bigint => BigInt(row?.[name] ?? 0);
  return {
    units: Number(read('qty')),
    value: read('value'),
    bands: AGE_BANDS.map(({ key, title }) => ({
      key,
      title,
      units: Number(read(`units${key}`)),
      value: read(`value${key}`),
      leads: leadsOf(agesOf({ [`units${key}`]: '> 0' })),
    })),
  };
}

/** Goods that left for buyers in a period. */
const soldOf = ({ from, to }: Span): Listed => ({
  resource: stockMovement,
  path: '/base/stock-ledger',
  query: { type: 'sale_out', ...betweenTimes('createTime', from, to) },
});

/** 周转天数: what lies there, by the cost of what was sold a day. */
async function turnoverDays(tx: Tx, value: bigint, span: Span, lists: Lists): Promise<string | null> {
  const [row] = await tx.query<{ cost: bigint }>(sql`
    select coalesce(-sum(t.cost_value), 0)::bigint as cost ${await lists.from(tx, soldOf(span))}`);
  const cost = BigInt(row?.cost ?? 0);
  if (!lists.sees(tx, stockMovement) || cost <= 0n) return null;
  return ((Number(value) * daysBetween(span.from, span.to)) / Number(cost)).toFixed(1);
}
