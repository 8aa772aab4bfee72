import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Page } from '#tests/channels/shop.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { CHAIR, sentOrder, type SentOrder } from '#tests/journeys/return-scene.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { upload, workbook } from './upload.ts';

/** Returns by a sheet of ours, and by the report file of a marketplace. */

const PATH = '/aftersales/returnOrder/importExcel';

let scene: TestApp;
let clerk: Client;
let order: SentOrder;
let shop = '';

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('admin');
  const accountId = await openShop(scene, clerk);
  shop = (await must(clerk.get<{ name: string }>('/base/channelAccount/queryById', { id: accountId }))).name;
  await addStock(scene, clerk, CHAIR, 10);
  order = await sentOrder(scene, clerk, clerk, 2);
});
afterAll(() => scene.stop());

async function send(titles: readonly string[], rows: readonly (string | number | null)[][], who: Client = clerk) {
  const answer = await upload(scene, who, `${PATH}?x=1`, await workbook([...titles], rows));
  await scene.settled();
  return answer;
}
const listed = async (channelRaNo: string) =>
  (
    await must(
      clerk.get<Page<{ id: string; type: string; status: string; qtyRequested: number }>>(
        '/aftersales/returnOrder/list',
        { channelRaNo },
      ),
    )
  ).records;

test('a report file with English headings: two rows of an RA are one return, sent again it stays one', async () => {
  const titles = ['Store Name', 'RA Number', 'PO Number', 'Part Number', 'Quantity', 'Reason Code'];
  const rows = [[shop, 'RA-700', order.po, CHAIR, 1, 'damagedInTransit']];
  for (let time = 0; time < 2; time++) await send(titles, rows);
  expect(await listed('RA-700')).toMatchObject([{ type: 'return', status: 'requested', qtyRequested: 1 }]);
});

test('an unknown PO becomes 非本单退回', async () => {
  await send(
    ['店铺', 'RA号', 'PO号', '渠道SKU', '数量', '原因编码'],
    [[shop, 'RA-701', 'CS-NOBODY', CHAIR, 3, 'unknown']],
  );
  expect(await listed('RA-701')).toMatchObject([{ type: 'unordered', qtyRequested: 3 }]);
});

test('a number of another carrier’s form is said before it is written, and taken all the same', async () => {
  const answer = await send(
    ['店铺', 'RA号', 'PO号', '渠道SKU', '数量', '原因编码', '退货承运商', '退货运单号'],
    [
      [shop, 'RA-703', 'CS-NOBODY', CHAIR, 1, 'unknown', 'FedEx', '986578788855'],
      [shop, 'RA-704', 'CS-NOBODY', CHAIR, 1, 'unknown', 'FedEx', '9400111899223033005282'],
      [shop, 'RA-705', 'CS-NOBODY', CHAIR, 1, 'unknown', 'FedEx', '986578788856'],
      [shop, 'RA-706', 'CS-NOBODY', CHAIR, 1, 'unknown', null, '1Z999AA10123456785'],
    ],
  );
  expect(answer.result.notes).toEqual([
    '第 3 行 9400111899223033005282 是 USPS 的运单号格式，承运商填的是 FedEx，请核对',
    '第 4 行 986578788856 的校验位不对，不像 FedEx 的运单号，请对照面单核对',
    '第 5 行 1Z999AA10123456785 的校验位不对，不像 UPS 的运单号，请对照面单核对',
  ]);
  expect(await listed('RA-704')).toHaveLength(1);
});

test('what cannot be read is named at its row, and nothing of that RA goes in', async () => {
  const answer = await send(
    ['店铺', 'RA号', 'PO号', '渠道SKU', '数量', '原因编码'],
    [
      [shop, 'RA-702', order.po, CHAIR, 1, 'damagedInTransit'],
      [shop, 'RA-702', order.po, 'NO-SUCH-PART', 1, 'defective'],
    ],
  );
  expect(JSON.stringify(answer)).toContain('与同一RA的第');
  expect(await listed('RA-702')).toEqual([]);
});

test('a sheet changes no return of a warehouse that whoever sends it does not keep', async () => {
  const titles = ['店铺', 'RA号', 'PO号', '渠道SKU', '数量', '原因编码', '退货运单号'];
  const row = (no: string) => [[shop, 'RA-711', order.po, CHAIR, 1, 'damagedInTransit', no]];
  await send(titles, row('1Z-OLD'));
  const [made] = await listed('RA-711');
  await must(clerk.post(`/aftersales/returnOrder/${made?.id}/approve`));
  const { warehouseId } = await must(
    clerk.get<{ warehouseId: string }>('/aftersales/returnOrder/queryById', { id: made?.id ?? '' }),
  );
  const other = Object.values(scene.seller.warehouses).find((id) => id !== warehouseId) as string;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '外仓',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    warehouses: [other],
  });
  const answer = await send(titles, row('1Z-NEW'), await scene.as('elsewhere'));
  expect(JSON.stringify(answer)).toContain('该退货不在您负责的店铺或仓库范围内，不能导入');
  const tracking = async () =>
    (
      await must(
        clerk.get<{ trackingNo: string }>('/aftersales/returnOrder/queryById', {
          id: made?.id ?? '',
        }),
      )
    ).trackingNo;
  expect(await tracking()).toBe('1Z-OLD');
  await send(titles, row('1Z-NEW'));
  expect(await tracking()).toBe('1Z-NEW');
  const odd = await send(titles, row('N/A'));
  expect(JSON.stringify(odd)).toContain('“N/A”不是运单号');
  expect(await tracking()).toBe('1Z-NEW');
});

test('a return of another warehouse is not changed by a sheet, and nothing is said of it', async () => {
  const east = scene.seller.warehouses[NEW_JERSEY] as string;
  const west = Object.values(scene.seller.warehouses).find((id) => id !== east) as string;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'western',
    realname: '西仓',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    warehouses: [west],
  });
  const western = await scene.as('western');
  const titles = ['店铺', 'RA号', 'PO号', '渠道SKU', '数量', '原因编码', '退货运单号'];
  const own = [shop, 'RA-700', order.po, CHAIR, 1, 'damagedInTransit', '1Z-STOLEN'];
  const fresh = [shop, 'RA-710', order.po, CHAIR, 1, 'damagedInTransit', '1Z-STOLEN'];
  for (const row of [own, fresh]) {
    const answer = await upload(scene, western, `${PATH}?x=1`, await workbook(titles, [row]));
    await scene.settled();
    expect(answer.result).toMatchObject({ successCount: 0, errorCount: 1 });
    expect(JSON.stringify(answer)).not.toContain('RT');
  }
  expect(await listed('RA-700')).toMatchObject([{ trackingNo: null }]);
  expect(await listed('RA-710')).toEqual([]);
});
