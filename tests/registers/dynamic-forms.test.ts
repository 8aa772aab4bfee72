import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { ruledPerson } from '#tests/contract/ruled-person.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { look } from '#tests/channels/shop.ts';

/* 动态表单: designed, published in versions that never change, filled in and judged (domain.md §2.1). */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const FORM = '/base/dynamicForm';
const RECORD = '/base/formRecord';

type Answer = Awaited<ReturnType<Client['post']>>;
const errorsOf = ({ result }: Answer): object[] => (result as { errors?: object[] } | null)?.errors ?? [];

async function must<T>(asked: Promise<{ success: boolean; message: string; result: T }>): Promise<T> {
  const { success, message, result } = await asked;
  expect(success, message).toBe(true);
  return result;
}

async function newForm(code: string, fields: readonly object[], entityType = 'custom'): Promise<string> {
  const { id } = await must(admin.post<{ id: string }>(`${FORM}/add`, { code, name: code, entityType, fields }));
  return id;
}
const publish = (id: string) => admin.post(`${FORM}/${id}/publish`, {});
const design = (id: string, fields: readonly object[]) => admin.put(`${FORM}/edit`, { id, fields });
const fill = (formId: string, values: object, who = admin) =>
  who.post<{ id: string }>(`${RECORD}/add`, { formId, values });
const shown = (id: string) =>
  must(
    admin.get<{ formVersion: number; values: Record<string, unknown>; summary: string }>(`${RECORD}/queryById`, { id }),
  );

const NAME = { key: 'name', label: '姓名', type: 'input', required: true, maxLength: 5 };

test('a version is judged field by field, with a message at each, on the server', async () => {
  covers('ours: dynamic forms');
  const id = await newForm('VISIT', [
    NAME,
    { key: 'age', label: '年龄', type: 'inputNumber', min: '18', max: '60' },
    { key: 'price', label: '价格', type: 'inputNumber', places: 2, unit: '元' },
    { key: 'phone', label: '分机', type: 'input', pattern: '^\\d{3,4}$' },
    { key: 'way', label: '方式', type: 'radio', options: ['车', '船'].map((text) => ({ value: text, text })) },
    { key: 'plate', label: '车牌', type: 'input', required: true, dependsOn: { key: 'way', op: 'eq', value: '车' } },
    {
      key: 'tags',
      label: '标签',
      type: 'list_multi',
      max: '1',
      options: ['a', 'b'].map((v) => ({ value: v, text: v })),
    },
    { key: 'sure', label: '确认', type: 'checkbox' },
    { key: 'day', label: '日期', type: 'date', min: '2026-01-01' },
    { key: 'at', label: '时刻', type: 'datetime' },
    { key: 'sex', label: '性别', type: 'select', dictCode: 'sex' },
    { key: 'who', label: '陪同', type: 'sel_user' },
    { key: 'about', label: '请如实填写', type: 'normal' },
  ]);
  expect((await fill(id, { name: 'x' })).message).toBe('表单还没有发布，不能填写');
  await must(publish(id));
  const wrong = await fill(id, {
    name: '',
    age: '17',
    price: '1.234',
    phone: '12',
    way: '车',
    tags: ['a', 'b'],
    sure: 'yes',
    day: '2026-02-30',
    at: '昨天',
    sex: '9',
    who: 'nobody-here',
  });
  expect(wrong.status).toBe(422);
  expect(
    errorsOf(wrong).map((error) => [(error as { field: string }).field, (error as { message: string }).message]),
  ).toEqual([
    ['values.name', '请输入姓名'],
    ['values.age', '年龄不能小于18'],
    ['values.price', '价格必须是最多2位小数的数字'],
    ['values.phone', '分机格式不正确'],
    ['values.plate', '请输入车牌'],
    ['values.tags', '标签最多选择1项'],
    ['values.sure', '确认须为是或否'],
    ['values.day', '日期不是有效的日期'],
    ['values.at', '时刻不是有效的日期'],
    ['values.sex', '性别不在可选范围内'],
    ['values.who', '陪同不在可选范围内'],
  ]);
  expect((await fill(id, { name: '一二三四五六' })).message).toBe('姓名不能超过5个字符');
  const { id: record } = await must(
    fill(id, { name: ' 李四 ', way: '船', plate: '沪A', at: '2026-11-22 09:30:00', sex: '1', who: 'admin' }),
  );
  // What is not asked for by ship is not stored; a moment is one in every zone.
  expect((await shown(record)).values).toEqual({
    name: '李四',
    way: '船',
    at: '2026-11-22T01:30:00.000Z',
    sex: '1',
    who: 'admin',
  });
  expect(await shown(record)).toMatchObject({ formVersion: 1, summary: '李四 · 船 · 男' });
});

