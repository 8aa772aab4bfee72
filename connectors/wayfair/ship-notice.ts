import { gramsToPounds } from '#kit/model/unit.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { Address, Confirmation, ShipNotice, ShippedParts, WriteOutcome } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { rowsOf } from '../shared/rows.ts';
import { FILLED_QUERY, SHIP_NOTICE_MUTATION } from './queries.ts';
import { outcomeOf, readTransaction } from './transaction.ts';
import { supplierNumber } from './wire-code.ts';
import { instantOf, listOf, objectOf, textOf, WireValueError } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

const OPERATION = '发货通知';
const CONFIRMATION = '核对发货通知';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MM3_PER_CUBIC_FOOT = 304.8 ** 3;
const MAX_TRACKING = 1000;
const MAX_PACKAGE_CODE = 255;
/** The channel's text when these quantities were already sent: the notice has been done. */
const REPEATED = /quantity already processed/i;

type Box = ShipNotice['packages'][number];

/** Tells the channel that a shipment left. Part-shipments are notices of their own. */
export async function shipNotice(client: WayfairClient, notice: ShipNotice): Promise<WriteOutcome> {
  const problem = problemOf(notice, client.now());
  if (problem !== null) return { status: 'refused', message: problem };
  const answer = await client.write({
    title: OPERATION,
    host: 'orders',
    document: SHIP_NOTICE_MUTATION,
    variables: { notice: wireNotice(notice) },
    path: ['purchaseOrders', 'shipment'],
  });
  if ('refused' in answer) {
    return REPEATED.test(answer.refused) ? { status: 'done' } : { status: 'refused', message: answer.refused };
  }
  const transaction = readTransaction(answer.value, OPERATION);
  const isRepeat = transaction.errors.length > 0 && transaction.errors.every(({ message }) => REPEATED.test(message));
  return isRepeat ? { status: 'done' } : outcomeOf(transaction);
}

/**
 * Whether a notice arrived. Orders show only the fill date of each line, which a processed notice
 * sets to its ship date [our guess of the channel]; an earlier date belongs to an earlier notice,
 * and one that another notice of the part may have set proves nothing.
 */
export async function confirmShipNotice(
  client: WayfairClient,
  notice: ShipNotice,
  others: readonly ShippedParts[] = [],
): Promise<Confirmation> {
  const { value } = await client.read({
    title: CONFIRMATION,
    host: 'orders',
    document: FILLED_QUERY,
    variables: { poNumbers: [notice.channelOrderNo] },
    path: ['getDropshipPurchaseOrders'],
  });
  const order = rowsOf(value, CONFIRMATION)
    .map(objectOf)
    .find((row) => textOf(row['poNumber']) === notice.channelOrderNo);
  if (!order) return { status: 'absent' };
  try {
    const products = listOf(order['products'], 'products').map(objectOf);
    const skus = new Set(notice.packages.flatMap(({ items }) => items.map((i) => i.channelSku)));
    const isDone = [...skus].every((sku) =>
      isFilled(
        products,
        sku,
        notice.shippedAt,
        others.filter(({ channelSkus }) => channelSkus.includes(sku)),
      ),
    );
    return isDone && skus.size > 0 ? { status: 'done', result: undefined } : { status: 'absent' };
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unreadable', CONFIRMATION, `订单无法识别：${error.message}`);
  }
}

function isFilled(
  products: readonly WireObject[],
  sku: string,
  shippedAt: Date,
  others: readonly ShippedParts[],
): boolean {
  return products.some((product) => {
    if (textOf(product['partNumber']) !== sku) return false;
    const filledAt = instantOf(product['fillDate'], 'fillDate');
    if (!filledAt) return false;
    if (others.some((other) => other.shippedAt.getTime() + MINUTE_MS >= filledAt.getTime())) return false;
    // A bare day stands for all of it.
    const isDay = filledAt.getTime() % DAY_MS === 0;
    return filledAt.getTime() + (isDay ? DAY_MS : MINUTE_MS) > shippedAt.getTime();
  });
}

