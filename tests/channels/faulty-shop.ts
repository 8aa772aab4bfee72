import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openShop, type Page } from './shop.ts';

export const PART = 'WB-DCH-BRAM-CTR';
export const BED = 'WB-BED-HALDEN-QN';
export const BY_WAREHOUSES = 'lineItemCancellationRequestByWarehouses';
export let scene: TestApp;
export let clerk: Client;
let admin: Client;

/** No faults, and what an earlier one closed is open again. */
export async function reopen(): Promise<void> {
  await scene.sim('DELETE', '/faults');
  await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  await scene.settled();
}

export const setMode = (acknowledgeMode: string): Promise<unknown> =>
  admin.put('/base/channelAccount/edit', { id: scene.seller.accountId, acknowledgeMode });

export const shop = async (): Promise<{ status: string; health: string }> =>
  (
    await admin.get<{ status: string; health: string }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    })
  ).result;

export const shelf = async (kind: string): Promise<{ channelOrderNo: string; reason: string }[]> =>
  (
    await clerk.get<Page<{ channelOrderNo: string; reason: string; resolvedAt: string | null }>>(
      '/channels/quarantinedOrder/list',
      { kind },
    )
  ).result.records.filter(({ resolvedAt }) => resolvedAt === null);

export const newest = (poNumber: string, part: string, quantity = 1) => ({
  poNumber,
  warehouseId: '31842',
  lines: [{ partNumber: part, quantity }],
});

/** A shop that each test finds without faults, with all that it may. */
export function openFaultyShop(): void {
  beforeAll(async () => {
    scene = await startTestApp();
    clerk = await scene.as('yunying');
    admin = await scene.as('admin');
    await openShop(scene, clerk);
  });
  beforeEach(reopen);
  afterAll(() => scene.stop());
}
