import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { CHAIR, startHandoverScene, type HandoverScene, type Parcel } from './handover-scene.ts';

/** Boxes that a driver takes along: scanned, signed for, shipped one by one, and named where they stay. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;
let here: string;
let truck: string;
let labelled: HandoverScene['labelled'];

interface Box {
  boxId: string;
  boxNo: string;
  shipmentId: string;
  outcome: string;
  reason: string | null;
}
interface Desk {
  status: string;
  handoverNo: string;
  hasSignature: boolean;
  leftCount: number;
  refusedCount: number;
  waiting: number;
  boxes: Box[];
  missing: { shipmentNo: string; boxNos: string[] }[];
}
interface Handed {
  desk: Desk;
  shipped: number;
  refused: number;
}

beforeAll(async () => {
  ({ scene, clerk, packer, admin, here, truck, labelled } = await startHandoverScene());
});
afterAll(() => scene?.stop());

let made = 0;
const at = (id: string, call: string): string => `/fulfilment/handover/${id}/${call}`;
const open = async (): Promise<string> =>
  (
    await must(
      packer.post<{ id: string }>('/fulfilment/handover/open', {
        warehouseId: here,
        shipMethodId: truck,
      }),
    )
  ).id;
const scan = (id: string, number: string) => packer.post<{ desk: Desk; isNew: boolean }>(at(id, 'scan'), { number });
const signed = {
  driver: '王师傅',
  plate: '沪A12345',
  signature: [[10, 10, 80, 60, 200, 90, 300, 20, 310, 40, 350, 60]],
};
const handOver = (id: string, body: Record<string, unknown> = signed) => packer.post<Handed>(at(id, 'handOver'), body);
const shipmentOf = (id: string) =>
  must(
    admin.get<{ status: string; handoverId: string | null; handoverStatus: string }>('/fulfilment/shipment/queryById', {
      id,
    }),
  );
const unship = (id: string) =>
  admin.post(
    `/fulfilment/shipment/${id}/unship`,
    { reason: '扫错' },
    { 'idempotency-key': `unship ${id} ${(made += 1)}` },
  );
const clean = async (): Promise<void> => expect(await scene.violations()).toEqual([]);

test('scanned boxes leave with the driver; what has left is not taken back while the list is closed', async () => {
  const one = await labelled();
  const two = await labelled();
  const id = await open();
  expect(await open()).toBe(id);
  expect((await must(scan(id, one.boxes[0] ?? ''))).isNew).toBe(true);
  expect((await must(scan(id, one.boxes[0] ?? ''))).isNew).toBe(false);
  expect((await must(scan(id, two.tracking))).desk.boxes).toHaveLength(2);
  expect((await scan(id, 'NO-SUCH-BOX')).message).toBe('找不到箱号或运单号 NO-SUCH-BOX');
  expect((await handOver(id, { driver: '王师傅' })).message).toBe('请司机签名，或填写签收人姓名');
  expect((await shipmentOf(one.id)).status).toBe('labelled');
  const { desk, shipped } = await must(handOver(id));
  expect({ shipped, ...desk }).toMatchObject({
    shipped: 2,
    status: 'closed',
    hasSignature: true,
    leftCount: 2,
    refusedCount: 0,
  });
  expect(await shipmentOf(one.id)).toMatchObject({ status: 'shipped', handoverStatus: 'handed' });
  const refused = await unship(one.id);
  expect(refused.status).toBe(409);
  expect(refused.message).toContain(`已在交接清单 ${desk.handoverNo} 交给承运商，不能撤销发货`);
  const picture = await packer.raw('GET', at(id, 'signature'));
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  const paper = await packer.raw('POST', at(id, 'print'), {});
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await clean();
  // Whoever hands over does not open a list again; then what is not there is taken back.
  expect((await packer.post(at(id, 'reopen'), { reason: '少一箱' })).status).toBe(403);
  await must(clerk.post(at(id, 'reopen'), { reason: '少一箱' }));
  await must(unship(one.id));
  const [box] = desk.boxes.filter(({ shipmentId }) => shipmentId === one.id);
  await must(packer.post(at(id, 'drop'), { boxIds: [box?.boxId] }));
  expect((await must(handOver(id))).desk).toMatchObject({ status: 'closed', leftCount: 1 });
  await must(packer.post(`/fulfilment/shipment/${one.id}/voidShipment`, { reason: '不发' }));
  await clean();
});

test('what a driver has signed for is not called back, whether it left with the list or just before', async () => {
  await must(admin.put('/channels/callWait', { seconds: 60, version: 0 }));
  const callBack = (id: string) =>
    packer.post(`/fulfilment/shipment/${id}/callBack`, {}, { 'idempotency-key': `back ${id}` });
  const one = await labelled();
  const two = await labelled();
  const id = await open();
  await must(scan(id, one.tracking));
  await must(scan(id, two.tracking));
  await must(packer.post(`/fulfilment/shipment/${one.id}/ship`, {}, { 'idempotency-key': `ship ${one.id}` }));
  const { desk } = await must(handOver(id));
  expect(desk).toMatchObject({ status: 'closed', leftCount: 2 });
  for (const parcel of [one, two]) {
    expect((await callBack(parcel.id)).status).toBe(409);
    expect((await shipmentOf(parcel.id)).status).toBe('shipped');
  }
  await must(admin.put('/channels/callWait', { seconds: 0, version: 1 }));
  await scene.settled();
  await clean();
});

test('what may not leave stays with its reason, on no list; a box that is missing is named', async () => {
  const good = await labelled();
  const held = await labelled();
  const half = await labelled(CHAIR, 2);
  expect(half.boxes.length).toBeGreaterThan(1);
  const id = await open();
  const [first = '', ...rest] = half.boxes;
  for (const number of [good.tracking, held.tracking, first]) await must(scan(id, number));
  await must(clerk.post(`/orders/salesOrder/${held.orderId}/hold`, { reason: '等买家' }));
  const before = await must(packer.get<Desk>(at(id, 'desk')));
  expect(before.missing.map(({ boxNos }) => boxNos)).toEqual([rest]);
  const { desk, shipped, refused } = await must(handOver(id));
  expect({ shipped, refused, status: desk.status }).toEqual({
    shipped: 1,
    refused: 2,
    status: 'closed',
  });
  const why = (parcel: Parcel) => desk.boxes.find(({ shipmentId }) => shipmentId === parcel.id)?.reason;
  expect(why(held)).toBe('订单有未处理的挂起：人工');
  expect(why(half)).toBe(`缺箱：${rest.join('、')}`);
  expect(await shipmentOf(half.id)).toMatchObject({ status: 'labelled', handoverId: null });
  await clean();
  // They wait for the next list.
  await must(clerk.post(`/orders/salesOrder/${held.orderId}/release`, { reason: '好了' }));
  const next = await open();
  expect(next).not.toBe(id);
  const { added } = await must(packer.post<{ added: number }>(at(next, 'collect')));
  expect(added).toBe(1 + half.boxes.length);
  expect((await must(handOver(next))).desk).toMatchObject({ status: 'closed', refusedCount: 0 });
  await clean();
});

test('a list on which nothing may leave stays open; a shipment packed afresh leaves its list', async () => {
  const held = await labelled();
  const id = await open();
  await must(scan(id, held.tracking));
  await must(clerk.post(`/orders/salesOrder/${held.orderId}/hold`, { reason: '等买家' }));
  const { desk } = await must(handOver(id));
  expect(desk).toMatchObject({ status: 'draft', leftCount: 0 });
  expect(desk.boxes[0]).toMatchObject({ outcome: 'listed', reason: '订单有未处理的挂起：人工' });
  await must(packer.post(`/fulfilment/shipment/${held.id}/voidShipment`, { reason: '不发' }));
  expect(await must(packer.get<Desk>(at(id, 'desk')))).toMatchObject({ boxes: [] });
  expect((await handOver(id)).message).toBe('清单里没有箱子，请先扫箱或带入');
  await clean();
  await must(packer.post(at(id, 'cancel'), { reason: '车没来' }));
});

test('who is cut off while boxes leave closes again: each shipment has left once', async () => {
  const gone = await labelled();
  const waits = await labelled();
  const id = await open();
  for (const { tracking } of [gone, waits]) await must(scan(id, tracking));
  // As a process leaves it that was killed between two shipments.
  await must(packer.post(`/fulfilment/shipment/${gone.id}/ship`, {}, { 'idempotency-key': `cut ${gone.id}` }));
  await look(
    scene,
    (tx) => tx.run`update handover set status = 'closing', driver = '王师傅', signed_by = '王师傅'
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
  expect((await scan(id, gone.tracking)).message).toBe('清单不是待交接，不能增减箱子');
  const [a, b] = await Promise.all([handOver(id), handOver(id)]);
  expect([a, b].some(({ success }) => success)).toBe(true);
  const desk = await must(packer.get<Desk>(at(id, 'desk')));
  expect(desk).toMatchObject({ status: 'closed', leftCount: 2, refusedCount: 0 });
  const ships = await look(
    scene,
    (tx) => tx.rows<{ n: number }>`select count(*)::integer as n from state_log
      where tenant_id = ${tx.tenant} and move = 'ship' and resource = 'fulfilment:shipment'
        and row_id = any(${[gone.id, waits.id]}::uuid[]) group by row_id`,
  );
  expect(ships).toEqual([{ n: 1 }, { n: 1 }]);
  await scene.settled();
  await clean();
});

test('people of another warehouse, and who may not hand over, are kept out', async () => {
  const id = await open();
  const support = await scene.as('kefu');
  expect((await support.post(at(id, 'handOver'), signed)).status).toBe(403);
  expect((await support.post(at(id, 'scan'), { number: 'X' })).status).toBe(403);
  const other = await must(
    packer.post<{ id: string }>('/fulfilment/handover/open', {
      warehouseId: Object.values(scene.seller.warehouses).find((one) => one !== here),
    }),
  );
  const parcel = await labelled();
  expect((await scan(other.id, parcel.tracking)).message).toMatch(/不在这个仓库$/);
  await must(scan(id, parcel.tracking));
  const second = await must(
    packer.post<{ id: string; isNew: boolean }>('/fulfilment/handover/open', { warehouseId: here }),
  );
  expect(second.isNew).toBe(true);
  expect((await scan(second.id, parcel.tracking)).message).toMatch(/已在清单 HO/);
  await clean();
});

test('a list without a box says so instead of printing a blank sheet', async () => {
  // Of any way, so that it is none of those above.
  const { id } = await must(packer.post<{ id: string }>('/fulfilment/handover/open', { warehouseId: here }));
  const desk = await must(packer.get<Desk>(at(id, 'desk')));
  expect(desk.boxes).toEqual([]);
  expect(await packer.post(at(id, 'print'))).toMatchObject({
    status: 409,
    message: '清单里没有箱子，请先扫箱或带入',
  });
  await must(packer.post(at(id, 'cancel'), { reason: '空单' }));
});
