import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { adviceFor, troubleOf, type Trouble } from '../../model/return-advice.ts';
import { returnGroup, type ReturnGroup } from '../../model/return-analysis.ts';
import { readPeriod, incidentsIn, shippedIn } from './return-incidents.ts';

/** What rows are put together by. A group without its key (a carton nobody noted) is left out. */
const KEYS: Readonly<Record<ReturnGroup, { of: Sql; shipped: Sql }>> = {
  sku: { of: sql`i.sku_id::text`, shipped: sql`i.sku_id::text` },
  // Every unit of a SKU leaves in all its cartons.
  carton: { of: sql`i.sku_id::text || ' ' || i.carton_no`, shipped: sql`i.sku_id::text` },
  warehouse: { of: sql`i.warehouse_id::text`, shipped: sql`i.warehouse_id::text` },
  carrier: { of: sql`coalesce(i.carrier, '')`, shipped: sql`coalesce(i.carrier, '')` },
  reason: { of: sql`i.reason`, shipped: sql`''` },
};

interface Part {
  key: string;
  reasonCode: string;
  reason: string;
  fault: string | null;
  returned: number;
  parts: number;
  damaged: number;
  loss: bigint;
  lastDay: string;
}

const readGroup = (request: string | undefined): ReturnGroup =>
  request !== undefined && Object.hasOwn(returnGroup.items, request) ? (request as ReturnGroup) : 'sku';

/** 退货分析 by what was asked for, SKU by default; each figure is counted from the rows behind it. */
export async function analysisRows(tx: Tx, query: Readonly<Record<string, string>>): Promise<Sql> {
  const by = readGroup(query['groupBy']);
  const period = readPeriod(tx, query, 'requestedOn');
  const parts = await tx.query<Part>(sql`
    select ${KEYS[by].of} as key, i.reason_code, i.reason, i.fault,
      coalesce(sum(i.qty) filter (where i.kind = 'return'), 0)::integer as returned,
      coalesce(sum(i.qty) filter (where i.kind = 'part'), 0)::integer as parts,
      sum(i.qty_damaged)::integer as damaged, sum(i.loss)::bigint as loss, max(i.requested_on)::text as last_day
    from (${incidentsIn(tx, period)}) i
    where i.tenant_id = ${tx.tenant} and ${KEYS[by].of} is not null group by 1, 2, 3, 4`);
  const shipped = await tx.query<{ key: string; qty: number }>(sql`
    select ${KEYS[by].shipped} as key, sum(i.qty)::integer as qty
    from (${shippedIn(tx, period)}) i where i.tenant_id = ${tx.tenant} group by 1`);
  const sent = new Map(shipped.map(({ key, qty }) => [key, qty]));
  const groups = [...Map.groupBy(parts, ({ key }) => key)];
  const faces = await facesOf(
    tx,
    by,
    groups.map(([key]) => key),
  );
  const rows = groups.map(([key, own]) => groupRow(by, key, own, sent, faces.get(key)));
  const json = JSON.stringify(rows);
  return sql`
    select r.*, ${tx.tenant}::integer as tenant_id, ${tx.now}::timestamptz as create_time,
      ${await baseCurrency(tx)}::text as base_currency
    from jsonb_to_recordset(${json}::jsonb) as r (id uuid, group_by text, requested_on date, name text, sku_id uuid,
      warehouse_id uuid, carrier text, carton_no integer, shipped_qty integer, returned_qty integer, part_qty integer,
      return_rate numeric(18, 8), damaged_qty integer, loss bigint, top_reason text, top_share numeric(18, 8),
      top_fault text, fault_share numeric(18, 8), advice text)`;
}

/** How a group is called, and whose it is. */
interface Face {
  name: string;
  skuId?: string;
  warehouseId?: string;
  carrier?: string;
  cartonNo?: number;
  cartons?: number;
}

