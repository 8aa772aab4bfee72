import type { Refusal } from '#kit/model/refusal.ts';
import { parseWireTime, toWireTime } from '#kit/model/time.ts';
import { command, moveWithin, type Command, type DocumentRow } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import { shipReserved } from '#modules/inventory/server/index.ts';
import {
  holdTitles,
  readOrderHolds,
  recordCost,
  recordShipped,
  setFacts,
} from '#modules/orders/server/index.ts';
import { missingCartons, type BoxItem } from '../model/carton-plan.ts';
import {
  cartonsMissing,
  customsMissing,
  labelHeld,
  noTracking,
  orderHeld,
  shipDateOutside,
  tooEarly,
} from '../model/errors.ts';
import { boxLifecycle, shipmentLifecycle } from '../model/shipment.ts';
import { linesOf, type StoredLine } from './pack.ts';

const DAY = 86_400_000;

/**
 * 发货: the only place where sold stock leaves. Everything that must be true is asked first, as
 * sets; then stock, counters, state, cost and the notice to the channel are one transaction.
 */
export const shipShipment: Command = command(shipmentLifecycle, 'ship', {
  async read(tx, rows, isPreview): Promise<ShipFacts> {
    // A hold that is being opened waits for us, or we for it: held goods never leave.
    const orders = await readOrderHolds(
      tx,
      rows.map((row) => row['order_id'] as string),
      isPreview,
    );
    return { ...(await readContents(tx, rows, ['labelled'])), orders };
  },
  async guard(tx, rows, { shippedAt }, facts) {
    shipMoment(tx, shippedAt);
    const refusals = cartonRefusals(rows, facts);
    for (const row of rows) {
      const holds = facts.orders.get(row['order_id'] as string) ?? [];
      const pickup = row['pickup_date'] as Date | null;
      if (holds.length > 0) refusals.set(row.id, orderHeld({ holds: holdTitles(holds) }));
      else if (row['label_hold'])
        refusals.set(row.id, labelHeld({ reason: row['label_hold'] as string }));
      else if (!row['tracking_no']) refusals.set(row.id, noTracking());
      else if (row['customs_required'] && !row['customs_stored'])
        refusals.set(row.id, customsMissing());
      else if (pickup && tx.now.getTime() < pickup.getTime() - DAY)
        refusals.set(row.id, tooEarly({ pickup: toWireTime(pickup, tx.actor.zone).slice(0, 10) }));
    }
    return refusals;
  },
  /** Before it is packed and sealed, the packer is told which carton is not closed yet. */
  async whyNot(tx, rows) {
    const packing = rows.filter((row) => ['packing', 'packed'].includes(row.status));
    return cartonRefusals(packing, await readContents(tx, packing, ['sealed', 'labelled']));
  },
  async run(tx, rows, { shippedAt }, facts) {
    const moment = shipMoment(tx, shippedAt);
    const shipments = new Map(rows.map((row) => [row.id, row]));
    await moveWithin(
      tx,
      shipBox,
      facts.boxes.filter((box) => shipments.has(box.shipment_id)).map((box) => box.id),
    );
    await tx.run`
      with left_today as (
        update shipment s set shipped_at = ${moment}, notice_error = null,
          notice_status = case when o.order_type = 'manual' then 'exempt' else 'pending' end
        from sales_order o
        where s.tenant_id = ${tx.tenant} and s.id = any(${[...shipments.keys()]}::uuid[])
          and o.tenant_id = s.tenant_id and o.id = s.order_id
        returning s.tenant_id, s.account_id, s.id, s.notice_status)
      insert into channel_effect (tenant_id, account_id, effect, key, at)
      select tenant_id, account_id, 'notice', id::text, ${tx.now} from left_today
      where notice_status = 'pending'`;
    const lines = facts.lines.filter((line) => shipments.has(line.shipment_id));
    for (const row of rows) await tellOrder(tx, row, lines, moment);
    // Stock is the last to be locked: everybody who sells the same SKU waits for it.
    const costs = await shipReserved(
      tx,
      lines.map((line) => ({
        key: `ship:${line.id}`,
        orderLineId: line.order_line_id,
        warehouseId: shipments.get(line.shipment_id)?.['warehouse_id'] as string,
        skuId: line.sku_id,
        qty: line.qty,
        refType: 'shipment',
        refId: line.shipment_id,
        refNo: shipments.get(line.shipment_id)?.['shipment_no'] as string,
      })),
    );
    await recordCost(
      tx,
      lines.map((line) => ({
        orderLineId: line.order_line_id,
        cogs: costs.get(`ship:${line.id}`) ?? 0n,
      })),
    );
  },
});

