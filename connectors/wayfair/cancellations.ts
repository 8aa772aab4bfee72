import { ChannelError } from '#modules/channels/model/port.ts';
import type {
  CancellationAnswer,
  CancellationPage,
  CancellationRequest,
  CancellationResult,
  UnreadableRow,
} from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { cancellationsQuery, confirmCancellationsMutation, rejectCancellationsMutation } from './queries.ts';
import { rowsOf } from '../shared/rows.ts';
import { inChinese } from './refusals.ts';
import { readRow } from '../shared/rows.ts';
import { wireCode } from './wire-code.ts';
import { instantOf, objectOf, quantityOf, requiredText, textOf, WireValueError } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

const READING = '拉取取消请求';
const ANSWERING = '答复取消请求';
const WAREHOUSES_PER_CALL = 50;
const ANSWERS_PER_CALL = 100;
const MAX_REASON = 500;

const STATUSES: Readonly<Record<string, CancellationRequest['status']>> = {
  CANCELLATION_PENDING_SUPPLIER_CONFIRMATION: 'pending',
  CANCELLED: 'cancelled',
  CANCELLATION_REJECTED: 'rejected',
};

/**
 * Cancellation requests of the account's warehouses. The channel asks for one state at a time: the
 * open ones come first, so that one decided meanwhile is reported as decided.
 * @param since null = all
 */
export async function pullCancellations(client: WayfairClient, since: Date | null): Promise<CancellationPage> {
  const { warehouseCodes } = client;
  const requests = new Map<string, CancellationRequest>();
  const unreadable: UnreadableRow[] = [];
  for (let at = 0; at < warehouseCodes.length; at += WAREHOUSES_PER_CALL) {
    const ids = warehouseCodes.slice(at, at + WAREHOUSES_PER_CALL).map(wireCode);
    for (const status of Object.keys(STATUSES)) {
      const { value } = await client.read({
        title: READING,
        host: 'supplier',
        document: cancellationsQuery(ids, status, since?.toISOString() ?? null),
        variables: {},
        path: ['lineItemCancellationRequestByWarehouses'],
      });
      for (const row of rowsOf(value, READING)) {
        const read = readRow('cancellation', row, readRequest, (wire) => wire['requestId']);
        if ('unreadable' in read) unreadable.push(read.unreadable);
        else requests.set(read.row.requestId, read.row);
      }
    }
  }
  return { requests: [...requests.values()], unreadable };
}

/**
 * Agrees to requests or turns them down, each with its own result. A request that the answer does
 * not mention counts as failed: it shows up again with the next pull.
 */
export async function answerCancellations(
  client: WayfairClient,
  answers: readonly CancellationAnswer[],
): Promise<CancellationResult[]> {
  const unreasoned = answers.find((answer) => !answer.accept && !answer.reason?.trim());
  if (unreasoned) throw new ChannelError('validation', ANSWERING, '拒绝取消请求须填写原因');
  const accepted = answers.filter(({ accept }) => accept);
  const rejected = answers.filter(({ accept }) => !accept);
  const results: CancellationResult[] = [];
  for (let at = 0; at < accepted.length; at += ANSWERS_PER_CALL) {
    const ids = accepted.slice(at, at + ANSWERS_PER_CALL).map(({ requestId }) => requestId);
    const document = confirmCancellationsMutation(ids);
    results.push(...(await send(client, document, 'confirmLineItemCancellationRequest', ids)));
  }
  for (let at = 0; at < rejected.length; at += ANSWERS_PER_CALL) {
    const batch = rejected.slice(at, at + ANSWERS_PER_CALL).map(({ requestId, reason }) => ({
      requestId,
      reason: (reason ?? '').trim().slice(0, MAX_REASON),
    }));
    const document = rejectCancellationsMutation(batch);
    const ids = batch.map(({ requestId }) => requestId);
    results.push(...(await send(client, document, 'rejectLineItemCancellationRequest', ids)));
  }
  return results;
}

async function send(
  client: WayfairClient,
  document: string,
  field: string,
  requestIds: readonly string[],
): Promise<CancellationResult[]> {
  const answer = await client.write({
    title: ANSWERING,
    host: 'supplier',
    document,
    variables: {},
    path: [field],
  });
  if ('refused' in answer) {
    return requestIds.map((requestId) => ({ requestId, ok: false, message: answer.refused }));
  }
  const reported = new Map(
    (Array.isArray(answer.value) ? answer.value : []).map((row) => {
      const result = objectOf(row);
      return [textOf(result['requestId']), result] as const;
    }),
  );
  return requestIds.map((requestId) => {
    const result = reported.get(requestId);
    if (result?.['status'] === 'SUCCESS') return { requestId, ok: true };
    const message = textOf(result?.['errorMessage']) ?? textOf(result?.['errorCode']);
    return { requestId, ok: false, message: inChinese(message ?? '渠道未答复该请求') };
  });
}

function readRequest(request: WireObject): CancellationRequest {
  const product = objectOf(request['cancelledProduct']);
  const quantity = objectOf(product['cancellationQuantity'])['cancelledQuantity'];
  const wireStatus = requiredText(request['status'], 'status');
  const status = STATUSES[wireStatus];
  if (!status) throw new WireValueError('status', `未知：${wireStatus}`);
  const requestedAt = instantOf(request['requestedAt'], 'requestedAt');
  if (!requestedAt) throw new WireValueError('requestedAt', '缺失');
  return {
    requestId: requiredText(request['requestId'], 'requestId'),
    channelOrderNo: requiredText(objectOf(request['purchaseOrder'])['poNumber'], 'poNumber'),
    channelSku: requiredText(product['partNumber'], 'partNumber'),
    qty: quantity == null ? null : quantityOf(quantity, 'cancelledQuantity'),
    status,
    reason: textOf(objectOf(request['cancellationReason'])['reason']) ?? '',
    requestedAt,
  };
}
