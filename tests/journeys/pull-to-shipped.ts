import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn } from '#kit/model/time.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { nextAt } from '#tests/harness/test-clock.ts';
import { LEGACY_PART_NUMBERS } from '#simulator/catalogue.ts';

interface OrderRow {
  id: string;
  channelOrderNo: string;
  status: string;
  holds: string[];
  version: number;
}
interface Page<T> {
  records: T[];
  total: number;
}
interface Batch {
  total: number;
  ok: number;
  failed: number;
  rows: { id: string; label: string; ok: boolean; code?: string; message?: string }[];
}
interface Planted {
  poNumber: string;
}
interface Scenario {
  poNumbers: string[];
  unmapped: Planted[];
  priceMismatch: Planted[];
  badAddress: string[];
  outOfStock: Planted[];
}

const numbersOf = (planted: readonly Planted[]): string[] =>
  planted.map((one) => one.poNumber).sort();

let scene: TestApp;
let clerk: Client;
let packer: Client;

/** The first of all journeys, from a shop that is not connected yet to six boxes on a truck. */
export function pullToShipped(startsAt?: Date): void {
  beforeAll(async () => {
    scene = await startTestApp(startsAt ? { startsAt } : {});
    await signIn();
  });
  afterAll(() => scene.stop());
  test('S1+S2: from an unconnected shop to acknowledged orders', connectAndAccept);
  test('S3: a multi-carton order ships as six boxes', shipSixBoxes);
}

async function signIn(): Promise<void> {
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
}

const orders = async (query: Record<string, string>): Promise<OrderRow[]> =>
  (await clerk.get<Page<OrderRow>>('/orders/salesOrder/list', { pageSize: '100', ...query })).result
    .records;

const facts = async () =>
  await scene.sim<{ violations: unknown[]; facts: Record<string, Record<string, unknown>> }>(
    'GET',
    '/audit',
  );

/** S1, S2: connect, pull 30, clear the holds, accept what can be accepted, one ack fails and is retried. */
async function connectAndAccept(): Promise<void> {
  const tested = await clerk.post<{ ok: boolean }>(
    `/channels/account/${scene.seller.accountId}/test`,
  );
  expect(tested.success, tested.message).toBe(true);
  // The first pull comes with the connection; one that is asked for while it runs is the same pull.
  await scene.settled();
  const planted = await scene.sim<Scenario>('POST', '/seed', { scenario: 's2', seed: 7 });
  expect((await clerk.post(`/channels/account/${scene.seller.accountId}/pull`)).success).toBe(true);
  await scene.settled();

  const pulled = await orders({ tab: 'pending' });
  expect(pulled).toHaveLength(28);
  const held = (type: string): string[] =>
    pulled
      .filter((order) => order.holds.includes(type))
      .map((order) => order.channelOrderNo)
      .sort();
  expect(held('unmapped')).toEqual(numbersOf(planted.unmapped));
  expect(held('priceMismatch')).toEqual(numbersOf(planted.priceMismatch));
  expect(held('address')).toEqual([...planted.badAddress].sort());
  expect(held('outOfStock')).toEqual(numbersOf(planted.outOfStock));
  expect(await scene.violations()).toEqual([]);

  // A second pull finds the same orders and changes nothing.
  await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  await scene.settled();
  expect(await orders({ tab: 'pending' })).toHaveLength(28);

  await mapLegacyParts();
  await clearOtherHolds(pulled, planted);

  const ready = await orders({ tab: 'pending' });
  const preview = await clerk.post<Batch>('/orders/salesOrder/batch/accept', {
    ids: ready.map((order) => order.id),
    dryRun: true,
  });
  expect(preview.result).toMatchObject({ total: 28, ok: 26, failed: 2 });
  expect(preview.result.rows.filter((row) => !row.ok).map((row) => row.message)).toEqual([
    '订单有未处理的挂起：缺货',
    '订单有未处理的挂起：缺货',
  ]);

  // One acknowledgement fails at the channel and is tried again.
  await scene.sim('POST', '/faults', {
    plan: [{ fault: '500', match: { operation: 'accept', nth: 3, times: 1 } }],
  });
  const accepted = await clerk.post<Batch>('/orders/salesOrder/batch/accept', {
    filter: { tab: 'pending' },
  });
  expect(accepted.result).toMatchObject({ total: 28, ok: 26, failed: 2 });
  await scene.settled();
  const shipping = await orders({ tab: 'shipping' });
  expect(shipping).toHaveLength(26);
  expect(new Set(shipping.map((order) => order.status))).toEqual(new Set(['ready']));

  const audit = await facts();
  expect(audit.violations).toEqual([]);
  const accepts = shipping.map((order) => audit.facts[order.channelOrderNo]?.['acceptEffects']);
  expect(new Set(accepts)).toEqual(new Set([1]));
  expect(await scene.violations()).toEqual([]);
}

