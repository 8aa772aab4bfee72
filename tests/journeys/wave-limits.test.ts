import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { look } from '#tests/channels/shop.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { CHAIR, startWaveScene, wavePath, type WaveScene } from './wave-scene.ts';

/** How much goes into a wave, of what lies there, and how what was picked or short is taken back. */

const CALIFORNIA = '31843';
let at: WaveScene;

beforeAll(async () => {
  at = await startWaveScene();
});
afterAll(() => at?.scene.stop());

interface Made {
  waves: { id: string }[];
  leftOut: { id: string; reason: string }[];
}
const make = (ids: readonly string[], more: object = {}) =>
  at.clerk.post<Made>('/fulfilment/wave/make', { ids, kind: 'multi', ...more });
const clean = async (): Promise<void> => expect(await at.scene.violations()).toEqual([]);
const undo = (id: string) => must(at.packer.post(wavePath(id, 'undo')));
const level = () =>
  look(
    at.scene,
    (tx) => tx.one<{ onHand: number; available: number }>`
      select on_hand, available from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
        and warehouse_id = ${at.here}::uuid and sku_id = ${at.scene.seller.skus[CHAIR]}::uuid`,
  );

test('a cart has so many places, a walk so many shipments, and no wave has more', async () => {
  const { version } = await must(at.second.get<{ version: number }>('/fulfilment/settings'));
  const most = { mostPerWave: 3, cartSlots: 2, cutoff: '17:00' };
  await must(at.second.put('/fulfilment/settings', { ...most, version }));
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await at.started(1)).id);
  const carts = await must(make(ids));
  expect(carts.waves).toHaveLength(2);
  const slots = await Promise.all(carts.waves.map(({ id }) => at.deskOf(id)));
  expect(slots.map(({ shipments }) => shipments.map(({ slot }) => slot))).toEqual([[1, 2], [1]]);
  for (const { id } of carts.waves) await must(at.clerk.post(wavePath(id, 'cancel'), { reason: '换' }));
  const walks = await must(make(ids, { kind: 'each' }));
  expect(walks.waves).toHaveLength(1);
  await must(at.clerk.post(wavePath(walks.waves[0]?.id ?? '', 'cancel'), { reason: '换' }));
  const back = { mostPerWave: 50, cartSlots: 12, cutoff: '17:00' };
  await must(at.second.put('/fulfilment/settings', { ...back, version: version + 1 }));
  await clean();
});

test('units that another shipment takes off the shelf are nobody else’s, in one wave or in two', async () => {
  const sku = { id: at.scene.seller.skus[CHAIR] as string };
  const { version } = await must(at.second.get<{ version: number }>('/catalog/sku/queryById', sku));
  await must(
    at.second.put('/catalog/sku/edit', {
      ...sku,
      version,
      allowOversell: true,
      oversellLimit: 500,
    }),
  );
  // More is sold than lies there: the shelf, not the promise, says what can be picked.
  await addStock(at.scene, at.packer, CHAIR, 3 - (await level()).available);
  const { onHand } = await level();
  const first = await at.started(0, onHand - 1);
  const two = await at.started(0, 2);
  const why = [{ id: two.id, reason: `缺货：${CHAIR} 可拣 1 件` }];
  const together = await must(make([first.id, two.id]));
  expect(together.leftOut).toMatchObject(why);
  const after = await make([two.id]);
  expect([after.status, after.message]).toEqual([422, expect.stringContaining('可拣 1 件')]);
  const [wave] = together.waves;
  await must(at.clerk.post(wavePath(wave?.id ?? '', 'cancel'), { reason: '换' }));
  for (const { orderId } of [first, two])
    await must(at.clerk.post(`/orders/salesOrder/${orderId}/cancel`, { reason: '买家取消' }));
  await clean();
});

