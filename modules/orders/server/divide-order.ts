import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { passReservations } from '#modules/inventory/server/index.ts';
import { splitOneWarehouse } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderLine, salesOrder, type OrderRow } from '../model/order.ts';
import { dividedAmount, movable, type SplitPart } from '../model/split-plan.ts';
import { refreshBackorder } from './backorder.ts';
import { familyOf } from './family.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { searchText } from './order-lines.ts';
import { readLines, type OrderLineState } from './read-order.ts';
import { dealHolds } from './split-holds.ts';

/** What new orders an order is divided into: units of lines, or what lies in one warehouse. */
export interface PlannedPart {
  part: SplitPart;
  warehouseId?: string;
}

interface Child {
  id: string;
  orderNo: string;
  seq: number;
}

/** Makes the new orders of a split, each with its units, amounts and reservations. @throws Refusal where there is none to make */
export async function divide(tx: Tx, row: OrderRow, planned: readonly PlannedPart[]): Promise<void> {
  if (planned.length === 0) throw splitOneWarehouse();
  // Whoever splits another member of the family takes the next numbers.
  const family = await familyOf(tx, row.id, { lock: true });
  const [root] = family;
  const next = Math.max(...family.map(({ splitSeq }) => splitSeq)) + 1;
  const children = planned.map((_, at): Child => ({
    id: newId(),
    orderNo: `${root?.orderNo ?? row.orderNo}-${next + at}`,
    seq: next + at,
  }));
  for (const child of children) await insertChild(tx, row.id, child);
  for (const line of await readLines(tx, row.id)) {
    const takers = planned.flatMap(({ part, warehouseId }, at) =>
      part
        .filter(({ lineId }) => lineId === line.id)
        .map(({ qty }) => ({ child: children[at] as Child, qty, warehouseId })),
    );
    if (takers.length > 0) await divideLine(tx, line, takers);
  }
  for (const id of [row.id, ...children.map((child) => child.id)]) await refreshHead(tx, id);
  recordBirth(
    tx,
    orderLifecycle,
    'divide',
    children.map(({ id }) => ({ id, status: row.status, scope: row.accountId })),
  );
  await dealHolds(
    tx,
    row,
    children.map(({ id }) => id),
  );
}

