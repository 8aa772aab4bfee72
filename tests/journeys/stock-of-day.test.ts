import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { checkedBy, draftCost, moveCost, newSku, received } from './landed-scene.ts';

const ZONE = 'Asia/Shanghai';
const HOUR = 3_600_000;

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;
let skus: string[];
let firstDay: string;

/** Comings, goings and changes of condition of some weeks, at all hours. */
beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2027-02-26T13:00:00Z') });
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  firstDay = dayIn(scene.now(), ZONE);
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  skus = [];
  for (const skuCode of ['DAY-1', 'DAY-2', 'DAY-3'])
    skus.push((await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }))).id);
  for (let turn = 0; turn < 40; turn++) {
    await scene.pass(7 * HOUR);
    const skuId = skus[turn % 2] as string;
    const warehouseId = turn % 3 === 0 ? there : here;
    await post({
      warehouseId,
      skuId,
      type: 'purchase_in',
      qty: 3 + (turn % 4),
      unitCost: `${5 + turn}.07`,
    });
    if (turn % 2 === 1) await post({ warehouseId, skuId, type: 'sale_out', qty: -1 - (turn % 3) });
    if (turn % 5 === 2)
      await post(
        { warehouseId, skuId, type: 'condition_from', qty: -1 },
        { warehouseId, skuId, type: 'condition_to', qty: 1, condition: 'damaged' },
      );
  }
  // Came and went within one day: it is there in that day alone.
  await post({
    warehouseId: here,
    skuId: skus[2] as string,
    type: 'purchase_in',
    qty: 4,
    unitCost: '1',
  });
  await post({ warehouseId: here, skuId: skus[2] as string, type: 'adjust_out', qty: -4 });
  await scene.pass(30 * HOUR);
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

interface Posted {
  warehouseId: string;
  skuId: string;
  type: string;
  qty: number;
  unitCost?: string;
  condition?: string;
}
const post = (...movements: Posted[]) =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: movements.map((one) => ({
        key: newId(),
        condition: 'good',
        refType: 'test',
        refId: newId(),
        refNo: 'DAY',
        ...one,
      })),
    }),
  );

interface DayRow {
  skuId: string;
  warehouseId: string;
  day: string;
  openingQty: number;
  openingValue: string;
  inQty: number;
  inValue: string;
  outQty: number;
  outValue: string;
  qty: number;
  value: string;
  goodQty: number;
  damagedQty: number;
  quarantineQty: number;
}
const rowsOf = async (query: Record<string, string>, who = admin) =>
  (await must(who.get<{ records: DayRow[] }>('/inventory/stockOfDay/list', { pageSize: '200', ...query }))).records;

interface Movement {
  warehouseId: string;
  skuId: string;
  condition: string;
  type: string;
  qty: number;
  costValue: bigint;
  createTime: Date;
}
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** What a plain count of all movements says about some days. */
function recount(all: readonly Movement[], from: string, to: string) {
  const dayOf = (one: Movement): string => dayIn(one.createTime, ZONE);
  const units = (rows: readonly Movement[]): number => rows.reduce((sum, { qty }) => sum + qty, 0);
  const worth = (rows: readonly Movement[]): bigint => rows.reduce((sum, { costValue }) => sum + costValue, 0n);
  const groups = Map.groupBy(all, ({ warehouseId, skuId }) => `${warehouseId} ${skuId}`);
  return [...groups].flatMap(([key, own]) => {
    const until = own.filter((one) => dayOf(one) <= to);
    const within = until.filter((one) => dayOf(one) >= from);
    const before = until.filter((one) => dayOf(one) < from);
    const real = within.filter(({ type }) => !type.startsWith('condition'));
    const of = (condition: string): number => units(until.filter((one) => one.condition === condition));
    const isThere = ['good', 'damaged', 'quarantine'].some((condition) => of(condition) !== 0);
    if (!isThere && within.length === 0) return [];
    return {
      key,
      openingQty: units(before),
      openingValue: worth(before),
      inQty: units(real.filter(({ qty }) => qty > 0)),
      outQty: 0 - units(real.filter(({ qty }) => qty < 0)),
      inValue: worth(real.filter(({ qty }) => qty > 0)),
      outValue: -worth(real.filter(({ qty }) => qty < 0)),
      qty: units(until),
      value: worth(until),
      goodQty: of('good'),
      damagedQty: of('damaged'),
      quarantineQty: of('quarantine'),
    };
  });
}

