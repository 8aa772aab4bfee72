import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from './together.ts';

let scene: TestApp;
let admin: Client;
let clerk: Client;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
});
afterAll(() => scene?.stop());

const addTag = async (): Promise<string> => {
  made += 1;
  const body = { name: `竞争 ${made}`, scope: 'product' };
  return (await must(admin.post<{ id: string }>('/base/tag/add', body))).id;
};
const product = async (more: object = {}): Promise<string> => {
  made += 1;
  const body = { spuCode: `RACE-${made}`, name: `竞争产品 ${made}`, ...more };
  return (await must(admin.post<{ id: string }>('/catalog/product/add', body))).id;
};
/** No row has a tag that there is no more. */
const lost = (): Promise<{ id: string }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ id: string }>`
      select p.id from product p cross join unnest(p.tag_ids) u (tag)
      where p.tenant_id = ${tx.tenant} and p.deleted_at is null and not exists (
        select 1 from tag t where t.tenant_id = p.tenant_id and t.id = u.tag and t.deleted_at is null)`,
  );

test('a tag that is merged while it is given to many rows: they have the other one, or are refused', async () => {
  for (let round = 0; round < 4; round++) {
    const [old, keep] = [await addTag(), await addTag()];
    const ids = [await product(), await product({ tagIds: [old] })];
    const answers = await together<Answer<unknown>>(
      scene,
      'tag',
      [old],
      [
        () => clerk.post('/catalog/product/tag', { ids, add: [old] }),
        () => admin.post('/base/tag/merge', { ids: [old], into: keep }),
      ],
    );
    expect(answers[1]?.success).toBe(true);
    expect([200, 422]).toContain(answers[0]?.status);
    expect(await lost()).toEqual([]);
  }
});

test('a tag that is merged while forms are saved with it: nobody is left with one that is gone', async () => {
  for (let round = 0; round < 4; round++) {
    const [old, keep] = [await addTag(), await addTag()];
    const [id, held] = [await product(), await product({ tagIds: [old] })];
    const answers = await together<Answer<unknown>>(
      scene,
      'tag',
      [old],
      [
        () => clerk.put('/catalog/product/edit', { id, tagIds: [old] }),
        // Locks its row, which has the tag, before the tag: the merge wants them the other way round.
        () => clerk.put('/catalog/product/edit', { id: held, tagIds: [old, keep] }),
        () => admin.post('/base/tag/merge', { ids: [old], into: keep }),
      ],
    );
    expect(answers[2]?.success).toBe(true);
    for (const { status } of answers.slice(0, 2)) expect([200, 422]).toContain(status);
    expect(await lost()).toEqual([]);
  }
});

test('a tag that is deleted while it is given: either it stays, or nobody has it', async () => {
  for (let round = 0; round < 4; round++) {
    const tag = await addTag();
    const id = await product();
    const [given, gone] = await together<Answer<{ changed?: number }>>(
      scene,
      'tag',
      [tag],
      [
        () => clerk.post('/catalog/product/tag', { ids: [id], add: [tag] }),
        () => admin.delete('/base/tag/delete', { id: tag }),
      ],
    );
    expect(gone?.status).toBe(given?.result.changed === 1 ? 409 : 200);
    expect(await lost()).toEqual([]);
  }
});

test('two merges that cross: one is done, the other finds its tag gone', async () => {
  const [a, b] = [await addTag(), await addTag()];
  const id = await product({ tagIds: [a, b] });
  const answers = await together<Answer<unknown>>(
    scene,
    'tag',
    [a, b],
    [
      () => admin.post('/base/tag/merge', { ids: [a], into: b }),
      () => clerk.post('/base/tag/merge', { ids: [b], into: a }),
    ],
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await lost()).toEqual([]);
  const row = await must(admin.get<{ tagIds: string[] }>('/catalog/product/queryById', { id }));
  expect(row.tagIds).toHaveLength(1);
});

test('two people add one name at once: one has it', async () => {
  const body = { name: '同名', scope: 'order' };
  const answers = await Promise.all([admin, clerk].map((who) => who.post('/base/tag/add', body)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});
