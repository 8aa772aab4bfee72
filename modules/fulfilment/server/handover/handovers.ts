import { settingsOf } from '#kit/server/settings.ts';
import { addDays, dayIn, instantAt } from '#kit/model/time.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { invalid, notFound } from '#kit/model/refusal.ts';
import { command, recordBirth, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { shipMethod } from '#modules/base/model/ship-method.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { handoverLifecycle } from '../../model/handover.ts';
import { notOfToday, otherListOpen } from '../../model/wave-errors.ts';
import { refreshHandover, showHandover } from './handover-progress.ts';
import { fulfilmentSettings } from '../../model/fulfilment-settings.ts';

export interface NewHandover {
  warehouseId: string;
  shipMethodId?: string | null;
  day?: string | null;
  remark?: string | null;
}

/** Days ahead for which a list may be laid out. */
const MOST_AHEAD = 7;

/** A list for a carrier's day at a warehouse: the one that waits, or a new one. */
export async function openHandover(
  tx: Tx,
  answers: NewHandover,
): Promise<{ id: string; handoverNo: string; isNew: boolean }> {
  await requireSeen(tx, warehouse, answers.warehouseId);
  const method = answers.shipMethodId ?? null;
  if (method) await requireSeen(tx, shipMethod, method);
  const zone = await zoneOf(tx, answers.warehouseId);
  const today = dayIn(tx.now, zone);
  const day = answers.day ?? today;
  if (day < today || day > addDays(today, MOST_AHEAD))
    throw invalid([{ field: 'day', code: 'range', message: `交接日期须在今天起 ${MOST_AHEAD} 天内` }]);
  const { cutoff } = await settingsOf(tx, fulfilmentSettings);
  const [handoverNo = ''] = await tx.numbering.take(tx.actor, 'HO', 1);
  const id = newId();
  const made = await tx.run`
    insert into handover (tenant_id, id, handover_no, warehouse_id, ship_method_id, day, cutoff_at, remark,
      create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${handoverNo}, ${answers.warehouseId}::uuid, ${method}::uuid, ${day}::date,
      ${instantAt(day, `${cutoff}:00`, zone)}, ${answers.remark ?? null}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, warehouse_id, ship_method_id, day) where status in ('draft', 'closing')
    do nothing`;
  if (made === 0) return { ...(await waitingList(tx, answers.warehouseId, method, day)), isNew: false };
  recordBirth(tx, handoverLifecycle, 'open', [{ id, status: 'draft', scope: null }]);
  return { id, handoverNo, isNew: true };
}

async function waitingList(
  tx: Tx,
  warehouseId: string,
  method: string | null,
  day: string,
): Promise<{ id: string; handoverNo: string }> {
  const row = await tx.maybe<{ id: string; handoverNo: string }>`
    select id, handover_no from handover where tenant_id = ${tx.tenant}
      and warehouse_id = ${warehouseId}::uuid and ship_method_id is not distinct from ${method}::uuid
      and day = ${day}::date and status in ('draft', 'closing')`;
  if (!row) throw notFound();
  return row;
}

export async function zoneOf(tx: Tx, warehouseId: string): Promise<string> {
  const [row] = await pick(tx, warehouse, ['timezone'])`id = ${warehouseId}::uuid`;
  return row?.timezone ?? tx.actor.zone;
}

/** 重新打开: on the day itself, by somebody else than who hands over. What has left stays gone. */
export const reopenHandover: Command = command(handoverLifecycle, 'reopen', {
  async guard(tx, rows) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const zone = await zoneOf(tx, row.warehouseId);
      const handed = row.handedAt ? dayIn(row.handedAt, zone) : '';
      const twin = await tx.maybe<{ handoverNo: string }>`
        select handover_no from handover where tenant_id = ${tx.tenant} and status in ('draft', 'closing')
          and warehouse_id = ${row.warehouseId}::uuid and day = ${row.day}::date
          and ship_method_id is not distinct from ${row.shipMethodId ?? null}::uuid`;
      if (handed !== dayIn(tx.now, zone)) refusals.set(row.id, notOfToday());
      else if (twin) refusals.set(row.id, otherListOpen(twin));
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const { id } of rows) {
      await tx.run`update handover_box set outcome = 'listed', reason = null, version = version + 1
        where tenant_id = ${tx.tenant} and handover_id = ${id}::uuid and outcome = 'left'`;
      await showHandover(tx, await shipmentsOf(tx, id), id, 'listed');
      await refreshHandover(tx, id);
    }
  },
});

/** 取消清单: its boxes wait for another one. */
export const cancelHandover: Command = command(handoverLifecycle, 'cancel', {
  async run(tx, rows) {
    for (const { id } of rows) {
      const shipments = await shipmentsOf(tx, id);
      await tx.run`delete from handover_box
        where tenant_id = ${tx.tenant} and handover_id = ${id}::uuid and is_live`;
      await showHandover(tx, shipments, null, 'none');
      await refreshHandover(tx, id);
    }
  },
});

/** Shipments that are on a list. */
export async function shipmentsOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ shipmentId: string }>`
    select distinct shipment_id from handover_box where tenant_id = ${tx.tenant} and is_live
      and handover_id = ${id}::uuid order by shipment_id`;
  return rows.map(({ shipmentId }) => shipmentId);
}
