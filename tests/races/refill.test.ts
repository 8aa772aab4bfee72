import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, ordersOf } from '#tests/channels/shop.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock, expectClean, oneUnit, receiveAtOnce, STOOL, times } from './goods.ts';
import { together } from './together.ts';

const WAITING = IS_LONG ? 260 : 40;
let scene: TestApp;
let clerk: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, -6);
  await receiveAtOnce(
    scene,
    times(WAITING, (index) => oneUnit(scene, STOOL, index)),
  );
  await scene.settled();
});
afterAll(() => scene.stop());

const short = (): Promise<number> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ n: number }>`
          select count(*)::integer as n from sales_order
          where tenant_id = ${tx.tenant} and 'outOfStock' = any(holds)`
      ).n,
  );

test('an order that somebody is busy with when the stock comes gets its unit all the same', async () => {
  expect(await short()).toBe(WAITING);
  const [first] = await ordersOf(clerk, { channelOrderNo: 'RACE00000' });
  // Its row is taken for the moment, as by a remark that is being written.
  await together(scene, 'sales_order', [first?.id as string], [() => addStock(scene, packer, STOOL, 1)]);
  const [after] = await ordersOf(clerk, { channelOrderNo: 'RACE00000' });
  expect(after?.holds).toEqual([]);
  expect(await short()).toBe(WAITING - 1);
});

test('stock for all who wait reaches all who wait, however many', async () => {
  await addStock(scene, packer, STOOL, WAITING - 1);
  expect(await short()).toBe(0);
  await expectClean(scene);
});
