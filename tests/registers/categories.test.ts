import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene.stop());

interface Node {
  key: string;
  title: string;
  code: string;
  leaf: number | boolean;
  isLeaf: boolean;
  pid: string;
  children?: Node[] | null;
}

/** Adds a category. @returns its id and the code it was given */
async function add(
  name: string,
  parentId?: string,
  more: object = {},
  who: Client = admin,
): Promise<{ id: string; code: string }> {
  const answer = await who.post<{ id: string }>('/system/category/add', {
    name,
    ...(parentId ? { parentId } : {}),
    ...more,
  });
  expect(answer.success, answer.message).toBe(true);
  const { id } = answer.result;
  const row = await who.get<{ code: string }>('/system/category/queryById', { id });
  return { id, code: row.result.code };
}

const titles = (nodes: readonly { title: string }[]): string[] => nodes.map(({ title }) => title);

test('categories number themselves below their parent unless a code is typed', async () => {
  const [home, garden] = [await add('家居'), await add('园艺')];
  expect([home.code, garden.code]).toEqual(['B01', 'B02']);
  expect((await add('沙发', home.id)).code).toBe('B01A01');
  expect((await add('茶几', home.id, { code: 'B01A05' })).code).toBe('B01A05');
  expect((await add('床', home.id)).code).toBe('B01A06');
  const twice = await admin.post('/system/category/add', { name: '又一个', code: 'B02' });
  expect(twice).toMatchObject({ success: false, message: '分类编码已存在' });
  // A tenant's codes are its own affair.
  expect((await add('别家的', undefined, {}, stranger)).code).toBe('B01');
});

test('the tree has no cycle, and a parent stays while others hang below it', async () => {
  const [top, middle, low] = await chain();
  for (const parentId of [top, middle, low]) {
    const turned = await admin.put('/system/category/edit', { id: top, parentId });
    expect(turned).toMatchObject({
      status: 422,
      message: '上级分类不能是自己或自己的下级',
      result: { errors: [{ field: 'parentId' }] },
    });
  }
  const gone = await admin.delete('/system/category/delete', { id: middle });
  expect(gone).toMatchObject({ success: false, message: '请先删除或移走下级分类' });
  const both = await admin.delete('/system/category/deleteBatch', { ids: `${middle},${low}` });
  expect(both.success, both.message).toBe(true);
  const left = await admin.get<Node[]>('/sys/category/loadTreeChildren', { pid: top });
  expect(left.result).toEqual([]);
});

async function chain(): Promise<[string, string, string]> {
  const top = await add('一层');
  const middle = await add('二层', top.id);
  const low = await add('三层', middle.id);
  return [top.id, middle.id, low.id];
}

test('two moves at once cannot make a ring of two categories', async () => {
  const [left, right] = [await add('左'), await add('右')];
  const moves = await Promise.all([
    admin.put('/system/category/edit', { id: left.id, parentId: right.id }),
    admin.put('/system/category/edit', { id: right.id, parentId: left.id }),
  ]);
  expect(moves.filter((move) => move.success)).toHaveLength(1);
});

test('the tree is read whole, by level, from a code and as labels', async () => {
  covers('§7 trees, dictionaries, reports');
  const root = await add('灯具', undefined, { code: 'LAMP' });
  const child = await add('台灯', root.id);
  await add('护眼台灯', child.id);
  const whole = await admin.get<Node[]>('/sys/category/loadTreeRoot', {
    async: 'false',
    pcode: 'LAMP',
  });
  expect(whole.result).toMatchObject([
    {
      title: '台灯',
      leaf: 0,
      isLeaf: false,
      pid: root.id,
      children: [{ title: '护眼台灯', leaf: 1 }],
    },
  ]);
  const level = await admin.get<Node[]>('/sys/category/loadTreeRoot', {
    async: 'true',
    pcode: '0',
  });
  expect(titles(level.result)).toContain('灯具');
  expect(titles(level.result)).not.toContain('台灯');
  const below = await admin.get<Node[]>('/sys/category/loadTreeData', { pcode: 'LAMP' });
  expect(below.result).toMatchObject([{ key: child.id, code: child.code }]);
  const filtered = await admin.get<Node[]>('/sys/category/loadTreeData', {
    pid: root.id,
    condition: '{"name":"没有"}',
  });
  expect(filtered.result).toEqual([]);
  const one = await admin.get('/sys/category/loadOne', { field: 'code', val: 'LAMP' });
  expect(one.result).toMatchObject({ id: root.id, name: '灯具', pid: '0' });
  const names = await admin.get('/sys/category/loadDictItem/', { ids: `${child.id},${root.id}` });
  expect(names.result).toEqual(['台灯', '灯具']);
});

