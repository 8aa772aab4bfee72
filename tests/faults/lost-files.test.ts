import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/attacks/upload-scene.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { painted } from '#tests/harness/drawn-pictures.ts';
import { firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { encodePng } from '../../db/seed/png.ts';

/** Rows of stored files whose bytes are gone: a disk that was lost, a restore without the folder. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let keys = 0;
const lines: string[] = [];

beforeAll(async () => {
  scene = await startTestApp({
    start: {
      logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
    },
  });
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 50);
});
afterAll(() => scene?.stop());

/** An order with its label of the marketplace. */
async function labelled(): Promise<{ id: string; shipmentNo: string }> {
  const { id: orderId } = await newOrder(scene, clerk);
  await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
  await scene.settled();
  const { id: shipMethodId } = await firstOf(clerk, '/base/shipMethod/list', { code: 'FDX-GND' });
  await must(clerk.post(`/orders/salesOrder/${orderId}/start`, { shipMethodId }));
  const shipment = await firstOf<{ id: string; shipmentNo: string }>(packer, '/fulfilment/shipment/list', { orderId });
  for (const move of ['pack', 'sealAll', 'register']) {
    const headers = { 'idempotency-key': `lost ${++keys}` };
    await must(packer.post(`/fulfilment/shipment/${shipment.id}/${move}`, {}, headers));
    await scene.settled();
  }
  return shipment;
}

const files = (): string => join(scene.dataDir, 'files');

/** Takes the bytes of everything stored away while something is asked. */
async function withoutFiles<T>(ask: () => Promise<T>): Promise<T> {
  renameSync(files(), `${files()}.away`);
  mkdirSync(files());
  try {
    return await ask();
  } finally {
    rmSync(files(), { recursive: true });
    renameSync(`${files()}.away`, files());
  }
}

/** What a call for a file is answered, and how many lines the log got of it. */
async function asked(
  by: Client,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; message: string; logged: number }> {
  const before = lines.length;
  const { status, bytes } = await by.raw(method, path, body);
  const isJson = bytes.subarray(0, 1).toString() === '{';
  const { message = '' } = isJson ? (JSON.parse(bytes.toString()) as { message?: string }) : {};
  return {
    status,
    message,
    logged: lines.slice(before).filter((line) => line.includes('ENOENT')).length,
  };
}

const lost = (name: string) => ({
  status: 404,
  message: `文件“${name}”的内容已丢失，请联系管理员从备份恢复，或重新上传、获取`,
  logged: 1,
});

test('a label that is gone is not printed, and the answer names every shipment of it', async () => {
  const [one, other] = [await labelled(), await labelled()];
  const ids = [one.id, other.id];
  const print = () => asked(packer, 'POST', '/fulfilment/shipment/printLabels', { ids });
  expect(await print()).toMatchObject({ status: 200, logged: 0 });
  expect(await withoutFiles(print)).toEqual({
    status: 404,
    message: `${one.shipmentNo}、${other.shipmentNo}：面单文件已丢失，请重新获取面单或联系管理员从备份恢复`,
    logged: 1,
  });
  const whole = () => asked(packer, 'GET', `/fulfilment/shipment/${one.id}/document?kind=label`);
  expect(await whole()).toMatchObject({ status: 200, logged: 0 });
  expect(await withoutFiles(whole)).toMatchObject({ status: 404, logged: 1 });
});

test('an upload that is gone answers 404, whole and small', async () => {
  covers('ours: several nodes');
  const admin = await scene.as('admin');
  const picture = painted(900, 300, (x, y) => [x % 256, y % 256, 0, 255]);
  const { message: address } = await send(scene, admin, encodePng(picture), { name: '正面.png' });
  const path = `/sys/common/static/${encodeURI(address)}`;
  const whole = () => asked(admin, 'GET', path);
  const small = () => asked(admin, 'GET', `${path}?w=160`);
  expect((await whole()).status).toBe(200);
  expect(await withoutFiles(whole)).toMatchObject({ status: 404, logged: 1 });
  expect(await withoutFiles(small)).toMatchObject({ status: 404, logged: 1 });
});

test('the file of an export and the bad rows of an import that are gone answer 404', async () => {
  const admin = await scene.as('admin');
  await must(admin.get('/catalog/sku/exportXls', { background: '1' }));
  await scene.settled();
  const { id } = await firstOf(admin, '/sys/fileJob/list', { direction: 'export' });
  const made = () => asked(admin, 'GET', `/sys/fileJob/download?id=${id}`);
  expect((await made()).status).toBe(200);
  expect(await withoutFiles(made)).toMatchObject({ status: 404, logged: 1 });

  const sheet = await workbook(['SKU', '名称', '产品'], [['不合格的编码', '', '']]);
  const { result } = await upload(scene, admin, '/catalog/sku/importExcel', sheet);
  const bad = () => asked(admin, 'GET', result.fileUrl as string);
  expect(await bad()).toMatchObject({ status: 200, logged: 0 });
  expect(await withoutFiles(bad)).toEqual(lost('SKU导入错误数据.xlsx'));
});
