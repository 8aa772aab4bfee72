import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkKeys } from '#kit/model/bulk-edit.ts';
import type { Field } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { storedRows, type Body } from './register-rows.ts';
import { casesOf, eachTrait, fieldsOf, registers, type Refused, type Row } from './resources.ts';
import { ruledPerson, type RuledPerson } from './ruled-person.ts';
import { Samples } from './sample-row.ts';

/**
 * What somebody may not see they may neither make nor leave behind: a write whose row would be outside
 * of the data rules or the row scope of its writer is refused at the field, and nothing is stored.
 */

let scene: TestApp;
let admin: Client;
let samples: Samples;
let person: RuledPerson;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  samples = new Samples(admin, 700);
  person = await ruledPerson(scene, admin, 'bounded');
});
afterAll(() => scene?.stop());

/** Registers that keep what they were added with. */
const FIXED = new Set(['base:currency', 'channels:channelProduct']);

/** A form writes no text of theirs: rules of their rows are data-rules.test and tests/journeys/market-reports. */
const WORDLESS = new Set(['channels:priceSetting', 'market:marketReport']);

const outside = (key: string, { title }: Field) => ({
  status: 422,
  success: false,
  message: `${title}超出您的数据权限范围，不能保存`,
  result: { errors: [{ field: key, code: 'outside', message: expect.any(String) }] },
});

/** What the rule of a register is about: a text that a form writes, the label first, or a number. */
function ruledText(resource: AnyResource): [string, Field] {
  const texts = fieldsOf(resource).filter(([, one]) => one.kind === 'text' && !one.derived);
  const whole = fieldsOf(resource).filter(([, one]) => one.kind === 'integer' && (one.max ?? 999) > 100);
  const own = texts.find(([key]) => key === resource.label) ?? texts[0] ?? whole[0];
  if (!own) throw new Error(`${resourceKey(resource)} has no text to make a rule of`);
  return own;
}

describe.each(casesOf(eachTrait(registers)))('%s', (path, resource) => {
  const may = (): boolean => person.isRulable(resource) && !WORDLESS.has(resourceKey(resource));

  test('a row outside of a data rule is neither added nor left behind', async (context) => {
    if (!may()) return context.skip();
    const [key, field] = ruledText(resource);
    const [inside, other] = [await samples.body(resource), await samples.body(resource)];
    const lift = await person.under(resourceKey(resource), key, '=', String(inside[key]));
    const { id } = await must(person.client.post<{ id: string }>(`${path}/add`, inside));
    const before = await storedRows(scene, resource);
    expect(await person.client.post(`${path}/add`, other)).toMatchObject(outside(key, field));
    if (!FIXED.has(resourceKey(resource)))
      expect(await person.client.put(`${path}/edit`, { id, [key]: other[key] })).toMatchObject(outside(key, field));
    expect(await storedRows(scene, resource)).toEqual(before);
    await lift();
  });

  test('nor do a sheet and a change of many rows', async (context) => {
    if (!may()) return context.skip();
    const changed = bulkText(resource);
    if (!changed) return context.skip();
    const [key, { title }] = changed;
    const body = await samples.body(resource);
    const { id } = await must(admin.post<{ id: string }>(`${path}/add`, body));
    const lift = await person.under(resourceKey(resource), key, '=', String(body[key]));
    const before = await storedRows(scene, resource);
    const message = `${title}超出您的数据权限范围，不能保存`;
    const many = await must(
      person.client.post<{ refused: number; rows: Body[] }>(`${path}/bulkEdit`, {
        field: key,
        operation: 'set',
        value: '别处',
        ids: [id],
      }),
    );
    expect(many).toMatchObject({ refused: 1, rows: [{ id, ok: false, message }] });
    const sheet = await workbook(['ID', title], [[id, '别处']]);
    const imported = await upload(scene, person.client, `${path}/importExcel?mode=update`, sheet);
    expect(imported.result).toMatchObject({ successCount: 0, errorCount: 1 });
    expect(await storedRows(scene, resource)).toEqual(before);
    await lift();
  });
});

/** Texts that a module takes some words of alone. */
const JUDGED = new Set([
  'channelCode',
  'channelSku',
  'rates',
  'zones',
  'surcharges',
  'carrier',
  'apiUrl',
  'accountNumber',
  'connector',
  'clientId',
]);

/** A text that may be changed in many rows and takes any words. */
const bulkText = (resource: AnyResource): [string, Field] | undefined =>
  fieldsOf(resource).find(
    ([key, { kind, rule, max }]) =>
      (kind === 'text' || kind === 'textarea') &&
      !rule &&
      (max ?? 99) > 8 &&
      !JUDGED.has(key) &&
      bulkKeys(resource).includes(key),
  );

