import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/attacks/upload-scene.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { openShop } from '#tests/channels/shop.ts';
import { newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** Files on remarks: who adds them, who gets to see them, how long they stay. */

const WEEK_MS = 7 * 86_400_000;

let scene: TestApp;
let clerk: Client;
let packer: Client;
let stranger: Client;
let orders: string[];
/** An upload of another tenant. */
let foreign: string;
beforeAll(async () => {
  scene = await startTestApp();
  stranger = await openOtherTenant(scene);
  [clerk, packer] = [await scene.as('kefu'), await scene.as('cangku')];
  const puller = await scene.as('yunying');
  await openShop(scene, puller);
  const made = [await newOrder(scene, puller), await newOrder(scene, puller)];
  orders = made.map(({ id }) => id);
  foreign = await upload(stranger);
});
afterAll(() => scene?.stop());

let drawn = 0;
async function upload(by: Client, bytes?: Buffer, name?: string): Promise<string> {
  drawn += 1;
  const sent = await send(scene, by, bytes ?? png(2, drawn), name ? { name } : {});
  expect(sent.success, sent.message).toBe(true);
  return sent.message;
}

const remark = (by: Client, id: string, body: object): Promise<Answer<unknown>> =>
  by.post(`/orders/salesOrder/${id}/remark`, { kind: 'internal', content: '破损照片', ...body });

interface Remark {
  content: string;
  assets: string | null;
}
async function remarksOf(by: Client, id: string): Promise<Remark[]> {
  const { result } = await by.get<{ lines: { orderRemark: Remark[] } }>('/orders/salesOrder/queryById', { id });
  return result.lines.orderRemark;
}

const seen = async (by: Client, address: string): Promise<boolean> =>
  (await by.raw('GET', `/sys/common/static/${encodeURI(address)}`)).status === 200;

test('a remark keeps its files past the sweep, for all who may see the order', async () => {
  covers('ours: files of remarks');
  const [id] = orders as [string];
  const photo = await upload(clerk);
  const note = await upload(clerk, Buffer.from('说明\n'), '客户说明.txt');
  expect(await seen(packer, photo)).toBe(false);
  const added = await remark(clerk, id, { assets: `${photo},${note}` });
  expect(added.success, added.message).toBe(true);
  expect(await remarksOf(packer, id)).toEqual([
    expect.objectContaining({ content: '破损照片', assets: `${photo},${note}` }),
  ]);
  expect([await seen(packer, photo), await seen(packer, note)]).toEqual([true, true]);
  expect(await seen(stranger, photo)).toBe(false);

  const loose = await upload(clerk);
  await scene.pass(WEEK_MS + 1000);
  const back = await scene.as('kefu');
  await upload(back);
  expect([await seen(back, photo), await seen(back, note), await seen(back, loose)]).toEqual([true, true, false]);
  clerk = back;
});

test('what is refused leaves no remark and takes up no file', async () => {
  const [, id] = orders as [string, string];
  const faultOf = (answer: Answer<unknown>): unknown[] => [
    answer.status,
    (answer.result as { errors?: { field: string; message: string }[] } | null)?.errors?.map(({ field, message }) => [
      field,
      message,
    ]),
  ];
  const gone = [422, [['assets', '附件中有文件已失效，请删除后重新上传']]];
  for (const address of [foreign, 'temp/none_0123456789abcdef0123456789abcdef.png', '../../etc/passwd'])
    expect(faultOf(await remark(clerk, id, { assets: address })), address).toEqual(gone);
  const many: string[] = await Promise.all(Array.from({ length: 10 }, () => upload(clerk)));
  expect(faultOf(await remark(clerk, id, { assets: many.join(',') }))).toEqual([
    422,
    [['assets', '最多上传 9 个文件']],
  ]);
  const held = (await remarksOf(clerk, orders[0] as string))[0]?.assets?.split(',')[0] as string;
  expect(faultOf(await remark(clerk, id, { assets: held }))).toEqual([
    422,
    [['assets', '附件中有文件已用于其他记录，请重新上传']],
  ]);
  const [first = ''] = many;
  expect(faultOf(await remark(clerk, id, { assets: first, content: '' }))[0]).toBe(422);
  expect(await remarksOf(clerk, id)).toEqual([]);
  expect((await remark(clerk, id, { assets: many.slice(0, 9).join(',') })).success).toBe(true);
  expect((await remarksOf(clerk, id))[0]?.assets?.split(',')).toEqual(many.slice(0, 9));
});

test('one note on many orders carries no files: each belongs to one remark', async () => {
  const batch = (body: object): Promise<Answer<{ ok: number; rows: { message?: string }[] }>> =>
    clerk.post('/orders/salesOrder/batch/remark', {
      ids: orders,
      answers: { kind: 'internal', content: '一起发', ...body },
    });
  const refused = await batch({ assets: await upload(clerk) });
  expect(refused.result.rows.map(({ message }) => message)).toEqual(
    orders.map(() => '附件只能加在一个订单的备注上，请逐单添加'),
  );
  expect((await batch({})).result.ok).toBe(2);
  for (const id of orders)
    expect((await remarksOf(clerk, id)).filter(({ content }) => content === '一起发')).toEqual([
      expect.objectContaining({ assets: null }),
    ]);
  expect(await scene.violations()).toEqual([]);
});

test('who works for other shops or warehouses sees neither the remark nor its files, nor what changed', async () => {
  const [id] = orders as [string];
  await scene.app.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.run`
      insert into order_change (tenant_id, id, order_id, summary, before, after, create_by, create_time)
      values (${tx.tenant}, ${newId()}, ${id}::uuid, '数量 1 → 2', '[]', '[]', 'test', ${tx.now})`,
  );
  const admin = await scene.as('admin');
  const { result } = await admin.get<{ warehouseId: string }>('/orders/salesOrder/queryById', {
    id,
  });
  const others = Object.values(scene.seller.warehouses).filter((one) => one !== result.warehouseId);
  const held = (await remarksOf(admin, id)).find(({ assets }) => assets !== null);
  const photo = held?.assets?.split(',')[0] as string;
  for (const [username, scope, isOurs] of [
    ['here', { warehouses: [result.warehouseId] }, true],
    ['elsewhere', { warehouses: others }, false],
    ['shopless', { shops: [] }, false],
  ] as const) {
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['CS'],
      departs: ['A01'],
      ...scope,
    });
    const person = await scene.as(username);
    const list = await person.get<{ total: number }>('/orders/orderRemark/list', { orderId: id });
    expect([username, list.result.total > 0]).toEqual([username, isOurs]);
    const changes = await person.get<{ total: number }>('/orders/orderChange/list', {
      orderId: id,
    });
    expect([username, changes.result.total > 0]).toEqual([username, isOurs]);
    expect([username, await seen(person, photo)]).toEqual([username, isOurs]);
    expect([username, await seen(person, `${photo}?w=160`)]).toEqual([username, isOurs]);
  }
});

test('a file is for those who may list what holds it, in whatever size', async () => {
  const [id] = orders as [string];
  const admin = await scene.as('admin');
  const held = (await remarksOf(admin, id)).find(({ assets }) => assets !== null);
  const photo = held?.assets?.split(',')[0] as string;
  const may = await personWith(scene, admin, ['orders:orderRemark:list']);
  const mayNot = await personWith(scene, admin, ['orders:salesOrder:list', 'catalog:sku:list']);
  for (const address of [photo, `${photo}?w=160`]) {
    expect(await seen(may, address)).toBe(true);
    expect(await seen(mayNot, address)).toBe(false);
  }
});
