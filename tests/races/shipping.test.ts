import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop } from '#tests/channels/shop.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock, CHAIRS, expectClean, expectNoTrouble, labelledShipments, must, NEW_JERSEY, times } from './goods.ts';

/** Shipments of each race. */
const RACED = IS_LONG
  ? { twice: 10, clicked: 10, hot: 30, cancelled: 16 }
  : { twice: 4, clicked: 4, hot: 16, cancelled: 8 };

let scene: TestApp;
let clerk: Client;
let packer: Client;
let other: Client;
type Shipment = Awaited<ReturnType<typeof labelledShipments>>[number];
let waiting: Shipment[];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  other = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false, lenientRepeats: true });
  await addStock(scene, packer, CHAIRS, 200);
  const all = Object.values(RACED).reduce((sum, n) => sum + n);
  waiting = await labelledShipments(scene, clerk, packer, all);
});
afterAll(() => scene.stop());

/** Those of one race, which no other has. */
const some = (race: keyof typeof RACED): Shipment[] => waiting.splice(0, RACED[race]);

const ship = (who: Client, id: string, key: string) =>
  who.post(`/fulfilment/shipment/${id}/ship`, {}, { 'idempotency-key': key });

interface Level {
  onHand: number;
  reserved: number;
  seq: number;
  lastBalance: number;
  sold: number;
}
/** The shelf of the raced part: its level, and what its ledger says. */
const shelf = (): Promise<Level> =>
  look(
    scene,
    (tx) => tx.one<Level>`
      select l.on_hand as "onHand", l.reserved, l.seq::integer,
        (select m.balance_after from stock_movement m where m.tenant_id = l.tenant_id
          and m.warehouse_id = l.warehouse_id and m.sku_id = l.sku_id and m.condition = l.condition
          order by m.seq desc limit 1) as "lastBalance",
        (select count(*)::integer from stock_movement m where m.tenant_id = l.tenant_id
          and m.warehouse_id = l.warehouse_id and m.sku_id = l.sku_id and m.type = 'sale_out') as sold
      from stock_level l where l.tenant_id = ${tx.tenant} and l.condition = 'good'
        and l.warehouse_id = ${scene.seller.warehouses[NEW_JERSEY]}::uuid
        and l.sku_id = ${scene.seller.skus[CHAIRS]}::uuid`,
  );

/** One unit left per shipment, with one entry in the ledger and one notice to the marketplace. */
async function expectLeftOnce(before: Level, shipments: readonly { po: string }[]): Promise<void> {
  const facts = await expectClean(scene);
  const after = await shelf();
  expect(after).toEqual({
    onHand: before.onHand - shipments.length,
    reserved: before.reserved - shipments.length,
    seq: before.seq + shipments.length,
    lastBalance: before.onHand - shipments.length,
    sold: before.sold + shipments.length,
  });
  for (const { po } of shipments) expect(facts[po], po).toMatchObject({ noticeCalls: 1, noticeEffects: 1 });
}

test('a shipment sent off twice at once, by two people: it leaves once, one of them reads why not', async () => {
  const shipments = some('twice');
  const before = await shelf();
  const answers = await Promise.all(
    shipments.flatMap(({ id }) => [ship(packer, id, `first ${id}`), ship(other, id, `second ${id}`)]),
  );
  for (const index of shipments.keys()) {
    const pair = answers.slice(2 * index, 2 * index + 2);
    expect(pair.filter(({ success }) => success)).toHaveLength(1);
    expect(pair.find(({ success }) => !success)).toMatchObject({
      status: 409,
      message: '当前状态不允许此操作',
    });
  }
  await expectLeftOnce(before, shipments);
});

test('the same click three times at once: one shipment, the same answer each time', async () => {
  const shipments = some('clicked');
  const before = await shelf();
  const answers = await Promise.all(shipments.flatMap(({ id }) => times(3, () => ship(packer, id, `click ${id}`))));
  expect(answers.map(({ message }) => message).filter((message) => message !== '')).toEqual([]);
  for (const [index, { id }] of shipments.entries())
    for (const { result } of answers.slice(3 * index, 3 * index + 3))
      expect(result).toEqual({ id, ok: true, state: 'shipped' });
  await expectLeftOnce(before, shipments);
});

test('many shipments of one hot SKU at once: all leave, and the ledger ends at the level', async () => {
  const shipments = some('hot');
  const before = await shelf();
  const answers = await Promise.all(shipments.map(({ id }) => ship(packer, id, `hot ${id}`)));
  expect(answers.map(({ message }) => message).filter((message) => message !== '')).toEqual([]);
  await expectLeftOnce(before, shipments);
});

test('sent off by one, cancelled by another: the unit left or lies on the shelf, never both', async () => {
  const shipments = some('cancelled');
  const before = await shelf();
  const answers = await Promise.all(
    shipments.flatMap(({ id, orderId }) => [
      ship(packer, id, `race ${id}`),
      other.post(`/orders/salesOrder/${orderId}/cancel`, {
        reason: '买家取消',
        acceptLabelLoss: true,
      }),
    ]),
  );
  expectNoTrouble(answers);
  await scene.settled();
  let shipped = 0;
  for (const [index, { orderId }] of shipments.entries()) {
    const [sent, cancelled] = answers.slice(2 * index, 2 * index + 2);
    expect([sent?.success, cancelled?.success].filter(Boolean)).toHaveLength(1);
    const order = await must(clerk.get<{ status: string }>('/orders/salesOrder/queryById', { id: orderId }));
    expect(order.status).toBe(sent?.success ? 'shipped' : 'cancelled');
    if (sent?.success) shipped++;
  }
  const after = await shelf();
  expect(after.onHand).toBe(before.onHand - shipped);
  expect(after.reserved).toBe(before.reserved - shipments.length);
  expect(after.lastBalance).toBe(after.onHand);
  expect(await scene.violations()).toEqual([]);
});
