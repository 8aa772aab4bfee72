import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { closeHolds, openHold } from '#modules/orders/server/index.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { openShop, ordersOf, place, pull } from './shop.ts';

/** Open lists hear of what reactions and workers write, where no person made a move. */

let scene: TestApp;
let clerk: Client;
let db: Database;
let reported: string[] = [];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  db = openTestDatabase({
    connection: scene.connection,
    clock: scene.now,
    onChange: (_tenant, resources) => (reported = [...resources].sort()),
    resourceOf: scene.app.registry.resourceOfTable,
  });
});
afterAll(async () => {
  await db?.close();
  await scene?.stop();
});

/** What lists learn of a transaction; nothing where it wrote nothing. */
async function tellingOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  reported = [];
  await db.tx(systemActor(1, 'test'), work);
  return reported;
}

test('a hold that opens or closes by itself is reported to the lists of orders', async () => {
  covers('ours: live lists');
  const [made] = await place(scene, [{ lines: [{ partNumber: 'WB-BED-HALDEN-QN', quantity: 1 }] }]);
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber ?? '' });
  const id = order?.id ?? '';
  const both = ['orders:orderHold', 'orders:salesOrder'];
  expect(await tellingOf((tx) => openHold(tx, id, { type: 'noAck', detail: '拒绝' }))).toEqual(both);
  expect(await tellingOf((tx) => closeHolds(tx, id, 'noAck', '已确认'))).toEqual(both);
  // Closed already: nothing is news.
  expect(await tellingOf((tx) => closeHolds(tx, id, 'noAck', '已确认'))).toEqual([]);
});

test('reading and locking are no news', async () => {
  const read = await tellingOf((tx) => tx.rows`select id from sales_order where tenant_id = ${tx.tenant} for update`);
  expect(read).toEqual([]);
});
