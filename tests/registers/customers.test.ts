import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

test('a customer has a currency and a term that are in use, and a credit limit with its places', async () => {
  covers('ours: customers');
  const add = (path: string, body: object) =>
    admin.post<{ id: string; errors: { field: string }[] }>(`/base/${path}/add`, body);
  const { id: termId } = await must(add('paymentTerm', { code: 'K-1', name: '45天', netDays: 45 }));
  const body = { code: 'K-1', name: '日本零售商', type: 'retailer', currency: 'JPY' };
  const yen = { ...body, paymentTermId: termId, creditLimit: '150000.5' };
  expect((await add('customer', yen)).result.errors).toMatchObject([{ field: 'creditLimit' }]);
  const { id } = await must(add('customer', { ...yen, creditLimit: '150000' }));
  const read = await must(admin.get<Record<string, unknown>>('/base/customer/queryById', { id }));
  expect(read).toMatchObject({ creditLimit: '150000', paymentTermId_dictText: '45天' });
  expect(await admin.delete('/base/paymentTerm/delete', { id: termId })).toMatchObject({
    status: 409,
    message: '付款条款仍被客户选用，不能删除，可以停用',
  });
  const contact = { customerId: id, name: '田中' };
  await must(add('customerContact', contact));
  expect((await add('customerContact', contact)).message).toBe('该客户已有联系人 田中');
  // Of the same name elsewhere.
  const other = await must(add('customer', { ...body, code: 'K-2' }));
  await must(add('customerContact', { ...contact, customerId: other.id }));
});
