import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { approved, CHAIR, lineOf, moveReturn, readReturn, sentOrder } from './return-scene.ts';

/** 退货分析: what came back of what was sent, by what is to be mended, from the rows behind it. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());

interface Figures {
  name: string;
  shippedQty: number;
  returnedQty: number;
  damagedQty: number;
  returnRate: string | null;
  loss: string;
  topReason: string;
  advice: string;
}
const rows = async <T>(view: string, query: Record<string, string>, who = admin): Promise<T[]> =>
  (await must(who.get<{ records: T[] }>(`/aftersales/${view}/list`, query))).records;
const bySku = async (who = admin): Promise<Figures> => {
  const found = await rows<Figures>('returnAnalysis', { groupBy: 'sku' }, who);
  expect(found).toHaveLength(1);
  return found[0] as Figures;
};

test('three left and two came back, one broken: the rate, what it cost once it is paid, and what to mend', async () => {
  const order = await sentOrder(scene, clerk, packer, 3);
  const id = await approved(clerk, order, { qty: 2, reason: 'damagedInTransit' });
  expect(await bySku()).toMatchObject({
    shippedQty: 3,
    returnedQty: 2,
    damagedQty: 0,
    loss: '0.00',
  });
  await must(moveReturn(packer, id, 'receive'));
  await must(moveReturn(packer, id, 'receiveDone'));
  const { id: lineId } = await lineOf(admin, id);
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 1, damaged: 1 }] }));
  await must(moveReturn(packer, id, 'dispose'));
  // Nothing is lost, and nothing won, before the buyer has the money.
  expect(await bySku()).toMatchObject({ damagedQty: 1, loss: '0.00' });
  await must(moveReturn(await scene.as('caiwu'), id, 'credit'));
  const { returnLoss } = await readReturn(admin, id);
  const figures = await bySku();
  expect(figures).toMatchObject({ topReason: '运输破损', returnedQty: 2, loss: returnLoss });
  expect(Number(figures.returnRate)).toBeCloseTo(2 / 3, 4);
  expect(figures.name).toContain(CHAIR);
  expect(figures.advice).not.toBe('');
  // Each figure opens the rows behind it.
  const incidents = await rows<{ qty: number; loss: string }>('returnIncident', {});
  expect(incidents.map(({ qty, loss }) => [qty, loss])).toEqual([[2, returnLoss]]);
  const sent = await rows<{ qty: number }>('shippedUnits', {});
  expect(sent.reduce((sum, { qty }) => sum + qty, 0)).toBe(3);
  // Who may not see profit sees the rest.
  const masked = await bySku(packer);
  expect(masked).toMatchObject({ returnedQty: 2, shippedQty: 3 });
  expect(masked).not.toHaveProperty('loss');
});
