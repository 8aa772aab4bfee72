import type { Tx } from '#kit/server/database.ts';
import type { BoxItem } from '../../model/carton-plan.ts';
import type { ShipmentBox } from '../joint/family-boxes.ts';

/** A number at a channel. */
interface ChannelNumber {
  accountId: string;
  channelOrderNo: string;
}

/** Keeps what labels are asked for, in their order; nothing where an order stands for itself. */
export async function noteRegistered(
  tx: Tx,
  { accountId, channelOrderNo }: ChannelNumber,
  boxes: readonly ShipmentBox[],
): Promise<void> {
  await tx.run`
    delete from registered_unit where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and channel_order_no = ${channelOrderNo}`;
  if (boxes.every(({ id }) => id !== '') && !(await isSplit(tx, boxes))) return;
  const units = boxes.flatMap(({ items }) => (items[0] ? [items[0]] : []));
  await tx.run`
    insert into registered_unit (tenant_id, account_id, channel_order_no, seq, order_line_id, piece, carton_no, create_time)
    select ${tx.tenant}, ${accountId}::uuid, ${channelOrderNo}, u.seq, u.line, u.piece, u.carton, ${tx.now}
    from unnest(${units.map((_, at) => at + 1)}::integer[], ${units.map((u) => u.orderLineId)}::uuid[],
      ${units.map((u) => u.piece)}::integer[], ${units.map((u) => u.cartonNo)}::integer[])
      as u (seq, line, piece, carton)`;
}

async function isSplit(tx: Tx, boxes: readonly ShipmentBox[]): Promise<boolean> {
  const lineIds = boxes.flatMap(({ items }) => items.map(({ orderLineId }) => orderLineId));
  const { orders } = await tx.one<{ orders: number }>`
    select count(distinct order_id)::integer as orders from order_line
    where tenant_id = ${tx.tenant} and id = any(${lineIds}::uuid[])`;
  return orders > 1;
}

interface RegisteredUnit {
  orderLineId: string;
  piece: number;
  cartonNo: number;
}

/** What the labels of an order's number were asked for, in their order; empty where it was never split. */
export const registeredUnits = (tx: Tx, orderId: string): Promise<RegisteredUnit[]> =>
  tx.rows<RegisteredUnit>`
    select u.order_line_id, u.piece, u.carton_no from registered_unit u
      join sales_order o on o.tenant_id = u.tenant_id and o.account_id = u.account_id
        and o.channel_order_no = u.channel_order_no
    where u.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid and o.order_type not in ('manual', 'replacement') order by u.seq`;

/** Which label each box gets, by its first piece; null where some box is none of those registered. */
export function labelsOfBoxes(
  units: readonly RegisteredUnit[],
  boxes: readonly { items: readonly BoxItem[] }[],
): number[] | null {
  const places = boxes.map(({ items: [first] }) =>
    units.findIndex(
      (unit) =>
        unit.orderLineId === first?.orderLineId && unit.piece === first.piece && unit.cartonNo === first.cartonNo,
    ),
  );
  const isEach = new Set(places).size === places.length && !places.includes(-1);
  return isEach ? places : null;
}
