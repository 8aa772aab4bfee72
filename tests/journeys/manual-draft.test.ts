import { expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  add,
  admin,
  clerk,
  codes,
  drafts,
  edit,
  head,
  line,
  openDrafts,
  otherShop,
  post,
  read,
  scene,
  submit,
  type Draft,
} from './manual-draft-scene.ts';

openDrafts();

test('a day that is named for a line stays that day, wherever its warehouse lies', async () => {
  const pinnedWarehouseId = Object.values(scene.seller.warehouses)[0] as string;
  const named = [line(0, { estShipDate: '2026-12-27' })];
  const dayOf = ({ lines }: Draft): unknown => lines.orderLine[0]?.['estShipDate'];
  const draft = await add({ channelOrderNo: 'DAY-1', pinnedWarehouseId }, named);
  expect(dayOf(draft)).toBe('2026-12-27');
  // Nor does it wander with every save.
  await must(edit(draft, { pinnedWarehouseId }, named));
  expect(dayOf(await read(draft.id))).toBe('2026-12-27');
});

test('lines add up by the rules of money, whatever name the buyer has', async () => {
  const shipToName = '\u202bمُحَمَّد عبد الله\u202c 👩‍👩‍👧‍👦';
  const draft = await add({ shipToName, channelOrderNo: 'PO-1', note: '先打电话' }, [
    line(0, { qty: 3, unitPrice: '0.1250' }),
    line(1, {
      qty: 100_000,
      unitPrice: '999999.9999',
      channelSku: 'X-1',
      estShipDate: '2026-12-01',
    }),
    line(0, { qty: 1, unitPrice: '0' }),
  ]);
  expect(draft).toMatchObject({
    shipToName,
    channelOrderNo: 'PO-1',
    note: '先打电话',
    currency: 'USD',
    lineCount: 3,
    unitCount: 100_004,
    total: '99999999990.38',
    createBy: 'kefu',
  });
  expect(draft['orderedAt']).toBeTruthy();
  expect(draft.lines.orderLine.map((one) => [one['lineNo'], one['channelSku'], one['qty'], one['lineNet']])).toEqual([
    [1, codes[0], 3, '0.38'],
    [2, 'X-1', 100_000, '99999999990.00'],
    [3, codes[0], 1, '0.00'],
  ]);
  expect(draft.lines.orderLine[1]?.['estShipDate']).toBe('2026-12-01');
  expect(draft.lines.orderLine.every((one) => Boolean(one['name']))).toBe(true);
});

test('a draft is rewritten: head, lines, shop, number; its lines stay the same lines', async () => {
  const before = await drafts(scene.seller.accountId);
  const draft = await add({ channelOrderNo: 'PO-2' }, [line(0), line(1)]);
  const [, second] = draft.lines.orderLine as [object, { id: string }];
  const answer = await edit(
    draft,
    { accountId: otherShop, channelOrderNo: '', shipToCity: 'Dallas', shipToName: 'Ann Poe' },
    [line(2, { qty: 7 }), { ...line(1, { qty: 4 }), id: second.id }, { ...line(3), id: second.id }],
  );
  expect(answer).toMatchObject({ status: 200, message: '编辑成功!', result: { version: 2 } });
  const after = await read(draft.id);
  expect(after).toMatchObject({
    version: 2,
    accountId: otherShop,
    channelOrderNo: draft['orderNo'],
    shipToCity: 'Dallas',
    unitCount: 12,
    total: '120.00',
    updateBy: 'kefu',
  });
  expect(after.lines.orderLine.map((one) => [one['channelSku'], one['qty']])).toEqual([
    [codes[2], 7],
    [codes[1], 4],
    [codes[3], 1],
  ]);
  expect(after.lines.orderLine[1]?.['id']).toBe(second.id);
  expect(await drafts(scene.seller.accountId)).toBe(before);
  // The number it gave up is free, and the log says nothing of where it goes.
  await add({ channelOrderNo: 'PO-2' });
  const logged = await look(
    scene,
    (tx) => tx.one<{ diff: Record<string, unknown> }>`
      select diff from audit_log where tenant_id = ${tx.tenant} and row_id = ${draft.id}::uuid and action = 'edit'`,
  );
  expect(logged.diff).toMatchObject({ channelOrderNo: ['PO-2', draft['orderNo']] });
  expect(JSON.stringify(logged.diff)).not.toContain('Poe');
});

