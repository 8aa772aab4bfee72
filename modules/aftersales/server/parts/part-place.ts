import type { Tx } from '#kit/server/database.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { channelWarehousesOf } from '#modules/base/server/index.ts';
import type { PartPlace } from '../../model/part-clock.ts';

/** Calendar and clock of a warehouse. */
export async function placeOfWarehouse(tx: Tx, warehouseId: string): Promise<PartPlace> {
  const row = await tx.one<{ calendar: unknown; cutoffTime: string; timezone: string }>`
    select calendar, cutoff_time, timezone from warehouse
    where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid`;
  return { calendar: workCalendar(row.calendar, row.cutoffTime), zone: row.timezone };
}

/** The warehouse from which a shop ships first, where none is said and no order knows. */
export async function usualWarehouse(tx: Tx, accountId: string): Promise<string | null> {
  const links = await channelWarehousesOf(tx, accountId);
  const [first] = [...links].sort((a, b) => a.priority - b.priority);
  return first?.warehouseId ?? null;
}
