import { afterEach, expect, test } from 'vitest';
import { NEW_JERSEY, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const LAG = 1_000;
const CHAIR = 'WB-DCH-BRAM-CTR';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

test('one odd cancellation, a quantity that is null, codes that are numbers', async () => {
  channel = await simulatedChannel();
  const { requestId } = await requested();
  const operation = 'lineItemCancellationRequestByWarehouses';
  await channel.fault(
    { fault: 'odd-row', match: { operation } },
    { fault: 'null-cancellation-quantity', match: { operation, times: 'always' } },
  );
  const page = await channel.connection.pullCancellations(null);
  expect(page.unreadable.map(({ kind, key }) => [kind, key])).toEqual([
    ['cancellation', null],
    ['cancellation', 'ODD-1'],
  ]);
  expect(page.requests.find((one) => one.requestId === requestId)).toMatchObject({ qty: null });
  await channel.fault({
    fault: 'number-codes',
    match: { operation: 'confirmLineItemCancellationRequest' },
  });
  const [answer] = await channel.connection.answerCancellations([{ requestId: '424242', accept: true }]);
  expect(answer).toMatchObject({
    ok: false,
    message: expect.stringContaining('渠道找不到该取消请求'),
  });
});

async function requested(quantity?: number): Promise<{ poNumber: string; requestId: string }> {
  const lines = [{ partNumber: CHAIR, quantity: 2 }];
  const [made] = await channel.orders([{ warehouseId: NEW_JERSEY, lines }]);
  const poNumber = made?.poNumber ?? '';
  const { requestId } = await channel.door<{ requestId: string }>('POST', '/cancellations', {
    poNumber,
    partNumber: CHAIR,
    reason: 'Customer changed mind',
    ...(quantity === undefined ? {} : { quantity }),
  });
  return { poNumber, requestId };
}

test('cancellation requests are read, agreed to and turned down one by one', async () => {
  channel = await simulatedChannel();
  const first = await requested();
  const second = await requested(1);
  const { requests } = await channel.connection.pullCancellations(null);
  expect(requests).toContainEqual({
    requestId: first.requestId,
    channelOrderNo: first.poNumber,
    channelSku: CHAIR,
    qty: 2,
    status: 'pending',
    reason: 'Customer changed mind',
    requestedAt: channel.now(),
  });
  expect(requests.find(({ requestId }) => requestId === second.requestId)?.qty).toBe(1);

  const answers = await channel.connection.answerCancellations([
    { requestId: first.requestId, accept: true },
    { requestId: second.requestId, accept: false, reason: '已装车 "发出"\n无法拦截' },
    { requestId: '424242', accept: true },
  ]);
  expect(new Map(answers.map(({ requestId, ok }) => [requestId, ok]))).toEqual(
    new Map([
      [first.requestId, true],
      [second.requestId, true],
      ['424242', false],
    ]),
  );
  await channel.advance(LAG);
  const { requests: after } = await channel.connection.pullCancellations(null);
  const status = new Map(after.map((request) => [request.requestId, request.status]));
  expect(status.get(first.requestId)).toBe('cancelled');
  expect(status.get(second.requestId)).toBe('rejected');
  const again = await channel.connection.answerCancellations([{ requestId: first.requestId, accept: true }]);
  expect(again).toMatchObject([{ ok: false, message: expect.stringContaining('already') }]);
});

test('requests are read from an instant on, and a refusal needs its reason', async () => {
  channel = await simulatedChannel();
  await requested();
  await channel.advance(3_600_000);
  const since = channel.now();
  const later = await requested();
  const { requests } = await channel.connection.pullCancellations(since);
  expect(requests.map(({ requestId }) => requestId)).toEqual([later.requestId]);
  await expect(
    channel.connection.answerCancellations([{ requestId: later.requestId, accept: false }]),
  ).rejects.toMatchObject({ kind: 'validation' });
  const none = channel.connect({ warehouseCodes: [] });
  expect(await none.pullCancellations(null)).toEqual({ requests: [], unreadable: [] });
});
