import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLD_MINUTES, type StationShipment, type StationStep } from '#modules/fulfilment/model/station.ts';
import { fault, look, openShop, place, pull } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { ONTARIO } from '#simulator/catalogue.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';

/** 打包台 in full screen, as its pages speak to the server: look-up, steps, and what must not happen. */

const BED = 'WB-BED-ALMA-QN';

let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;
let keys = 0;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk, packer] = [await scene.as('admin'), await scene.as('yunying'), await scene.as('cangku')];
  await openShop(scene, clerk);
  await addStock(scene, packer, BED, 60);
});
afterAll(() => scene?.stop());

interface Found {
  by: string | null;
  rows: { id: string; shipmentNo: string }[];
}

const find = (code: string, who = packer): Promise<Found> => must(who.get<Found>('/fulfilment/station/find', { code }));

const step = (
  id: string,
  one: StationStep,
  { who = packer, key = `station ${++keys}` }: { who?: Client; key?: string } = {},
): Promise<Answer<StationShipment>> =>
  who.post<StationShipment>(`/fulfilment/station/${id}/step`, one, { 'idempotency-key': key });

const shown = (id: string, who = packer): Promise<StationShipment> =>
  must(who.get<StationShipment>(`/fulfilment/station/${id}/shipment`));

/** Started orders of so many beds: three cartons each. */
async function started(
  more: Record<string, unknown> = {},
  quantity = 1,
): Promise<{ id: string; orderId: string; po: string }> {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: BED, quantity }], ...more }]);
  const po = made?.poNumber as string;
  await pull(scene, clerk);
  const { id: orderId } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
  await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
  await scene.settled();
  await must(clerk.post(`/orders/salesOrder/${orderId}/start`));
  const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
  return { id, orderId, po };
}

const statuses = ({ boxes }: StationShipment): string[] => boxes.map(({ status }) => status);

const seal = (box: { id: string } | undefined, code: string, more: object = {}): StationStep => ({
  kind: 'seal',
  boxId: box?.id ?? '',
  code,
  ...more,
});

test('what is scanned leads to its shipment: PO, numbers, boxes, goods by any of their codes', async () => {
  const { id, po } = await started();
  const { boxes, shipmentNo, orderNo, lines } = await must(step(id, { kind: 'open' }));
  expect(boxes).toHaveLength(3);
  for (const [code, by] of [
    [po.toLowerCase(), 'order'],
    [orderNo, 'order'],
    [shipmentNo, 'shipment'],
    [boxes[1]?.boxNo ?? '', 'box'],
    [BED, 'sku'],
    [`${BED} 2/3`, 'sku'],
    [lines[0]?.codes[1] ?? '', 'sku'],
  ] as const) {
    const found = await find(code);
    expect([code, found.by, found.rows.map((row) => row.id)]).toEqual([code, by, [id]]);
  }
  for (const code of ['NOWHERE', '', '%', 'x'.repeat(300)]) expect(await find(code)).toEqual({ by: null, rows: [] });
});

test('goods lead to the most urgent shipment that still needs them', async () => {
  const first = await started();
  const urgent = await started();
  await must(clerk.post(`/orders/salesOrder/${urgent.orderId}/setPriority`, { priority: 'urgent' }));
  expect((await find(BED)).rows.map(({ id }) => id)).toEqual([urgent.id]);
  const { rows, total } = await must(
    packer.get<{ rows: { id: string }[]; total: number }>('/fulfilment/station/queue'),
  );
  expect(rows[0]?.id).toBe(urgent.id);
  expect(total).toBeGreaterThan(1);
  const only = await must(
    packer.get<{ rows: { id: string }[] }>('/fulfilment/station/queue', {
      ids: [first.id, urgent.id].join(','),
      skip: urgent.id,
    }),
  );
  expect(only.rows.map(({ id }) => id)).toEqual([first.id]);
  await must(clerk.post(`/orders/salesOrder/${urgent.orderId}/setPriority`, { priority: 'normal' }));
});

