import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { personWith } from '#tests/contract/worlds.ts';

/* 产品分类: a tree of six levels, and what it asks its products for (domain.md §2.1). */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const CATEGORY = '/catalog/productCategory';

async function add(path: string, body: object): Promise<string> {
  const answer = await admin.post<{ id: string }>(`${path}/add`, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
}

const category = (code: string, parentId?: string): Promise<string> =>
  add(CATEGORY, { code, name: code, ...(parentId ? { parentId } : {}) });

const shown = async (id: string) =>
  (await admin.get<{ level: number; fullName: string }>(`${CATEGORY}/queryById`, { id })).result;

test('a branch keeps its places when it is renamed, moved, and never goes round or too deep', async () => {
  covers('ours: products on sale');
  const chain: string[] = [];
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F']) chain.push(await category(code, chain.at(-1)));
  const [a, b, , , , f] = chain as [string, string, string, string, string, string];
  expect(await shown(f)).toMatchObject({ level: 6, fullName: 'A / B / C / D / E / F' });
  const seventh = await admin.post(`${CATEGORY}/add`, { code: 'G', name: 'G', parentId: f });
  expect(seventh).toMatchObject({ status: 422, message: '分类最多 6 级' });
  const round = await admin.put(`${CATEGORY}/edit`, { id: a, parentId: f });
  expect(round.result).toMatchObject({ errors: [{ field: 'parentId' }] });
  expect(round.message).toBe('上级分类不能是自己或自己的下级');
  const top = await category('TOP');
  const deep = await admin.put(`${CATEGORY}/edit`, { id: a, parentId: top });
  expect(deep.message).toBe('分类最多 6 级');
  expect((await admin.put(`${CATEGORY}/edit`, { id: b, parentId: top })).success).toBe(true);
  expect(await shown(f)).toMatchObject({ level: 6, fullName: 'TOP / B / C / D / E / F' });
  expect((await admin.put(`${CATEGORY}/edit`, { id: top, name: '顶' })).success).toBe(true);
  expect((await shown(f)).fullName).toBe('顶 / B / C / D / E / F');
  expect((await admin.delete(`${CATEGORY}/delete`, { id: top })).message).toBe('顶 下仍有下级分类，不能删除');
  await add('/catalog/product', { spuCode: 'CAT-1', name: '边几', categoryId: f });
  expect((await admin.delete(`${CATEGORY}/delete`, { id: f })).message).toBe('F 下仍有产品，不能删除');
  expect((await admin.delete(`${CATEGORY}/delete`, { id: a })).success).toBe(true);
});

test('attributes are inherited, asked for once on every way down, and judged by their kinds', async () => {
  const furniture = await category('FURN');
  const table = await category('TABLE', furniture);
  const form = async (code: string, fields: object[]): Promise<string> => {
    const made = await add('/base/dynamicForm', { code, name: code, entityType: 'productCategory', fields });
    expect((await admin.post(`/base/dynamicForm/${made}/publish`, {})).success).toBe(true);
    return made;
  };
  const use = (id: string, formId: string) => admin.put(`${CATEGORY}/edit`, { id, formId });
  const options = ['木', '金属'].map((text) => ({ value: text, text }));
  const material = { key: 'material', label: '材质', type: 'select', required: true, options };
  const seats = { key: 'seats', label: '座位', type: 'inputNumber', unit: '个', min: '1', max: '12' };
  const custom = await add('/base/dynamicForm', { code: 'NOT-PUBLISHED', name: 'x', entityType: 'productCategory' });
  expect((await use(furniture, custom)).message).toBe('属性表单须是类型为“产品分类”、已发布的动态表单');
  expect((await use(furniture, await form('F-FURN', [material]))).success).toBe(true);
  const tableForm = await form('F-TABLE', [seats]);
  expect((await use(table, tableForm)).success).toBe(true);
  const twice = await form('F-TWICE', [{ key: 'MATERIAL', label: '料', type: 'input' }]);
  expect((await use(table, twice)).message).toBe('分类 FURN 的属性表单已有键 material，产品会填两遍');
  // A form that is in use is published under the same law.
  const fields = [seats, { ...material, required: false }];
  expect((await admin.put('/base/dynamicForm/edit', { id: tableForm, fields })).success).toBe(true);
  expect((await admin.post(`/base/dynamicForm/${tableForm}/publish`, {})).message).toBe(
    '分类 FURN 的属性表单已有键 material，产品会填两遍',
  );
  expect((await admin.put('/base/dynamicForm/edit', { id: tableForm, fields: [seats] })).success).toBe(true);
  const request = await admin.get(`${CATEGORY}/${table}/attributes`);
  expect(request.result).toMatchObject([
    { category: 'FURN', formVersion: 1, fields: [{ key: 'material', options, required: true }] },
    { category: 'TABLE', formVersion: 1, fields: [{ key: 'seats', unit: '个' }] },
  ]);
  const id = await add('/catalog/product', { spuCode: 'CAT-2', name: '餐桌', categoryId: table });
  const fill = (values: object) => admin.put('/catalog/product/edit', { id, attributes: JSON.stringify(values) });
  const wrong = await fill({ material: '纸', seats: '13' });
  expect(wrong.result).toMatchObject({
    errors: [{ field: 'attributes', message: '材质不在可选范围内；座位不能大于12' }],
  });
  expect((await fill({ seats: '2.5' })).message).toBe('座位必须是整数');
  expect((await admin.put('/catalog/product/edit', { id, attributes: '[1' })).message).toBe('分类属性格式不正确');
  // A draft may be unfinished; what is missing is named before it is sold.
  expect((await fill({ seats: '4' })).success).toBe(true);
  const activated = await admin.post(`/catalog/product/${id}/activate`);
  expect(activated.message).toBe('还不能上架销售：没有SKU；请选择材质；没有图片');
  expect((await fill({ seats: '4', material: '木', unknown: 'x' })).success).toBe(true);
  const stored = await admin.get<{ attributes: string }>('/catalog/product/queryById', { id });
  expect(JSON.parse(stored.result.attributes)).toEqual({ material: '木', seats: '4' });
  // The next version renames a field: the product reads as it was filled in, until it is edited.
  const renamed = [{ ...seats, label: '座位数' }];
  expect((await admin.put('/base/dynamicForm/edit', { id: tableForm, fields: renamed })).success).toBe(true);
  expect((await admin.post(`/base/dynamicForm/${tableForm}/publish`, {})).success).toBe(true);
  const labels = async () => {
    const { result } = await admin.get<{ attributeFields: { label: string }[] }>('/catalog/product/queryById', { id });
    return result.attributeFields.map(({ label }) => label);
  };
  expect(await labels()).toEqual(['材质', '座位']);
  expect((await fill({ seats: '6', material: '木' })).success).toBe(true);
  expect(await labels()).toEqual(['材质', '座位数']);
  const other = await category('OTHER');
  expect((await use(other, twice)).success).toBe(true);
  const moved = await admin.put(`${CATEGORY}/edit`, { id: other, parentId: table });
  expect(moved.message).toBe('新的上级已有同编码的属性 material');
});

test('only who may brings back what was given up', async () => {
  const clerk = await personWith(scene, admin, [
    'catalog:product:list',
    'catalog:product:activate',
    'catalog:product:discontinue',
  ]);
  const page = await admin.get<{ records: { id: string }[] }>('/catalog/product/list', {
    status: 'active',
  });
  const id = page.result.records[0]?.id as string;
  const move = (who: Client, name: string) => who.post(`/catalog/product/${id}/${name}`);
  expect((await move(clerk, 'discontinue')).success).toBe(true);
  expect((await move(clerk, 'activate')).status).toBe(409);
  expect((await move(clerk, 'revive')).status).toBe(403);
  expect((await move(admin, 'revive')).success).toBe(true);
});
