import { expect, test } from 'vitest';
import type { HistoryEntry } from '#kit/model/resource-routes.ts';
import { personWith } from '#tests/contract/worlds.ts';
import type { Client } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';
import { add, admin, codes, edit, line, openDrafts, read, scene, submit } from './manual-draft-scene.ts';

/** What people of ours change of an order stands in its history: who, which field, old and new. */
openDrafts();

const history = (id: string, who: Client): Promise<HistoryEntry[]> =>
  must(who.get<HistoryEntry[]>(`/orders/salesOrder/${id}/history`));
const step = async (id: string, move: string, who: Client = admin): Promise<HistoryEntry> => {
  const found = (await history(id, who)).findLast((entry) => entry.move === move);
  if (!found) throw new Error(`no step ${move}`);
  return found;
};

test('a save of a draft names its fields and lines; what names the buyer is said to have changed', async () => {
  const draft = await add({ channelOrderNo: 'PO-21' }, [line(0, { qty: 2 }), line(1)]);
  const [first] = draft.lines.orderLine;
  await must(
    edit(draft, { channelOrderNo: 'PO-22', shipToCity: 'Dallas' }, [
      line(0, { id: first?.['id'], qty: 5, channelSku: codes[0] }),
    ]),
  );
  const { actor, from, to, moveTitle, changes } = await step(draft.id, 'edit');
  expect([actor, from, to, moveTitle]).toEqual(['kefu', 'draft', 'draft', '编辑']);
  expect(changes).toContainEqual({ title: 'PO号', line: null, before: 'PO-21', after: 'PO-22' });
  expect(changes).toContainEqual({
    title: '城市',
    line: null,
    before: null,
    after: null,
    hidden: 'unkept',
  });
  expect(changes).toContainEqual({ title: '数量', line: codes[0], before: '2', after: '5' });
  // The line that was taken away.
  expect(changes).toContainEqual({ title: 'SKU', line: codes[1], before: codes[1], after: null });
  expect(JSON.stringify(changes)).not.toContain('Dallas');
  // A save that changes nothing is no entry of its own.
  const again = await read(draft.id);
  await must(edit(again, { channelOrderNo: 'PO-22', shipToCity: 'Dallas' }, again.lines.orderLine));
  expect((await history(draft.id, admin)).filter(({ move }) => move === 'edit')).toHaveLength(1);
});

test('a corrected address shows old → new to those who may see buyers, and to nobody else', async () => {
  const draft = await add();
  await must(submit(draft));
  const corrected = { ...ADDRESS, shipToCity: 'Peoria', shipToAddress1: '8 Elm Row' };
  await must(admin.post(`/orders/salesOrder/${draft.id}/correctAddress`, corrected));
  const { actor, changes } = await step(draft.id, 'correctAddress');
  expect(actor).toBe('admin');
  expect(changes).toEqual([
    { title: '地址', line: null, before: ADDRESS.shipToAddress1, after: '8 Elm Row' },
    { title: '城市', line: null, before: ADDRESS.shipToCity, after: 'Peoria' },
  ]);
  const blind = await personWith(scene, admin, ['orders:salesOrder:list']);
  const masked = await step(draft.id, 'correctAddress', blind);
  expect(masked.changes.map(({ title, hidden }) => [title, hidden])).toEqual([
    ['地址', 'masked'],
    ['城市', 'masked'],
  ]);
  const reported = JSON.stringify(await must(blind.get('/orders/salesOrder/queryById', { id: draft.id })));
  expect(reported).not.toContain('Elm Row');
  expect(reported).not.toContain('Peoria');
});

test('another warehouse is named, before and after', async () => {
  const draft = await add();
  await must(submit(draft));
  const before = await read(draft.id);
  const other = Object.values(scene.seller.warehouses).find((id) => id !== before['warehouseId']);
  await must(admin.post(`/orders/salesOrder/${draft.id}/reallocate`, { warehouseId: other }));
  const after = await read(draft.id);
  const { changes } = await step(draft.id, 'reallocate');
  expect(changes).toContainEqual({
    title: '仓库',
    line: null,
    before: before['warehouseId_dictText'],
    after: after['warehouseId_dictText'],
  });
});
