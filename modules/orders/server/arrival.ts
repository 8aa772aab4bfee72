import type { Address } from '#kit/model/address.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { accountPolicy, bindingTolerance } from '#modules/base/server/index.ts';
import { addressHold, addressKey } from '../model/address-check.ts';
import { orderReceived } from '../model/events.ts';
import type { OrderRow } from '../model/order.ts';
import { familyOf } from './family.ts';
import { holdStock } from './hold-stock.ts';
import { openHold } from './holds.ts';
import { channelPin, holdForMapping } from './pinned-warehouse.ts';
import { openAddress } from './read-order.ts';
import { unagreedFaults } from './unagreed-prices.ts';

/** What of a shop's policy matters when an order arrives, whoever brings it. */
export interface ArrivalPolicy {
  accountId: string;
  reserveOn: 'receive' | 'accept';
  priceTolerancePct: number;
}

interface ArrivingLine {
  id: string;
  channelSku: string;
  skuId: string | null;
  qty: number;
  /** 1/10000 of the order currency. */
  unitPrice: bigint;
  /** Agreed unit price, text of numeric(18,4); null = none known. */
  expectedPrice: string | null;
}

/** A stored order in 待审核, with the lines that are to be shipped. */
interface ArrivingOrder {
  id: string;
  orderNo: string;
  pinnedWarehouseId: string | null;
  shipTo: Address;
  /** The channel gives the address later: that it is not whole yet is nothing odd. */
  isAddressWithheld?: boolean;
  lines: readonly ArrivingLine[];
  pricedBy: PricedBy;
}

/** Who said the prices of an order; null: it replaces goods that are paid already, and costs nothing. */
export type PricedBy = 'channel' | 'person' | null;