/** Mapping the three listings releases their orders by itself. */
async function mapLegacyParts(): Promise<void> {
  const waiting = await clerk.get<Page<{ id: string; channelSku: string; version: number }>>(
    '/channels/channelProduct/list',
    { mapStatus: 'unmapped', pageSize: '50' },
  );
  expect(waiting.result.records.map((row) => row.channelSku).sort()).toEqual(
    Object.keys(LEGACY_PART_NUMBERS).sort(),
  );
  for (const row of waiting.result.records) {
    const part = LEGACY_PART_NUMBERS[row.channelSku] as string;
    const mapped = await clerk.put('/channels/channelProduct/edit', {
      id: row.id,
      version: row.version,
      skuId: scene.seller.skus[part],
    });
    expect(mapped.success, mapped.message).toBe(true);
  }
  expect(
    (await orders({ tab: 'pending' })).filter((order) => order.holds.includes('unmapped')),
  ).toEqual([]);
}

/** Finance lets the price pass, the clerk mends the postcode. */
async function clearOtherHolds(pulled: OrderRow[], planted: Scenario): Promise<void> {
  const idOf = (po: string | undefined): string =>
    pulled.find((order) => order.channelOrderNo === po)?.id ?? '';
  const finance = await scene.as('caiwu');
  const refused = await clerk.post(
    `/orders/salesOrder/${idOf(planted.priceMismatch[0]?.poNumber)}/acceptPrice`,
    {},
  );
  expect(refused.status).toBe(403);
  const passed = await finance.post(
    `/orders/salesOrder/${idOf(planted.priceMismatch[0]?.poNumber)}/acceptPrice`,
    {
      reason: '促销价，已确认',
    },
  );
  expect(passed.success, passed.message).toBe(true);
  const bad = idOf(planted.badAddress[0]);
  const detail = await clerk.get<Record<string, string>>('/orders/salesOrder/queryById', {
    id: bad,
  });
  const address = Object.fromEntries(
    Object.entries(detail.result).filter(([key]) => key.startsWith('shipTo')),
  );
  const still = await clerk.post(`/orders/salesOrder/${bad}/correctAddress`, address);
  expect(still).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToPostalCode', message: '邮编不正确：9021' }] },
  });
  const mended = await clerk.post(`/orders/salesOrder/${bad}/correctAddress`, {
    ...address,
    shipToState: 'TX',
    shipToPostalCode: '78701',
  });
  expect(mended.success, mended.message).toBe(true);
}

/** S3: a bed in three cartons, two of them: six boxes, freight, label, ship, notice. */
async function shipSixBoxes(): Promise<void> {
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
  const early = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': 'early' },
  );
  expect(early.status).toBe(409);
  expect(early.message).toContain('缺 3/3 床尾');
  expect((await packer.post(`/fulfilment/box/${boxes[5]?.id ?? ''}/seal`)).success).toBe(true);
  const registered = await packer.post(
    `/fulfilment/shipment/${shipment}/register`,
    {},
    { 'idempotency-key': 'r1' },
  );
  expect(registered.success, registered.message).toBe(true);
  await scene.settled();

  // The truck comes on Monday; who ships more than a day before is refused.
  const tooEarly = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': 's0' },
  );
  expect(tooEarly.status).toBe(409);
  expect(tooEarly.message).toBe(
    `提货日为 ${addDays(friday, 3)}（仓库当地日期），最早 ${addDays(friday, 2)} 发货`,
  );
  await scene.pass(2 * 86_400_000);

  const before = await onHand();
  const shipped = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': 's1' },
  );
  expect(shipped.success, shipped.message).toBe(true);
  const again = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': 's1' },
  );
  expect(again.success).toBe(true);
  const other = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': 's2' },
  );
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
