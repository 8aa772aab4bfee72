import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, type AuditFacts, type Page } from './shop.ts';

/** 撤回: what a move tells the channel waits, and until then the move can be taken back. */

const CHAIR = 'WB-DCH-HOLM-S2';
const WAIT = 30;
let scene: TestApp;
let clerk: Client;
let other: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp({ start: { callWaitSeconds: WAIT } });
  clerk = await scene.as('yunying');
  other = await scene.as('admin');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());
beforeEach(async () => {
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

interface Moved {
  state: string;
  callBackSeconds?: number;
}

const move = (id: string, name: string, answers: object = {}, who = clerk) =>
  who.post<Moved>(`/orders/salesOrder/${id}/${name}`, answers);

const chairs = (units = 2) => newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity: units }] });

/** Everything that a move of an order changes and that must be as before. */
const asItIs = (id: string) =>
  look(scene, async (tx) => ({
    order: await tx.one<Record<string, unknown>>`
      select status, holds, accept_sync, cancel_sync, cancelled_at, cancelled_by, cancelled_side, total, unit_count,
        warehouse_id, ship_by, backorder_date
      from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    lines: await tx.rows`
      select qty, qty_cancelled, qty_reserved, qty_shipped, warehouse_id, est_ship_date, line_net, cogs
      from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid order by line_no`,
    held: await tx.rows`
      select order_line_id, warehouse_id, sku_id, sum(qty)::integer as qty from reservation
      where tenant_id = ${tx.tenant} and order_id = ${id}::uuid and status = 'open' group by 1, 2, 3 order by 1, 2, 3`,
    levels: await tx.rows`
      select warehouse_id, sku_id, condition, on_hand, reserved from stock_level
      where tenant_id = ${tx.tenant} order by 1, 2, 3`,
    holds: await tx.rows`
      select type, detail from order_hold
      where tenant_id = ${tx.tenant} and order_id = ${id}::uuid and closed_at is null order by 1`,
  }));

const counts = (who = clerk) => must(who.get<Record<string, number>>('/orders/salesOrder/counts'));

const effects = async (po: string) => (await scene.sim<AuditFacts>('GET', '/audit')).facts[po]?.['acceptEffects'];

const history = async (id: string): Promise<string[]> =>
  (await must(clerk.get<{ moveTitle: string }[]>(`/orders/salesOrder/${id}/history`))).map(
    ({ moveTitle }) => moveTitle,
  );

const waiting = async (who = clerk) =>
  must(
    who.get<{ id: string; moveTitle: string; seconds: number; isOwn: boolean; batch: string }[]>(
      '/orders/salesOrder/heldMoves',
    ),
  );

test('an acceptance waits, is called back whole, and the channel never hears of it', async () => {
  covers('ours: calls wait and can be called back');
  const { id, po } = await chairs();
  const before = await asItIs(id);
  const tabs = await counts();
  const accepted = await must(move(id, 'accept'));
  expect(accepted).toMatchObject({ state: 'accepted', callBackSeconds: WAIT });
  await scene.app.worker.settled();
  expect(await effects(po)).toBe(0);
  expect(await waiting()).toMatchObject([{ id, moveTitle: '接单', isOwn: true }]);
  expect(await waiting(other)).toMatchObject([{ id, isOwn: false }]);
  await scene.pass(20_000);
  expect((await waiting())[0]?.seconds).toBeLessThanOrEqual(10);
  expect(await must(move(id, 'callBack'))).toMatchObject({ state: 'new' });
  expect(await asItIs(id)).toEqual(before);
  expect(await counts()).toEqual(tabs);
  expect(await waiting()).toEqual([]);
  await scene.pass(60_000);
  await scene.settled();
  expect(await effects(po)).toBe(0);
  expect(await history(id)).toEqual(['拉取订单', '接单', '撤回']);
  expect(await move(id, 'callBack')).toMatchObject({ status: 409, message: '没有可以撤回的操作' });
  // And once more, this time for good.
  await must(move(id, 'accept'));
  await scene.pass(WAIT * 1000);
  await scene.settled();
  expect(await effects(po)).toBe(1);
  expect((await asItIs(id)).order).toMatchObject({ status: 'ready' });
  expect((await move(id, 'callBack')).message).toBe('“接单”已发往平台，不能撤回');
});

test('a rejection and a cancellation give back what they took, holds included', async () => {
  for (const [name, answers] of [
    ['reject', { reason: '停产' }],
    ['cancel', { reason: '买家来电' }],
  ] as const) {
    const { id } = await chairs();
    await must(move(id, 'hold', { reason: '等客户回复' }));
    const before = await asItIs(id);
    const tabs = await counts();
    expect((await must(move(id, name, answers))).callBackSeconds).toBe(WAIT);
    expect((await asItIs(id)).held).toEqual([]);
    await must(move(id, 'callBack'));
    expect(await asItIs(id)).toEqual(before);
    expect(await counts()).toEqual(tabs);
    const tasks = await look(
      scene,
      (tx) => tx.rows`
        select status, last_error from delivery
        where tenant_id = ${tx.tenant} and aggregate = ${id} and handler = 'channels.takeBack'`,
    );
    expect(tasks).toEqual([{ status: 'cancelled', lastError: '已撤回' }]);
  }
});

test('what others have taken meanwhile is missing when a rejection is called back', async () => {
  const { id } = await chairs();
  await must(move(id, 'reject', { reason: '停产' }));
  await look(scene, async (tx) => {
    await tx.run`
      update stock_level set frozen = on_hand - reserved
      where tenant_id = ${tx.tenant} and condition = 'good'
        and sku_id = ${scene.seller.skus[CHAIR]}::uuid and on_hand > reserved`;
  });
  await must(move(id, 'callBack'));
  expect((await asItIs(id)).order).toMatchObject({ status: 'new', holds: ['outOfStock'] });
  await look(scene, async (tx) => {
    await tx.run`
      update stock_level set frozen = 0 where tenant_id = ${tx.tenant} and condition = 'good'
        and sku_id = ${scene.seller.skus[CHAIR]}::uuid`;
  });
  await must(move(id, 'cancel', { reason: '腾出库存' }));
});

test('units that are cancelled come back to the order they were taken from', async () => {
  const { id } = await chairs(3);
  const before = await asItIs(id);
  const { lines } = await must(
    clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  const some = JSON.stringify([{ lineId: lines.orderLine[0]?.id, qty: 2 }]);
  await must(move(id, 'cancel', { reason: '少一件', lines: some }));
  expect((await asItIs(id)).order).toMatchObject({ status: 'new', unitCount: 1 });
  await must(move(id, 'callBack'));
  expect(await asItIs(id)).toEqual(before);
});

test('an acceptance that was cancelled and brought back reaches the channel after all', async () => {
  const { id, po } = await chairs();
  await must(move(id, 'accept'));
  await scene.pass(10_000);
  await must(move(id, 'cancel', { reason: '误操作' }));
  await must(move(id, 'callBack'));
  expect((await asItIs(id)).order).toMatchObject({ status: 'accepted', acceptSync: 'pending' });
  await scene.settled();
  expect((await asItIs(id)).order).toMatchObject({ status: 'ready' });
  expect(await effects(po)).toBe(1);
});

test('a shipment that left by mistake stands again as it was, and no notice leaves', async () => {
  const { id, po } = await chairs();
  await must(move(id, 'accept'));
  await scene.settled();
  const truck = await firstOf(other, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(move(id, 'start', { shipMethodId: truck.id }));
  const { id: shipment } = await firstOf(packer, '/fulfilment/shipment/list', { orderId: id });
  let key = 0;
  const step = (name: string, answers: object = {}): Promise<Answer<Moved>> =>
    packer.post(`/fulfilment/shipment/${shipment}/${name}`, answers, {
      'idempotency-key': `${name} ${shipment} ${key++}`,
    });
  await must(step('pack'));
  await must(step('sealAll'));
  await must(step('ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-${po}` }));
  const before = await asItIs(id);
  expect(await must(step('ship'))).toMatchObject({ state: 'shipped', callBackSeconds: WAIT });
  expect((await asItIs(id)).order).toMatchObject({ status: 'shipped' });
  expect(await must(step('callBack'))).toMatchObject({ state: 'labelled' });
  expect(await asItIs(id)).toEqual({
    ...before,
    lines: before.lines.map((line) => ({ ...(line as object), cogs: 0n })),
  });
  await must(step('ship'));
  await scene.settled();
  expect((await asItIs(id)).order).toMatchObject({ status: 'shipped' });
  const notices = await look(
    scene,
    (tx) => tx.rows`
      select status from delivery where tenant_id = ${tx.tenant} and aggregate = ${id}
        and handler = 'channels.shipNotice' order by id`,
  );
  expect(notices).toEqual([{ status: 'cancelled' }, { status: 'ok' }]);
  expect((await step('callBack')).message).toBe('“发货”已发往平台，不能撤回');
});