/** What the channel would refuse anyway, in words that help. */
function problemOf(notice: ShipNotice, now: Date): string | null {
  const age = now.getTime() - notice.shippedAt.getTime();
  if (age > 10 * DAY_MS) return '发货时间早于10天前，渠道不再接受发货通知';
  if (age < -DAY_MS) return '发货时间不能晚于1天之后';
  if (notice.packages.length === 0) return '发货通知没有包裹';
  if (notice.packages.some(({ items }) => items.length === 0)) return '有包裹没有商品';
  const quantities = notice.packages.flatMap(({ items }) => items.map(({ qty }) => qty));
  if (!quantities.every((qty) => Number.isInteger(qty) && qty >= 0)) return '商品数量须为整数';
  if (notice.trackingNo.trim() === '') return '缺少运单号';
  if (notice.trackingNo.length > MAX_TRACKING) return `运单号合计不能超过${MAX_TRACKING}个字符`;
  const isLong = notice.packages.some(({ trackingNo }) => trackingNo.length > MAX_PACKAGE_CODE);
  return isLong ? `单个运单号不能超过${MAX_PACKAGE_CODE}个字符` : null;
}

function wireNotice(notice: ShipNotice): Record<string, unknown> {
  return {
    poNumber: notice.channelOrderNo,
    supplierId: supplierNumber(notice.channelWarehouseCode, OPERATION),
    packageCount: notice.packages.length,
    weight: gramsToPounds(notice.weightG),
    volume: Math.round((notice.volumeMm3 / MM3_PER_CUBIC_FOOT) * 1000) / 1000,
    carrierCode: notice.carrierCode,
    shipSpeed: notice.shipSpeed,
    trackingNumber: notice.trackingNo,
    shipDate: notice.shippedAt.toISOString(),
    sourceAddress: wireAddress(notice.from),
    destinationAddress: wireAddress(notice.to),
    ...wirePackages(notice),
  };
}

/**
 * Parcels list their items. Freight lists the packages of each part, which cannot say that one
 * package holds two parts: such a package goes with its items in the other list, sent only once.
 */
function wirePackages(notice: ShipNotice): Record<string, unknown> {
  const isFreight = ({ items }: Box): boolean =>
    notice.shipClass === 'ltl' && new Set(items.map(({ channelSku }) => channelSku)).size === 1;
  const small = notice.packages.filter((box) => !isFreight(box));
  const large = notice.packages.filter(isFreight);
  return {
    ...(small.length > 0 ? { smallParcelShipments: withItems(notice, small) } : {}),
    ...(large.length > 0 ? { largeParcelShipments: byPart(notice, large) } : {}),
  };
}

function withItems(notice: ShipNotice, boxes: readonly Box[]): unknown[] {
  return boxes.map((box) => ({
    package: wirePackage(notice, box),
    items: box.items.map(({ channelSku, qty }) => ({ partNumber: channelSku, quantity: qty })),
  }));
}

function byPart(notice: ShipNotice, boxes: readonly Box[]): unknown[] {
  const groups = Map.groupBy(boxes, (box) => box.items[0]?.channelSku ?? '');
  return [...groups].map(([partNumber, group]) => ({
    partNumber,
    packages: group.map((box) => wirePackage(notice, box)),
  }));
}

function wirePackage(notice: ShipNotice, box: Box): unknown {
  // Freight boxes have no number of their own unless they carry one.
  const value = box.trackingNo.trim() === '' ? notice.trackingNo : box.trackingNo;
  return { code: { type: 'TRACKING_NUMBER', value }, weight: gramsToPounds(box.weightG) };
}

function wireAddress(address: Address): Record<string, unknown> {
  return {
    name: address.name,
    streetAddress1: address.address1,
    ...(address.address2 === undefined ? {} : { streetAddress2: address.address2 }),
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    country: address.country,
  };
}
