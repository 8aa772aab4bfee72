import { ChannelError } from '#modules/channels/model/port.ts';
import type { CancellationRequest, Connection } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import {
  cancellationsQuery,
  confirmCancellationsMutation,
  rejectCancellationsMutation,
} from './queries.ts';
import { wireCode } from './wire-code.ts';
import {
  instantOf,
  listOf,
  objectOf,
  quantityOf,
  requiredText,
  textOf,
  WireValueError,
} from './wire-values.ts';

const READING = '拉取取消请求';
const ANSWERING = '答复取消请求';
const WAREHOUSES_PER_CALL = 50;
const ANSWERS_PER_CALL = 100;
const MAX_REASON = 500;

type Answers = Parameters<Connection['answerCancellations']>[0];
type AnswerResults = Awaited<ReturnType<Connection['answerCancellations']>>;

const STATUSES: Readonly<Record<string, CancellationRequest['status']>> = {
  CANCELLATION_PENDING_SUPPLIER_CONFIRMATION: 'pending',
  CANCELLED: 'cancelled',
  CANCELLATION_REJECTED: 'rejected',
};

/** Cancellation requests of the account's warehouses, in every state. @param since null = all */
export async function pullCancellations(
  client: WayfairClient,
  warehouseCodes: readonly string[],
  since: Date | null,
): Promise<CancellationRequest[]> {
  const requests: CancellationRequest[] = [];
  for (let at = 0; at < warehouseCodes.length; at += WAREHOUSES_PER_CALL) {
    const ids = warehouseCodes.slice(at, at + WAREHOUSES_PER_CALL).map(wireCode);
    const { value } = await client.read({
      title: READING,
      host: 'supplier',
      document: cancellationsQuery(ids, since?.toISOString() ?? null),
      variables: {},
      path: ['lineItemCancellationRequestByWarehouses'],
    });
    try {
      requests.push(...listOf(value, 'requests').map(readRequest));
    } catch (error) {
      if (!(error instanceof WireValueError)) throw error;
      throw new ChannelError('unreadable', READING, `取消请求无法识别：${error.message}`);
    }
  }
  return requests;
}

/**
 * Agrees to requests or turns them down, each with its own result. A request that the answer does
 * not mention counts as failed: it shows up again with the next pull.
 */
export async function answerCancellations(
  client: WayfairClient,
  answers: Answers,
): Promise<AnswerResults> {
  const unreasoned = answers.find((answer) => !answer.accept && !answer.reason?.trim());
  if (unreasoned) throw new ChannelError('validation', ANSWERING, '拒绝取消请求须填写原因');
  const accepted = answers.filter(({ accept }) => accept);
  const rejected = answers.filter(({ accept }) => !accept);
  const results: AnswerResults = [];
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
): Promise<AnswerResults> {
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
  const told = new Map(
    (Array.isArray(answer.value) ? answer.value : []).map((row) => {
      const result = objectOf(row);
      return [textOf(result['requestId']), result] as const;
    }),
  );
  return requestIds.map((requestId) => {
    const result = told.get(requestId);
    if (result?.['status'] === 'SUCCESS') return { requestId, ok: true };
    const message =
      textOf(result?.['errorMessage']) ?? textOf(result?.['errorCode']) ?? '渠道未答复该请求';
    return { requestId, ok: false, message };
  });
}

function readRequest(value: unknown): CancellationRequest {
  const request = objectOf(value);
  const product = objectOf(request['cancelledProduct']);
  const wireStatus = requiredText(request['status'], 'status');
  const status = STATUSES[wireStatus];
  if (!status) throw new WireValueError('status', `未知：${wireStatus}`);
  const requestedAt = instantOf(request['requestedAt'], 'requestedAt');
  if (!requestedAt) throw new WireValueError('requestedAt', '缺失');
  return {
    requestId: requiredText(request['requestId'], 'requestId'),
    channelOrderNo: requiredText(objectOf(request['purchaseOrder'])['poNumber'], 'poNumber'),
    channelSku: requiredText(product['partNumber'], 'partNumber'),
    qty: quantityOf(
      objectOf(product['cancellationQuantity'])['cancelledQuantity'],
      'cancelledQuantity',
    ),
    status,
    reason: textOf(objectOf(request['cancellationReason'])['reason']) ?? '',
    requestedAt,
  };
}
