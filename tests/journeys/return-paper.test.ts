import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { countPages } from '#platform/print/label-pages.ts';
import { openShop } from '#tests/channels/shop.ts';
import { pdfWords } from '#tests/contract/pdf-words.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { swiftMethod } from '#tests/lifecycles/facts/fulfilment.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { approved, CHAIR, draftReturn, moveReturn, readReturn, requested, RETURN, sentOrder } from './return-scene.ts';

/* 退货授权单: the paper in the parcel, by which the desk knows what has come. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  [clerk, packer, admin] = (await Promise.all(['yunying', 'cangku', 'admin'].map((name) => scene.as(name)))) as [
    Client,
    Client,
    Client,
  ];
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());

const print = (who: Client, ids: readonly string[]) => who.raw('POST', `${RETURN}/print`, { ids });
const packed = (text: string): string => text.replaceAll(' ', '');

test('numbers, goods, the address of the warehouse and the last day stand on it; the desk finds the return by it', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const id = await approved(clerk, order, { qty: 2 });
  const row = await readReturn(admin, id);
  const { status, bytes } = await print(packer, [id]);
  expect(status).toBe(200);
  const text = await pdfWords(bytes);
  const warehouse = await must(
    admin.get<{ name: string; address1: string; city: string }>('/base/warehouse/queryById', {
      id: row.warehouseId ?? '',
    }),
  );
  for (const words of ['退货授权单', row.raNo, row.returnNo, order.po, CHAIR])
    expect(text).toContain(packed(words ?? ''));
  for (const words of [warehouse.name, warehouse.address1, warehouse.city]) expect(text).toContain(packed(words));
  expect(text).toMatch(/Returnby：\d{4}-\d\d-\d\d/);
  for (const code of [row.raNo ?? '', row.returnNo]) {
    const found = await must(packer.get<{ parcel: { id: string }[] }>('/aftersales/returnDesk/find', { number: code }));
    expect(found.parcel.map((one) => one.id)).toEqual([id]);
  }
});

test('several in one file, in their order, and the label that was bought behind its paper', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const plain = await approved(clerk, order);
  const { id } = await must(draftReturn(clerk, order));
  const typed = await must(clerk.get<Record<string, unknown>>(`${RETURN}/queryById`, { id }));
  const { returnLine } = typed['lines'] as { returnLine: unknown[] };
  await must(clerk.put(`${RETURN}/edit`, { ...typed, lines: returnLine, returnLabelBy: 'seller' }));
  for (const move of ['submit', 'approve']) await must(moveReturn(clerk, id, move));
  await must(
    admin.post('/aftersales/returnLabel/buy', {
      returnId: id,
      shipMethodId: await swiftMethod(admin),
    }),
  );
  await scene.settled();
  expect(await countPages((await print(clerk, [id, plain])).bytes)).toBe(3);
  const [label] = (
    await must(
      admin.get<{ records: { printedCount: number }[] }>('/aftersales/returnLabel/list', {
        returnId: id,
      }),
    )
  ).records;
  expect(label?.printedCount).toBe(1);
  // The desk may print the paper; a label is not its to print.
  expect(await countPages((await print(packer, [id])).bytes)).toBe(1);
});

test('nothing is printed of what was not agreed to, has no goods, is out of sight, or without the right', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const request = await requested(clerk, order);
  expect((await print(clerk, [request])).status).toBe(409);
  await must(moveReturn(clerk, request, 'approve'));
  const money = await approved(clerk, order, { type: 'refundOnly' });
  expect((await print(clerk, [request, money])).status).toBe(409);
  expect((await print(clerk, [request, newId()])).status).toBe(404);
  expect((await print(clerk, [])).status).toBe(422);
  expect((await print(await scene.as('caiwu'), [request])).status).toBe(403);
  await must(moveReturn(clerk, request, 'cancel', { reason: '买家不退了' }));
  expect((await print(clerk, [request])).status).toBe(409);
});