test('three cartons are scanned, the label is asked for by itself, printed once, and it leaves', async () => {
  const { id } = await started();
  const open = await must(step(id, { kind: 'open' }));
  expect(open).toMatchObject({ status: 'packing', holder: { isMe: true } });
  expect(open.boxes.map(({ plannedG, weightG }) => plannedG === weightG)).toEqual([true, true, true]);
  for (const [at, code] of [`${BED} 1/3`, BED, open.boxes[2]?.boxNo ?? ''].entries())
    await must(step(id, seal(open.boxes[at], code, at === 1 ? { weightG: 9_500 } : {})));
  expect(await shown(id)).toMatchObject({ status: 'labelling' });
  const waiting = () => must(packer.get<StationShipment[]>('/fulfilment/station/waiting'));
  expect((await waiting()).map((one) => one.id)).toEqual([id]);
  await scene.settled();
  const labelled = (await waiting()).find((one) => one.id === id) as StationShipment;
  expect(labelled.status).toBe('labelled');
  expect(labelled.boxes[1]).toMatchObject({ weightG: 9_500 });
  const printable = labelled.boxes.filter(({ labelKey }) => labelKey !== null);
  expect(printable.length).toBeGreaterThan(0);
  for (const { id: boxId, labelKey, prints } of printable) {
    expect(prints).toBe(0);
    const pdf = await packer.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId });
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const printed: StationStep = { kind: 'printed', boxId, labelKey: labelKey as string };
    // The answer was lost, and it is said again.
    for (const _again of [1, 2]) await must(step(id, printed, { key: `printed ${boxId}` }));
  }
  const printed = await shown(id);
  expect(printed.boxes.map(({ labelKey, prints }) => (labelKey ? prints : null))).toEqual(
    labelled.boxes.map(({ labelKey }) => (labelKey ? 1 : null)),
  );
  await scene.pass(3 * 86_400_000);
  packer = await scene.as('cangku');
  await must(packer.post(`/fulfilment/shipment/${id}/ship`, {}, { 'idempotency-key': `ship ${id}` }));
  [admin, clerk] = [await scene.as('admin'), await scene.as('yunying')];
  expect((await waiting()).map((one) => one.id)).not.toContain(id);
  expect(await scene.violations()).toEqual([]);
});

test('repeated, foreign, wrong and unknown cartons are refused, and nothing of them is stored', async () => {
  const [one, other] = [await started(), await started()];
  const { boxes } = await must(step(one.id, { kind: 'open' }));
  const foreign = (await must(step(other.id, { kind: 'open' }))).boxes[0];
  const [first, second] = boxes;
  await must(step(one.id, seal(first, `${BED} 1/3`)));
  const before = await shown(one.id);
  for (const [action, status, words] of [
    [seal(first, `${BED} 1/3`), 409, '已封箱'],
    [seal(foreign, foreign?.boxNo ?? ''), 404, '不认识'],
    [seal(second, 'WB-MIR-ARCH-65'), 409, '不属于'],
    [seal(second, `${BED} 3/3`), 409, '不属于'],
    [seal(second, BED, { weightG: 0 }), 422, '大于 0'],
    [seal(second, BED, { weightG: -5 }), 422, '大于 0'],
    [seal(second, BED, { weightG: 1.5 }), 422, '大于 0'],
    [{ kind: 'seal' } as unknown as StationStep, 422, '不认识这一步'],
  ] as const) {
    const answer = await step(one.id, action);
    expect([answer.status, answer.message]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await shown(one.id)).toEqual(before);
  const keyless = await packer.post(`/fulfilment/station/${one.id}/step`, { kind: 'open' });
  expect(keyless.status).toBe(422);
});

test('a step that is sent again under its key does nothing twice; under the key of another it is refused', async () => {
  const { id } = await started();
  const { boxes } = await must(step(id, { kind: 'open' }));
  const sealing = seal(boxes[0], BED);
  const answers = await Promise.all([1, 2, 3].map(() => step(id, sealing, { key: `same ${id}` })));
  for (const answer of answers) expect(statuses(await must(Promise.resolve(answer)))[0]).toBe('sealed');
  expect((await step(id, seal(boxes[1], BED), { key: `same ${id}` })).status).toBe(409);
  const scans = await look(
    scene,
    (tx) => tx.one<{ n: number }>`
      select count(*)::integer as n from packing_scan where tenant_id = ${tx.tenant} and shipment_id = ${id}::uuid`,
  );
  expect(scans.n).toBe(1);
});

test('the last scan is taken back, with what the box measured before', async () => {
  const { id } = await started();
  const { boxes } = await must(step(id, { kind: 'open' }));
  await must(step(id, seal(boxes[0], BED)));
  await must(step(id, seal(boxes[1], BED, { weightG: 12_345 })));
  await must(step(id, { kind: 'take', boxId: boxes[2]?.id ?? '', code: BED }));
  // Reloaded in the middle: what was scanned is there, and what is at hand.
  expect(await shown(id)).toMatchObject({ atHand: boxes[2]?.id, status: 'packing' });
  expect((await must(step(id, { kind: 'undo' }))).atHand).toBeNull();
  const back = await must(step(id, { kind: 'undo' }));
  expect(statuses(back)).toEqual(['sealed', 'open', 'open']);
  expect(back.boxes[1]?.weightG).toBe(boxes[1]?.weightG);
  await must(step(id, { kind: 'undo' }));
  expect(await step(id, { kind: 'undo' })).toMatchObject({
    status: 409,
    message: '没有可撤销的扫描',
  });
  for (const box of boxes) await must(step(id, seal(box, box.boxNo)));
  await scene.settled();
  expect((await step(id, { kind: 'undo' })).message).toContain('面单已出');
  expect(await scene.violations()).toEqual([]);
});

test('a box at hand is sealed before the next one is scanned', async () => {
  const { id } = await started();
  const { boxes } = await must(step(id, { kind: 'open' }));
  await must(step(id, { kind: 'take', boxId: boxes[0]?.id ?? '', code: BED }));
  expect((await step(id, seal(boxes[1], BED))).message).toContain('先封好手上的');
  await must(step(id, seal(boxes[0], BED, { weightG: 8_000 })));
});

const STATION = ['fulfilment:shipment:pack', 'fulfilment:box:seal', 'fulfilment:box:measure'];

test('of two packers who scans first holds it, until ten minutes have passed', async () => {
  const { id } = await started();
  const second = await personWith(scene, admin, STATION);
  const { boxes } = await must(step(id, { kind: 'open' }));
  const looked = await must(step(id, { kind: 'open' }, { who: second }));
  expect(looked.holder).toEqual({ name: 'cangku', isMe: false });
  expect(await step(id, seal(boxes[0], BED), { who: second })).toMatchObject({
    status: 409,
    message: 'cangku 正在打这一单，请换一单',
  });
  const queued = await must(second.get<{ rows: { id: string }[] }>('/fulfilment/station/queue'));
  expect(queued.rows.map((row) => row.id)).not.toContain(id);
  // Both at once: one of them has it.
  const raced = await started();
  const [mine] = (await must(step(raced.id, { kind: 'open' }))).boxes;
  await must(step(raced.id, { kind: 'leave' }));
  const answers = await Promise.all([packer, second].map((who) => step(raced.id, seal(mine, BED), { who })));
  expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true]);
  await scene.pass((HOLD_MINUTES + 1) * 60_000);
  await must(step(id, seal(boxes[0], BED), { who: second }));
  expect((await shown(id)).holder).toMatchObject({ isMe: false });
});

