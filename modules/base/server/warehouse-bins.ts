import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { binTaken, placeIsFixed, zoneElsewhere, zoneTaken } from '../model/errors.ts';
import { warehouseBin, warehouseZone } from '../model/warehouse-bin.ts';
import { warehouse } from '../model/warehouse.ts';

type Zone = RowOf<typeof warehouseZone>;
type Bin = RowOf<typeof warehouseBin>;

/** The warehouse of a zone or bin, which never changes, locked so that no code is given twice. */
async function placeIn(
  tx: Tx,
  what: string,
  before: { warehouseId: string } | null,
  warehouseId: string | null | undefined,
): Promise<string> {
  const id = warehouseId ?? before?.warehouseId ?? '';
  if (before && id !== before.warehouseId) throw placeIsFixed({ what });
  const [found] = await pick(tx, warehouse, ['code'])`id = ${id}::uuid for no key update`;
  return found?.code ?? '';
}

async function judgeZone(tx: Tx, before: Zone | null, values: WrittenOf<typeof warehouseZone>): Promise<void> {
  const place = await placeIn(tx, '库区', before, values.warehouseId);
  const code = values.code ?? before?.code ?? '';
  const id = values.warehouseId ?? before?.warehouseId;
  const twin = await tx.maybe`
    select 1 from warehouse_zone where tenant_id = ${tx.tenant} and deleted_at is null
      and warehouse_id = ${id}::uuid and code = ${code} and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw zoneTaken({ code });
  values.place = `${place}/${code}`;
}

/** Codes are unique in their warehouse; the whole name follows from both. */
export const zoneGuards: Guards<typeof warehouseZone> = {
  add: (tx, values) => judgeZone(tx, null, values),
  edit: judgeZone,
};

async function judgeBin(tx: Tx, before: Bin | null, values: WrittenOf<typeof warehouseBin>): Promise<void> {
  const place = await placeIn(tx, '库位', before, values.warehouseId);
  const { code, zoneId, warehouseId } = { ...before, ...values } as Bin;
  await requireZone(tx, zoneId, warehouseId);
  const twin = await tx.maybe`
    select 1 from warehouse_bin where tenant_id = ${tx.tenant} and deleted_at is null
      and warehouse_id = ${warehouseId}::uuid and code = ${code}
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw binTaken({ code });
  values.place = `${place}/${code}`;
}

export const binGuards: Guards<typeof warehouseBin> = {
  add: (tx, values) => judgeBin(tx, null, values),
  edit: judgeBin,
};

/** @throws Refusal at the zone, where it is one of another warehouse */
export async function requireZone(tx: Tx, zoneId: string, warehouseId: string): Promise<void> {
  const [zone] = await pick(tx, warehouseZone, ['warehouseId'])`
    id = ${zoneId}::uuid and deleted_at is null`;
  if (zone?.warehouseId !== warehouseId) throw zoneElsewhere();
}

/** A warehouse has another code: so have the places in it. */
export async function renamePlaces(tx: Tx, warehouseId: string): Promise<void> {
  await tx.run`
    update warehouse_zone z set place = w.code || '/' || z.code from warehouse w
    where z.tenant_id = ${tx.tenant} and z.warehouse_id = ${warehouseId}::uuid
      and w.tenant_id = z.tenant_id and w.id = z.warehouse_id and z.place <> w.code || '/' || z.code`;
  await tx.run`
    update warehouse_bin b set place = w.code || '/' || b.code from warehouse w
    where b.tenant_id = ${tx.tenant} and b.warehouse_id = ${warehouseId}::uuid
      and w.tenant_id = b.tenant_id and w.id = b.warehouse_id and b.place <> w.code || '/' || b.code`;
}

/** What others need to know of a bin. */
export type BinFacts = Pick<Bin, 'id' | 'code' | 'warehouseId' | 'status'>;

/** A live bin. Whether its reader may see it was judged where it was chosen. */
export async function binOf(tx: Tx, id: string): Promise<BinFacts | null> {
  const keys = ['id', 'code', 'warehouseId', 'status'] as const;
  const [bin] = await pick(tx, warehouseBin, keys)`id = ${id}::uuid and deleted_at is null`;
  return bin ?? null;
}
