import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import type { DraftPlace } from '#kit/server/draft/draft-slots.ts';
import { addDraft, deleteDraft } from '#kit/server/draft/write-draft.ts';
import { adjustmentDraft } from '#modules/inventory/server/adjustment-draft.ts';
import { stockAdjustment } from '#modules/inventory/model/stock-adjustment.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

/* What the draft of the kit does for any document, by that of an adjustment. */

let scene: TestApp;
let admin: Client;
let place: DraftPlace;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const draft = { ...stockAdjustment.draft, isDeletable: true };
  const resource = { ...stockAdjustment, draft } as typeof stockAdjustment;
  place = draftPlace({ resource, draft: adjustmentDraft }, scene.app.registry);
});
afterAll(() => scene?.stop());

const body = () => ({
  warehouseId: Object.values(scene.seller.warehouses)[0],
  reason: '盘点差异',
  lines: Object.values(scene.seller.skus)
    .slice(0, 2)
    .map((skuId) => ({ skuId, qty: 3, unitCost: '1' })),
});
const actor = systemActor(1, 'test');
const add = (): Promise<string> => scene.app.db.tx(actor, async (tx) => (await addDraft(tx, place, body())).id);
const remove = (id: string, tenant = 1): Promise<void> =>
  scene.app.db.tx(systemActor(tenant, 'test'), (tx) => deleteDraft(tx, place, id));
const stored = (id: string) =>
  look(
    scene,
    (tx) => tx.one<{ documents: number; lines: number; deeds: string[] }>`
      select (select count(*)::integer from stock_adjustment
          where tenant_id = ${tx.tenant} and id = ${id}::uuid) as documents,
        (select count(*)::integer from stock_adjustment_line
          where tenant_id = ${tx.tenant} and adjustment_id = ${id}::uuid) as lines,
        (select array_agg(action order by id) from audit_log
          where tenant_id = ${tx.tenant} and row_id = ${id}::uuid) as deeds`,
  );

test('a draft that may be deleted goes with its lines, and the log knows of it', async () => {
  const id = await add();
  expect(await stored(id)).toEqual({ documents: 1, lines: 2, deeds: ['add'] });
  await remove(id);
  expect(await stored(id)).toEqual({ documents: 0, lines: 0, deeds: ['add', 'delete'] });
  await expect(remove(id)).rejects.toMatchObject({ status: 404 });
  expect(await scene.violations()).toEqual([]);
});

test('what is no draft any more, or another tenant’s, stays', async () => {
  const id = await add();
  await expect(remove(id, 2)).rejects.toMatchObject({ status: 404 });
  expect((await admin.post(`/inventory/stockAdjustment/${id}/submit`)).success).toBe(true);
  await expect(remove(id)).rejects.toMatchObject({ status: 409 });
  expect(await stored(id)).toMatchObject({ documents: 1, lines: 2 });
});

test('a document whose declaration does not let it be deleted has no such route', async () => {
  const id = await add();
  expect((await admin.delete('/inventory/stockAdjustment/delete', { id })).status).toBe(404);
  expect(await stored(id)).toMatchObject({ documents: 1 });
});

test('asked again under its key without an answer heard, a draft is added and edited once', async () => {
  const key = { 'idempotency-key': 'once-1' };
  const post = () => admin.post<{ id: string }>('/inventory/stockAdjustment/add', { ...body(), reason: '一次' }, key);
  const [first, again] = [await post(), await post()];
  expect(again.result).toEqual(first.result);
  const change = { ...body(), id: first.result.id, version: 1, reason: '复盘' };
  const edit = () => admin.post('/inventory/stockAdjustment/edit', change, key);
  expect([(await edit()).status, (await edit()).status]).toEqual([200, 200]);
  const { result } = await admin.get<{ version: number }>('/inventory/stockAdjustment/queryById', {
    id: first.result.id,
  });
  expect(result.version).toBe(2);
});
