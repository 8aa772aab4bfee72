import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import { pdfWords } from '#tests/contract/pdf-words.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { from, request, setTable, step, type PartScene } from './part-scene.ts';

/* 补件拣货单: what to fetch, where it stands and where it goes; buyers only for who may see them. */

let scene: TestApp;
let table: PartScene;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  table = await setTable(scene);
});
afterAll(() => scene?.stop());

const print = (who: Client, ids: readonly string[]) => who.raw('POST', '/aftersales/partOrder/print', { ids });

test('a request is printed with its source, its goods and its address', async () => {
  covers('ours: parts asked for again');
  const id = await request(table);
  await must(step(table.service, id, 'confirm', await from(table.service, id, 'harvest')));
  const { status, bytes } = await print(table.service, [id]);
  expect(status).toBe(200);
  const text = await pdfWords(bytes);
  expect(text).toContain('补件拣货单');
  expect(text).toContain('整件拆取拆1件');
  expect(text).toContain(ADDRESS.shipToAddress1.replaceAll(' ', ''));
  // The drawn ones of before have no source yet, and say so.
  const open = await request(table);
  expect(await pdfWords((await print(table.admin, [open])).bytes)).toContain('未选货源');
});

test('nothing is printed of what is out of sight, of nothing, or for who has no right', async () => {
  covers('ours: parts asked for again');
  const id = await request(table);
  expect((await print(table.service, [id, newId()])).status).toBe(404);
  expect((await print(table.service, [])).status).toBe(422);
  expect((await print(await scene.as('caiwu'), [id])).status).toBe(403);
});
