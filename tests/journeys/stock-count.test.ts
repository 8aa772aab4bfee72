import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let packer: Client;
let here: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

interface Line {
  id: string;
  version: number;
  skuId: string;
  bookQty: number | null;
  movedQty: number | null;
  countedQty: number | null;
  differenceQty: number | null;
  firstQty: number | null;
  isAdded: boolean;
}
interface Desk {
  status: string;
  version: number;
  lines: Line[];
}

/** Goods come or go beside the count, at a cost of 5.00 each. */
const move = (skuId: string, qty: number, unitCost = '5') =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: newId(),
          warehouseId: here,
          skuId,
          condition: 'good',
          type: qty > 0 ? 'opening' : 'sale_out',
          qty,
          unitCost,
          refType: 'test',
          refId: newId(),
          refNo: 'COUNT',
        },
      ],
    }),
  );

async function stocked(qty: number, unitCost = '5'): Promise<string> {
  const skuCode = `COUNT-${++made}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  if (qty > 0) await move(id, qty, unitCost);
  return id;
}

async function begun(skuIds: readonly string[], head: object = {}): Promise<string> {
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockCount/add', {
      warehouseId: here,
      extent: 'listed',
      lines: skuIds.map((skuId) => ({ skuId, condition: 'good' })),
      ...head,
    }),
  );
  await must(packer.post(`/inventory/stockCount/${id}/start`));
  return id;
}
const desk = async (id: string): Promise<Desk> => (await packer.get<Desk>(`/inventory/stockCount/${id}/desk`)).result;
const lineOf = async (id: string, skuId: string): Promise<Line> =>
  (await desk(id)).lines.find((line) => line.skuId === skuId) as Line;
async function count(id: string, skuId: string, qty: number, who = packer): Promise<Answer<Line>> {
  const version = (await lineOf(id, skuId))?.version;
  return who.post<Line>(`/inventory/stockCount/${id}/count`, {
    skuId,
    condition: 'good',
    qty,
    ...(version === undefined ? {} : { version }),
  });
}
const make = (id: string, step: string, who = packer, body: object = {}) =>
  who.post<{ state: string }>(`/inventory/stockCount/${id}/${step}`, body);
const onHand = async (skuId: string): Promise<number> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ onHand: number }>`
        select on_hand from stock_level where tenant_id = ${tx.tenant}
          and warehouse_id = ${here}::uuid and sku_id = ${skuId}::uuid and condition = 'good'`,
    )
  ).onHand;
const movements = (id: string) =>
  look(
    scene,
    (tx) => tx.rows<{ type: string; qty: number; costValue: bigint }>`
      select type, qty, cost_value from stock_movement
      where tenant_id = ${tx.tenant} and ref_id = ${id}::uuid order by type`,
  );

test('S17: book 50, 3 leave while it is counted, 46 are found: one is lost, not four', async () => {
  covers('ours: counting while selling');
  const skuId = await stocked(50);
  const id = await begun([skuId]);
  await move(skuId, -3);
  const counted = await must(count(id, skuId, 46));
  expect(counted).toMatchObject({ bookQty: 50, movedQty: -3, differenceQty: -1 });
  // Whatever leaves after it was counted changes nothing of what was found.
  await move(skuId, -2);
  await must(make(id, 'finish'));
  expect((await must(make(id, 'post'))).state).toBe('posted');
  expect(await movements(id)).toEqual([{ type: 'count_loss', qty: -1, costValue: -500n }]);
  expect(await onHand(skuId)).toBe(44);
  expect(await scene.violations()).toEqual([]);
});

test('what is found beyond the books comes in at the last cost, an unplanned SKU too', async () => {
  const [planned, strange] = [await stocked(4, '7.50'), await stocked(0)];
  const id = await begun([planned]);
  await must(count(id, planned, 6));
  expect(await must(count(id, strange, 2))).toMatchObject({ isAdded: true, differenceQty: 2 });
  await must(make(id, 'finish'));
  // Nobody knows what the strange goods cost: whoever counted them may not post that alone.
  expect(await make(id, 'post')).toMatchObject({
    status: 403,
    message: '有差异的货成本未知，盘点人不能自己过账，请由其他有过账权限的人过账',
  });
  await must(make(id, 'post', admin));
  expect(await movements(id)).toEqual([
    { type: 'count_gain', qty: 2, costValue: 1500n },
    { type: 'count_gain', qty: 2, costValue: 0n },
  ]);
  expect([await onHand(planned), await onHand(strange)]).toEqual([6, 2]);
  expect(await scene.violations()).toEqual([]);
});

test('counted and adjusted alone count together: the day of one SKU ends at 1,000.00', async () => {
  covers('ours: four eyes on stock');
  const skuId = await stocked(300, '6');
  const first = await begun([skuId]);
  await must(count(first, skuId, 200));
  await must(make(first, 'finish'));
  await must(make(first, 'post'));
  const second = await begun([skuId]);
  await must(count(second, skuId, 120));
  await must(make(second, 'finish'));
  expect(await make(second, 'post')).toMatchObject({ status: 403 });
  const adjusted = await must(
    packer.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: here,
      reason: '报损',
      lines: [{ skuId, condition: 'good', qty: -80 }],
    }),
  );
  const answer = await packer.post<{ state: string }>(`/inventory/stockAdjustment/${adjusted.id}/submit`);
  expect(answer.result.state).toBe('submitted');
});

test('lines nobody counted are named, and mean what somebody says they mean', async () => {
  const [seen, unseen] = [await stocked(3), await stocked(2)];
  const id = await begun([seen, unseen]);
  await must(count(id, seen, 3));
  expect(await make(id, 'finish')).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'uncounted' }] },
  });
  await must(make(id, 'finish', packer, { uncounted: 'zero' }));
  expect(await lineOf(id, unseen)).toMatchObject({ countedQty: 0, differenceQty: -2 });
  expect(await lineOf(id, seen)).toMatchObject({ differenceQty: 0 });
});

test('what differs is counted once more, and what was found first stays beside it', async () => {
  const [right, wrong] = [await stocked(5), await stocked(5)];
  const id = await begun([right, wrong], { isBlind: true });
  expect(await must(count(id, wrong, 4))).toMatchObject({ bookQty: null, differenceQty: null });
  await must(count(id, right, 5));
  await must(make(id, 'finish'));
  expect(await lineOf(id, wrong)).toMatchObject({ bookQty: 5, differenceQty: -1 });
  await must(make(id, 'recount'));
  expect(await lineOf(id, wrong)).toMatchObject({ firstQty: 4, countedQty: null, bookQty: null });
  expect(await lineOf(id, right)).toMatchObject({ firstQty: null, countedQty: 5 });
  await must(count(id, wrong, 5));
  await must(make(id, 'finish'));
  await must(make(id, 'post'));
  expect(await movements(id)).toEqual([]);
});

test('the whole warehouse is counted without a line typed, and no SKU by two at once', async () => {
  const skuId = await stocked(1);
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockCount/add', {
      warehouseId: here,
      extent: 'all',
      lines: [],
    }),
  );
  // Two counts from before are still open: what they count is theirs.
  expect(await make(id, 'start')).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^COUNT-\d+ 正在盘点单 CT\d+ 里盘点，等它结束再盘$/),
  });
  const open = await must(
    packer.get<{ records: { id: string; status: string }[] }>('/inventory/stockCount/list', {
      pageSize: '50',
    }),
  );
  for (const one of open.records.filter(({ status }) => ['counting', 'review'].includes(status)))
    await must(make(one.id, 'cancel'));
  await must(make(id, 'start'));
  expect(await lineOf(id, skuId)).toMatchObject({ bookQty: 1 });
  await must(make(id, 'cancel'));
});

test('two phones count one line: the second sees what the first found', async () => {
  const skuId = await stocked(9);
  const id = await begun([skuId]);
  const { version } = await lineOf(id, skuId);
  const stated = { skuId, condition: 'good', version };
  const answers = await Promise.all([
    packer.post(`/inventory/stockCount/${id}/count`, { ...stated, qty: 8 }),
    admin.post(`/inventory/stockCount/${id}/count`, { ...stated, qty: 9 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await must(make(id, 'cancel'));
  expect(await count(id, skuId, 9)).toMatchObject({
    status: 409,
    message: '盘点已经结束，这次没有记下；要改请先“复盘差异”',
  });
});

test('ten close one count at once: it is posted once, and the others hear by whom', async () => {
  const skuId = await stocked(20);
  const id = await begun([skuId]);
  await must(count(id, skuId, 18));
  await must(make(id, 'finish'));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => make(id, 'post', index % 2 ? admin : packer)),
  );
  const won = answers.filter(({ success }) => success);
  expect(won).toHaveLength(1);
  for (const lost of answers.filter(({ success }) => !success)) {
    expect(lost.status).toBe(409);
    expect(lost.message).toMatch(/^这张盘点单已由 (cangku|admin) 过账，不用再操作$/);
  }
  expect(await movements(id)).toHaveLength(1);
  expect(await onHand(skuId)).toBe(18);
  expect(await scene.violations()).toEqual([]);
});

/** Planned and begun by the administrator: the packer has no hand in it yet. */
async function plannedBy(who: Client, skuIds: readonly string[], head: object = {}) {
  const { id } = await must(
    who.post<{ id: string }>('/inventory/stockCount/add', {
      warehouseId: here,
      extent: 'listed',
      lines: skuIds.map((skuId) => ({ skuId, condition: 'good' })),
      ...head,
    }),
  );
  return id;
}

test('who says that the rest is not there has counted it: they post it alone within the limit', async () => {
  covers('ours: four eyes on stock');
  const reviewer = await scene.as('fuhe');
  const [dear, small] = [await stocked(300, '6'), await stocked(100, '6')];
  const id = await plannedBy(admin, [dear]);
  await must(make(id, 'start', admin));
  await must(make(id, 'finish', packer, { uncounted: 'zero' }));
  // Neither who finished nor who planned; recounting and finishing again changes nothing of that.
  for (const who of [packer, admin]) expect((await make(id, 'post', who)).status).toBe(403);
  await must(make(id, 'recount', packer));
  await must(make(id, 'finish', packer, { uncounted: 'zero' }));
  expect((await make(id, 'post', packer)).status).toBe(403);
  expect(await onHand(dear)).toBe(300);
  await must(make(id, 'post', reviewer));
  expect(await onHand(dear)).toBe(0);
  // Within the limit it is posted at once, and counts for the rest of the day.
  const within = await plannedBy(admin, [small]);
  await must(make(within, 'start', admin));
  await must(make(within, 'finish', packer, { uncounted: 'zero' }));
  await must(make(within, 'post', packer));
  await move(small, 100, '6');
  const again = await plannedBy(admin, [small]);
  await must(make(again, 'start', admin));
  await must(make(again, 'finish', packer, { uncounted: 'zero' }));
  expect(await make(again, 'post', packer)).toMatchObject({
    status: 403,
    message: '当日同一SKU累计差异超过审核限额，盘点人不能自己过账，请由其他有过账权限的人过账',
  });
  await must(make(again, 'cancel', admin));
});

test('who has the whole warehouse counted is one of the counters', async () => {
  const reviewer = await scene.as('fuhe');
  const skuId = await stocked(300, '6');
  const open = await must(
    packer.get<{ records: { id: string; status: string }[] }>('/inventory/stockCount/list', {
      pageSize: '50',
    }),
  );
  for (const one of open.records.filter(({ status }) => ['counting', 'review'].includes(status)))
    await must(make(one.id, 'cancel'));
  const id = await plannedBy(admin, [], { extent: 'all' });
  await must(make(id, 'start', packer));
  await must(count(id, skuId, 0, admin));
  await must(make(id, 'finish', admin, { uncounted: 'skip' }));
  expect((await make(id, 'post', packer)).status).toBe(403);
  expect(await onHand(skuId)).toBe(300);
  await must(make(id, 'post', reviewer));
  expect(await onHand(skuId)).toBe(0);
  expect(await scene.violations()).toEqual([]);
});

test('a sheet of what was found is counted as a whole, or says at its row why not', async () => {
  const [one, two] = [await stocked(5), await stocked(7)] as [string, string];
  const codes = [`COUNT-${made - 1}`, `COUNT-${made}`];
  const id = await begun([one, two]);
  const { result } = await admin.get<{ countNo: string }>('/inventory/stockCount/queryById', {
    id,
  });
  const send = async (rows: [string, string | number][], query = '') =>
    upload(
      scene,
      packer,
      `/inventory/stockCount/importExcel${query}`,
      await workbook(
        ['盘点单号', 'SKU', '实盘数量'],
        rows.map(([code, qty]) => [result.countNo, code, qty]),
      ),
    );
  const counted = async () => {
    const desk = await admin.get<Desk>(`/inventory/stockCount/${id}/desk`);
    return desk.result.lines.map(({ skuId, countedQty }) => [skuId === one, countedQty]).sort();
  };
  const nothing = [
    [false, null],
    [true, null],
  ];
  expect(
    await send([
      [codes[0] as string, 4],
      ['NO-SUCH', 1],
    ]),
  ).toMatchObject({
    result: { successCount: 0, errors: [{ row: 2 }, { row: 3, message: 'SKU不存在' }] },
  });
  expect(
    await send([
      [codes[0] as string, 4],
      [codes[0] as string, 2],
    ]),
  ).toMatchObject({
    result: { successCount: 0 },
  });
  const good: [string, number][] = [
    [codes[0] as string, 4],
    [(codes[1] as string).toLowerCase(), 9],
  ];
  expect(await send(good, '?dryRun=1')).toMatchObject({ code: 200 });
  expect(await counted()).toEqual(nothing);
  expect(await send(good)).toMatchObject({ code: 200, result: { successCount: 2 } });
  expect(await counted()).toEqual([
    [false, 9],
    [true, 4],
  ]);
});
