import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StationShipment, StationStep } from '#modules/fulfilment/model/station.ts';
import { openShop } from '#tests/channels/shop.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';

/** Each step of the packing station asks for the right of the move that it makes. */

const BED = 'WB-BED-ALMA-QN';
let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;
let keys = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await addStock(scene, packer, BED, 20);
});
afterAll(() => scene?.stop());

const may = (...codes: string[]): Promise<Client> => personWith(scene, admin, ['fulfilment:shipment:pack', ...codes]);
const step = (id: string, one: StationStep, who: Client): Promise<Answer<StationShipment>> =>
  who.post(`/fulfilment/station/${id}/step`, one, { 'idempotency-key': `rights ${++keys}` });
const opened = (id: string, who: Client): Promise<StationShipment> => must(step(id, { kind: 'open' }, who));

/** A started order of one bed: three cartons. */
async function bed(): Promise<{ id: string; orderId: string }> {
  const { id: orderId } = await newOrder(scene, clerk, {
    lines: [{ partNumber: BED, quantity: 1 }],
  });
  return { id: await startedShipment(scene, clerk, orderId), orderId };
}

test('closing, measuring and opening again are rights of their own, and what is refused stores nothing', async () => {
  const { id } = await bed();
  const looker = await may();
  const [first] = (await opened(id, looker)).boxes;
  const seal = { kind: 'seal', boxId: first?.id ?? '', code: BED } as const;
  expect((await step(id, seal, looker)).status).toBe(403);
  await must(step(id, { kind: 'leave' }, looker));
  const closer = await may('fulfilment:box:seal');
  await opened(id, closer);
  const heavier = { ...seal, weightG: (first?.weightG ?? 0) + 500 };
  expect((await step(id, heavier, closer)).status).toBe(403);
  expect((await opened(id, closer)).boxes[0]).toMatchObject({
    status: 'open',
    weightG: first?.weightG,
  });
  await must(step(id, seal, closer));
  expect((await step(id, { kind: 'undo' }, closer)).status).toBe(403);
  expect((await opened(id, closer)).boxes[0]?.status).toBe('sealed');
  expect(await scene.violations()).toEqual([]);
});

test('who may not ask for labels packs, and the label is asked for by somebody who may', async () => {
  const { id } = await bed();
  const closer = await may('fulfilment:box:seal');
  const { boxes } = await opened(id, closer);
  let last: StationShipment | undefined;
  for (const { id: boxId, boxNo } of boxes) last = await must(step(id, { kind: 'seal', boxId, code: boxNo }, closer));
  expect(last).toMatchObject({ status: 'packed', labelRefused: '没有申请面单的权限' });
  await must(step(id, { kind: 'leave' }, closer));
  await must(step(id, { kind: 'label' }, packer));
  await scene.settled();
  const [box] = (await opened(id, packer)).boxes;
  expect(box?.labelKey).toBeTruthy();
  const printed = { kind: 'printed', boxId: box?.id ?? '', labelKey: box?.labelKey ?? '' } as const;
  expect((await step(id, printed, closer)).status).toBe(403);
  // A label that has been replaced since is not the one that came out.
  expect((await step(id, { ...printed, labelKey: box?.id ?? '' }, packer)).status).toBe(404);
  expect((await must(step(id, printed, packer))).boxes[0]?.prints).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('an order that is held is looked at, not begun', async () => {
  const { id, orderId } = await bed();
  await must(clerk.post(`/orders/salesOrder/${orderId}/hold`, { reason: '等买家' }));
  expect(await opened(id, packer)).toMatchObject({ status: 'draft', holder: null, boxes: [] });
});
