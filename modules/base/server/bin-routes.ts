import type { Values } from '#kit/model/field.ts';
import { invalid, notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { addRows } from '#kit/server/write-rows.ts';
import { drawLabelPdf } from '#platform/print/label-drawing.ts';
import { patternBins, type PatternBin } from '../model/bin-pattern.ts';
import {
  generateBinsRoute,
  MOST_BIN_LABELS,
  planBinsRoute,
  printBinsRoute,
  type binPatternFields,
  type BinPlan,
} from '../model/bin-routes.ts';
import { noBinsChosen } from '../model/errors.ts';
import { warehouseBin, warehouseZone } from '../model/warehouse-bin.ts';
import { warehouse } from '../model/warehouse.ts';
import { requireZone } from './warehouse-bins.ts';

/** What the page of bins asks beside the register. */
export const binRoutes = (registry: Registry): Route[] => [
  implement(planBinsRoute, (call) => call.tx(async (tx) => planOf(await readPattern(tx, call.body)))),
  implement(generateBinsRoute, async (call) => {
    const made = await call.tx(async (tx) => {
      const pattern = await readPattern(tx, call.body);
      return generate(tx, registry, pattern);
    });
    return answer(`已生成 ${made.added} 个库位，原有 ${made.kept} 个不变`, made);
  }),
  implement(printBinsRoute, async (call) => {
    const ids = idsOf(call.body.ids);
    return file('库位标签.pdf', 'application/pdf', await call.tx((tx) => drawBins(tx, ids)), true);
  }),
];

interface Pattern {
  warehouseId: string;
  zoneId: string;
  /** Code of the warehouse. */
  place: string;
  bins: PatternBin[];
  existing: Set<string>;
}

/** A pattern as it was typed, with what is there of it; the warehouse is locked meanwhile. */
async function readPattern(
  tx: Tx,
  { warehouseId, zoneId, from, to }: Values<typeof binPatternFields>,
): Promise<Pattern> {
  await requireSeen(tx, warehouse, warehouseId);
  await requireSeen(tx, warehouseZone, zoneId);
  const [found] = await pick(tx, warehouse, ['code'])`id = ${warehouseId}::uuid for no key update`;
  await requireZone(tx, zoneId, warehouseId);
  const made = patternBins(from, to);
  if ('fault' in made) throw invalid([{ field: made.at, code: 'base.binPattern', message: made.fault }]);
  const there = await pick(tx, warehouseBin, ['code'])`
    deleted_at is null and warehouse_id = ${warehouseId}::uuid
      and code = any(${made.bins.map(({ code }) => code)}::text[])`;
  const existing = new Set(there.map(({ code }) => code));
  return { warehouseId, zoneId, place: found?.code ?? '', bins: made.bins, existing };
}

const SHOWN = 6;

function planOf({ bins, existing }: Pattern): BinPlan {
  const fresh = bins.map(({ code }) => code).filter((code) => !existing.has(code));
  return {
    count: fresh.length,
    existing: [...existing].sort(),
    first: fresh.slice(0, SHOWN),
    last: fresh.slice(SHOWN).slice(-SHOWN),
  };
}

/** New bins are walked to behind those that the warehouse has; what is there stays as it is. */
async function generate(
  tx: Tx,
  registry: Registry,
  { warehouseId, zoneId, place, bins, existing }: Pattern,
): Promise<{ added: number; kept: number }> {
  const { last } = await tx.one<{ last: number }>`
    select coalesce(max(walk_order), 0)::integer as last from warehouse_bin
    where tenant_id = ${tx.tenant} and deleted_at is null and warehouse_id = ${warehouseId}::uuid`;
  const fresh = bins.filter(({ code }) => !existing.has(code));
  const rows = fresh.map((bin, at) => ({
    body: { ...bin, warehouseId, zoneId, walkOrder: last + at + 1, status: 'enabled' },
    derived: { place: `${place}/${bin.code}` },
  }));
  const outcomes = await addRows(tx, { resource: warehouseBin, registry }, rows);
  for (const outcome of outcomes) if ('refusal' in outcome) throw outcome.refusal;
  return { added: fresh.length, kept: existing.size };
}

function idsOf(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length === 0 || ids.length > MOST_BIN_LABELS) throw noBinsChosen({ most: MOST_BIN_LABELS });
  return ids;
}

interface PrintedBin {
  id: string;
  code: string;
  zone: string;
  warehouse: string;
}

/** A label of 80 × 50 mm for each bin, in walking order; its barcode is the code of the bin. */
async function drawBins(tx: Tx, ids: readonly string[]): Promise<Uint8Array> {
  const bins = await tx.query<PrintedBin>(sql`
    select t.id, t.code, z.name as zone, w.name as warehouse from warehouse_bin t
    join warehouse_zone z on z.tenant_id = t.tenant_id and z.id = t.zone_id
    join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(warehouseBin, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])
    order by t.warehouse_id, t.walk_order, t.code`);
  if (bins.length < ids.length) throw notFound();
  const labels = bins.map(({ code, zone, warehouse: name }) => ({
    barcodeText: code,
    lines: [
      { text: code, size: 30, bold: true, align: 'center' as const },
      { text: `${name} · ${zone}`, size: 11, align: 'center' as const },
    ],
  }));
  const { bytes } = await drawLabelPdf({ widthMm: 80, heightMm: 50, labels }, { title: '库位标签' });
  const printed = bins.map(({ id }) => ({ rowId: id, action: 'print' }));
  audit(tx, 'base:warehouseBin', printed);
  return bytes;
}
