import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { look, type Page } from '#tests/channels/shop.ts';
import { firstOf, must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { startWaveScene, wavePath as path, type Stop, type WaveDesk, type WaveScene } from './wave-scene.ts';

/** Waves from the list to the last pick: what is left out, what is short, what goes back (domain.md §3.2). */

let scene: WaveScene['scene'];
let clerk: WaveScene['clerk'];
let packer: WaveScene['packer'];
let second: WaveScene['second'];
let here: string;
let started: WaveScene['started'];
let made: WaveScene['made'];
let deskOf: WaveScene['deskOf'];
let pick: WaveScene['pick'];
let short: WaveScene['short'];
let order: WaveScene['order'];

beforeAll(async () => {
  ({ scene, clerk, packer, second, here, started, made, deskOf, pick, short, order } = await startWaveScene());
});
afterAll(() => scene?.stop());

const clean = async (): Promise<void> => expect(await scene.violations()).toEqual([]);

test('a wave is made of the list by a filter; what is left out says why', async () => {
  const whole = await started(1);
  const held = await started(1);
  await must(clerk.post(`/orders/salesOrder/${held.orderId}/hold`, { reason: '等买家' }));
  const gone = await started(1);
  await must(packer.post(`/fulfilment/shipment/${gone.id}/voidShipment`, { reason: '重来' }));
  const two = await started(2);
  const filter = { warehouseId: here };
  const plan = await must(
    clerk.post<{ shipments: number; units: number; leftOut: { id: string; reason: string }[] }>(
      '/fulfilment/wave/plan',
      { filter, kind: 'single' },
    ),
  );
  expect(plan).toMatchObject({ shipments: 1, units: 1 });
  const why = new Map(plan.leftOut.map(({ id, reason }) => [id, reason]));
  expect([held, gone, two].map(({ id }) => why.get(id))).toEqual(['订单挂起：人工', '已作废', '不是单品单件']);
  // What is left out whole is named as well.
  const none = { ids: [gone.id], kind: 'multi' };
  const bare = await must(clerk.post<{ shipments: number }>('/fulfilment/wave/plan', none));
  expect(bare).toMatchObject({ shipments: 0, leftOut: [{ id: gone.id, reason: '已作废' }] });
  const id = await made([whole.id], 'single');
  const again = await clerk.post('/fulfilment/wave/make', { ids: [whole.id], kind: 'single' });
  expect(again).toMatchObject({ status: 422 });
  expect(again.message).toMatch(/已在波次 WV/);
  // Who only looks makes none.
  const support = await scene.as('kefu');
  expect((await support.post('/fulfilment/wave/make', { ids: [two.id] })).status).toBe(403);
  expect((await support.post(path(id, 'pick'), {})).status).toBe(403);
  await must(pick(packer, id, 1, 1));
  expect(await deskOf(id)).toMatchObject({ status: 'picked' });
  await clean();
});

test('an even aisle is walked down; units go to the places of the cart, once however often it is sent', async () => {
  const one = await started(1, 2);
  const two = await started(2);
  const id = await made([one.id, two.id]);
  const { stops } = await deskOf(id);
  expect(stops.map(({ bin, qty }) => [bin, qty])).toEqual([
    ['W-02-09', 2],
    ['W-02-01', 3],
  ]);
  const action = newId();
  const first = await must(pick(packer, id, 2, 1, action));
  expect(first.into).toEqual([{ slot: 1, qty: 1 }]);
  expect((await must(pick(packer, id, 2, 1, action))).into).toEqual([{ slot: 1, qty: 1 }]);
  expect((await must(pick(packer, id, 2, 1))).into).toEqual([{ slot: 2, qty: 1 }]);
  expect((await pick(packer, id, 2, 2)).message).toBe('只差 1 件，多的请放回');
  await must(packer.post(path(id, 'undo')));
  expect((await deskOf(id)).stops[1]).toMatchObject({ picked: 1, left: 2 });
  await must(pick(packer, id, 2, 2));
  await must(pick(packer, id, 1, 2));
  expect(await deskOf(id)).toMatchObject({ status: 'picked', next: null });
  const paper = await packer.raw('POST', '/fulfilment/wave/print', { ids: [id] });
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await clean();
});

test('what is short is held back from whoever leaves last, counted by somebody, and found again', async () => {
  const early = await started(1);
  const late = await started(1);
  await look(
    scene,
    (tx) => tx.run`update sales_order set ship_by = ship_by + interval '5 days'
      where tenant_id = ${tx.tenant} and id = ${late.orderId}::uuid`,
  );
  const levels = () =>
    look(
      scene,
      (tx) => tx.rows`select on_hand, reserved from stock_level where tenant_id = ${tx.tenant}
        and sku_id = ${scene.seller.skus[STOOL]}::uuid order by warehouse_id, condition`,
    );
  const before = await levels();
  const id = await made([late.id, early.id]);
  await must(pick(packer, id, 1, 1));
  const { desk } = await must(short(packer, id, 1, 1));
  expect(desk).toMatchObject({ status: 'picked', shortCount: 1 });
  expect(desk.shipments.find(({ shorts }) => shorts > 0)?.id).toBe(late.id);
  expect(await levels()).toEqual(before);
  expect(await order(late.orderId)).toMatchObject({ holds: ['outOfStock'] });
  expect(await order(early.orderId)).toMatchObject({ holds: [] });
  const hold = await look(
    scene,
    (tx) => tx.one<{ detail: string }>`select detail from order_hold where tenant_id = ${tx.tenant}
      and order_id = ${late.orderId}::uuid and closed_at is null`,
  );
  expect(hold.detail).toMatch(/^拣货缺货：WB-DCH-BRAM-CTR ×1（波次 WV\S+，没找到）$/);
  const counts = await must(packer.get<Page<{ remark: string }>>('/inventory/stockCount/list', { tab: 'open' }));
  expect(counts.records.map(({ remark }) => remark)).toEqual([expect.stringMatching(/^波次 WV\S+ 缺货 1 件：没找到$/)]);
  await clean();
  // More in the books does not make the one turn up that was not where it should be.
  await addStock(scene, packer, STOOL, 3);
  await scene.settled();
  expect(await order(late.orderId)).toMatchObject({ holds: ['outOfStock'] });
  await must(packer.post(path(id, 'found'), { seq: 1, qty: 1, action: newId() }));
  expect(await order(late.orderId)).toMatchObject({ holds: [] });
  await clean();
});

test('a shipment that is given up in mid-wave leaves it; what was picked of it goes back', async () => {
  const stay = await started(1);
  const leave = await started(2, 2);
  const id = await made([stay.id, leave.id]);
  const stools = (await deskOf(id)).stops.find(({ goods }) => goods.code === STOOL) as Stop;
  await must(pick(packer, id, stools.seq, 3));
  // One stool less is wanted: the one too many is put back.
  const line = await look(
    scene,
    (tx) => tx.one<{ id: string }>`select id from order_line where tenant_id = ${tx.tenant}
      and order_id = ${leave.orderId}::uuid and sku_id = ${scene.seller.skus[STOOL]}::uuid`,
  );
  const cut = { reason: '少要一件', lines: [{ lineId: line.id, qty: 1 }] };
  await must(clerk.post(`/orders/salesOrder/${leave.orderId}/cancel`, cut));
  expect(await deskOf(id)).toMatchObject({ backCount: 1, status: 'picking' });
  await clean();
  await must(packer.post(`/fulfilment/shipment/${leave.id}/voidShipment`, { reason: '不发了' }));
  const desk = await deskOf(id);
  expect(desk).toMatchObject({ status: 'picked', backCount: 2 });
  expect(desk.shipments.map((one) => one.id)).toEqual([stay.id]);
  await clean();
  for (const { taskId } of desk.back) await must(packer.post(path(id, 'putBack'), { taskId }));
  expect(await deskOf(id)).toMatchObject({ backCount: 0, back: [] });
  // The last shipment takes its wave along.
  await must(clerk.post(`/orders/salesOrder/${stay.orderId}/cancel`, { reason: '买家取消' }));
  expect(await deskOf(id)).toMatchObject({ status: 'cancelled', backCount: 1 });
  await clean();
});

test('two pickers of one wave go to different places, and take nothing twice', async () => {
  const one = await started(1, 2);
  const two = await started(1, 2);
  const id = await made([one.id, two.id]);
  const mine = await must(packer.post<WaveDesk>(path(id, 'take'), {}));
  const theirs = await must(second.post<WaveDesk>(path(id, 'take'), {}));
  expect([mine.next, theirs.next]).toEqual([1, 2]);
  expect((await pick(second, id, 1, 1)).message).toBe('cangku 正在这个货位，请去下一个');
  const both = await Promise.all([packer, packer, packer, packer, packer].map((who) => pick(who, id, 1, 1)));
  expect(both.filter(({ success }) => success)).toHaveLength(4);
  await must(pick(second, id, 2, 2));
  expect(await deskOf(id)).toMatchObject({ status: 'picked' });
  await clean();
});

test('a wave that is called off gives its shipments back, and is finished once all of it is packed', async () => {
  const one = await started(1);
  const id = await made([one.id]);
  await must(pick(packer, id, 1, 1));
  await must(clerk.post(path(id, 'cancel'), { reason: '换人' }));
  expect(await deskOf(id)).toMatchObject({ status: 'cancelled', backCount: 1, shipments: [] });
  const next = await made([one.id], 'each');
  await must(pick(packer, next, 1, 1));
  expect((await packer.post(path(next, 'finish'))).message).toMatch(/^还有发货单没有装箱：SH/);
  await must(packer.post(`/fulfilment/shipment/${one.id}/pack`));
  await must(packer.post(`/fulfilment/shipment/${one.id}/sealAll`));
  await must(packer.post(path(next, 'finish')));
  const { id: wave } = await firstOf(packer, '/fulfilment/wave/list', { status: 'done' });
  expect(wave).toBe(next);
  await clean();
});

test('whose a wave is, and who stands at a stop, is said by name', async () => {
  const { id: shipment } = await started(1, 1);
  const id = await made([shipment]);
  expect(await deskOf(id)).toMatchObject({ assignee: 'cangku', assigneeName: '陈仓管' });
  const listed = async (): Promise<object | undefined> => {
    const { records } = await must(
      clerk.get<{ records: { id: string }[] }>('/fulfilment/wave/list', { pageSize: '50' }),
    );
    return records.find((row) => row.id === id);
  };
  expect(await listed()).toMatchObject({ assignee: 'cangku', assigneeName: '陈仓管' });
  await must(packer.post(path(id, 'take'), {}));
  const seen = await must(clerk.get<WaveDesk>(path(id, 'desk')));
  expect(seen.stops.map(({ holder }) => holder)).toContain('陈仓管');
  await must(clerk.post(path(id, 'assign'), {}));
  expect(await deskOf(id)).toMatchObject({ assignee: null, assigneeName: null });
  expect(await listed()).toMatchObject({ assignee: null, assigneeName: null });
});

test('waves of all warehouses and kinds are made at once: single units together, all else on a cart', async () => {
  const [one, two] = [await started(1), await started(1)];
  const [pair, three] = [await started(2), await started(3)];
  const ids = [one.id, two.id, pair.id, three.id];
  const plan = await must(
    clerk.post<{ waves: number; shipments: number; warehouseId: string | null }>('/fulfilment/wave/plan', {
      ids,
      kind: 'auto',
    }),
  );
  expect(plan).toMatchObject({ waves: 2, shipments: 4, warehouseId: null });
  const { waves } = await must(clerk.post<{ waves: { id: string }[] }>('/fulfilment/wave/make', { ids, kind: 'auto' }));
  const rows = await Promise.all(
    waves.map(({ id }) =>
      must(clerk.get<{ kind: string; shipmentCount: number }>('/fulfilment/wave/queryById', { id })),
    ),
  );
  expect(rows.map(({ kind, shipmentCount }) => [kind, shipmentCount])).toEqual([
    ['single', 2],
    ['multi', 2],
  ]);
  await clean();
});

test('a shipment alone is picked as it is: two of one SKU need no cart with places', async () => {
  const { id } = await started(2);
  const make = { ids: [id], kind: 'auto' };
  const { waves } = await must(clerk.post<{ waves: { id: string }[] }>('/fulfilment/wave/make', make));
  const [made] = waves;
  expect(waves).toHaveLength(1);
  expect(await must(clerk.get('/fulfilment/wave/queryById', { id: made?.id ?? '' }))).toMatchObject({
    kind: 'each',
    shipmentCount: 1,
    skuCount: 1,
    unitCount: 2,
  });
  await clean();
});