test('any day, and any two days, are what a plain count of the movements says', async () => {
  covers('ours: stock of a past day');
  const all = await look(
    scene,
    (tx) => tx.rows<Movement>`
      select warehouse_id, sku_id, condition, type, qty, coalesce(cost_value, 0)::bigint as cost_value,
        create_time
      from stock_movement where tenant_id = ${tx.tenant}`,
  );
  const today = dayIn(scene.now(), ZONE);
  let seen = 0;
  for (let day = firstDay; day <= today; day = addDays(day, 1)) {
    for (const from of new Set([day, firstDay, [addDays(day, -3), firstDay].toSorted()[1] ?? day])) {
      const rows = await rowsOf({ day_begin: from, day_end: day });
      const expected = recount(all, from, day);
      const found = rows.map((row) => ({
        key: `${row.warehouseId} ${row.skuId}`,
        openingQty: row.openingQty,
        openingValue: cents(row.openingValue),
        inQty: row.inQty,
        outQty: row.outQty,
        inValue: cents(row.inValue),
        outValue: cents(row.outValue),
        qty: row.qty,
        value: cents(row.value),
        goodQty: row.goodQty,
        damagedQty: row.damagedQty,
        quarantineQty: row.quarantineQty,
      }));
      const byKey = (a: { key: string }, b: { key: string }): number => a.key.localeCompare(b.key);
      expect(found.toSorted(byKey), `${from} to ${day}`).toEqual(expected.toSorted(byKey));
      for (const row of found) expect(row.openingQty + row.inQty - row.outQty).toBe(row.qty);
      expect(rows.every((row) => row.day === day)).toBe(true);
      seen += rows.length;
    }
  }
  expect(seen).toBeGreaterThan(30);
});

test('the sums are those of the rows, and the last day is what lies there and what the books say', async () => {
  const today = dayIn(scene.now(), ZONE);
  const rows = await rowsOf({ day_begin: firstDay, day_end: today });
  const sums = await must(
    admin.get<Record<string, { units: number; value: string }>>('/inventory/stockOfDay/totals', {
      day_begin: firstDay,
      day_end: today,
    }),
  );
  const sum = (key: 'openingQty' | 'inQty' | 'outQty' | 'qty'): number =>
    rows.reduce((total, row) => total + row[key], 0);
  expect([sums['opening'], sums['came'], sums['went'], sums['closing']].map((s) => s?.units)).toEqual([
    sum('openingQty'),
    sum('inQty'),
    sum('outQty'),
    sum('qty'),
  ]);
  expect(cents(sums['closing']?.value ?? '')).toBe(rows.reduce((total, { value }) => total + cents(value), 0n));
  const now = await look(
    scene,
    (tx) => tx.one<{ units: bigint; value: bigint }>`
      select (select sum(on_hand) from stock_level where tenant_id = ${tx.tenant})::bigint as units,
        (select sum(value_left) from cost_layer where tenant_id = ${tx.tenant})::bigint as value`,
  );
  expect(BigInt(sum('qty'))).toBe(BigInt(now.units));
  expect(cents(sums['closing']?.value ?? '')).toBe(now.value);
});