const shipBox = command(boxLifecycle, 'ship', { run: async () => undefined });

async function tellOrder(
  tx: Tx,
  row: DocumentRow,
  lines: readonly StoredLine[],
  moment: Date,
): Promise<void> {
  const orderId = row['order_id'] as string;
  const own = lines.filter((line) => line.shipment_id === row.id);
  await recordShipped(
    tx,
    orderId,
    own.map((line) => ({ orderLineId: line.order_line_id, qty: line.qty })),
  );
  await setFacts(tx, orderId, {
    shippedAt: moment,
    shipSync: 'pending',
    trackingNo: row['tracking_no'] as string,
    labelStatus: '已出库',
  });
  await tx.emit('shipment.shipped', orderId, { shipmentId: row.id, orderId });
}

/** The day given, within what channels take: not over 10 days past, not over one day ahead. */
function shipMoment(tx: Tx, day: string | null | undefined): Date {
  if (!day) return tx.now;
  const moment = parseWireTime(day, tx.actor.zone);
  if (
    !moment ||
    moment.getTime() < tx.now.getTime() - 10 * DAY ||
    moment.getTime() > tx.now.getTime() + DAY
  )
    throw shipDateOutside();
  return toWireTime(tx.now, tx.actor.zone).startsWith(day) ? tx.now : moment;
}

/** What shipments hold: their lines, the cartons of their SKUs and the boxes that count. */
interface Contents {
  lines: readonly StoredLine[];
  cartons: Awaited<ReturnType<typeof cartonsOf>>;
  boxes: readonly { id: string; shipment_id: string; items: BoxItem[] }[];
}

interface ShipFacts extends Contents {
  /** Open holds by order id. */
  orders: ReadonlyMap<string, readonly string[]>;
}

async function readContents(
  tx: Tx,
  rows: readonly DocumentRow[],
  counted: readonly string[],
): Promise<Contents> {
  const ids = rows.map((row) => row.id);
  const lines = await linesOf(tx, ids);
  const cartons = await cartonsOf(tx, [...new Set(lines.map((line) => line.sku_id))]);
  const boxes = await tx.rows<Contents['boxes'][number]>`
    select id, shipment_id, items from box where tenant_id = ${tx.tenant}
      and status = any(${counted}::text[]) and shipment_id = any(${ids}::uuid[])`;
  return { lines, cartons, boxes };
}

/** Every unit of an N-carton SKU lies in exactly N boxes; what is missing is named. */
function cartonRefusals(
  rows: readonly DocumentRow[],
  { lines, cartons, boxes }: Contents,
): Map<string, Refusal> {
  const refusals = new Map<string, Refusal>();
  for (const { id } of rows) {
    const items = boxes.filter((box) => box.shipment_id === id).flatMap((box) => box.items);
    const missing = lines
      .filter((line) => line.shipment_id === id)
      .flatMap((line) =>
        missingCartons(
          { channelSku: line.channel_sku, qty: line.qty, cartons: cartons.get(line.sku_id) ?? [] },
          items.filter((item) => item.shipmentLineId === line.id),
        ),
      );
    if (missing.length > 0) refusals.set(id, cartonsMissing({ missing: missing.join('；') }));
  }
  return refusals;
}
