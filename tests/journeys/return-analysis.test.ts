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

test('of a SKU in several cartons the inspection may say which one it was, and that one is counted', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  // One carton so far: nobody is asked which.
  const first = await approved(clerk, order, { reason: 'damagedInTransit' });
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, first, move));
  const one = await lineOf(admin, first);
  const judging = () =>
    must(
      packer.get<{ lines: { cartons: { no: number; label: string }[] }[] }>(`/aftersales/returnOrder/${first}/judging`),
    );
  const inspect = (cartonNo?: unknown) =>
    moveReturn(packer, first, 'inspect', {
      lines: [{ lineId: one.id, good: 0, damaged: 1, ...(cartonNo ? { cartonNo } : {}) }],
    });
  const cartons = await must(
    admin.get<{ records: { cartonNo: number; unitsPerCarton: number }[] }>('/catalog/skuCarton/list', {
      skuId: order.skuId,
    }),
  );
  expect(cartons.records).toHaveLength(1);
  expect((await judging()).lines[0]?.cartons).toEqual([]);
  expect(await inspect(1)).toMatchObject({
    status: 422,
    message: expect.stringContaining('不是多箱商品'),
  });
  await must(
    admin.post('/catalog/skuCarton/add', {
      skuId: order.skuId,
      cartonNo: 2,
      label: '靠背',
      lengthMm: 500,
      widthMm: 400,
      heightMm: 100,
      grossWeightG: 3000,
    }),
  );
  expect((await judging()).lines[0]?.cartons.map(({ no }) => no)).toEqual([1, 2]);
  expect(await inspect(1.5)).toMatchObject({ status: 422 });
  for (const wrong of [3, '3'])
    expect(await inspect(wrong)).toMatchObject({
      status: 422,
      message: expect.stringContaining('有第 1、2 箱'),
    });
  await must(inspect(2));
  const byCarton = await rows<Figures & { cartonNo: number }>('returnAnalysis', {
    groupBy: 'carton',
  });
  // Those of before, of which nobody said it, are of no carton any more.
  expect(byCarton).toMatchObject([{ cartonNo: 2, returnedQty: 1, damagedQty: 1 }]);
  expect(byCarton[0]?.name).toMatch(/2\/2$/);
});
