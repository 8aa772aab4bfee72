import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, openShop, ordersOf, place } from './shop.ts';

/** What the marketplace shows is what we mean it to show, whatever became of the calls between. */
const BED = 'WB-BED-HALDEN-QN';
const NEW_JERSEY = '31842';
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface ShownStock {
  stock: Record<string, Record<string, { onHand: number }>>;
}

const shown = async (part: string): Promise<number | undefined> => {
  const { environments } = await scene.sim<{ environments: { production: ShownStock } }>('GET', '/state');
  return environments.production.stock[NEW_JERSEY]?.[part]?.onHand;
};

/** Work that is due now, and nothing later. */
async function carryOut(): Promise<void> {
  scene.app.worker.wake();
  await scene.app.worker.settled();
}

/** One unit sold: its push is due at the end of its five seconds, and carried out then. */
async function sell(part: string): Promise<string> {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: part, quantity: 1 }] }]);
  await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  await carryOut();
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  return order?.id as string;
}

test('a figure whose arrival is unknown is sent again, also where it is back at the old one', async () => {
  covers('ours: odd rows');
  const before = await shown(BED);
  await fault(scene, {
    fault: 'timeout-after-commit',
    match: { operation: 'inventory.save', times: 'always' },
  });
  const order = await sell(BED);
  await scene.pass(5_000);
  await carryOut();
  expect(await shown(BED), 'the channel has taken it').toBe((before as number) - 1);
  // Before anybody knows, the unit is back on the shelf.
  await clerk.post(`/orders/salesOrder/${order}/cancel`, { reason: '买家取消' });
  await scene.sim('DELETE', '/faults');
  await scene.settled();
  expect(await shown(BED)).toBe(before);
});