test('what is at fault in a design stands at its field and property', async () => {
  const option = { value: 'a', text: 'a' };
  const faults = async (fields: readonly object[], entityType = 'custom') =>
    errorsOf(await admin.post(`${FORM}/add`, { code: 'BAD', name: 'BAD', entityType, fields })).map((error) => {
      const { row, column } = error as { row: number; column: string };
      return [row, column];
    });
  expect(
    await faults([
      { key: '_a', label: 'x', type: 'input' },
      { key: 'constructor', label: 'x', type: 'input' },
      { key: 'a', label: '', type: 'input' },
      { key: 'A', label: 'x', type: 'input' },
      { key: 'b', label: 'x', type: 'slot' },
      { key: 'c', label: 'x', type: 'select' },
      { key: 'd', label: 'x', type: 'select', options: [option, option] },
      { key: 'e', label: 'x', type: 'select', dictCode: 'no_such_dict' },
      { key: 'f', label: 'x', type: 'inputNumber', min: '3', max: '2' },
      { key: 'g', label: 'x', type: 'input', pattern: '(a)\\1' },
      { key: 'h', label: 'x', type: 'input', dependsOn: { key: 'i', op: 'filled' } },
      { key: 'i', label: 'x'.repeat(81), type: 'input', maxLength: 5000 },
    ]),
  ).toEqual([
    [1, 'key'],
    [2, 'key'],
    [3, 'label'],
    [4, 'key'],
    [5, 'type'],
    [6, 'options'],
    [7, 'options'],
    [8, 'dictCode'],
    [9, 'max'],
    [10, 'pattern'],
    [11, 'dependsOn'],
    [12, 'label'],
    [12, 'maxLength'],
  ]);
  expect(await faults([{ key: 'a', label: 'x', type: 'sel_user' }], 'productCategory')).toEqual([[1, 'type']]);
  expect(
    await faults(Array.from({ length: 101 }, (_, at) => ({ key: `k${at}`, label: 'x', type: 'input' }))),
  ).toHaveLength(1);
});