test('yesterday where no day is asked; days to come and turned ones are refused, earlier ones are empty', async () => {
  const today = dayIn(scene.now(), ZONE);
  const yesterday = addDays(today, -1);
  expect(await rowsOf({})).toEqual(await rowsOf({ day: yesterday }));
  for (const path of ['list', 'totals', 'exportXls']) {
    const late = await admin.get(`/inventory/stockOfDay/${path}`, { day: addDays(today, 1) });
    expect([late.status, late.message]).toEqual([422, `日期 ${addDays(today, 1)} 还没到，最晚查到今天 ${today}`]);
  }
  const turned = { day_begin: yesterday, day_end: addDays(yesterday, -1) };
  expect(await admin.get('/inventory/stockOfDay/list', turned)).toMatchObject({ status: 422 });
  const early = addDays(firstDay, -400);
  expect(await rowsOf({ day: early })).toEqual([]);
  const { at } = await look(
    scene,
    (tx) => tx.one<{ at: Date }>`
      select min(create_time) as at from stock_movement where tenant_id = ${tx.tenant}`,
  );
  expect(await must(admin.get('/inventory/stockOfDay/totals', { day: early }))).toMatchObject({
    from: early,
    to: early,
    firstDay: dayIn(at, ZONE),
    closing: { units: 0 },
  });
  expect((await admin.get('/inventory/stockOfDay/list', { day: '2027-02-30' })).status).toBe(400);
});

test('what is found goes into a sheet, of the days that were asked about', async () => {
  for (const [path, request] of [
    ['stockOfDay', { day_end: firstDay }],
    ['stockAge', {}],
  ] as const) {
    const query = new URLSearchParams(request).toString();
    const sheet = await admin.raw('GET', `/inventory/${path}/exportXls?${query}`);
    expect([sheet.status, sheet.bytes.length > 4000]).toEqual([200, true]);
    const begun = await admin.get<{ jobId: string }>(`/inventory/${path}/exportXls`, {
      background: '1',
      ...request,
    });
    expect(begun.result.jobId).toBeTruthy();
    await scene.settled();
    const job = await must(admin.get<{ status: string }>('/sys/fileJob/queryById', { id: begun.result.jobId }));
    expect(job.status).toBe('done');
  }
});

test('costs are hidden from whoever may not see them, and other warehouses from their keepers', async () => {
  const [row] = await rowsOf({}, await scene.as('cangku'));
  expect(row).toBeDefined();
  expect(Object.keys(row ?? {}).filter((key) => key.endsWith('alue'))).toEqual([]);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'keeper',
    realname: 'keeper',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [there],
  });
  const holder = await scene.as('keeper');
  for (const path of ['stockOfDay', 'stockAge']) {
    const { records } = await must(holder.get<{ records: DayRow[] }>(`/inventory/${path}/list`, { pageSize: '200' }));
    expect(new Set(records.map(({ warehouseId }) => warehouseId))).toEqual(new Set([there]));
    const sums = await must(holder.get<{ qty?: number; closing?: { units: number } }>(`/inventory/${path}/totals`, {}));
    expect(sums.qty ?? sums.closing?.units).toBe(records.reduce((n, { qty }) => n + qty, 0));
  }
});

test('a cost that lands later makes goods dearer from that day on, in rows and in sums', async () => {
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const { id: skuId } = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId, qty: 10, unitCost: '5' }]);
  const came = dayIn(scene.now(), ZONE);
  await scene.pass(24 * HOUR);
  admin = await scene.as('admin');
  const holder = await scene.as('caiwu');
  const id = await draftCost(holder, [receipt], { warehouseId: here, freight: '8' });
  await must(moveCost(holder, id, 'post'));
  type Sum = { value: string };
  const worth = async (day: string) => {
    const [row] = await rowsOf({ skuId, day });
    const {
      opening,
      came: into,
      went,
      closing,
    } = await must(admin.get<Record<string, Sum>>('/inventory/stockOfDay/totals', { skuId, day }));
    const sums = [opening, into, went, closing].map((sum) => sum?.value);
    expect([row?.openingValue, row?.inValue, row?.outValue, row?.value]).toEqual(sums);
    return sums;
  };
  expect(await worth(came)).toEqual(['0.00', '50.00', '0.00', '50.00']);
  expect(await worth(dayIn(scene.now(), ZONE))).toEqual(['50.00', '8.00', '0.00', '58.00']);
});