test('a condition narrows the tree from its roots down, whole or by level', async () => {
  const root = await add('条件柜', undefined, { code: 'COND' });
  const desk = await add('条件斗柜', root.id);
  await add('条件鞋柜', root.id);
  await add('条件抽屉', desk.id);
  const read = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const answer = await admin.get<Node[]>(`/sys/category/${path}`, query);
    return answer.success ? titles(answer.result) : answer.message;
  };
  const named = (name: string): string => JSON.stringify({ name });
  for (const isAsync of ['true', 'false']) {
    const roots = { async: isAsync, pcode: '0' };
    expect(await read('loadTreeRoot', { ...roots, condition: named('条件柜') })).toEqual(['条件柜']);
    const below = { async: isAsync, pcode: 'COND', condition: named('条件斗柜') };
    expect(await read('loadTreeRoot', below)).toEqual(['条件斗柜']);
    // Its parent is hidden, and with it all that hangs there.
    expect(await read('loadTreeRoot', { ...roots, condition: named('条件抽屉') })).toEqual([]);
    for (const condition of ['name=条件柜', '[]', '{"tenant_id":2}'])
      expect(await read('loadTreeRoot', { ...roots, condition })).toBe(
        '组件JTreeSelect-condition传值有误，需要一个json字符串!',
      );
  }
  const children = { pid: root.id, condition: named('条件鞋柜') };
  expect(await read('loadTreeChildren', children)).toEqual(['条件鞋柜']);
});

test.each([
  ['loadTreeRoot', { pcode: 'NONE' }, '该编码【NONE】不存在，请核实!'],
  ['loadTreeData', {}, '加载分类字典树参数有误.[null]!'],
  ['loadTreeData', { pcode: 'NONE' }, '加载分类字典树参数有误.[code]!'],
  ['loadOne', { field: 'createBy', val: 'admin' }, '字段无效，请检查!'],
  ['loadOne', { field: 'name', val: '没有这个' }, '查询无果'],
])('a wrong question to %s %o is answered: %s', async (path, query, message) => {
  const answer = await admin.get(`/sys/category/${path}`, query as Record<string, string>);
  expect(answer).toMatchObject({ success: false, message });
});

test('another tenant sees none of it, by any way', async () => {
  const own = await add('机密分类', undefined, { code: 'OURS' });
  const child = await add('机密下级', own.id);
  const ask = (path: string, query: Record<string, string>) => stranger.get<unknown>(path, query);
  expect((await ask('/sys/category/loadTreeChildren', { pid: own.id })).result).toEqual([]);
  expect((await ask('/sys/category/loadDictItem/', { ids: own.id })).result).toEqual([]);
  expect((await ask('/sys/category/loadOne', { field: 'id', val: own.id })).message).toBe('查询无果');
  expect((await ask('/sys/category/loadTreeData', { pcode: 'OURS' })).message).toContain('[code]');
  const whole = await ask('/sys/category/loadTreeRoot', { async: 'false' });
  expect(JSON.stringify(whole.result)).not.toContain('机密');
  const tree = { tableName: 'sys_category', text: 'name', code: 'id', pid: own.id };
  expect((await ask('/sys/dict/loadTreeData', tree)).result).toEqual([]);
  const dict = '/sys/dict/loadDict/sys_category,name,id';
  expect((await ask(dict, { keyword: '机密' })).result).toEqual([]);
  expect((await ask(dict, { keyword: `${own.id},${child.id}` })).result).toEqual([]);
  const edit = await stranger.put('/system/category/edit', { id: own.id, name: '改' });
  expect(edit).toMatchObject({ success: false, message: '未找到对应实体' });
  const hang = await stranger.post('/system/category/add', { name: '挂', parentId: own.id });
  expect(hang).toMatchObject({ success: false, message: '上级分类不存在' });
});

