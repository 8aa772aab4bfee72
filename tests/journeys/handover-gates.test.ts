import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kit/model/time.ts';
import { look } from '#tests/channels/shop.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { CHAIR, startHandoverScene, type HandoverScene, type Parcel } from './handover-scene.ts';

/** What does not belong on a list of a carrier's day, and who may not close or reopen one. */

const DAY_MS = 86_400_000;
let on: HandoverScene;

beforeAll(async () => {
  on = await startHandoverScene();
});
afterAll(() => on?.scene.stop());

interface Desk {
  status: string;
  handoverNo: string;
  day: string;
  boxes: { boxId: string; boxNo: string; shipmentId: string }[];
}

const at = (id: string, call: string): string => `/fulfilment/handover/${id}/${call}`;
const openFor = (more: object = {}) =>
  on.packer.post<{ id: string; isNew: boolean; errors?: { field: string }[] }>('/fulfilment/handover/open', {
    warehouseId: on.here,
    ...more,
  });
const opened = async (more: object = {}): Promise<string> => (await must(openFor(more))).id;
const scan = (id: string, number: string) => on.packer.post<{ desk: Desk }>(at(id, 'scan'), { number });
const deskOf = (id: string): Promise<Desk> => must(on.packer.get<Desk>(at(id, 'desk')));
const signed = { driver: '王师傅', signedBy: '王师傅' };
const handOver = (id: string, who = on.packer) => who.post<{ desk: Desk }>(at(id, 'handOver'), signed);
const cancel = (id: string) => must(on.packer.post(at(id, 'cancel'), { reason: '试' }));
const reopen = (id: string) => on.clerk.post(at(id, 'reopen'), { reason: '少一箱' });
const clean = async (): Promise<void> => expect(await on.scene.violations()).toEqual([]);

const [first, second] = [
  (parcel: Parcel): string => parcel.boxes[0] as string,
  (parcel: Parcel): string => parcel.boxes[1] as string,
];

test('a box of another carrier, without a label or from a sandbox is on no list', async () => {
  const bare = await on.sealed();
  const ready = await on.labelled();
  const other = (await firstOf(on.admin, '/base/shipMethod/list', { code: 'UPS-GND' })).id;
  const foreign = await opened({ shipMethodId: other });
  expect((await scan(foreign, ready.tracking)).message).toMatch(/ 走.+，不交给这个承运商$/);
  const id = await opened({ shipMethodId: on.truck });
  expect((await scan(id, first(bare))).message).toBe(`${first(bare)} 是已封箱，面单就绪后才能交接`);
  const test = (environment: string) =>
    look(
      on.scene,
      (tx) => tx.run`update box set environment = ${environment}
        where tenant_id = ${tx.tenant} and shipment_id = ${ready.id}::uuid`,
    );
  await test('sandbox');
  expect((await scan(id, ready.tracking)).message).toMatch(/是沙箱测试单，不交给承运商$/);
  expect(await must(on.packer.post(at(id, 'collect')))).toMatchObject({ added: 0 });
  await test('live');
  await must(scan(id, ready.tracking));
  expect((await deskOf(id)).boxes).toHaveLength(1);
  await cancel(id);
  await cancel(foreign);
  await clean();
});

test('boxes of one shipment are on one list, scanned or collected', async () => {
  const chairs = await on.labelled(CHAIR, 2);
  expect(chairs.boxes.length).toBeGreaterThan(1);
  const [id, any] = [await opened({ shipMethodId: on.truck }), await opened()];
  const { handoverNo } = await deskOf(id);
  await must(scan(id, first(chairs)));
  expect((await scan(any, second(chairs))).message).toBe(`${second(chairs)} 已在清单 ${handoverNo}`);
  await must(on.packer.post(at(any, 'collect')));
  expect((await deskOf(any)).boxes.map(({ shipmentId }) => shipmentId)).not.toContain(chairs.id);
  await cancel(id);
  await cancel(any);
  await clean();
});

test('a list is for a day from today to a week ahead, by the calendar of its warehouse', async () => {
  const id = await opened();
  const { day } = await deskOf(id);
  const ofDay = (days: number) => openFor({ day: addDays(day, days) });
  for (const days of [-1, 8]) {
    const refused = await ofDay(days);
    expect([refused.status, refused.message]).toEqual([422, '交接日期须在今天起 7 天内']);
  }
  const last = await must(ofDay(7));
  expect(last.isNew).toBe(true);
  await cancel(id);
  await cancel(last.id);
});

test('a slip of the finger is no signature', async () => {
  const id = await opened({ shipMethodId: on.truck });
  await must(scan(id, (await on.labelled()).tracking));
  const slip = await on.packer.post(at(id, 'handOver'), {
    driver: '王师傅',
    signature: [[10, 10, 11, 11, 12, 12, 13, 13, 14, 14]],
  });
  expect([slip.status, slip.message]).toEqual([422, '请司机签名，或填写签收人姓名']);
  expect((await deskOf(id)).status).toBe('draft');
  await cancel(id);
});

test('who may not ship closes no list, and what a driver is signing for is not taken back', async () => {
  const [parcel, gone] = [await on.labelled(), await on.labelled()];
  const id = await opened({ shipMethodId: on.truck });
  await must(scan(id, parcel.tracking));
  const porter = await personWith(on.scene, on.admin, ['fulfilment:handover:list', 'fulfilment:handover:handOver']);
  expect((await handOver(id, porter)).status).toBe(403);
  expect((await deskOf(id)).status).toBe('draft');
  await must(scan(id, gone.tracking));
  await must(on.packer.post(`/fulfilment/shipment/${gone.id}/ship`, {}, { 'idempotency-key': gone.id }));
  const state = (status: string) =>
    look(
      on.scene,
      (tx) => tx.run`update handover set status = ${status}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
  await state('closing');
  const back = await on.admin.post(
    `/fulfilment/shipment/${gone.id}/unship`,
    { reason: '扫错' },
    { 'idempotency-key': `back ${gone.id}` },
  );
  expect(back.status).toBe(409);
  expect(back.message).toContain('交给承运商，不能撤销发货');
  await state('draft');
  await must(handOver(id));
  await clean();
});

test('a list is opened again on its day, and not beside another that waits', async () => {
  const hand = async (): Promise<string> => {
    const id = await opened({ shipMethodId: on.truck });
    await must(scan(id, (await on.labelled()).tracking));
    await must(handOver(id));
    return id;
  };
  const closed = await hand();
  const waiting = await opened({ shipMethodId: on.truck });
  const { handoverNo } = await deskOf(waiting);
  expect((await reopen(closed)).message).toBe(`同一承运商当天已有待交接的清单 ${handoverNo}`);
  await cancel(waiting);
  await on.scene.pass(DAY_MS);
  const late = await reopen(closed);
  expect([late.status, late.message]).toEqual([409, '只能在交接当天重新打开；之后请按退货或拦截处理']);
  await clean();
});
