import { offsetAt, toWireTime, workdayDeadline } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { orderLine } from '../model/order.ts';

/** No channel takes a promise further ahead. */
export const MOST_DAYS_AHEAD = 60;
const DAY_MS = 86_400_000;

/** What can be promised of the day an order leaves; days are days of the warehouse it leaves from. */
export interface ShipPromise {
  /** Day by line, as the channel or the ship-by names it; null = that day is over. */
  lines: ReadonlyMap<string, string | null>;
  /** The next workday: what to promise where the named day is over. */
  nextWorkday: string;
  today: string;
  last: string;
}

interface Row {
  orderId: string;
  lineId: string;
  named: string | null;
  shipBy: Date | null;
  zone: string | null;
  cutoff: string | null;
  calendar: unknown;
}

/**
 * What each order can promise, judged as its channel will judge it: a day that is over is refused
 * there. An order that names no day at all promises the next workday.
 */
export async function shipPromises(tx: Tx, orderIds: readonly string[]): Promise<Map<string, ShipPromise>> {
  const rows = await tx.rows<Row>`
    select l.order_id, l.id as "lineId", l.est_ship_date as named, o.ship_by,
      w.timezone as zone, w.cutoff_time as cutoff, w.calendar
    from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      left join warehouse w on w.tenant_id = l.tenant_id and w.id = coalesce(l.warehouse_id, o.warehouse_id)
    where l.tenant_id = ${tx.tenant} and l.order_id = any(${[...orderIds]}::uuid[])
      and l.qty_cancelled < l.qty order by l.order_id, l.line_no`;
  const promises = new Map<string, ShipPromise>();
  for (const [orderId, lines] of Map.groupBy(rows, (row) => row.orderId)) {
    const [first] = lines as [Row];
    const zone = first.zone ?? tx.actor.zone;
    const today = toWireTime(tx.now, zone).slice(0, 10);
    const nextWorkday = workdayAfter(today, first, zone);
    promises.set(orderId, {
      lines: new Map(lines.map((line) => [line.lineId, promised(line, zone, today, nextWorkday)])),
      nextWorkday,
      today,
      last: shifted(today, MOST_DAYS_AHEAD),
    });
  }
  return promises;
}

function promised(line: Row, zone: string, today: string, nextWorkday: string): string | null {
  const named = [line.named, line.shipBy ? toWireTime(line.shipBy, zone).slice(0, 10) : null];
  const days = named.filter((day) => day !== null);
  return days.length === 0 ? nextWorkday : (days.find((day) => day >= today) ?? null);
}

function workdayAfter(today: string, { cutoff, calendar }: Row, zone: string): string {
  // Noon of the day after, with a cut-off that noon never meets: the first workday from there on.
  const noon = new Date(`${shifted(today, 1)}T12:00:00Z`);
  const open = { ...workCalendar(calendar, cutoff ?? ''), cutoffTime: '24:00' };
  const midday = new Date(noon.getTime() - offsetAt(noon, zone) * 60_000);
  return toWireTime(workdayDeadline(midday, 0, open, zone), zone).slice(0, 10);
}

export const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether some line has no day left that it could promise. */
export const needsDay = (promise: ShipPromise | undefined): boolean =>
  promise !== undefined && [...promise.lines.values()].includes(null);

/** Stores what is promised; `day` for lines whose own day is over. */
export async function storePromises(tx: Tx, promises: readonly ShipPromise[], day: string | null): Promise<void> {
  const days = promises.flatMap(({ lines, nextWorkday }) =>
    [...lines].map(([id, own]) => ({ id, estShipDate: own ?? day ?? nextWorkday })),
  );
  await setEach(tx, orderLine, days);
}

/** A promise whose day has passed before it could be sent moves to the next workday. */
export async function renewPromises(tx: Tx, orderId: string): Promise<void> {
  const promise = (await shipPromises(tx, [orderId])).get(orderId);
  if (needsDay(promise)) await storePromises(tx, promise ? [promise] : [], null);
}