test('of another warehouse, of a sandbox, for nobody who picks: said at once', async () => {
  const away = await at.started(1, 0, { warehouseId: CALIFORNIA });
  const near = await at.started(1);
  const { leftOut } = await must(make([away.id, near.id], { warehouseId: at.here }));
  expect(leftOut).toMatchObject([{ id: away.id, reason: expect.stringMatching(/^其他仓库：/) }]);
  const trial = await at.started(1);
  const environment = (value: string) =>
    look(
      at.scene,
      (tx) => tx.run`update shipment set environment = ${value}
        where tenant_id = ${tx.tenant} and id = ${trial.id}::uuid`,
    );
  await environment('sandbox');
  expect((await make([trial.id])).message).toContain('沙箱测试单');
  await environment('live');
  const nobody = await make([trial.id], { assignee: 'nobody' });
  expect([nobody.status, nobody.message]).toEqual([422, '没有这个拣货人，请从名单里选']);
  await clean();
});

test('a pick is its picker’s: under the number of another’s nothing is picked', async () => {
  const { id: shipment } = await at.started(2);
  const id = await at.made([shipment]);
  const action = newId();
  await must(at.pick(at.packer, id, 1, 1, action));
  const other = await at.pick(at.second, id, 1, 1, action);
  expect([other.status, other.message]).toEqual([422, '操作号已用过，请刷新后重试']);
  await must(at.pick(at.packer, id, 1, 1));
  expect((await at.deskOf(id)).status).toBe('picked');
  await undo(id);
  expect(await at.deskOf(id)).toMatchObject({ status: 'picking', next: 1 });
  await undo(id);
  expect((await at.deskOf(id)).stops[0]).toMatchObject({ picked: 0, left: 2 });
  await clean();
});

test('a shortage that is taken back holds nobody; one unit less wanted is one less short', async () => {
  const one = await at.started(3);
  const id = await at.made([one.id]);
  await must(at.short(at.packer, id, 1, 2));
  expect((await at.order(one.orderId)).holds).toEqual(['outOfStock']);
  await undo(id);
  expect((await at.order(one.orderId)).holds).toEqual([]);
  await must(at.pick(at.packer, id, 1, 1));
  await must(at.short(at.packer, id, 1, 2));
  const { lines } = await must(
    at.second.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', {
      id: one.orderId,
    }),
  );
  const cut = { reason: '少要', lines: [{ lineId: lines.orderLine[0]?.id, qty: 1 }] };
  await must(at.clerk.post(`/orders/salesOrder/${one.orderId}/cancel`, cut));
  expect(await at.deskOf(id)).toMatchObject({ shortCount: 1, backCount: 0 });
  expect((await at.order(one.orderId)).holds).toEqual(['outOfStock']);
  await clean();
});

test('units that were not found are taken by nobody; a hold of another cause is not closed with it', async () => {
  await addStock(at.scene, at.packer, CHAIR, 5 - (await level()).available);
  const { onHand } = await level();
  const first = await at.started(0, onHand);
  const id = await at.made([first.id]);
  await must(at.short(at.packer, id, 1, 1));
  const second = await at.started(0, 1);
  const other = await must(make([second.id]));
  expect(other.leftOut).toEqual([]);
  await look(
    at.scene,
    (tx) => tx.run`update order_hold set detail = '可用库存不足' where tenant_id = ${tx.tenant}
      and order_id = ${first.orderId}::uuid and type = 'outOfStock' and closed_at is null`,
  );
  await undo(id);
  expect((await at.order(first.orderId)).holds).toEqual(['outOfStock']);
});

test('a wave ends with what was picked whole packed: what is short leaves it and waits', async () => {
  const [whole, part] = [await at.started(1), await at.started(1)];
  const id = await at.made([whole.id, part.id]);
  await must(at.pick(at.packer, id, 1, 1));
  await must(at.short(at.packer, id, 1, 1));
  const { shipments } = await at.deskOf(id);
  const short = shipments.find(({ shorts }) => shorts > 0)?.id;
  const packed = short === whole.id ? part.id : whole.id;
  await must(at.packer.post(`/fulfilment/shipment/${packed}/pack`));
  await must(at.packer.post(`/fulfilment/shipment/${packed}/sealAll`));
  await must(at.packer.post(wavePath(id, 'finish')));
  const { id: done } = await firstOf(at.packer, '/fulfilment/wave/list', { status: 'done' });
  expect(done).toBe(id);
  const row = await must(
    at.packer.get<{ waveId: string | null }>('/fulfilment/shipment/queryById', { id: short ?? '' }),
  );
  expect(row.waveId).toBeNull();
  expect((await make([short ?? ''])).message).toContain('订单挂起：缺货');
  await clean();
});
