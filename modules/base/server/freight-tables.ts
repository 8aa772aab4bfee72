import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { freightTableInUse, versionOverlaps } from '../model/errors.ts';
import { readRates, readSurcharges, readZones, type SheetFault } from '../model/freight-sheets.ts';
import { freightTable, freightVersion, type FreightVersionRow } from '../model/freight-table.ts';
import { currencyFaults } from './currencies.ts';

/** A table is in a currency that there is, and stays while a way to ship is priced by it. */
export const freightTableGuards: Guards<typeof freightTable> = {
  add: async (tx, values) => refuse(await currencyFaults(tx, values, ['currency'])),
  edit: async (tx, before, values) => refuse(await currencyFaults(tx, values, ['currency'], before)),
  async delete(tx, rows) {
    const used = await tx.maybe<{ method: string }>`
      select name as method from ship_method where tenant_id = ${tx.tenant} and deleted_at is null
        and price_table_id = any(${rows.map(({ id }) => id)}::uuid[]) limit 1`;
    if (used) throw freightTableInUse(used);
  },
};

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalid(errors);
}

/** What a version says can be read, and no second one of its table holds on a day of it. */
export const freightVersionGuards: Guards<typeof freightVersion> = {
  add: (tx, values) => judgeVersion(tx, null, values),
  edit: judgeVersion,
};

async function judgeVersion(
  tx: Tx,
  before: FreightVersionRow | null,
  values: WrittenOf<typeof freightVersion>,
): Promise<void> {
  const version = { ...before, ...values } as FreightVersionRow;
  refuse([
    ...sheetFault('rates', readRates(version.rates)),
    ...sheetFault('zones', readZones(version.zones)),
    ...sheetFault('surcharges', readSurcharges(version.surcharges ?? '')),
    ...(version.effectiveTo && version.effectiveTo < version.effectiveFrom
      ? [{ field: 'effectiveTo', code: 'invalid', message: '失效日不能早于生效日' }]
      : []),
  ]);
  await refuseOverlap(tx, before?.id ?? null, version);
}

const sheetFault = (field: string, read: { fault: SheetFault } | object): FieldError[] =>
  'fault' in read ? [{ field, code: 'invalid', message: `第 ${read.fault.line} 行：${read.fault.message}` }] : [];

async function refuseOverlap(
  tx: Tx,
  id: string | null,
  { tableId, effectiveFrom, effectiveTo }: FreightVersionRow,
): Promise<void> {
  // The table is locked: two versions that are saved at once see each other.
  await pick(tx, freightTable, ['id'])`id = ${tableId}::uuid for no key update`;
  const twin = await tx.maybe<{ from: string; to: string | null }>`
    select effective_from::text as from, effective_to::text as to from freight_version
    where tenant_id = ${tx.tenant} and deleted_at is null and table_id = ${tableId}::uuid
      and id is distinct from ${id}::uuid
      and daterange(effective_from, effective_to, '[]')
        && daterange(${effectiveFrom}::date, ${effectiveTo ?? null}::date, '[]')
    order by effective_from limit 1`;
  if (twin) throw versionOverlaps(twin);
}