/** Of a stored order: whoever typed it, imported it by a sheet or changed it by one says its prices. */
export async function pricedBy(tx: Tx, orderId: string): Promise<PricedBy> {
  const { orderType, isTyped } = await tx.one<{ orderType: OrderRow['orderType']; isTyped: boolean }>`
    select order_type, order_type = 'manual' or maker_ids <> '{}' as is_typed
    from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (orderType === 'replacement') return null;
  return isTyped ? 'person' : 'channel';
}

/**
 * What is done with every order on its arrival, pulled or typed: it is judged (mapping, prices,
 * address, another one alike) and holds its stock where the shop reserves early; not where nothing
 * is to be shipped.
 */
export async function takeIn(tx: Tx, policy: ArrivalPolicy, order: ArrivingOrder): Promise<void> {
  if (order.lines.length === 0) return;
  const isMapped = await openArrivalHolds(tx, policy, order);
  if (isMapped && policy.reserveOn === 'receive') await holdStock(tx, { ...order, accountId: policy.accountId });
  await tx.emit(orderReceived, order.id, { orderId: order.id });
}

/** An order that was out of our hands arrives once more, as it stands. */
export const takeInAgain = async (tx: Tx, row: OrderRow): Promise<void> =>
  takeIn(tx, await accountPolicy(tx, row.accountId), {
    id: row.id,
    orderNo: row.orderNo,
    pinnedWarehouseId: row.warehouseId,
    shipTo: openAddress(tx, row),
    lines: await arrivingLines(tx, row.id),
    pricedBy: await pricedBy(tx, row.id),
  });

/** What is to be shipped of a stored order. */
export async function arrivingLines(tx: Tx, orderId: string): Promise<ArrivingLine[]> {
  const rows = await tx.rows<Omit<ArrivingLine, 'unitPrice'> & { unitPrice: string }>`
    select id, channel_sku, sku_id, qty, unit_price,
      expected_price
    from order_line where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
      and qty > qty_cancelled order by line_no`;
  return rows.map((row) => ({
    ...row,
    unitPrice: parseDecimal(row.unitPrice, PRICE_SCALE) as bigint,
  }));
}

/** Opens every hold the order arrives with. @returns whether its lines and warehouse are mapped */
async function openArrivalHolds(tx: Tx, policy: ArrivalPolicy, order: ArrivingOrder): Promise<boolean> {
  const { id: orderId, lines } = order;
  const unmapped = lines.filter((line) => !line.skuId);
  for (const line of unmapped)
    await openHold(tx, orderId, { type: 'unmapped', detail: line.channelSku, lineId: line.id });
  const { unmappedCode } = await channelPin(tx, orderId);
  if (unmappedCode) await holdForMapping(tx, orderId, unmappedCode);
  const prices = await priceFaults(tx, policy, order);
  if (prices.length > 0) await openHold(tx, orderId, { type: 'priceMismatch', detail: prices.join('；') });
  const odd = order.isAddressWithheld ? null : addressHold(order.shipTo);
  if (odd) await openHold(tx, orderId, { type: 'address', detail: odd });
  // Orders without an address are all alike.
  const twin = order.isAddressWithheld ? undefined : await findTwin(tx, order);
  if (twin)
    await openHold(tx, orderId, {
      type: 'duplicate',
      // Whoever sees this order need not see those of another shop.
      detail: `与 ${twin.isSameShop ? twin.channelOrderNo : '另一店铺的订单'} 收货地址和商品相同`,
      otherOrderId: twin.id,
    });
  return unmapped.length === 0 && !unmappedCode;
}

type PricedLine = Pick<ArrivingLine, 'channelSku' | 'unitPrice' | 'expectedPrice'>;

/**
 * What is wrong with the prices of an order, in words: what differs from the agreed price, what a channel gives
 * away, and what a person says where nothing is agreed. Of what a person typed the tolerance is the one that
 * binds them.
 */
export async function priceFaults(
  tx: Tx,
  { accountId, priceTolerancePct }: Pick<ArrivalPolicy, 'accountId' | 'priceTolerancePct'>,
  order: Pick<ArrivingOrder, 'id' | 'pricedBy'> & { lines: readonly (PricedLine & { id: string })[] },
): Promise<string[]> {
  const isTyped = order.pricedBy === 'person';
  const tolerance = isTyped ? await bindingTolerance(tx, accountId, priceTolerancePct) : priceTolerancePct;
  const faults = order.lines.flatMap(
    (line) => priceFault(line, tolerance) ?? (order.pricedBy === 'channel' ? freeFault(line) : null) ?? [],
  );
  return [...faults, ...(isTyped ? await unagreedFaults(tx, order.id, order.lines) : [])];
}

/** Judges the prices of lines that came to an order, or whose goods are known only now. */
export async function judgeLines(
  tx: Tx,
  policy: Pick<ArrivalPolicy, 'accountId' | 'priceTolerancePct'>,
  orderId: string,
  lineIds: readonly string[],
): Promise<void> {
  const lines = (await arrivingLines(tx, orderId)).filter(({ id }) => lineIds.includes(id));
  const faults = await priceFaults(tx, policy, { id: orderId, pricedBy: await pricedBy(tx, orderId), lines });
  if (faults.length > 0) await openHold(tx, orderId, { type: 'priceMismatch', detail: faults.join('；') });
}

/** What a channel sells for nothing though nothing else is agreed, in words. */
export const freeFault = ({ channelSku, unitPrice }: PricedLine): string | null =>
  unitPrice === 0n ? `${channelSku} 价格为 0` : null;

/** A price further off than the shop tolerates, in words; whole tenths of a percent. None is tolerated of all of it. */
export function priceFault(line: PricedLine, tolerancePct: number): string | null {
  const expected = line.expectedPrice ? parseDecimal(line.expectedPrice, 4) : null;
  if (expected === null || expected === 0n) return null;
  const diff = line.unitPrice - expected;
  if (line.unitPrice !== 0n && (diff < 0n ? -diff : diff) * 100n <= expected * BigInt(tolerancePct)) return null;
  const tenths = Number((diff * 1000n) / expected);
  return `${line.channelSku} 约定价 ${formatDecimal(expected, 4).replace(/0{2}$/, '')}，订单价 ${formatDecimal(line.unitPrice, 4).replace(/0{2}$/, '')}（${tenths > 0 ? '+' : ''}${tenths / 10}%）`;
}

interface Twin {
  id: string;
  channelOrderNo: string;
  isSameShop: boolean;
  goods: string[];
}

/** Another open order for the same door with the same goods; a draft is none yet. */
async function findTwin(tx: Tx, order: ArrivingOrder): Promise<Twin | undefined> {
  const goods = goodsKey(order.lines.map((line) => `${line.channelSku}×${line.qty}`));
  // What an order was split into is no double of it.
  const family = await familyOf(tx, order.id);
  const twins = await tx.rows<Twin>`
    select o.id, o.channel_order_no, o.account_id = (
        select account_id from sales_order where tenant_id = ${tx.tenant} and id = ${order.id}::uuid) as is_same_shop,
      array_agg(l.channel_sku || '×' || l.qty) as goods
    from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tx.tenant} and o.address_hash = any(${tx.vault.digests(addressKey(order.shipTo))}::text[])
      and o.stage in ('pending', 'shipping') and o.status <> 'draft' and o.id <> ${order.id}::uuid
      and o.id <> all(${family.map(({ id }) => id)}::uuid[])
      and not exists (select 1 from order_distinct d where d.tenant_id = o.tenant_id
        and d.one_order_id = least(o.id, ${order.id}::uuid) and d.other_order_id = greatest(o.id, ${order.id}::uuid))
      and o.environment = (
        select environment from sales_order where tenant_id = ${tx.tenant} and id = ${order.id}::uuid)
    group by o.id, o.channel_order_no, o.account_id limit 20`;
  return twins.find((twin) => goodsKey(twin.goods) === goods);
}

const goodsKey = (goods: readonly string[]): string => goods.toSorted().join('\n');
