import { NotYet } from '#modules/channels/model/port.ts';
import type { Confirmation, ShipNotice, WriteOutcome } from '#modules/channels/model/port.ts';
import { textOf, type WireObject } from '../shared/wire-values.ts';
import { stateOf, unitsOf } from './accept.ts';
import type { MiraklClient, Written } from './client.ts';
import { isDeadLine, linesOf, PHASE_TITLES } from './order-states.ts';
import { ORDERS_PATH, readOrder } from './pull-orders.ts';
import { trackingOf, unitsIn } from './notice-parts.ts';
import { confirmShipment, sendShipment } from './shipments.ts';

const OPERATION = '发货通知';
const CONFIRMATION = '核对发货通知';
/** How often an order that is not paid yet is looked at again. */
const DEBIT_WAIT_MS = 15 * 60_000;

/**
 * Tells the marketplace that a shipment left: its number first, then that it left. Only an order that is
 * paid takes it; one that waits for its debit is come back to. Where shipments are not opened for the
 * shop, an order leaves as a whole.
 */
export async function shipNotice(client: MiraklClient, notice: ShipNotice): Promise<WriteOutcome> {
  const problem = problemOf(notice);
  if (problem !== null) return { status: 'refused', message: problem };
  const order = await readOrder(client, notice.channelOrderNo, OPERATION);
  if (!order) return { status: 'refused', message: '平台找不到该订单' };
  const phase = stateOf(order, OPERATION);
  if (phase === 'debit') throw new NotYet(OPERATION, '平台尚未扣款，订单暂不能发货；扣款后自动回传', DEBIT_WAIT_MS);
  if (phase === 'shipped')
    return carries(order, notice.trackingNo)
      ? { status: 'done' }
      : {
          status: 'refused',
          message: `平台上订单已发货，运单号 ${textOf(order['shipping_tracking']) ?? '未填'}，与本次不同`,
        };
  if (phase !== 'shipping') return { status: 'refused', message: `平台上订单${PHASE_TITLES[phase]}，不能发货` };
  if (client.settings.hasShipments) return sendShipment(client, order, notice);
  const left = leftBehind(order, notice);
  if (left !== null) return { status: 'refused', message: left };
  const path = `${ORDERS_PATH}/${encodeURIComponent(notice.channelOrderNo)}`;
  const tracked = await client.write({
    title: OPERATION,
    method: 'PUT',
    path: `${path}/tracking`,
    body: { json: trackingOf(client, notice) },
  });
  if (tracked.refused) return outcomeOf(tracked);
  return outcomeOf(await client.write({ title: OPERATION, method: 'PUT', path: `${path}/ship`, body: null }));
}

const outcomeOf = (written: Written): WriteOutcome =>
  written.refused ? { status: 'refused', message: written.refused.message } : { status: 'pending' };

/** Whether a notice arrived: the order has left there, under this number. */
export async function confirmShipNotice(client: MiraklClient, notice: ShipNotice): Promise<Confirmation> {
  if (client.settings.hasShipments) return confirmShipment(client, notice);
  const order = await readOrder(client, notice.channelOrderNo, CONFIRMATION);
  const isDone = order && stateOf(order, CONFIRMATION) === 'shipped' && carries(order, notice.trackingNo);
  return isDone ? { status: 'done', result: undefined } : { status: 'absent' };
}

const carries = (order: WireObject, trackingNo: string): boolean => textOf(order['shipping_tracking']) === trackingNo;

function problemOf({ trackingNo, packages }: ShipNotice): string | null {
  if (packages.length === 0) return '发货通知没有包裹';
  if (packages.some(({ items }) => items.length === 0)) return '有包裹没有商品';
  return trackingNo.trim() === '' ? '缺少运单号' : null;
}

/** What of the order this notice leaves behind, in words; null where it is all of it. */
function leftBehind(order: WireObject, notice: ShipNotice): string | null {
  const sent = unitsIn(notice);
  const wanted = new Map<string, number>();
  for (const line of linesOf(order).filter((one) => !isDeadLine(one))) {
    const sku = textOf(line['offer_sku']) ?? '';
    wanted.set(sku, (wanted.get(sku) ?? 0) + unitsOf(line));
  }
  const short = [...wanted].filter(([sku, qty]) => (sent.get(sku) ?? 0) < qty);
  if (short.length === 0) return null;
  const parts = short.map(([sku, qty]) => `${sku} 平台 ${qty} 件、本次 ${sent.get(sku) ?? 0} 件`);
  return `该店铺未开通分批发货，订单须一次发完：${parts.join('；')}`;
}
