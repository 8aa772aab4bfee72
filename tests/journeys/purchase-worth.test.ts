import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { newSupplier } from './bill-scene.ts';
import { openPurchasing, type PurchaseScene, type Typed } from './purchase-scene.ts';

/** What an order is worth where its prices are not what is known of the cost: nobody else has to agree to a low total. */

const SETTINGS = '/inventory/stockSettings';

let at: PurchaseScene;
beforeAll(async () => {
  at = await openPurchasing();
});
afterAll(() => at?.scene.stop());

const costing = async (standardCost: string): Promise<string> => {
  const skuId = await at.newSku();
  await must(at.admin.post('/catalog/skuCost/add', { skuId, standardCost, effectiveFrom: '2026-01-01' }));
  return skuId;
};
async function submitted(lines: Typed[], head: object = {}) {
  const supplierId = await newSupplier(at.admin);
  const id = await at.draft(lines, { supplierId, ...head });
  await must(at.make(id, 'submit'));
  const { status, checkReason, approvedBy, poNo } = (await at.order(id, at.admin)) as unknown as {
    status: string;
    checkReason: string | null;
    approvedBy: string | null;
    poNo: string;
  };
  return { id, status, checkReason, approvedBy, poNo };
}
const boundIs = async (costBound: string): Promise<void> => {
  const { changes: _seen, ...now } = await must(at.admin.get<Record<string, unknown>>(SETTINGS));
  await must(at.admin.put(SETTINGS, { ...now, costBound }));
};

test('a low price makes no goods cheap: they are worth what is known of their cost, on every line', async () => {
  covers('ours: who approves a purchase');
  const [dear, usual] = [await costing('80'), await costing('10')];
  const cheap = { skuId: dear, qty: 100_000, unitPrice: '0.0001' };
  const reason =
    /^按已知成本估值 8,000,0\d\d\.00 USD 超过单人下单上限 5,000\.00 USD；BUY-\d+ 的单价 0\.0001 比已知成本 80\.00 USD 低 100%，超过成本偏差上限 50%$/;
  for (const lines of [[cheap], [{ skuId: usual, qty: 1, unitPrice: '10' }, cheap]]) {
    const { id, ...order } = await submitted(lines);
    expect(order).toMatchObject({ status: 'submitted', approvedBy: null });
    expect(order.checkReason).toMatch(reason);
    // Nothing is on its way before somebody else has looked.
    expect((await at.make(id, 'order')).status).toBe(409);
    await must(at.make(id, 'approve', {}, at.checker));
    await must(at.make(id, 'order'));
  }
  // Of what nobody has ever bought, the price is all that is known.
  const fresh = [{ skuId: await at.newSku(), qty: 500, unitPrice: '5' }];
  expect(await submitted(fresh)).toMatchObject({ status: 'approved', checkReason: null });
});

test('among many orders, those whose prices are far from what is known are named before they are approved', async () => {
  const skuId = await costing('80');
  const { id: cheap, poNo } = await submitted([{ skuId, qty: 1, unitPrice: '12' }]);
  const { id: dear } = await submitted([{ skuId, qty: 100, unitPrice: '80' }]);
  const preview = async (ids: string[]): Promise<string[] | undefined> =>
    (
      await must(
        at.checker.post<{ doubts?: string[] }>('/purchasing/purchaseOrder/batch/approve', { ids, dryRun: true }),
      )
    ).doubts;
  expect(await preview([dear, cheap])).toEqual([
    expect.stringMatching(`^${poNo}：BUY-\\d+ 的单价 12.00 比已知成本 80.00 USD 低 85%，超过成本偏差上限 50%$`),
  ]);
  expect(await preview([dear])).toBeUndefined();
});

test('a price far from what is known is looked at, up and down, by the bound of the tenant, in any currency', async () => {
  const skuId = await costing('80');
  const priced = (unitPrice: string, head = {}) => submitted([{ skuId, qty: 1, unitPrice }], head);
  for (const unitPrice of ['40', '80', '120']) expect((await priced(unitPrice)).status).toBe('approved');
  for (const [unitPrice, words] of [
    ['0', '单价 0.00 比已知成本 80.00 USD 低 100%'],
    ['0.01', '单价 0.01 比已知成本 80.00 USD 低 99.99%'],
    ['39.99', '单价 39.99 比已知成本 80.00 USD 低 50.01%'],
    ['120.01', '单价 120.01 比已知成本 80.00 USD 高 50.01%'],
    ['200', '单价 200.00 比已知成本 80.00 USD 高 150%'],
  ] as const)
    expect((await priced(unitPrice)).checkReason, unitPrice).toMatch(
      new RegExp(`^BUY-\\d+ 的${words}，超过成本偏差上限 50%$`),
    );
  await must(
    at.admin.post('/base/exchangeRate/add', {
      fromCode: 'CNY',
      toCode: 'USD',
      rate: '0.14',
      effectiveDate: '2026-01-01',
    }),
  );
  expect((await priced('560', { currency: 'CNY' })).status).toBe('approved');
  expect((await priced('80', { currency: 'CNY' })).checkReason).toContain('的单价 11.20 比已知成本 80.00 USD 低 86%');
  await boundIs('0.1');
  expect((await priced('71')).status).toBe('submitted');
  expect((await priced('72')).status).toBe('approved');
  await boundIs('0.5');
});

test('what is known is worth cents of the own currency, whatever the order is in', async () => {
  const skuId = await costing('80');
  await must(
    at.admin.post('/base/exchangeRate/add', {
      fromCode: 'JPY',
      toCode: 'USD',
      rate: '0.0065',
      effectiveDate: '2026-01-01',
    }),
  );
  // 63 at 80.00 are known to be 5,040.00, for which 63 yen are asked.
  const { checkReason } = await submitted([{ skuId, qty: 63, unitPrice: '1' }], { currency: 'JPY' });
  expect(checkReason).toContain('按已知成本估值 5,040.00 USD 超过单人下单上限 5,000.00 USD');
});

test('orders that were split are worth what is known as well', async () => {
  const skuId = await costing('80');
  await boundIs('1');
  const supplierId = await newSupplier(at.admin);
  const first = await submitted([{ skuId, qty: 60, unitPrice: '0.01' }], { supplierId });
  expect(first.status).toBe('approved');
  expect(await submitted([{ skuId, qty: 3, unitPrice: '0.01' }], { supplierId })).toMatchObject({
    status: 'submitted',
    checkReason: `24 小时内与 ${first.poNo} 合计 5,040.00 USD，超过单人下单上限 5,000.00 USD`,
  });
  expect((await submitted([{ skuId, qty: 2, unitPrice: '0.01' }], { supplierId })).status).toBe('approved');
  await boundIs('0.5');
});
