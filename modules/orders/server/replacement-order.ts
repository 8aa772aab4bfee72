import { newId, type Tx } from '#kit/server/database.ts';
import { recordBirth } from '#kit/server/command.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { arrivingLines, takeIn } from './arrival.ts';
import { insertLines, searchText, summaryOf } from './order-lines.ts';
import { readOrder } from './read-order.ts';

/** Units of a line that are sent once more. */
export interface ReplacedLine {
  orderLineId: string;
  qty: number;
}

const MOST_NUMBER = 64;

/**
 * 补发: goods of an order are sent once more to the same door, at no price. The order is ours alone, arrives
 * like any other and is made once for each document that asks for it.
 * @param refNo number of that document
 * @returns its id, also where it was made before
 */
export async function makeReplacement(
  tx: Tx,
  orderId: string,
  refNo: string,
  lines: readonly ReplacedLine[],
): Promise<string> {
  const origin = await readOrder(tx, orderId);
  const channelOrderNo = numberOf(origin.channelOrderNo, refNo);
  const made = await tx.maybe<{ id: string }>`
    select id from sales_order where tenant_id = ${tx.tenant} and account_id = ${origin.accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type = 'replacement' and split_seq = 0`;
  if (made) return made.id;
  const goods = lines.flatMap(({ orderLineId, qty }) => {
    const line = origin.lines.find(({ id }) => id === orderLineId);
    return line ? [{ ...line, qty }] : [];
  });
  const id = newId();
  const [orderNo = ''] = await tx.numbering.take(tx.actor, 'SO', 1);
  await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, source, status,
      item_summary, line_count, unit_count, currency, total, ordered_at, warehouse_id, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country,
      ship_to_phone, address_hash, search_text, replacement_of, environment, create_by, create_time)
    select o.tenant_id, ${id}::uuid, ${orderNo}, ${channelOrderNo}, o.account_id, 'replacement', 'manual', 'new',
      ${summaryOf(goods)}, ${goods.length}, ${goods.reduce((sum, { qty }) => sum + qty, 0)}, o.currency, 0,
      ${tx.now}, null, o.ship_to_name, o.ship_to_address1, o.ship_to_address2, o.ship_to_city, o.ship_to_state,
      o.ship_to_postal_code, o.ship_to_country, o.ship_to_phone, o.address_hash,
      ${searchText(orderNo, channelOrderNo, goods, origin.shipTo.name)}, o.id, o.environment,
      ${tx.actor.username}, ${tx.now}
    from sales_order o where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  await insertLines(
    tx,
    id,
    { currency: origin.currency, warehouseId: null },
    goods.map(({ channelSku, skuId, name, qty }, index) => ({
      id: newId(),
      lineNo: index + 1,
      channelSku,
      skuId,
      name,
      qty,
      unitPrice: 0n,
      expectedPrice: null,
      net: 0n,
      cancelled: 0,
    })),
  );
  recordBirth(tx, orderLifecycle, 'replace', [{ id, status: 'new', scope: origin.accountId }]);
  await markDistinct(tx, id, orderId);
  await takeIn(tx, await accountPolicy(tx, origin.accountId), {
    id,
    orderNo,
    pinnedWarehouseId: null,
    shipTo: origin.shipTo,
    lines: await arrivingLines(tx, id),
    pricedBy: null,
  });
  return id;
}

const numberOf = (channelOrderNo: string, refNo: string): string => {
  const whole = `${channelOrderNo}-${refNo}`;
  return whole.length <= MOST_NUMBER ? whole : refNo;
};

const DISTINCT_AS = '换货';

/** It looks like the order that it stands in for, and is none the less another. */
const markDistinct = (tx: Tx, one: string, other: string): Promise<number> =>
  tx.run`
    insert into order_distinct (tenant_id, id, one_order_id, other_order_id, reason, create_by, create_time)
    values (${tx.tenant}, ${newId()}, least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid),
      ${DISTINCT_AS}, ${tx.actor.username}, ${tx.now})
    on conflict do nothing`;
