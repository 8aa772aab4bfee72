import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentTermOf, requireSupplier, suppliersOf } from '#modules/base/server/index.ts';
import { look } from '#tests/channels/shop.ts';
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

interface Refused {
  id: string;
  errors: { field: string; message: string }[];
}
const add = (path: string, body: object) => admin.post<Refused>(`/base/${path}/add`, body);
const messages = ({ result }: { result: Refused }): [string, string][] =>
  result.errors.map(({ field, message }) => [field, message]);

test('a discount ends before the term does, is half of it all at most, and has days', async () => {
  covers('ours: payment terms');
  const term = { code: 'T-1', name: '两周', netDays: 14 };
  const late = { ...term, discountDays: 15, discountRate: '0.51' };
  expect(messages(await add('paymentTerm', late))).toEqual([
    ['discountDays', '折扣天数不能大于账期天数'],
    ['discountRate', '折扣率不能大于 0.5（50%）'],
  ]);
  expect(messages(await add('paymentTerm', { ...term, discountRate: '0.02' }))).toEqual([
    ['discountDays', '折扣天数和折扣率须一起填写'],
  ]);
  const good = { ...term, discountDays: 14, discountRate: '0.5' };
  const { id } = await must(add('paymentTerm', good));
  expect(messages(await admin.put('/base/paymentTerm/edit', { id, netDays: 13 }))).toEqual([
    ['discountDays', '折扣天数不能大于账期天数'],
  ]);
  expect(await look(scene, (tx) => paymentTermOf(tx, id))).toMatchObject({
    baseDate: 'invoiceDate',
    netDays: 14,
    discountDays: 14,
    cutoffDay: null,
  });
});

test('a supplier has a currency and a term that are in use, and is read by what is above', async () => {
  covers('ours: suppliers');
  const { id: termId } = await must(add('paymentTerm', { code: 'T-2', name: '月结30天' }));
  const factory = { code: 'F-1', name: '佛山家具厂', currency: 'JPY', moqAmount: '1500' };
  const made = await must(add('supplier', { ...factory, paymentTermId: termId, leadDays: 25 }));
  const read = () => look(scene, (tx) => requireSupplier(tx, made.id));
  expect(await read()).toMatchObject({
    code: 'F-1',
    type: 'factory',
    currency: 'JPY',
    moqAmount: 1500n,
    paymentTermId: termId,
    leadDays: 25,
    status: 'enabled',
  });
  await must(admin.put('/base/paymentTerm/edit', { id: termId, status: 'disabled' }));
  const second = { code: 'F-2', name: '第二家', currency: 'SEK', paymentTermId: termId };
  const faults = messages(await add('supplier', second));
  expect(faults.map(([field]) => field)).toEqual(['currency', 'paymentTermId']);
  expect(faults[1]?.[1]).toBe('付款条款 月结30天 已停用，请选择其他条款');
  // What it has already stays good.
  const edited = { id: made.id, status: 'disabled', paymentTermId: termId };
  await must(admin.put('/base/supplier/edit', edited));
  expect(await admin.delete('/base/paymentTerm/delete', { id: termId })).toMatchObject({
    status: 409,
    message: '付款条款仍被供应商选用，不能删除，可以停用',
  });
  await expect(read()).rejects.toThrow('供应商 佛山家具厂 已停用');
  const found = await look(scene, (tx) => suppliersOf(tx, [made.id]));
  expect([...found.keys()]).toEqual([made.id]);
});

test('contacts stand once by name at their supplier, and go with it', async () => {
  const { id } = await must(add('supplier', { code: 'C-1', name: '物流商', currency: 'USD' }));
  const contact = { supplierId: id, name: '王小姐', email: 'wang@example.com' };
  await must(add('supplierContact', contact));
  expect(await add('supplierContact', contact)).toMatchObject({
    status: 422,
    message: '该供应商已有联系人 王小姐',
  });
  await must(admin.delete('/base/supplier/delete', { id }));
  const left = await must(admin.get<{ total: number }>('/base/supplierContact/list', { supplierId: id }));
  expect(left.total).toBe(0);
});

test('finance keeps payment terms, and reads suppliers as the warehouse does', async () => {
  const [clerk, finance] = [await scene.as('cangku'), await scene.as('caiwu')];
  const body = { code: 'R-1', name: '不该有的', currency: 'USD' };
  for (const who of [clerk, finance]) expect((await who.post('/base/supplier/add', body)).status).toBe(403);
  expect((await clerk.get('/base/supplier/list')).status).toBe(200);
  expect((await finance.post('/base/paymentTerm/add', { code: 'R-1', name: '财务的' })).success).toBe(true);
});