/** The head of the order once more: what its channel says of it is kept with the first of the family. */
async function insertChild(tx: Tx, parentId: string, { id, orderNo, seq }: Child): Promise<void> {
  await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, split_seq, parent_id,
      source, status, priority, currency, ordered_at, accept_deadline, ship_by, backorder_by, deliver_by, warehouse_id,
      pinned_warehouse_id, pinned_warehouse_code, ship_method_id, ship_speed, carrier_code, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country,
      ship_to_phone, address_hash, accept_sync, packing_slip_url, extra, note, tag_ids, environment,
      channel_read_at, maker_ids, create_by, create_time)
    select tenant_id, ${id}::uuid, ${orderNo}, channel_order_no, account_id, order_type, ${seq}, id,
      source, status, priority, currency, ordered_at, accept_deadline, ship_by, backorder_by, deliver_by, warehouse_id,
      pinned_warehouse_id, pinned_warehouse_code, ship_method_id, ship_speed, carrier_code, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country,
      ship_to_phone, address_hash, accept_sync, packing_slip_url, extra, note, tag_ids, environment,
      channel_read_at, maker_ids, ${tx.actor.username}, ${tx.now}
    from sales_order where tenant_id = ${tx.tenant} and id = ${parentId}::uuid`;
}

interface Taker {
  child: Child;
  qty: number;
  warehouseId: string | undefined;
}

/** A line of which nothing stays goes itself, with its history; of all others new lines are made. */
async function divideLine(tx: Tx, line: OrderLineState, takers: readonly Taker[]): Promise<void> {
  const taken = takers.reduce((sum, { qty }) => sum + qty, 0);
  const stays = line.qty - taken;
  const [first, ...others] = takers as [Taker, ...Taker[]];
  const created = (stays > 0 ? takers : others).map((taker) => ({ ...taker, lineId: newId() }));
  const holder = stays > 0 ? { qty: stays } : { qty: first.qty };
  const { currency, lineNet } = await tx.one<{ currency: string; lineNet: bigint }>`
    select currency, line_net from order_line where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  const amounts = dividedAmount(
    lineNet,
    [holder.qty - line.qtyCancelled, ...created.map(({ qty }) => qty)],
    parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n,
    exponentOf(currency),
  );
  for (const [at, { lineId, child, qty }] of created.entries())
    await tx.run`
      insert into order_line (tenant_id, id, order_id, line_no, channel_sku, channel_item_id, sku_id, name, qty,
        unit_price, expected_price, price_diff_pct, currency, line_net, net_shift, warehouse_id,
        allocation_reason, est_ship_date, origin_line_id, create_by, create_time)
      select tenant_id, ${lineId}::uuid, ${child.id}::uuid, line_no, channel_sku, channel_item_id, sku_id, name, ${qty},
        unit_price, expected_price, price_diff_pct, currency, ${amounts[at + 1]?.net ?? 0n},
        ${amounts[at + 1]?.shift ?? 0n}, warehouse_id, allocation_reason, est_ship_date,
        coalesce(origin_line_id, id), ${tx.actor.username}, ${tx.now}
      from order_line where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await tx.run`
    update order_line set qty = ${holder.qty}, line_net = ${amounts[0]?.net ?? 0n},
      net_shift = ${amounts[0]?.shift ?? 0n}, update_by = ${tx.actor.username}, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await passHeld(tx, line, created);
  if (line.qtyBackordered > 0)
    await tx.run`
      update order_line l set qty_backordered = greatest(0, l.qty - l.qty_cancelled - l.qty_shipped - l.qty_reserved),
        backorder_date = k.backorder_date
      from order_line k
      where k.tenant_id = ${tx.tenant} and k.id = ${line.id}::uuid and l.tenant_id = k.tenant_id
        and l.id = any(${[line.id, ...created.map(({ lineId }) => lineId)]}::uuid[])`;
  if (stays > 0) return;
  await tx.run`
    update order_line set order_id = ${first.child.id}::uuid,
      warehouse_id = coalesce(${first.warehouseId ?? null}::uuid, warehouse_id)
    where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await passReservations(
    tx,
    { orderLineId: line.id },
    { orderId: first.child.id, orderNo: first.child.orderNo, orderLineId: line.id },
  );
}

/** Units that nobody holds go first, so that what stays is what can leave; a warehouse's go together. */
async function passHeld(tx: Tx, line: OrderLineState, created: readonly (Taker & { lineId: string })[]): Promise<void> {
  let free = movable(line) - line.qtyReserved;
  for (const { lineId, child, qty, warehouseId } of created) {
    const unheld = warehouseId === undefined ? Math.min(free, qty) : 0;
    free -= unheld;
    if (qty === unheld) continue;
    const units = await passReservations(
      tx,
      {
        orderLineId: line.id,
        qty: qty - unheld,
        ...(warehouseId === undefined ? {} : { warehouseId }),
      },
      { orderId: child.id, orderNo: child.orderNo, orderLineId: lineId },
    );
    await tx.run`
      update order_line set
        qty_reserved = case when id = ${lineId}::uuid then ${units} else qty_reserved - ${units} end,
        warehouse_id = case when id = ${lineId}::uuid and ${warehouseId ?? null}::uuid is not null
          then ${warehouseId ?? null}::uuid else warehouse_id end
      where tenant_id = ${tx.tenant} and id in (${lineId}::uuid, ${line.id}::uuid)`;
  }
}

/** What the head says of its lines: figures, the words it is found by, the warehouse it leaves from. */
async function refreshHead(tx: Tx, orderId: string): Promise<void> {
  await refreshBackorder(tx, [orderId]);
  await refreshOrderFigures(tx, orderId);
  const lines = await pick(tx, orderLine, ['channelSku', 'qty', 'qtyReserved', 'warehouseId'])`
    order_id = ${orderId}::uuid order by line_no`;
  const [head] = await pick(tx, salesOrder, [
    'orderNo',
    'channelOrderNo',
    'shipToName',
    'warehouseId',
  ])`id = ${orderId}::uuid`;
  if (!head) return;
  const held = lines.find((line) => line.qtyReserved > 0)?.warehouseId;
  if (held) await setColumns(tx, salesOrder, [orderId], { warehouseId: held });
  await tx.run`
    update sales_order set
      search_text = ${searchText(head.orderNo, head.channelOrderNo, lines, head.shipToName ?? '')}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}
