import { expect } from 'vitest';
import { addDays, dayIn } from '#kit/model/time.ts';
import { nextAt } from '#tests/harness/test-clock.ts';
import { clerk, facts, orders, packer, scene, signIn, type Page, type Scenario } from './first-journey.ts';

/** S3: a bed in three cartons, two of them: six boxes, freight, label, ship, notice. */
export async function shipSixBoxes(): Promise<void> {
  const friday = await fridayAfternoon();
  const { poNumbers } = await scene.sim<Scenario>('POST', '/seed', { scenario: 's3', seed: 11 });
  await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  await scene.settled();
  const [order] = await orders({ channelOrderNo: poNumbers[0] as string });
  expect(order?.holds).toEqual([]);
  const id = order?.id as string;
  expect((await clerk.post(`/orders/salesOrder/${id}/accept`)).success).toBe(true);
  await scene.settled();
  const started = await clerk.post(`/orders/salesOrder/${id}/start`);
  expect(started.success, started.message).toBe(true);

  const shipment = await shipmentOf(id);
  const packed = await packer.post(`/fulfilment/shipment/${shipment}/pack`);
  expect(packed.success, packed.message).toBe(true);
  const boxes = await boxesOf(shipment);
  expect(boxes).toHaveLength(6);
  for (const box of boxes.slice(0, 5)) {
    const sealed = await packer.post(`/fulfilment/box/${box.id}/seal`);
    expect(sealed.success, sealed.message).toBe(true);
  }
  const early = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': 'early' });
  expect(early.status).toBe(409);
  expect(early.message).toContain('缺 3/3 床尾');
  expect((await packer.post(`/fulfilment/box/${boxes[5]?.id ?? ''}/seal`)).success).toBe(true);
  const registered = await packer.post(`/fulfilment/shipment/${shipment}/register`, {}, { 'idempotency-key': 'r1' });
  expect(registered.success, registered.message).toBe(true);
  await scene.settled();

  // The truck comes on Monday; who ships more than a day before is refused.
  const tooEarly = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': 's0' });
  expect(tooEarly.status).toBe(409);
  expect(tooEarly.message).toBe(`提货日为 ${addDays(friday, 3)}（仓库当地日期），最早 ${addDays(friday, 2)} 发货`);
  await scene.pass(2 * 86_400_000);

  const before = await onHand();
  const shipped = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': 's1' });
  expect(shipped.success, shipped.message).toBe(true);
  const again = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': 's1' });
  expect(again.success).toBe(true);
  const other = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': 's2' });
  expect(other.status).toBe(409);
  await scene.settled();
  expect(before - (await onHand())).toBe(2);
  const [after] = await orders({ channelOrderNo: poNumbers[0] as string });
  expect(after?.status).toBe('shipped');
  const audit = await facts();
  expect(audit.violations).toEqual([]);
  expect(audit.facts[poNumbers[0] as string]).toMatchObject({
    acceptEffects: 1,
    registerEffects: 1,
    noticeEffects: 1,
  });
  expect(await scene.violations()).toEqual([]);
}

/** New Jersey on a Friday past the cut-off: the carrier comes on Monday, whatever today is. */
async function fridayAfternoon(): Promise<string> {
  const friday = nextAt(scene.now(), 5, '16:00', WAREHOUSE_ZONE);
  await scene.pass(friday.getTime() - scene.now().getTime());
  await signIn();
  return dayIn(friday, WAREHOUSE_ZONE);
}

const WAREHOUSE_ZONE = 'America/New_York';
const BED = 'WB-BED-HALDEN-QN';

async function onHand(): Promise<number> {
  const page = await packer.get<Page<{ onHand: number }>>('/inventory/stockLevel/list', {
    skuId: scene.seller.skus[BED] as string,
    pageSize: '50',
  });
  return page.result.records.reduce((sum, level) => sum + level.onHand, 0);
}

async function shipmentOf(orderId: string): Promise<string> {
  const page = await packer.get<Page<{ id: string; status: string }>>('/fulfilment/shipment/list', {
    orderId,
  });
  const live = page.result.records.filter((row) => row.status !== 'voided');
  expect(live).toHaveLength(1);
  return live[0]?.id as string;
}

async function boxesOf(shipmentId: string): Promise<{ id: string; content: string }[]> {
  const page = await packer.get<Page<{ id: string; content: string }>>('/fulfilment/box/list', {
    shipmentId,
    pageSize: '50',
  });
  return page.result.records;
}