async function facesOf(tx: Tx, by: ReturnGroup, keys: readonly string[]): Promise<Map<string, Face>> {
  if (by === 'reason') return new Map(keys.map((key) => [key, { name: key }]));
  if (by === 'carrier') return new Map(keys.map((key) => [key, { name: key || '未知承运商', carrier: key }]));
  if (by === 'warehouse') {
    const found = await tx.rows<{ id: string; name: string }>`
      select id, name from warehouse where tenant_id = ${tx.tenant} and id = any(${[...keys]}::uuid[])`;
    return new Map(found.map(({ id, name }) => [id, { name, warehouseId: id }]));
  }
  const ids = [...new Set(keys.map((key) => key.slice(0, 36)))];
  const skus = await tx.rows<{ id: string; code: string; cartons: number }>`
    select s.id, s.sku_code as code, (select count(*)::integer from sku_carton c
      where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null) as cartons
    from sku s where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;
  const known = new Map(skus.map((one) => [one.id, one]));
  return new Map(
    keys.map((key): [string, Face] => {
      const sku = known.get(key.slice(0, 36));
      const skuId = key.slice(0, 36);
      const code = sku?.code ?? skuId;
      if (by === 'sku') return [key, { name: code, skuId }];
      const cartonNo = Number(key.slice(37));
      const cartons = Math.max(cartonNo, sku?.cartons ?? 1);
      return [key, { name: `${code} ${cartonNo}/${cartons}`, skuId, cartonNo, cartons }];
    }),
  );
}

function groupRow(
  by: ReturnGroup,
  key: string,
  own: readonly Part[],
  sent: ReadonlyMap<string, number>,
  face: Face | undefined,
): Record<string, unknown> {
  const sum = (of: (part: Part) => number): number => own.reduce((all, one) => all + of(one), 0);
  const returned = sum((one) => one.returned);
  const parts = sum((one) => one.parts);
  const all = returned + parts;
  const shipped = sent.get(by === 'carton' ? key.slice(0, 36) : by === 'reason' ? '' : key) ?? 0;
  const [topReason = '', topQty] = most(own, ({ reason }) => reason);
  const [topFault, faultQty] = most(own, ({ fault }) => fault);
  const name = face?.name ?? key;
  const troubles = new Map<Trouble, number>();
  for (const one of own) {
    const trouble = troubleOf(one.reasonCode);
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + one.returned + one.parts);
  }
  return {
    id: idOf(by, key),
    group_by: by,
    requested_on: own.reduce((last, { lastDay }) => (lastDay > last ? lastDay : last), ''),
    name,
    sku_id: face?.skuId ?? null,
    warehouse_id: face?.warehouseId ?? null,
    carrier: face?.carrier ?? null,
    carton_no: face?.cartonNo ?? null,
    shipped_qty: shipped,
    returned_qty: returned,
    part_qty: parts,
    return_rate: shipped > 0 ? returned / shipped : null,
    damaged_qty: sum((one) => one.damaged),
    loss: String(own.reduce((total, one) => total + one.loss, 0n)),
    top_reason: topReason,
    top_share: all > 0 ? topQty / all : 0,
    top_fault: topFault ?? null,
    fault_share: topFault && all > 0 ? faultQty / all : null,
    advice: adviceFor({
      by,
      troubles,
      isOneOfSeveral: (face?.cartons ?? 1) > 1,
      name: by === 'carton' && face ? `${face.cartonNo}/${face.cartons}` : name,
    }),
  };
}

/** What most units have in common. */
function most(own: readonly Part[], what: (part: Part) => string | null): [string | undefined, number] {
  const sums = new Map<string, number>();
  for (const one of own) {
    const key = what(one);
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + one.returned + one.parts);
  }
  const [first] = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return first ?? [undefined, 0];
}

/** The same group has the same id, whoever asks. */
function idOf(by: ReturnGroup, key: string): string {
  const hex = createHash('md5').update(`${by} ${key}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