test('of other tenants, warehouses and test orders nothing is said', async () => {
  const { id, po } = await started();
  const { boxes, shipmentNo } = await must(step(id, { kind: 'open' }));
  const stranger = await openOtherTenant(scene);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别仓',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [scene.seller.warehouses[ONTARIO] as string],
  });
  const elsewhere = await scene.as('elsewhere');
  for (const who of [stranger, elsewhere]) {
    for (const code of [po, shipmentNo, boxes[0]?.boxNo ?? '', BED])
      expect([code, await find(code, who)]).toEqual([code, { by: null, rows: [] }]);
    expect((await step(id, seal(boxes[0], BED), { who })).status).toBe(404);
    expect((await who.get(`/fulfilment/station/${id}/shipment`)).status).toBe(404);
    expect((await who.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId: boxes[0]?.id })).status).not.toBe(
      200,
    );
  }
  await look(
    scene,
    (tx) => tx.run`update shipment set environment = 'sandbox' where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
  await must(step(id, { kind: 'leave' }));
  const queued = await must(packer.get<{ rows: { id: string }[] }>('/fulfilment/station/queue'));
  expect(queued.rows.map((row) => row.id)).not.toContain(id);
  expect((await find(po)).rows.map((row) => row.id)).toEqual([id]);
  await look(
    scene,
    (tx) => tx.run`update shipment set environment = 'live' where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
});

test('a label that the marketplace refuses waits with its reason, and is asked for again', async () => {
  const { id } = await started();
  const { boxes } = await must(step(id, { kind: 'open' }));
  await fault(scene, {
    fault: 'graphql-error',
    message: 'Warehouse is closed',
    category: 'BAD_REQUEST',
    match: { operation: 'register', times: 1 },
  });
  for (const box of boxes) await must(step(id, seal(box, box.boxNo)));
  await scene.settled();
  const refused = await shown(id);
  expect(refused).toMatchObject({
    status: 'packed',
    labelError: expect.stringContaining('Warehouse is closed'),
  });
  await must(step(id, { kind: 'label' }));
  await scene.settled();
  expect(await shown(id)).toMatchObject({ status: 'labelled', labelError: null });
  expect(await scene.violations()).toEqual([]);
});

test('the control codes come as a sheet of barcodes', async () => {
  const { status, bytes } = await packer.raw('POST', '/fulfilment/station/codes', {});
  expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});
