import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { standardCostsOf } from '#modules/catalog/server/index.ts';
import { availableOf } from '#modules/inventory/server/index.ts';
import type { FactFamily } from '../model/fact.ts';
import type { KnownFacts } from '../model/facts.ts';
import { hoursTo } from './order-facts.ts';
import { daysSince, type OwnFacts, type SubjectMoment } from './own-facts.ts';

interface StoredPart {
  id: string;
  at: Date;
  partOrderNo: string;
  orderId: string | null;
  accountId: string;
  channelCode: string;
  version: number;
  status: string;
  origin: string;
  warehouseId: string;
  country: string;
  state: string | null;
  hasPhotos: boolean;
  unitCount: number;
  lineCount: number;
  confirmBy: Date;
  shipBy: Date;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  causes: string[];
  parentSkuIds: string[];
  /** By line, null where the part is in no list. */
  partSkuIds: (string | null)[];
  quantities: number[];
  earlier: number;
}

/** Facts of requests for parts: a query for all, two more where stock or cost of the parts is asked about. */
export async function readParts(
  tx: Tx,
  moments: readonly SubjectMoment[],
  families: ReadonlySet<FactFamily>,
): Promise<OwnFacts[]> {
  const rows = await storedParts(tx, moments);
  const goods = families.has('partGoods') ? await partGoods(tx, rows) : new Map();
  return rows.map((row) => ({
    head: {
      kind: 'part',
      id: row.id,
      label: row.partOrderNo,
      accountId: row.accountId,
      version: String(row.version),
      status: row.status,
    },
    orderId: row.orderId,
    at: row.at,
    facts: { ...partFacts(row), ...goods.get(row.id) },
  }));
}

const storedParts = (tx: Tx, moments: readonly SubjectMoment[]): Promise<StoredPart[]> =>
  tx.rows<StoredPart>`
    select p.id, m.at, p.part_order_no, p.order_id, p.account_id, a.channel_code, p.version, p.status,
      p.origin, p.warehouse_id, p.ship_to_country as country, p.ship_to_state as state,
      coalesce(cardinality(p.photos), 0) > 0 as has_photos, p.unit_count, p.line_count, p.confirm_by, p.ship_by,
      o.shipped_at, o.delivered_at, l.causes, l.parent_sku_ids, l.part_sku_ids, l.quantities,
      (select count(*)::integer from part_order e
        where e.tenant_id = p.tenant_id and e.order_id = p.order_id and e.id <> p.id
          and e.status not in ('draft', 'rejected', 'cancelled')
          and (e.create_time, e.id) < (p.create_time, p.id)) as earlier
    from unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ at }) => at)}::timestamptz[])
        as m (id, at)
      join part_order p on p.id = m.id
      join channel_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
      left join sales_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
      cross join lateral (
        select coalesce(array_agg(distinct cause), '{}') as causes,
          coalesce(array_agg(distinct parent_sku_id), '{}') as parent_sku_ids,
          coalesce(array_agg(part_sku_id order by id), '{}') as part_sku_ids,
          coalesce(array_agg(qty order by id), '{}') as quantities
        from part_line where tenant_id = p.tenant_id and part_order_id = p.id) l
    where p.tenant_id = ${tx.tenant}`;

const partFacts = (row: StoredPart): KnownFacts => ({
  accountId: row.accountId,
  channelCode: row.channelCode,
  hasOrder: row.orderId !== null,
  daysSinceDelivery: daysSince(row.deliveredAt, row.at),
  daysSinceShipped: daysSince(row.shippedAt, row.at),
  partOrigin: row.origin,
  partCauses: row.causes,
  partParentSkuIds: row.parentSkuIds,
  partSkuIds: [...new Set(row.partSkuIds.flatMap((id) => id ?? []))],
  partUnlisted: row.partSkuIds.includes(null),
  partUnits: String(row.unitCount),
  partLines: String(row.lineCount),
  partHasPhotos: row.hasPhotos,
  partWarehouseId: row.warehouseId,
  partCountry: row.country,
  partState: row.state,
  partEarlier: String(row.earlier),
  hoursToPartConfirm: hoursTo(row.confirmBy, row.at),
  hoursToPartShip: hoursTo(row.shipBy, row.at),
});

/** Whether the warehouse of each request has all its parts, and what they are taken to cost. */
async function partGoods(
  tx: Tx,
  rows: readonly StoredPart[],
): Promise<Map<string, Pick<KnownFacts, 'partInStock' | 'partValue'>>> {
  const skuIds = [...new Set(rows.flatMap((row) => row.partSkuIds.flatMap((id) => id ?? [])))];
  const costs = await standardCostsOf(tx, skuIds);
  const levels = new Map(
    (await availableOf(tx, skuIds)).map((one) => [`${one.warehouseId} ${one.skuId}`, one.available]),
  );
  return new Map(
    rows.map((row) => {
      const needs = new Map<string, number>();
      row.partSkuIds.forEach((id, at) => {
        const key = id ?? '';
        needs.set(key, (needs.get(key) ?? 0) + (row.quantities[at] ?? 0));
      });
      // In no list: it lies nowhere, and nobody knows what it costs.
      const partInStock = [...needs].every(([skuId, qty]) => (levels.get(`${row.warehouseId} ${skuId}`) ?? 0) >= qty);
      return [row.id, { partInStock, partValue: valueOf(needs, costs) }];
    }),
  );
}

function valueOf(needs: ReadonlyMap<string, number>, costs: ReadonlyMap<string, string>): string | null {
  let sum = 0n;
  for (const [skuId, qty] of needs) {
    const cost = parseDecimal(costs.get(skuId) ?? '', PRICE_SCALE);
    if (cost === null) return null;
    sum += cost * BigInt(qty);
  }
  return formatDecimal(sum, PRICE_SCALE);
}
