import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { STOOL } from '../races/goods.ts';
import type { FeeTrial } from '#modules/channels/model/fee-trial.ts';

/* 渠道费用: what a rule has to say, which rule holds, and what that comes to (domain.md §2.1, §4). */

let scene: TestApp;
let admin: Client;
let accountId: string;
let channelCode: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  accountId = scene.seller.accountId;
  const shop = await admin.get<{ channelCode: string }>('/base/channelAccount/queryById', {
    id: accountId,
  });
  channelCode = shop.result.channelCode;
});
afterAll(() => scene.stop());

const stool = (): string => scene.seller.skus[STOOL] as string;

let count = 0;
const rule = (values: object) => ({
  code: `FEE-${(count += 1)}`,
  channelCode,
  feeType: 'commission',
  currency: 'USD',
  basis: 'lineNet',
  method: 'percent',
  effectiveFrom: '2026-01-01',
  ...values,
});
const add = (values: object) =>
  admin.post<{ id: string; errors: { field: string; message: string }[] }>('/channels/channelFee/add', rule(values));
const added = async (values: object): Promise<string> => {
  const answer = await add(values);
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
};
const refusedAt = async (values: object): Promise<string[]> => {
  const { code, result } = await add(values);
  expect(code).toBe(422);
  return result.errors.map(({ field, message }) => `${field}: ${message}`);
};
const trial = async (more: object = {}): Promise<FeeTrial> => {
  const skuId = stool();
  const answer = await admin.get<FeeTrial>('/channels/channelFee/trial', {
    accountId,
    skuId,
    qty: '2',
    unitPrice: '129.99',
    ...more,
  });
  expect(answer.success, answer.message).toBe(true);
  return answer.result;
};
const shown = ({ fees }: FeeTrial): string[] => fees.map(({ code, amount }) => `${code} ${amount}`);

test('a rule says how it calculates, and of which shop', async () => {
  covers('ours: channel fees');
  expect(await refusedAt({ basis: 'unit', rate: '0.1' })).toEqual(['method: 按比例只能用行金额或订单金额作基数']);
  expect(await refusedAt({})).toEqual(['rate: 请输入费率']);
  expect(await refusedAt({ basis: 'unit', method: 'fixed' })).toEqual(['unitAmount: 请输入单价']);
  expect(await refusedAt({ rate: '0.1', least: '5', most: '1', effectiveTo: '2025-12-31' })).toEqual([
    'most: 最高不能低于最低',
    'effectiveTo: 失效日不能早于生效日',
  ]);
  expect((await refusedAt({ rate: '0.1', accountId, channelCode: 'other' }))[0]).toContain('属于渠道');
  expect((await refusedAt({ rate: '0.1', accountId, currency: 'CAD' }))[0]).toContain('结算币种是');
  expect((await refusedAt({ rate: '0.1', currency: 'XXX' }))[0]).toContain('currency');
});

test('two of one scope and priority never hold on one day, though both are saved at once', async () => {
  const first = await add({ code: 'ONCE', rate: '0.05', effectiveTo: '2026-06-30', priority: 7 });
  expect(first.success).toBe(true);
  expect(await refusedAt({ rate: '0.06', effectiveFrom: '2026-06-30', priority: 7 })).toEqual([
    expect.stringContaining('和费用 ONCE 的渠道'),
  ]);
  await added({
    rate: '0.06',
    effectiveFrom: '2026-07-01',
    effectiveTo: '2026-07-31',
    priority: 7,
  });
  const both = await Promise.all([
    add({ rate: '0.01', priority: 8, effectiveTo: '2026-01-31' }),
    add({ rate: '0.02', priority: 8, effectiveTo: '2026-01-31' }),
  ]);
  expect(both.map(({ success }) => success).sort()).toEqual([false, true]);
});

test('3 % with bounds and 0.30 an order: 8.10 of two at 129.99; each says how', async () => {
  await added({ code: 'SHARE', rate: '0.03', least: '1.00', most: '50.00' });
  await added({
    code: 'ORDER',
    feeType: 'transaction',
    basis: 'order',
    method: 'fixed',
    unitAmount: '0.30',
  });
  const result = await trial();
  expect(result).toMatchObject({ net: '259.98', total: '8.10', currency: 'USD', share: '0.0311' });
  expect(shown(result).sort()).toEqual(['ORDER 0.30', 'SHARE 7.80']);
  expect(result.fees.find(({ code }) => code === 'SHARE')?.how).toBe('行金额 259.98 × 3%，最低 1.00，最高 50.00');
  // Not yet, not any more, of another shop's currency: none of them.
  await added({ rate: '0.5', effectiveFrom: '2099-01-01', priority: 2 });
  await added({ rate: '0.5', currency: 'CAD', priority: 3 });
  expect((await trial()).total).toBe('8.10');
});

test('steps are filled in before a rule by steps is enabled, each end once', async () => {
  const tier = { code: 'HEAVY', feeType: 'handling', basis: 'weightKg', method: 'tier' };
  expect(await refusedAt(tier)).toEqual(['status: 阶梯计费请先停用保存，填好阶梯后再启用']);
  const feeId = await added({ ...tier, code: 'HEAVY', status: 'disabled' });
  const step = (upTo: string | null, amount: string | null) =>
    admin.post<{ errors: { field: string }[] }>('/channels/channelFeeTier/add', {
      feeId,
      upTo,
      amount,
    });
  // What one stool weighs, to the gram: the end of a step is in it.
  const { records } = (
    await admin.get<{ records: { grossWeightG: number; unitsPerCarton: number }[] }>('/catalog/skuCarton/list', {
      skuId: stool(),
    })
  ).result;
  const grams = records.reduce((sum, one) => sum + one.grossWeightG / one.unitsPerCarton, 0);
  const one = String(grams / 1000);
  expect((await step(one, '5')).success).toBe(true);
  expect((await step(one, '6')).result.errors[0]?.field).toBe('upTo');
  expect((await step(null, null)).result.errors[0]?.field).toBe('amount');
  expect((await step(null, '9')).success).toBe(true);
  const { version } = (await admin.get<{ version: number }>('/channels/channelFee/queryById', { id: feeId })).result;
  const enabled = await admin.put('/channels/channelFee/edit', {
    id: feeId,
    version,
    status: 'enabled',
  });
  expect(enabled.success, enabled.message).toBe(true);
  const light = (await trial({ qty: '1' })).fees.find(({ code }) => code === 'HEAVY');
  const heavy = (await trial({ qty: '2' })).fees.find(({ code }) => code === 'HEAVY');
  expect([light?.amount, heavy?.amount]).toEqual(['5.00', '9.00']);
});

test('a rule of the SKU stands before that of the channel, and may take its place', async () => {
  const skuId = stool();
  await added({ code: 'OWN', rate: '0.10', skuId, stack: 'replace' });
  expect(shown(await trial())).toContain('OWN 26.00');
  expect(shown(await trial())).not.toContain('SHARE 7.80');
});

test('who may not see a shop tries nothing out with it', async () => {
  const clerk = await scene.as('kefu');
  const answer = await clerk.get('/channels/channelFee/trial', {
    accountId,
    skuId: stool(),
    qty: '1',
    unitPrice: '1',
  });
  expect(answer.status).toBe(403);
  const nobody = await admin.get('/channels/channelFee/trial', {
    accountId: stool(),
    skuId: stool(),
    qty: '1',
    unitPrice: '1',
  });
  expect(nobody.status).toBe(404);
});
