import { ChannelError } from '#modules/channels/model/port.ts';
import type { Confirmation, ShipNotice, WriteOutcome } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, textOf, type WireObject } from '../shared/wire-values.ts';
import { unitsOf } from './accept.ts';
import type { MiraklClient } from './client.ts';
import { isDeadLine, linesOf } from './order-states.ts';
import { inChinese } from './refusals.ts';
import { readPages } from './seek-pages.ts';
import { trackingOf, unitsIn } from './notice-parts.ts';

const OPERATION = '发货通知';
const CONFIRMATION = '核对发货通知';
const PATH = '/api/shipments';
const ENDED = new Set(['CANCELED']);

/** A part of an order leaves (ST01): the lines it holds, its number, and that it has left. */
export async function sendShipment(client: MiraklClient, order: WireObject, notice: ShipNotice): Promise<WriteOutcome> {
  const shipment = {
    order_id: notice.channelOrderNo,
    shipment_lines: shipmentLines(order, notice),
    tracking: trackingOf(client, notice),
    shipped: true,
  };
  const written = await client.write({
    title: OPERATION,
    method: 'POST',
    path: PATH,
    body: { json: { shipments: [shipment] } },
  });
  if (written.refused) return { status: 'refused', message: written.refused.message };
  const errors = listIn(written.answer, 'shipment_errors');
  if (errors.length === 0) return { status: 'pending' };
  const said = errors.map((error) => inChinese(textOf(error['code']), textOf(error['message']) ?? ''));
  return { status: 'refused', message: said.join('；') };
}

/** Whether a shipment of this order under this number stands there. */
export async function confirmShipment(client: MiraklClient, notice: ShipNotice): Promise<Confirmation> {
  const rows = await readPages(client, { title: CONFIRMATION, path: PATH, query: { order_id: notice.channelOrderNo } });
  const isThere = rows.some(
    (row) =>
      textOf(row['order_id']) === notice.channelOrderNo &&
      textOf(objectOf(row['tracking'])['tracking_number']) === notice.trackingNo &&
      !ENDED.has(textOf(row['status']) ?? ''),
  );
  return isThere ? { status: 'done', result: undefined } : { status: 'absent' };
}

/** Units of the notice over the lines that the marketplace has of their part. */
function shipmentLines(order: WireObject, notice: ShipNotice): { order_line_id: string; quantity: number }[] {
  const open = unitsIn(notice);
  return linesOf(order)
    .filter((line) => !isDeadLine(line))
    .flatMap((line) => {
      const sku = textOf(line['offer_sku']) ?? '';
      const quantity = Math.min(unitsOf(line), open.get(sku) ?? 0);
      if (quantity === 0) return [];
      open.set(sku, (open.get(sku) ?? 0) - quantity);
      return [{ order_line_id: textOf(line['order_line_id']) ?? '', quantity }];
    });
}

function listIn(answer: WireObject, field: string): WireObject[] {
  try {
    return rowsOf(answer[field] ?? null, OPERATION).map(objectOf);
  } catch (error) {
    // Of a write that was answered unreadably nobody knows whether it happened.
    throw error instanceof ChannelError ? new ChannelError('unknown', OPERATION, error.message) : error;
  }
}