const BUYER = {
  address2: '',
  city: 'Madison',
  state: 'WI',
  postalCode: '53703',
  country: 'US',
  phoneNumber: '+1 608 555 0142',
};

/** A shipment of chairs that is labelled, on a truck of our own. */
async function labelled() {
  const { id, po } = await chairs();
  await must(move(id, 'accept'));
  await scene.settled();
  const truck = await firstOf(other, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(move(id, 'start', { shipMethodId: truck.id }));
  const { id: shipment } = await firstOf(packer, '/fulfilment/shipment/list', { orderId: id });
  const step = (name: string, answers: object = {}): Promise<Answer<Moved>> =>
    packer.post(`/fulfilment/shipment/${shipment}/${name}`, answers, {
      'idempotency-key': `${name} ${shipment} ${Math.random()}`,
    });
  await must(step('pack'));
  await must(step('sealAll'));
  await must(step('ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-${po}` }));
  return { id, po, truck: truck.id, step };
}

test('what a carrier has signed for is not called back, whichever came first', async () => {
  for (const isShippedFirst of [true, false]) {
    const { po, truck, step } = await labelled();
    if (isShippedFirst) await must(step('ship'));
    const list = await must(
      packer.post<{ id: string }>('/fulfilment/handover/open', {
        warehouseId: scene.seller.warehouses[NEW_JERSEY],
        shipMethodId: truck,
      }),
    );
    // Its boxes share the number, and are taken one after the other.
    const scan = () =>
      must(
        packer.post<{ isNew: boolean }>(`/fulfilment/handover/${list.id}/scan`, {
          number: `TRUCK-${po}`,
        }),
      );
    while ((await scan()).isNew);
    await must(
      packer.post(`/fulfilment/handover/${list.id}/handOver`, {
        driver: '王师傅',
        signedBy: '王师傅',
      }),
    );
    const refused = await step('callBack');
    expect(refused.status).toBe(409);
    expect(refused.message).toMatch(isShippedFirst ? /交给承运商，不能撤回/ : /没有可以撤回的操作/);
    await scene.pass(WAIT * 1000);
  }
});

test('units that were dealt otherwise since stay as they are', async () => {
  const { id } = await chairs();
  await must(move(id, 'accept'));
  await must(move(id, 'reallocate'));
  const before = await asItIs(id);
  expect((await move(id, 'callBack')).message).toBe('“接单”之后单据又有变化，不能撤回');
  expect(await asItIs(id)).toEqual(before);
});

test('the double of an order that comes back is held for it as before', async () => {
  const twin = () =>
    newOrder(scene, clerk, {
      lines: [{ partNumber: CHAIR, quantity: 1 }],
      shipTo: { ...BUYER, name: 'Twin Caller', address1: '9 Twin Street' },
    });
  const [first, second] = [await twin(), await twin()];
  const holdsOf = async () => (await asItIs(second.id)).order['holds'];
  expect(await holdsOf()).toContain('duplicate');
  await must(move(first.id, 'reject', { reason: '停产' }));
  expect(await holdsOf()).not.toContain('duplicate');
  await must(move(first.id, 'callBack'));
  expect(await holdsOf()).toContain('duplicate');
  for (const { id } of [first, second]) await must(move(id, 'cancel', { reason: '腾出库存' }));
});

test('a call that waits for the channel has gone, though no attempt of it counts', async () => {
  const { id } = await chairs();
  await must(move(id, 'accept'));
  const note = (progress: string) =>
    look(
      scene,
      (tx) => tx.run`
        update delivery set progress = ${progress}::jsonb
        where tenant_id = ${tx.tenant} and aggregate = ${id} and handler = 'channels.accept'`,
    );
  await note('{"sent": true, "taken": true}');
  expect(await waiting()).toEqual([]);
  expect((await move(id, 'callBack')).message).toBe('“接单”已发往平台，不能撤回');
  await note('{}');
  await must(move(id, 'callBack'));
});

test('where the deadline is nearer than the wait, nothing waits', async () => {
  const { id, po } = await chairs();
  await look(scene, async (tx) => {
    const soon = new Date(tx.now.getTime() + (WAIT - 5) * 1000);
    await tx.run`
      update sales_order set accept_deadline = ${soon} where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  });
  expect((await must(move(id, 'accept'))).callBackSeconds).toBeUndefined();
  await scene.app.worker.settled();
  expect(await effects(po)).toBe(1);
});

test('of a batch all is called back, or what is chosen', async () => {
  const made = [await chairs(1), await chairs(1), await chairs(1)];
  const ids = made.map(({ id }) => id);
  const batch = '0193a000-0000-7000-8000-000000000001';
  const run = await must(clerk.post<{ rows: Moved[] }>('/orders/salesOrder/batch/accept', { ids, batch }));
  expect(run.rows.map(({ callBackSeconds }) => callBackSeconds)).toEqual([WAIT, WAIT, WAIT]);
  expect((await waiting()).filter((one) => one.batch === batch)).toHaveLength(3);
  const back = await must(
    clerk.post<{ ok: number; failed: number }>('/orders/salesOrder/batch/callBack', {
      ids: ids.slice(0, 1),
    }),
  );
  expect(back).toMatchObject({ ok: 1, failed: 0 });
  await scene.pass(WAIT * 1000);
  await scene.settled();
  expect(await Promise.all(made.map(({ po }) => effects(po)))).toEqual([0, 1, 1]);
});

test('parts of one number are called back together', async () => {
  const shop = await must(
    other.get<{ version: number }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    }),
  );
  await must(
    other.put('/base/channelAccount/edit', {
      id: scene.seller.accountId,
      version: shop.version,
      allowSplit: true,
    }),
  );
  const { id, po } = await chairs(3);
  const { lines } = await must(
    clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  await must(move(id, 'split', { parts: JSON.stringify([[{ lineId: lines.orderLine[0]?.id, qty: 1 }]]) }));
  await must(move(id, 'accept'));
  await must(move(id, 'callBack'));
  const family = await must(clerk.get<Page<{ status: string }>>('/orders/salesOrder/list', { channelOrderNo: po }));
  expect(family.records.map(({ status }) => status)).toEqual(['new', 'new']);
  await scene.settled();
  expect(await effects(po)).toBe(0);
});

test('worker and clerk at once: the channel hears of it, or the order waits again, never both', async () => {
  const made: { id: string; po: string }[] = [];
  while (made.length < 8) made.push(await chairs(1));
  await must(clerk.post('/orders/salesOrder/batch/accept', { ids: made.map(({ id }) => id) }));
  await scene.pass(WAIT * 1000);
  scene.app.worker.wake();
  const answers = await Promise.all(made.map(({ id }) => move(id, 'callBack')));
  await scene.settled();
  for (const [at, { id, po }] of made.entries()) {
    const isBack = answers[at]?.success === true;
    expect((await asItIs(id)).order).toMatchObject({ status: isBack ? 'new' : 'ready' });
    expect(await effects(po)).toBe(isBack ? 0 : 1);
    if (!isBack) expect(answers[at]?.message).toContain('不能撤回');
  }
});

test('two clerks who call the same move back: one does, the other hears that there is nothing left', async () => {
  const { id } = await chairs();
  await must(move(id, 'accept'));
  const answers = await Promise.all([move(id, 'callBack'), move(id, 'callBack', {}, other)]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect((await asItIs(id)).order).toMatchObject({ status: 'new' });
});

test('a move that follows ends what can be called back, and who lacks the right calls nothing back', async () => {
  const { id } = await chairs();
  await must(move(id, 'accept'));
  expect(await move(id, 'callBack', {}, packer)).toMatchObject({ status: 403 });
  await must(move(id, 'cancel', { reason: '不要了' }));
  await scene.pass(WAIT * 1000);
  await scene.settled();
  expect((await move(id, 'callBack')).status).toBe(409);
});

test('a tenant decides how long calls wait; at once is one of the answers', async () => {
  expect(await clerk.put('/channels/callWait', { seconds: 5, version: 0 })).toMatchObject({
    status: 403,
  });
  const set = await must(other.get<{ seconds: number; version: number }>('/channels/callWait'));
  expect(set).toMatchObject({ seconds: WAIT, version: 0 });
  expect((await other.put('/channels/callWait', { seconds: 601, version: set.version })).status).toBe(422);
  await must(other.put('/channels/callWait', { seconds: 0, version: set.version }));
  expect(await other.put('/channels/callWait', { seconds: 9, version: 0 })).toMatchObject({
    status: 409,
  });
  const { id, po } = await chairs();
  expect((await must(move(id, 'accept'))).callBackSeconds).toBeUndefined();
  await scene.app.worker.settled();
  expect(await effects(po)).toBe(1);
});

test('units that were cancelled since are no part of an acceptance, which is not called back any more', async () => {
  const setWait = async (seconds: number): Promise<void> => {
    const { version } = await must(other.get<{ version: number }>('/channels/callWait'));
    await must(other.put('/channels/callWait', { seconds, version }));
  };
  await setWait(WAIT);
  const { id } = await chairs(3);
  const { lines } = await must(
    clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  await must(move(id, 'accept'));
  await setWait(0);
  const some = JSON.stringify([{ lineId: lines.orderLine[0]?.id, qty: 2 }]);
  await must(move(id, 'cancel', { reason: '买家少要', lines: some }));
  const refused = await move(id, 'callBack');
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.message).toContain('之后单据又有变化，不能撤回');
  expect((await asItIs(id)).order).toMatchObject({ status: 'accepted', unitCount: 1 });
  await scene.pass(WAIT * 1000);
});