test('a field renamed under 10,000 records: they keep their version, and a key is never another type', async () => {
  const id = await newForm('CENSUS', [NAME, { key: 'note', label: '备注', type: 'input' }]);
  expect((await publish(id)).success).toBe(true);
  expect((await publish(id)).message).toBe('和最新版本一样，不用再发布');
  const { id: old } = await must(fill(id, { name: '旧', note: 'n' }));
  await look(
    scene,
    (tx) => tx.run`
      insert into form_record (tenant_id, id, form_id, form_version, record_no, summary, values, create_time)
      select r.tenant_id, gen_random_uuid(), r.form_id, r.form_version, 'N' || n, 'row ' || n, r.values, r.create_time
      from form_record r, generate_series(1, 10000) n where r.tenant_id = ${tx.tenant} and r.id = ${old}::uuid`,
  );
  await must(
    design(id, [
      { ...NAME, label: '全名' },
      { key: 'remark', label: '备注', type: 'input', required: true },
    ]),
  );
  // Until it is published nothing changes for who fills in.
  expect((await shown((await must(fill(id, { name: '中', note: 'n' }))).id)).formVersion).toBe(1);
  await must(publish(id));
  expect((await fill(id, { name: '新', note: 'n' })).message).toBe('表单里没有字段“note”');
  const { id: fresh } = await must(fill(id, { name: '新', remark: 'r' }));
  expect(await shown(fresh)).toMatchObject({ formVersion: 2, values: { name: '新', remark: 'r' } });
  expect(await shown(old)).toMatchObject({ formVersion: 1, values: { name: '旧', note: 'n' } });
  // An old record is edited by the version that it was filled in with.
  await must(admin.put(`${RECORD}/edit`, { id: old, values: { name: '旧二', note: '' } }));
  expect(await shown(old)).toMatchObject({ formVersion: 1, values: { name: '旧二' } });
  const form = await must(
    admin.get<{ editions: { formVersion: number; fields: { key: string; label: string }[] }[] }>(`${RECORD}/form`, {
      code: 'census',
    }),
  );
  expect(form.editions.map(({ formVersion, fields }) => [formVersion, fields.map(({ label }) => label)])).toEqual([
    [2, ['全名', '备注']],
    [1, ['姓名', '备注']],
  ]);
  const page = await must(
    admin.get<{ records: { formVersion: number }[] }>(`${RECORD}/list`, { formId: id, formVersion: '1' }),
  );
  expect(page.records.every(({ formVersion }) => formVersion === 1)).toBe(true);
  // Two versions later, too.
  expect((await design(id, [NAME, { key: 'note', label: '备注', type: 'inputNumber' }])).message).toBe(
    '第 2 个字段“备注”：键“note”在版本 1 里是文本，不能改作数字，请换一个键',
  );
});

test('a form lives as draft, published and archived; its versions are immutable', async () => {
  const id = await newForm('LIFE', []);
  expect((await publish(id)).message).toBe('还没有可填写的字段，请先设计');
  await must(design(id, [NAME]));
  await must(publish(id));
  const { id: record } = await must(fill(id, { name: '一' }));
  expect((await admin.delete(`${FORM}/delete`, { id })).message).toBe('发布过的表单不能删除，可以归档');
  expect((await admin.put(`${FORM}/edit`, { id, entityType: 'returnQuestion' })).message).toBe(
    '发布过的表单不能改类型',
  );
  const offered = async (form: string) =>
    (await must(admin.get<{ id: string; isArchived: boolean; records: number }[]>(`${RECORD}/forms`))).find(
      (one) => one.id === form,
    );
  expect(await offered(id)).toMatchObject({ isArchived: false, records: 1 });
  const unused = await newForm('UNUSED', [NAME]);
  await must(publish(unused));
  expect(await offered(unused)).toMatchObject({ records: 0 });
  for (const form of [id, unused]) await must(admin.post(`${FORM}/${form}/archive`, {}));
  // What was filled in is found by whoever fills in, also when nobody does any more.
  expect(await offered(id)).toMatchObject({ isArchived: true, records: 1 });
  expect(await offered(unused)).toBeUndefined();
  expect((await fill(id, { name: '二' })).message).toBe('表单已归档，不能填写');
  expect((await admin.put(`${RECORD}/edit`, { id: record, values: { name: '二' } })).message).toBe(
    '表单已归档，不能填写',
  );
  expect((await design(id, [NAME])).message).toBe('表单已归档，请先恢复');
  expect((await shown(record)).summary).toBe('一');
  await must(admin.post(`${FORM}/${id}/reopen`, {}));
  await must(fill(id, { name: '三' }));
  for (const call of ['add', 'edit'])
    expect((await admin.post(`/base/formEdition/${call}`, { id, formId: id, formVersion: 1, fields: [] })).status).toBe(
      404,
    );
  const draft = await newForm('GONE', []);
  expect((await admin.delete(`${FORM}/delete`, { id: draft })).success).toBe(true);
});

