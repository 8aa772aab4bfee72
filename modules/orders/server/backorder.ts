import { toWireTime, instantAt } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import type { AnswerableLine, LineAnswer } from '../model/accept-plan.ts';
import { orderShipByChanged } from '../model/events.ts';
import { orderLine } from '../model/order.ts';
import { MOST_DAYS_AHEAD, shifted } from './ship-promise.ts';

interface PlaceOfLine {
  id: string;
  channelSku: string;
  open: number;
  zone: string | null;
  cutoff: string | null;
  calendar: unknown;
}

/** What can be answered for each open line of an order; days are days of the warehouse it leaves from. */
export async function answerableLines(tx: Tx, orderId: string): Promise<(AnswerableLine & { zone: string })[]> {
  const rows = await tx.rows<PlaceOfLine>`
    select l.id, w.timezone as zone, w.cutoff_time as cutoff, w.calendar
    from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      left join warehouse w on w.tenant_id = l.tenant_id and w.id = coalesce(l.warehouse_id, o.warehouse_id)
    where l.tenant_id = ${tx.tenant} and l.order_id = ${orderId}::uuid
      and l.qty > l.qty_cancelled + l.qty_shipped order by l.line_no`;
  return rows.map(({ id, zone, cutoff, calendar }) => {
    const place = zone ?? tx.actor.zone;
    const today = toWireTime(tx.now, place).slice(0, 10);
    return {
      id,
      zone: place,
      today,
      last: shifted(today, MOST_DAYS_AHEAD),
      calendar: workCalendar(calendar, cutoff ?? '24:00'),
    };
  });
}

/**
 * Units of lines wait for goods from now on, each until its day. Where nothing of the order leaves before, its
 * deadline is that of the last of them; else it follows once the rest has left (`followBackorder`).
 */
export async function noteBackorder(tx: Tx, orderId: string, plan: readonly LineAnswer[]): Promise<void> {
  const late = plan.filter(({ backorder }) => backorder > 0);
  await setEach(
    tx,
    orderLine,
    plan.map(({ lineId, backorder, backorderDate }) => ({
      id: lineId,
      qtyBackordered: backorder,
      backorderDate: backorder > 0 ? backorderDate : null,
    })),
  );
  if (late.length === 0) return;
  const lines = await answerableLines(tx, orderId);
  const ends = late.flatMap(({ lineId, backorderDate }) => {
    const line = lines.find(({ id }) => id === lineId);
    const cutoff = /^\d\d:\d\d$/.test(line?.calendar.cutoffTime ?? '') ? line?.calendar.cutoffTime : '24:00';
    const time = cutoff === '24:00' ? '23:59:59' : `${cutoff}:00`;
    return backorderDate ? instantAt(backorderDate, time, line?.zone ?? tx.actor.zone) : [];
  });
  const by = new Date(Math.max(...ends.map((end) => end.getTime())));
  await tx.run`
    update sales_order set backorder_by = ${by},
      ship_by = case when ${plan.every(({ now }) => now === 0)} then greatest(ship_by, ${by}) else ship_by end
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  await refreshBackorder(tx, [orderId]);
}

/** The head shows the last day for which units of its lines wait; where none do, it waits for nothing. */
export async function refreshBackorder(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.run`
    update sales_order o set backorder_date = w.day,
      backorder_by = case when w.day is null then null else o.backorder_by end
    from (select id, (select max(l.backorder_date) from order_line l where l.tenant_id = ${tx.tenant}
        and l.order_id = s.id and l.qty_backordered > 0) as day
      from sales_order s where s.tenant_id = ${tx.tenant} and s.id = any(${orderIds}::uuid[])) w
    where o.tenant_id = ${tx.tenant} and o.id = w.id
      and (o.backorder_date is distinct from w.day or w.day is null and o.backorder_by is not null)`;
}

/** What could leave has left: the deadline is that of the units that still wait for goods. */
export async function followBackorder(tx: Tx, orderId: string): Promise<void> {
  const later = await tx.maybe<{ shipBy: Date }>`
    update sales_order set ship_by = greatest(ship_by, backorder_by)
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid and backorder_by is not null
    returning ship_by`;
  if (later) await tx.emit(orderShipByChanged, orderId, { orderId, shipBy: later.shipBy.toISOString() });
}

/** Goods have come and are held: nothing of the order waits any more. */
export async function endBackorder(tx: Tx, orderId: string): Promise<void> {
  await tx.run`
    update order_line set qty_backordered = 0, backorder_date = null, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and qty_backordered > 0`;
  await refreshBackorder(tx, [orderId]);
}
