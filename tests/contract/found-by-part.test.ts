import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkedByWord } from '#kit/server/query/numbers.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { openWorld } from './worlds.ts';

/** Numbers are found by a part of them, as far as an index knows the part: what it does not know reads no table. */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  const { records } = await must(admin.get<{ records: { id: string }[] }>('/catalog/product/list', {}));
  for (const skuCode of ['QX---ONE', 'Q1-TWO', 'A-Q1-THREE'])
    await must(admin.post('/catalog/sku/add', { skuCode, name: skuCode, productId: records[0]?.id }));
});
afterAll(() => scene?.stop());

const byPart = (word: string): Promise<string[]> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ code: string }>`
      select s.sku_code as code from search.ids_by_part(${tx.tenant}, 'sku.sku_code_key', ${word}, null) p (id)
      join sku s on s.tenant_id = ${tx.tenant} and s.id = p.id order by 1`;
    return rows.map(({ code }) => code);
  });

test('three letters or digits in a row are found anywhere, fewer where a number begins with them, signs alone nowhere', async () => {
  expect(await byPart('thr')).toEqual(['A-Q1-THREE']);
  expect(await byPart('e---')).toEqual([]);
  expect(await byPart('q1')).toEqual(['Q1-TWO']);
  expect(await byPart('q1-two')).toEqual(['Q1-TWO']);
  for (const word of ['---', '-', '%%%', '___', '   ']) expect(await byPart(word)).toEqual([]);
});

test('a list looks for no linked number by signs alone', async () => {
  const { registry } = scene.app;
  await look(scene, async (tx) => {
    const order = registry.resource('orders:salesOrder');
    for (const word of ['---', '%', ' - ', '_']) expect(linkedByWord(tx, order, registry, word)).toBeNull();
    expect(linkedByWord(tx, order, registry, 'one')).not.toBeNull();
  });
});
