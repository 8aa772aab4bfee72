import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { newOrder, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { CHAIRS, expectClean, must } from './goods.ts';
import { together } from './together.ts';

let scene: TestApp;
let clerk: Client;
let packer: Client;
let other: Client;
let streets = 0;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  other = await scene.as('admin');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Packing {
  shipment: string;
  order: string;
  boxes: string[];
}

/** A shipment whose two boxes stand open on the desk. */
async function packing(): Promise<Packing> {
  const { id } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIRS, quantity: 2 }],
    shipTo: { address1: `${++streets} Packing St` },
  });
  const shipment = await startedShipment(scene, clerk, id);
  await must(packer.post(`/fulfilment/shipment/${shipment}/pack`));
  const list = await must(packer.get<{ records: { id: string }[] }>('/fulfilment/box/list', { shipmentId: shipment }));
  const boxes = list.records.map((box) => box.id);
  expect(boxes).toHaveLength(2);
  return { shipment, order: id, boxes };
}

const box = (who: Client, id: string | undefined, move: string): Promise<Answer> =>
  who.post(`/fulfilment/box/${id ?? ''}/${move}`);
const stateOf = async (resource: 'box' | 'shipment', id: string | undefined): Promise<string> =>
  (await must(packer.get<{ status: string }>(`/fulfilment/${resource}/queryById`, { id: id ?? '' }))).status;

test('the last two boxes closed at the same instant close the packing of their shipment', async () => {
  const { shipment, boxes } = await packing();
  const answers = await together(scene, 'box', boxes, [
    () => box(packer, boxes[0], 'seal'),
    () => box(other, boxes[1], 'seal'),
  ]);
  expect(answers.map(({ message }) => message)).toEqual(['', '']);
  expect(await stateOf('shipment', shipment)).toBe('packed');
});

test('one box closed while the other is opened again: the shipment is not packed with an open box', async () => {
  const { shipment, boxes } = await packing();
  await must(box(packer, boxes[0], 'seal'));
  const answers = await together(scene, 'box', boxes, [
    () => box(packer, boxes[0], 'reopen'),
    () => box(other, boxes[1], 'seal'),
  ]);
  expect(answers.map(({ message }) => message)).toEqual(['', '']);
  expect(await stateOf('box', boxes[0])).toBe('open');
  expect(await stateOf('shipment', shipment)).toBe('packing');
});

test('a box is not opened while labels are asked for: neither before nor at the same moment', async () => {
  const { shipment, boxes } = await packing();
  await must(packer.post(`/fulfilment/shipment/${shipment}/sealAll`));
  // The marketplace does not answer for now: the shipment waits for its labels.
  await scene.sim('POST', '/faults', {
    plan: [{ fault: '503', match: { operation: 'register', times: 2 } }],
  });
  const [request, opened] = await together(
    scene,
    'shipment',
    [shipment],
    [
      () => packer.post(`/fulfilment/shipment/${shipment}/register`, {}, { 'idempotency-key': `labels ${shipment}` }),
      () => box(other, boxes[0], 'reopen'),
    ],
  );
  // Whoever was first: either the labels wait and the box stays shut, or it is open and nobody asked.
  expect([request?.success, opened?.success].filter(Boolean)).toHaveLength(1);
  if (request?.success) {
    expect(opened?.status).toBe(409);
    expect(opened?.message).toContain('面单申请中');
    expect(await stateOf('box', boxes[0])).toBe('sealed');
  } else {
    expect(request?.status).toBe(409);
    expect(await stateOf('shipment', shipment)).toBe('packing');
  }
});

test('labels on their way keep every box shut; with them the shipment is ready to leave', async () => {
  const { shipment, boxes } = await packing();
  await must(packer.post(`/fulfilment/shipment/${shipment}/sealAll`));
  await scene.sim('POST', '/faults', {
    plan: [{ fault: '503', match: { operation: 'register', times: 1 } }],
  });
  await must(packer.post(`/fulfilment/shipment/${shipment}/register`, {}, { 'idempotency-key': `labels ${shipment}` }));
  const opened = await box(packer, boxes[1], 'reopen');
  expect(opened).toMatchObject({ status: 409 });
  expect(opened.message).toContain('面单申请中');
  await scene.settled();
  expect(await stateOf('shipment', shipment)).toBe('labelled');
  expect([await stateOf('box', boxes[0]), await stateOf('box', boxes[1])]).toEqual(['labelled', 'labelled']);
  await expectClean(scene);
});