test('I9 and other hostile input: foreign keys, huge values, other tenants, scripts, patterns that would never end', async () => {
  const id = await newForm('HOSTILE', [
    {
      key: 'a',
      label: '<img src=x onerror=alert(1)>',
      type: 'input',
      helpText: '<script>1</script>',
      pattern: '^(a+)+$',
    },
  ]);
  await must(publish(id));
  const started = performance.now();
  expect((await fill(id, { a: `${'a'.repeat(250)}!` })).message).toBe('<img src=x onerror=alert(1)>格式不正确');
  expect(performance.now() - started).toBeLessThan(5000);
  expect((await fill(id, { a: 'a', status: 'x', tenant_id: 2 })).status).toBe(422);
  expect(
    (await admin.post(`${RECORD}/add`, { formId: id, values: JSON.parse('{"__proto__":{"a":"a"}}') })).status,
  ).toBe(400);
  expect((await fill(id, { a: 'a'.repeat(30_000) })).status).toBe(422);
  for (const values of ['x', 7, [1], '[1', null]) expect((await fill(id, values as never)).status).toBe(422);
  // Derived fields are nobody's to send.
  const { id: mine } = await must(
    admin.post<{ id: string }>(`${RECORD}/add`, { formId: id, values: { a: 'a' }, formVersion: 9, summary: 's' }),
  );
  expect(await shown(mine)).toMatchObject({ formVersion: 1, summary: 'a' });
  const other = await newForm('OTHER', [NAME]);
  await must(publish(other));
  expect((await admin.put(`${RECORD}/edit`, { id: mine, formId: other, values: { name: 'x' } })).message).toBe(
    '记录不能改到另一张表单',
  );
  const stranger = await openOtherTenant(scene);
  expect((await fill(id, { a: 'a' }, stranger)).status).toBe(422);
  expect((await stranger.get(`${RECORD}/form`, { code: 'HOSTILE' })).status).toBe(404);
  expect((await stranger.get(`${RECORD}/queryById`, { id: mine })).status).toBe(404);
  const category = await newForm('CATTR', [NAME], 'productCategory');
  await must(publish(category));
  expect((await fill(category, { name: 'x' })).message).toBe('只有自定义表单在这里填写');
});

test('who fills in needs no right to design', async () => {
  const id = await newForm('LEAVE', [NAME]);
  await must(publish(id));
  const clerk = await personWith(scene, admin, ['base:formRecord:list', 'base:formRecord:add']);
  await must(fill(id, { name: '请假' }, clerk));
  const forms = await must(clerk.get<{ code: string }[]>(`${RECORD}/forms`));
  expect(forms.map(({ code }) => code)).toContain('LEAVE');
  expect((await clerk.get(`${FORM}/list`)).status).toBe(403);
  expect((await clerk.put(`${FORM}/edit`, { id, fields: [] })).status).toBe(403);
  expect((await clerk.post(`${FORM}/${id}/publish`, {})).status).toBe(403);
});

test('a data rule on forms is the right of a form: its records go with it, to read and to write', async () => {
  const [open, closed] = [await newForm('OPEN', [NAME]), await newForm('CLOSED', [NAME])];
  for (const id of [open, closed]) await must(publish(id));
  const { id: hidden } = await must(fill(closed, { name: '不可见' }));
  const person = await ruledPerson(scene, admin, 'form_reader');
  const lift = await person.under('base:dynamicForm', 'code', '=', 'OPEN');
  const { client } = person;
  expect((await must(client.get<{ code: string }[]>(`${RECORD}/forms`))).map(({ code }) => code)).toEqual(['OPEN']);
  expect((await client.get(`${RECORD}/form`, { code: 'CLOSED' })).status).toBe(404);
  expect((await client.get(`${RECORD}/queryById`, { id: hidden })).status).toBe(404);
  expect((await must(client.get<{ total: number }>(`${RECORD}/list`, { formId: closed }))).total).toBe(0);
  expect((await client.get(`/base/formEdition/list`, { formId: closed })).result).toMatchObject({ total: 0 });
  await must(fill(open, { name: '可见' }, client));
  expect((await fill(closed, { name: '不可写' }, client)).success).toBe(false);
  expect((await client.put(`${RECORD}/edit`, { id: hidden, values: { name: '改' } })).success).toBe(false);
  await lift();
  expect((await client.get(`${RECORD}/queryById`, { id: hidden })).success).toBe(true);
});