test('who may not administer categories chooses from them and writes none', async () => {
  await add('人人可选');
  const clerk = await scene.as('cangku');
  const tree = await clerk.get<Node[]>('/sys/category/loadTreeRoot', { async: 'false' });
  expect(titles(tree.result)).toContain('人人可选');
  expect((await clerk.post('/system/category/add', { name: '不行' })).status).toBe(403);
  const operator = await scene.as('yunying');
  expect((await operator.put('/system/category/edit', { id: '', name: '不行' })).status).toBe(403);
  expect((await operator.get('/system/category/list')).status).toBe(403);
});

interface Kept {
  id: string;
  pid: string;
  name: string;
  code: string;
  hasChild: string;
}

test('the paths of the base keep the same categories, a level at a time', async () => {
  const made = await admin.post<{ id: string }>('/sys/category/add', { name: '餐厅', pid: '0' });
  expect(made).toMatchObject({ success: true });
  const { id } = made.result;
  const below = await admin.post<{ id: string }>('/sys/category/add', { name: '餐桌', pid: id });
  expect(below.success, below.message).toBe(true);
  type Kepts = { records: Kept[]; total: number };
  const roots = await admin.get<Kepts>('/sys/category/rootList', {
    pageNo: '0',
    pageSize: '100',
    column: 'createTime',
    order: 'desc',
    field: 'id,,name',
  });
  const root = roots.result.records.find((row) => row.id === id);
  expect(root).toMatchObject({ pid: '0', name: '餐厅', hasChild: '1' });
  expect(roots.result.records.every(({ pid }) => pid === '0')).toBe(true);
  const children = await admin.get<Kept[]>('/sys/category/childList', { pid: id });
  expect(children.result).toMatchObject([{ pid: id, name: '餐桌', hasChild: '0' }]);
  const batch = await admin.get<Kepts>('/sys/category/getChildListBatch', { parentIds: `${id},` });
  expect(batch.result.records).toMatchObject([{ pid: id, name: '餐桌' }]);
  const searched = await admin.get<Kepts>('/sys/category/rootList', { name: '餐桌' });
  expect(searched.result.records).toMatchObject([{ pid: id, name: '餐桌' }]);
  const all = await admin.get('/sys/category/loadAllData', { code: root?.code ?? '' });
  expect(all.result).toMatchObject([{ text: '餐桌', title: '餐桌', value: `${root?.code}A01` }]);
  const taken = await admin.get('/sys/category/checkCode', { pid: '0', code: root?.code ?? '' });
  expect(taken).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' });
  const edited = await admin.put('/sys/category/edit', { id: below.result.id, name: '长餐桌' });
  expect(edited).toMatchObject({ success: true });
  const parent = await admin.delete('/sys/category/delete', { id });
  expect(parent).toMatchObject({ success: false, message: '请先删除或移走下级分类' });
  const gone = await admin.delete('/sys/category/deleteBatch', {
    ids: `${below.result.id},${id},`,
  });
  expect(gone).toMatchObject({ success: true });
  const foreign = await stranger.get<Kepts>('/sys/category/rootList', { name: '餐厅' });
  expect(foreign.result.records).toEqual([]);
});
