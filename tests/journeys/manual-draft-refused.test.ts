import { expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';
import {
  add,
  addShop,
  admin,
  edit,
  line,
  NOBODY,
  openDrafts,
  otherShop,
  post,
  read,
  scene,
  submit,
} from './manual-draft-scene.ts';

openDrafts();

test('an old version, one that was submitted and a foreign one are not written', async () => {
  const draft = await add();
  expect((await edit(draft, {}, [line(0, { qty: 2 })])).success).toBe(true);
  const stale = { status: 409, message: '数据已被他人修改，请刷新' };
  expect(await edit(draft, {}, [line(0, { qty: 3 })])).toMatchObject(stale);
  expect(await edit(draft, { version: undefined }, [line(0, { qty: 3 })])).toMatchObject(stale);
  expect(await submit(draft)).toMatchObject(stale);
  const fresh = await read(draft.id);
  expect((await submit(fresh)).success).toBe(true);
  expect(await edit(await read(draft.id), {}, [line(0)])).toMatchObject({
    status: 409,
    message: '当前状态不允许此操作',
  });
  expect((await edit({ ...draft, id: NOBODY }, {}, [line(0)])).status).toBe(404);
  const stranger = await openOtherTenant(scene);
  expect((await edit(fresh, {}, [line(0)], stranger)).status).toBe(404);
  expect((await submit(fresh, stranger)).status).toBe(404);
  expect(await read(draft.id)).toMatchObject({ status: 'new', unitCount: 2 });
});

test('links of another tenant are missing, each at its place', async () => {
  const stranger = await openOtherTenant(scene, 3);
  const warehouse = Object.values(scene.seller.warehouses)[0];
  const links = await post({ pinnedWarehouseId: warehouse, shipMethodId: NOBODY }, [line(0)], stranger);
  expect(links).toMatchObject({
    status: 422,
    result: {
      errors: [
        { field: 'accountId', message: '店铺不存在' },
        { field: 'pinnedWarehouseId', message: '指定仓不存在' },
        { field: 'shipMethodId', message: '物流渠道不存在' },
      ],
    },
  });
  expect(await post({ accountId: await addShop(stranger) }, [line(0)], stranger)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'skuId', row: 1, message: 'SKU不存在' }] },
  });
});

test('one of some shops and warehouses writes for these only', async () => {
  const [own = '', elsewhere = ''] = Object.values(scene.seller.warehouses);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'limited',
    realname: '部分店铺客服',
    password: PASSWORD,
    roles: ['CS'],
    departs: ['A01'],
    shops: [otherShop],
    warehouses: [own],
  });
  const limited = await scene.as('limited');
  const foreign = await add();
  expect((await edit(foreign, {}, [line(0)], limited)).status).toBe(404);
  expect((await submit(foreign, limited)).status).toBe(404);
  const tries: [object, string, string][] = [
    [{ pinnedWarehouseId: own }, 'accountId', '店铺不存在'],
    [{ accountId: otherShop, pinnedWarehouseId: elsewhere }, 'pinnedWarehouseId', '指定仓不存在'],
    [{ accountId: otherShop }, 'pinnedWarehouseId', '您只能处理所属仓库的订单，请选择指定仓'],
  ];
  for (const [more, field, message] of tries)
    expect(await post(more, [line(0)], limited)).toMatchObject({
      status: 422,
      result: { errors: [{ field, message }] },
    });
  const made = await must(post({ accountId: otherShop, pinnedWarehouseId: own }, [line(0)], limited));
  expect(await read(made.id, limited)).toMatchObject({ accountId: otherShop, warehouseId: own });
});

test('who may not see buyers changes the goods and leaves the address as it is', async () => {
  const verbs = ['list', 'edit', 'submit'];
  const blind = await personWith(
    scene,
    admin,
    verbs.map((verb) => `orders:salesOrder:${verb}`),
  );
  const draft = await add();
  expect(await read(draft.id, blind)).not.toHaveProperty('shipToName');
  const { accountId, currency } = draft;
  const body = {
    id: draft.id,
    version: 1,
    accountId,
    currency,
    shipToState: 'TX',
    shipToName: 'Eve',
  };
  await must(blind.put('/orders/salesOrder/edit', { ...body, lines: [line(0, { qty: 9 })] }));
  expect(await read(draft.id)).toMatchObject({ ...ADDRESS, unitCount: 9 });
  await must(submit({ id: draft.id }, blind));
  expect((await read(draft.id)).status).toBe('new');
});

test('what is wrong is named by field and row, and nothing is written', async () => {
  const total = async (): Promise<number> =>
    (await must(admin.get<{ total: number }>('/orders/salesOrder/list'))).total;
  const before = await total();
  const long = '长'.repeat(10_000);
  const answer = await post({ shipToName: long, shipBy: 'soon', currency: 'usd dollars' });
  expect(answer.status).toBe(422);
  expect(answer.result.errors.map(({ field }) => field)).toEqual(['currency', 'shipBy', 'shipToName']);
  const late = { orderedAt: '2026-11-02 10:00:00', shipBy: '2026-11-01 10:00:00' };
  expect(await post(late)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipBy', message: '最晚发货不能早于下单时间' }] },
  });
  const lines = [
    line(0, { qty: 0 }),
    line(0, { qty: -1 }),
    line(0, { qty: 1.5 }),
    line(0, { qty: 100_001 }),
    line(0, { unitPrice: '-0.01' }),
    line(0, { unitPrice: '1.00001' }),
    line(0, { unitPrice: '' }),
    line(0, { channelSku: long }),
    line(0, { estShipDate: '2026-02-30' }),
    { qty: 1, unitPrice: '1' },
    null,
  ];
  const wrong = await post({}, [...lines, line(0)]);
  expect(wrong.status).toBe(422);
  expect(wrong.result.errors.map(({ row, field }) => [row, field])).toEqual([
    [1, 'qty'],
    [2, 'qty'],
    [3, 'qty'],
    [4, 'qty'],
    [5, 'unitPrice'],
    [6, 'unitPrice'],
    [7, 'unitPrice'],
    [8, 'channelSku'],
    [9, 'estShipDate'],
    [10, 'skuId'],
    [11, 'skuId'],
    [11, 'qty'],
    [11, 'unitPrice'],
  ]);
  expect((await post({}, 'all of them')).status).toBe(422);
  const many = (n: number) => Array.from({ length: n }, () => line(0));
  expect(await post({}, many(1001))).toMatchObject({
    status: 422,
    message: '一张手工单最多1000行，请分开录入',
  });
  expect(await total()).toBe(before);
  const longest = await must(post({}, many(1000)));
  await must(submit(longest));
  expect(await read(longest.id)).toMatchObject({ status: 'new', lineCount: 1000 });
  expect((await post({}, [line(0)], await scene.as('cangku'))).status).toBe(403);
});
