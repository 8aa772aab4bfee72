import { ChannelError } from '#modules/channels/model/port.ts';
import type {
  IncomingReturn,
  ReturnAnswer,
  ReturnPage,
  UnreadableRow,
  WriteOutcome,
} from '#modules/channels/model/port.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import {
  instantOf,
  listOf,
  objectOf,
  present,
  quantityOf,
  requiredText,
  textOf,
  WireValueError,
} from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { linesOf } from './order-states.ts';
import { takePace, waitOf } from './pace.ts';
import { readOrders } from './pull-orders.ts';
import { inChinese } from './refusals.ts';
import { readPages } from './seek-pages.ts';

const READING = '读取退货';
const ANSWERING = '答复退货';
const PATH = '/api/returns';
/** Over there, before it came to us or after: nothing is to be done about it here. */
const ENDED = new Set(['REFUSED', 'CLOSED']);
const ACCEPTED = new Set(['IN_PROGRESS', 'RECEIVED', 'NO_RECEPTION', 'CLOSED']);

/** Returns that buyers asked for (RT11, once in five minutes); what we ask for sooner shows nothing new. */
export async function pullReturns(client: MiraklClient, _since: Date | null): Promise<ReturnPage> {
  if (waitOf(client.accountId, 'returns', client.now()) > 0) return { returns: [], unreadable: [] };
  takePace(client.accountId, 'returns', READING, client.now());
  const rows = (await readPages(client, { title: READING, path: PATH })).filter(
    (row) => !ENDED.has(textOf(row['state']) ?? ''),
  );
  const parts = await partsOfLines(client, rows);
  const returns: IncomingReturn[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const raw of rows) {
    const read = readRow(
      'return',
      raw,
      (wire) => readReturn(wire, parts, client.now()),
      (wire) => wire['id'],
    );
    if ('unreadable' in read) unreadable.push(read.unreadable);
    else returns.push(read.row);
  }
  return { returns, unreadable };
}

/** The part of each line: a return names lines of its order alone. */
async function partsOfLines(client: MiraklClient, rows: readonly WireObject[]): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(rows.flatMap((row) => textOf(row['order_id']) ?? []))];
  const orders = numbers.length > 0 ? await readOrders(client, numbers, READING) : [];
  return new Map(
    orders.flatMap(linesOf).flatMap((line) => {
      const [id, sku] = [textOf(line['order_line_id']), textOf(line['offer_sku'])];
      return id !== null && sku !== null ? [[id, sku] as const] : [];
    }),
  );
}

function readReturn(wire: WireObject, parts: ReadonlyMap<string, string>, now: Date): IncomingReturn {
  const lines = listOf(wire['return_lines'], 'return_lines').map(objectOf);
  if (lines.length === 0) throw new WireValueError('return_lines', '缺失');
  const tracking = objectOf(wire['tracking']);
  return {
    channelReturnNo: requiredText(wire['id'], 'id'),
    channelOrderNo: textOf(wire['order_id']),
    requestedAt: instantOf(wire['date_created'] ?? wire['creation_date'], 'date_created') ?? now,
    reasonCode: requiredText(wire['reason_code'], 'reason_code'),
    type: textOf(wire['method_code']) === 'RETURN_METHOD_RETURNLESS' ? 'refundOnly' : 'return',
    labelBy: textOf(wire['label_url']) === null ? 'buyer' : 'channel',
    ...present('carrier', textOf(tracking['carrier_name']) ?? textOf(tracking['carrier_code'])),
    ...present('trackingNo', textOf(tracking['tracking_number'])),
    ...present('remark', textOf(wire['rma']) === null ? null : `RMA ${textOf(wire['rma'])}`),
    isCancelled: textOf(wire['state']) === 'CANCELED',
    lines: lines.map((line, at) => {
      const id = requiredText(line['order_line_id'], `return_lines[${at}].order_line_id`);
      const channelSku = parts.get(id);
      if (channelSku === undefined) throw new WireValueError(`return_lines[${at}]`, `平台订单中没有行 ${id}`);
      return { channelSku, qty: quantityOf(line['quantity'], `return_lines[${at}].quantity`) };
    }),
  };
}

/** Accepts or refuses a return (RT21). What stands answered there already is as good where it says the same. */
export async function answerReturn(client: MiraklClient, answer: ReturnAnswer): Promise<WriteOutcome> {
  const { channelReturnNo: id, accept } = answer;
  const decision = accept
    ? { id, accepted: true }
    : { id, accepted: false, rejection_reason_code: client.settings.returnRejection };
  const written = await client.write({
    title: ANSWERING,
    method: 'PUT',
    path: `${PATH}/accept`,
    body: { json: { returns: [decision] } },
  });
  if (written.refused) return { status: 'refused', message: written.refused.message };
  const own = errorsIn(written.answer).find((error) => textOf(error['id']) === id || textOf(error['id']) === null);
  if (!own) return { status: 'done' };
  if (await isAnswered(client, id, accept)) return { status: 'repeat' };
  return { status: 'refused', message: inChinese(null, textOf(own['message']) ?? '未说明原因') };
}

function errorsIn(answer: WireObject): WireObject[] {
  try {
    return rowsOf(answer['return_errors'] ?? null, ANSWERING).map(objectOf);
  } catch (error) {
    throw error instanceof ChannelError ? new ChannelError('unknown', ANSWERING, error.message) : error;
  }
}

async function isAnswered(client: MiraklClient, id: string, accept: boolean): Promise<boolean> {
  const rows = await readPages(client, { title: ANSWERING, path: PATH });
  const state = textOf(rows.find((row) => textOf(row['id']) === id)?.['state']) ?? '';
  return accept ? ACCEPTED.has(state) : state === 'REFUSED';
}