test('the rows of a sheet that stay inside are written, those beside them are not', async () => {
  const product = registers.find((one) => resourceKey(one) === 'catalog:product') as AnyResource;
  const lift = await person.under('catalog:product', 'spuCode', 'RIGHT_LIKE', 'IN-');
  const titles = ['spuCode', 'name'].map((key) => fieldsOf(product).find(([one]) => one === key)?.[1].title as string);
  const rows = ['IN-1', 'OUT-1', 'IN-2', 'OUT-2'].map((spu) => [spu, `品 ${spu}`]);
  const path = '/catalog/product/importExcel';
  const done = await upload(scene, person.client, path, await workbook(titles, rows));
  expect(done.result).toMatchObject({ totalCount: 4, successCount: 2, errorCount: 2 });
  const stored = (await storedRows(scene, product)).map(({ spuCode }) => spuCode);
  expect(stored).toEqual(expect.arrayContaining(['IN-1', 'IN-2']));
  expect(stored).not.toContain('OUT-1');
  await lift();
});

test('people are neither added nor edited out of the rule of who writes them', async () => {
  const lift = await person.under('system:user', 'realname', 'RIGHT_LIKE', '甲');
  const add = (username: string, realname: string) =>
    person.client.post<{ id: string } & Refused>('/sys/user/add', {
      username,
      realname,
      password: PASSWORD,
    });
  const message = '用户姓名超出您的数据权限范围，不能保存';
  const refused = { status: 200, success: false, message };
  expect(await add('sight_out', '乙方')).toMatchObject(refused);
  const { id } = await must(add('sight_in', '甲方'));
  expect(await person.client.put('/sys/user/edit', { id, realname: '乙方' })).toMatchObject({
    ...refused,
    result: { errors: [{ field: 'realname', code: 'outside', message }] },
  });
  const row = await must(admin.get<Row>('/sys/user/queryById', { id }));
  expect(row['realname']).toBe('甲方');
  expect((await admin.get('/sys/user/checkOnlyUser', { username: 'sight_out' })).success).toBe(true);
  await lift();
});

test('a draft outside of the rule of its writer is not kept', async () => {
  const [here = '', there = ''] = Object.values(scene.seller.warehouses);
  const skuId = Object.values(scene.seller.skus)[0] as string;
  const lift = await person.under('inventory:stockAdjustment', 'warehouseId', '=', here);
  const draft = (warehouseId: string) => ({
    warehouseId,
    kind: 'adjust',
    reason: 'count',
    lines: [{ skuId, condition: 'good', qty: 1 }],
  });
  const path = '/inventory/stockAdjustment';
  const made = await person.client.post<{ id: string } & Refused>(`${path}/add`, draft(there));
  expect(made).toMatchObject({
    status: 422,
    success: false,
    message: '仓库超出您的数据权限范围，不能保存',
    result: { errors: [{ field: 'warehouseId', code: 'outside' }] },
  });
  await lift();
});

test('whoever sees some shops and warehouses makes no row beyond them', async () => {
  const [here = '', there = ''] = Object.values(scene.seller.warehouses);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'scoped',
    realname: '部分仓库',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    shops: [scene.seller.accountId],
    warehouses: [here],
  });
  const scoped = await scene.as('scoped');
  const sample = async (key: string): Promise<Body> =>
    samples.body(registers.find((one) => resourceKey(one) === key) as AnyResource);
  // A new shop or warehouse is in nobody's scope but of those who see all of them.
  for (const [key, path] of [
    ['base:warehouse', '/base/warehouse'],
    ['base:channelAccount', '/base/channelAccount'],
  ] as const) {
    const refused = await scoped.post<Refused>(`${path}/add`, await sample(key));
    expect(refused, key).toMatchObject({ status: 422, success: false });
    expect(refused.message, key).toMatch(/超出您的数据权限范围，不能保存，请联系管理员$/);
  }
  const link = { ...(await sample('base:channelWarehouse')), accountId: scene.seller.accountId };
  expect(await scoped.post('/base/channelWarehouse/add', { ...link, warehouseId: there })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'warehouseId' }] },
  });
  const made = await must(scoped.post<{ id: string }>('/base/channelWarehouse/add', { ...link, warehouseId: here }));
  expect(await scoped.put('/base/channelWarehouse/edit', { id: made.id, warehouseId: there })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'warehouseId' }] },
  });
});