test('a number stands once per shop; a draft discarded gives it back', async () => {
  covers('ours: manual orders');
  const first = await add({ channelOrderNo: 'PO-9' });
  const taken = {
    status: 422,
    result: { errors: [{ field: 'channelOrderNo', message: '该店铺已有PO号为PO-9的手工单' }] },
  };
  expect(await post({ channelOrderNo: 'PO-9' })).toMatchObject(taken);
  expect((await post({ channelOrderNo: 'PO-9', accountId: otherShop })).success).toBe(true);
  const other = await add();
  expect(await edit(other, { channelOrderNo: 'PO-9' }, [line(0)])).toMatchObject(taken);
  expect((await read(other.id)).version).toBe(1);
  const both = await Promise.all([post({ channelOrderNo: 'PO-10' }), post({ channelOrderNo: 'PO-10' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  for (const round of [1, 2]) {
    const draft = round === 1 ? first : await add({ channelOrderNo: 'PO-9' });
    await must(clerk.post(`/orders/salesOrder/${draft.id}/discard`));
    expect(await read(draft.id)).toMatchObject({ status: 'cancelled', channelOrderNo: 'PO-9' });
  }
  await add({ channelOrderNo: 'PO-9' });
  expect(await scene.violations()).toEqual([]);
});

test('a draft may be unfinished; handing it in names what is missing', async () => {
  const bare = { shipToAddress1: '', shipToPostalCode: '', shipToName: '' };
  const draft = await add(bare, []);
  expect(draft).toMatchObject({ status: 'draft', lineCount: 0, total: '0.00' });
  expect(await submit(draft)).toMatchObject({ status: 422, message: '请至少录入一行商品' });
  const preview = await clerk.post<{ rows: object[] }>('/orders/salesOrder/batch/submit', {
    ids: [draft.id],
    dryRun: true,
  });
  expect(preview.result.rows).toMatchObject([{ ok: false, message: '请至少录入一行商品' }]);
  await must(edit(draft, { ...bare, shipToName: 'Ann Lee' }, [line(0)]));
  expect(await submit({ id: draft.id })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToAddress1', message: '缺少街道地址' }] },
  });
  await must(edit({ ...draft, version: 2 }, { shipToPostalCode: '00000' }, [line(0)]));
  expect(await submit({ id: draft.id })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToPostalCode', message: '邮编不正确：00000' }] },
  });
  await must(edit({ ...draft, version: 3 }, {}, [line(0)]));
  expect((await submit({ id: draft.id })).success).toBe(true);
});

test('asked again without an answer heard it happens once; two who hand it in at once do so once', async () => {
  const body = { ...head({ channelOrderNo: 'PO-20' }), lines: [line(0)] };
  const ask = (more: object = {}) =>
    clerk.post<{ id: string }>('/orders/salesOrder/add', { ...body, ...more }, { 'idempotency-key': 'typed once' });
  const made = await must(ask());
  expect(await must(ask())).toEqual(made);
  expect((await ask({ note: '别的' })).status).toBe(409);
  const both = await Promise.all([submit({ id: made.id }), submit({ id: made.id }, admin)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const held = await look(
    scene,
    (tx) => tx.one<{ qty: number }>`
      select coalesce(sum(r.qty), 0)::integer as qty from reservation r
        join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and l.order_id = ${made.id}::uuid`,
  );
  const { lines } = await read(made.id);
  expect(held.qty).toBe(lines.orderLine[0]?.['qtyReserved']);
});

test('drafts hold no stock and are nobody else in the eyes of other orders', async () => {
  const shipToName = 'Tess Twin';
  await add({ shipToName });
  const second = await add({ shipToName });
  await must(submit(second));
  const arrived = await read(second.id);
  expect(arrived['holds']).not.toContain('duplicate');
  const stored = await look(
    scene,
    (tx) => tx.rows`
      select 1 from reservation r join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where r.tenant_id = ${tx.tenant} and o.status = 'draft'`,
  );
  expect(stored).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});
