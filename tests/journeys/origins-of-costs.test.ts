import { beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  admin,
  enter,
  morning,
  newSku,
  openFourEyes,
  packer,
  scene,
  second,
  signInAll,
  warehouses,
} from './four-eyes-scene.ts';
import { approved, CHAIR, moveReturn, sentOrder } from './return-scene.ts';

/** What one person says of a cost stays the word of that person, wherever the goods go. */

openFourEyes();
beforeEach(async () => {
  await morning();
  await signInAll();
});

const nextDay = async (): Promise<void> => {
  await morning();
  await signInAll();
};

/** Two days on which the same person enters as many units as one person may in a day. */
async function enteredTwice(skuId: string, qty: number, unitCost: string): Promise<void> {
  for (let day = 0; day < 2; day++) {
    expect(await enter(admin, [{ skuId, qty, unitCost }])).toBe('posted');
    await nextDay();
  }
}

/** Goods go from the first warehouse to the second by one person. */
async function transferred(skuId: string, qty: number): Promise<void> {
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: warehouses[0],
      toWarehouseId: warehouses[1],
      lines: [{ skuId, qty }],
    }),
  );
  for (const step of ['confirm', 'send', 'receive'])
    await must(admin.post(`/inventory/stockTransfer/${id}/${step}`, {}, { 'idempotency-key': newId() }));
}

test('a transfer makes no cost of one’s own the word of others', async () => {
  covers('ours: four eyes on stock');
  // Of goods that others say cost 80, 24 are worth 1,920.00 whatever one entered them at.
  const dear = await newSku('80', second);
  await enteredTwice(dear, 12, '0.01');
  await transferred(dear, 24);
  expect(await enter(admin, [{ skuId: dear, qty: -24 }], { warehouse: 1 })).toBe('submitted');
  // Of goods that nobody else knows a hundred leave in a day.
  const own = await newSku('0.01');
  await enteredTwice(own, 100, '0.01');
  await transferred(own, 200);
  expect(await enter(admin, [{ skuId: own, qty: -200 }], { warehouse: 1 })).toBe('submitted');
  // To somebody else they are the word of another.
  expect(await enter(packer, [{ skuId: own, qty: -200 }], { warehouse: 1 })).toBe('posted');
  expect(await scene.violations()).toEqual([]);
});

test('what others entered is theirs after a transfer as well', async () => {
  const skuId = await newSku('0.01', second);
  await must(second.put('/catalog/sku/edit', { id: skuId, version: 1, standardCost: '0.02' }));
  await enteredTwice(skuId, 100, '0.02');
  await transferred(skuId, 200);
  expect(await enter(admin, [{ skuId, qty: -200 }], { warehouse: 1 })).toBe('posted');
});

test('goods that a count finds cost what one said of others, and vouch for nothing', async () => {
  const skuId = await newSku('80', second);
  const found = async (qty: number): Promise<void> => {
    const { id } = await must(
      admin.post<{ id: string }>('/inventory/stockCount/add', {
        warehouseId: warehouses[0],
        extent: 'listed',
        isBlind: false,
        lines: [{ skuId, condition: 'good' }],
      }),
    );
    const step = (name: string, body: object = {}) => must(admin.post(`/inventory/stockCount/${id}/${name}`, body));
    await step('start');
    await step('count', { skuId, condition: 'good', qty, version: 1 });
    await step('finish');
    await step('post');
  };
  expect(await enter(admin, [{ skuId, qty: 1, unitCost: '0.01' }])).toBe('posted');
  await nextDay();
  await found(13);
  await nextDay();
  await found(25);
  await nextDay();
  expect(await enter(admin, [{ skuId, qty: -25 }])).toBe('submitted');
});

test('goods that come back, or did not leave after all, have the origin that they left with', async () => {
  const clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  const skuId = scene.seller.skus[CHAIR] as string;
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  const origins = (type: string) =>
    look(
      scene,
      (tx) => tx.rows<{ came: string; origin: string }>`
        select m.type as came, o.type as origin from cost_layer c
        join stock_movement m on m.tenant_id = c.tenant_id and m.id = c.movement_id
        join stock_movement o on o.tenant_id = c.tenant_id and o.id = c.origin_id
        where c.tenant_id = ${tx.tenant} and c.sku_id = ${skuId}::uuid and m.type = ${type}`,
    );
  const order = await sentOrder(scene, clerk, packer, 2);
  const back = await approved(admin, order, { qty: 1, warehouseId: here });
  await must(moveReturn(admin, back, 'receive', {}));
  expect(await origins('return_in')).toEqual([{ came: 'return_in', origin: 'opening' }]);
  const other = await sentOrder(scene, clerk, packer, 2);
  await must(
    admin.post(`/fulfilment/shipment/${other.shipment}/unship`, { reason: '扫错' }, { 'idempotency-key': newId() }),
  );
  expect(await origins('reversal')).toEqual([{ came: 'reversal', origin: 'opening' }]);
  expect(await scene.violations()).toEqual([]);
});
