import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

interface Row {
  id: string;
  status: string;
  version: number;
  [key: string]: unknown;
}

let scene: TestApp;
let clerk: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  expect((await clerk.post(`/channels/account/${scene.seller.accountId}/test`)).success).toBe(true);
  // The first pull comes with the connection; one that is asked for while it runs is the same pull.
  await scene.settled();
});
afterAll(() => scene.stop());

const list = async (path: string, query: Record<string, string>): Promise<Row[]> =>
  (await clerk.get<{ records: Row[] }>(path, { pageSize: '100', ...query })).result.records;

const must = async (answer: Promise<{ success: boolean; message: string }>): Promise<void> => {
  const { success, message } = await answer;
  expect(success, message).toBe(true);
};

async function pullOne(scenario: string, seed: number): Promise<Row> {
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario,
    seed,
  });
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pull`));
  await scene.settled();
  const [order] = await list('/orders/salesOrder/list', { channelOrderNo: poNumbers[0] as string });
  return order as Row;
}

async function acceptAndStart(order: Row, shipMethod?: string): Promise<Row[]> {
  await must(clerk.post(`/orders/salesOrder/${order.id}/accept`));
  await scene.settled();
  const methods = shipMethod ? await list('/base/shipMethod/list', { code: shipMethod }) : [];
  await must(clerk.post(`/orders/salesOrder/${order.id}/start`, methods[0] ? { shipMethodId: methods[0].id } : {}));
  return list('/fulfilment/shipment/list', { orderId: order.id });
}

async function packAndSeal(shipment: string): Promise<void> {
  await must(packer.post(`/fulfilment/shipment/${shipment}/pack`));
  await must(packer.post(`/fulfilment/shipment/${shipment}/sealAll`));
}

const ship = (shipment: string, key: string) =>
  packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': key });

async function orderOf(id: string): Promise<Row & { lines: { orderLine: Row[] } }> {
  return (await clerk.get<Row & { lines: { orderLine: Row[] } }>('/orders/salesOrder/queryById', { id })).result;
}

const clean = async (): Promise<void> => {
  expect(await scene.violations()).toEqual([]);
  expect((await scene.sim<{ violations: unknown[] }>('GET', '/audit')).violations).toEqual([]);
};

/** S5: ten units lie in two warehouses; they ship in parts, one is cancelled in between. */
test('S5: ships in parts from two warehouses and cancels one unit of the rest', async () => {
  covers('ours: entities of the business');
  const admin = await scene.as('admin');
  const [shop] = await list('/base/channelAccount/list', {});
  await must(
    admin.put('/base/channelAccount/edit', {
      id: shop?.id,
      version: shop?.version,
      allowSplit: true,
      strategy: 'priority',
    }),
  );
  // An own carrier: this channel takes the notice without labels of its own.
  await scene.sim('POST', '/config', { requireRegister: false });
  const order = await pullOne('s5', 5);
  expect(order['holds']).toEqual([]);
  const shipments = await acceptAndStart(order, 'OWN-TRK');
  expect(shipments.map((row) => row['unitCount']).sort()).toEqual([4, 6]);
  const [six, four] = [...shipments].sort((a, b) => Number(b['unitCount']) - Number(a['unitCount'])) as [Row, Row];

  await packAndSeal(six.id);
  await must(
    packer.post(`/fulfilment/shipment/${six.id}/ownLabel`, {
      carrierCode: 'OWN',
      trackingNo: 'TRUCK-1',
    }),
  );
  await must(ship(six.id, 'part-1'));
  let now = await orderOf(order.id);
  expect(now.status).toBe('partial');
  expect(now.lines.orderLine[0]).toMatchObject({ qtyShipped: 6, qtyReserved: 4 });

  const line = now.lines.orderLine[0]?.id;
  await must(
    clerk.post(`/orders/salesOrder/${order.id}/cancel`, {
      reason: '买家减一件',
      lines: [{ lineId: line, qty: 1 }],
    }),
  );
  now = await orderOf(order.id);
  expect(now.status).toBe('partial');
  expect(now.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1, qtyReserved: 3 });

  await packAndSeal(four.id);
  await must(
    packer.post(`/fulfilment/shipment/${four.id}/ownLabel`, {
      carrierCode: 'OWN',
      trackingNo: 'TRUCK-2',
    }),
  );
  await must(ship(four.id, 'part-2'));
  now = await orderOf(order.id);
  expect(now.status).toBe('shipped');
  expect(now.lines.orderLine[0]).toMatchObject({ qtyShipped: 9, qtyCancelled: 1, qtyReserved: 0 });
  await scene.settled();
  expect((await orderOf(order.id))['shipSync']).toBe('ok');
  await clean();
});

/** S6: the buyer cancels before the label, after it, and after the goods have left. */
test('S6: cancels before the label in one click, after it only knowingly, after shipping not at all', async () => {
  const before = await pullOne('s3', 61);
  await must(clerk.post(`/orders/salesOrder/${before.id}/cancel`, { reason: '买家取消' }));
  expect((await orderOf(before.id)).status).toBe('cancelled');

  const labelled = await pullOne('s3', 62);
  const [shipment] = await acceptAndStart(labelled);
  await packAndSeal(shipment?.id as string);
  await must(packer.post(`/fulfilment/shipment/${shipment?.id ?? ''}/register`, {}, { 'idempotency-key': 'label-62' }));
  await scene.settled();
  const refused = await clerk.post(`/orders/salesOrder/${labelled.id}/cancel`, {
    reason: '买家取消',
  });
  expect(refused.status).toBe(409);
  expect(refused.message).toContain('面单损失');
  await must(
    clerk.post(`/orders/salesOrder/${labelled.id}/cancel`, {
      reason: '买家取消',
      acceptLabelLoss: true,
    }),
  );
  expect(await orderOf(labelled.id)).toMatchObject({ status: 'cancelled', labelLoss: true });

  const gone = await pullOne('s3', 63);
  const [leaving] = await acceptAndStart(gone);
  await packAndSeal(leaving?.id as string);
  await must(packer.post(`/fulfilment/shipment/${leaving?.id ?? ''}/register`, {}, { 'idempotency-key': 'label-63' }));
  await scene.settled();
  await scene.pass(5 * 86_400_000);
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await must(ship(leaving?.id as string, 'gone-1'));
  await scene.settled();
  const late = await clerk.post(`/orders/salesOrder/${gone.id}/cancel`, { reason: '买家取消' });
  expect(late.status).toBe(409);
  expect((await orderOf(gone.id)).status).toBe('shipped');
  await clean();
});

/** The buyer asks through the channel: an open order is held, a shipped one must be intercepted. */
test('S6: a cancellation request from the channel holds the order until it is answered', async () => {
  const order = await pullOne('s3', 71);
  const detail = await orderOf(order.id);
  await scene.sim('POST', '/cancellations', {
    po: order['channelOrderNo'],
    partNumber: detail.lines.orderLine[0]?.['channelSku'],
    quantity: detail.lines.orderLine[0]?.['qty'],
  });
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pull`));
  await scene.settled();
  expect((await orderOf(order.id))['holds']).toEqual(['cancelRequest']);
  const blocked = await clerk.post(`/orders/salesOrder/${order.id}/accept`);
  expect(blocked.message).toContain('取消申请');
  const [request] = await list('/channels/cancellationRequest/list', { tab: 'pending' });
  await must(clerk.post(`/channels/cancellationRequest/${request?.id ?? ''}/confirm`));
  await scene.settled();
  expect((await orderOf(order.id)).status).toBe('cancelled');
  await clean();
});
