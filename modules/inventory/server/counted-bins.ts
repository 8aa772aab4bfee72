import type { FieldError, Refusal } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { readBins } from '../model/counted-bins.ts';
import { countBinsElsewhere, countBinsMissing, countBinUnknown, countZoneElsewhere } from '../model/errors.ts';
import type { StockCountRow } from '../model/stock-count.ts';

type Planned = Pick<StockCountRow, 'warehouseId' | 'extent' | 'zoneId' | 'bins'>;

const fieldErrorsOf = (refusal: Refusal): FieldError[] => [...(refusal.errors ?? [])];

/** What a count says of bins: a zone or codes of its warehouse, where it counts by bins. */
export async function binFaults(tx: Tx, count: Planned): Promise<FieldError[]> {
  const { extent, zoneId, warehouseId } = count;
  const { codes, starts } = readBins(count.bins);
  const saysNone = !zoneId && codes.length + starts.length === 0;
  if (extent !== 'bins') return saysNone ? [] : fieldErrorsOf(countBinsElsewhere());
  if (saysNone) return fieldErrorsOf(countBinsMissing());
  const zone = zoneId
    ? await tx.maybe`select 1 from warehouse_zone where tenant_id = ${tx.tenant}
        and deleted_at is null and id = ${zoneId}::uuid and warehouse_id = ${warehouseId}::uuid`
    : true;
  if (!zone) return fieldErrorsOf(countZoneElsewhere());
  const unknown = await tx.maybe<{ code: string }>`
    select k.code from unnest(${codes}::text[]) as k (code)
    where not exists (select 1 from warehouse_bin b where b.tenant_id = ${tx.tenant}
      and b.deleted_at is null and b.warehouse_id = ${warehouseId}::uuid and b.code = k.code)
    limit 1`;
  return unknown ? fieldErrorsOf(countBinUnknown(unknown)) : [];
}

/**
 * Everything that lies in the warehouse and stands in these bins, beside what was planned by name;
 * good where a bin holds a SKU of which nothing lies there, so that it is looked for.
 */
export async function planBins(tx: Tx, count: StockCountRow, most: number): Promise<void> {
  const { id, warehouseId, zoneId } = count;
  const { codes, starts } = readBins(count.bins);
  const standing = await tx.rows<{ skuId: string; condition: string }>`
    select distinct s.sku_id, coalesce(v.condition, 'good') as condition
    from sku_bin s
    join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    join sku g on g.tenant_id = s.tenant_id and g.id = s.sku_id and g.type <> 'bundle'
    left join stock_level v on v.tenant_id = s.tenant_id and v.warehouse_id = s.warehouse_id
      and v.sku_id = s.sku_id and v.on_hand <> 0
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and s.warehouse_id = ${warehouseId}::uuid
      and (b.zone_id = ${zoneId ?? null}::uuid or b.code = any(${codes}::text[])
        or exists (select 1 from unnest(${starts}::text[]) as p (start)
          where starts_with(b.code, p.start)))
      and not exists (select 1 from stock_count_line l where l.tenant_id = s.tenant_id
        and l.count_id = ${id}::uuid and l.sku_id = s.sku_id
        and l.condition = coalesce(v.condition, 'good'))
    order by 1, 2 limit ${most}`;
  await tx.run`
    insert into stock_count_line (tenant_id, id, count_id, sku_id, condition, create_by, create_time)
    select ${tx.tenant}, n.id, ${id}::uuid, n.sku_id, n.condition, ${tx.actor.username}, ${tx.now}
    from unnest(${standing.map(() => newId())}::uuid[], ${standing.map((s) => s.skuId)}::uuid[],
      ${standing.map((s) => s.condition)}::text[]) as n (id, sku_id, condition)`;
}
