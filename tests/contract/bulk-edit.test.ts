import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkKeys, bulkOperations, isBulkEdited } from '#kit/model/bulk-edit.ts';
import type { Field } from '#kit/model/field.ts';
import type { BulkAnswer } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { nameToWire, toWire } from '#kit/model/wire.ts';
import { newId } from '#kit/server/new-id.ts';
import { resources as declared } from '#app/declarations.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { auditOf, storedRow, storedRows } from './register-rows.ts';
import { casesOf, eachTrait, fieldsOf, pathOf, type Refused, type Row } from './resources.ts';
import { Samples, sampleValues } from './sample-row.ts';
import { openOtherTenant, personWith } from './worlds.ts';

/** One field of many rows, on every register that is edited by its generic routes. */

let scene: TestApp;
let admin: Client;
let stranger: Client;
let samples: Samples;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
  samples = new Samples(admin, 700);
});
afterAll(() => scene.stop());

const registers = declared.filter(isBulkEdited);

/** Fields that a rule of the register keeps from being changed alone. */
const NOT_ALONE = new Set([
  // One term for each carrier.
  'aftersales:claimTerm carrierCode',
  // The key was given for these.
  ...['carrier', 'owner', 'environment', 'apiUrl', 'accountNumber'].map((key) => `base:carrierAccount ${key}`),
  // The secret was given for these.
  ...['connector', 'environment', 'apiUrl', 'clientId'].map((key) => `purchasing:supplyFeed ${key}`),
  'base:channelAccount environment',
  'base:channelAccount channelCode',
  // Of a key of several fields.
  'base:customerContact name',
  'base:supplierContact name',
  'base:channelWarehouse channelCode',
  'channels:channelFee channelCode',
  // One listing for each.
  'market:marketListing itemId',
  'channels:channelProduct accountId',
  'channels:channelProduct channelSku',
]);

let n = 0;
async function add(resource: AnyResource): Promise<string> {
  const { wire } = resource;
  if (!wire) return (await samples.add(resource)).id;
  const body = toWire({ ...wire, repeats: {} }, sampleValues(resource, ++n));
  return (await must(admin.post<{ id: string }>(`${pathOf(resource)}/add`, body))).id;
}

/** A field that takes a text or a number of its own, and what it is set to. */
function plain(resource: AnyResource): [key: string, field: Field, value: unknown] {
  const values = sampleValues(resource, 9);
  const open = fieldsOf(resource).filter(
    ([key]) => bulkKeys(resource).includes(key) && !NOT_ALONE.has(`${resourceKey(resource)} ${key}`),
  );
  for (const kind of ['text', 'quantity', 'choice', 'rate'])
    for (const [key, field] of open) if (field.kind === kind && !field.rule) return [key, field, values[key]];
  throw new Error(`${resourceKey(resource)} has no plain field`);
}

const wrongFor = ({ kind, max = 0 }: Field): unknown =>
  kind === 'text' ? '长'.repeat(Math.max(300, max + 1)) : 'nothing';

describe.each(casesOf(eachTrait(registers)))('%s', (path, resource) => {
  const [key, field, value] = plain(resource);
  const name = nameToWire(resource.wire, key);
  const bulk = (body: object, who = admin) =>
    who.post<BulkAnswer & Refused>(`${path}/bulkEdit`, {
      field: name,
      operation: 'set',
      value,
      ...body,
    });
  /** A share is stored with all its places. */
  const said = (one: unknown): string => (field.kind === 'rate' ? String(Number(one)) : String(one));
  const version = async (id: string): Promise<number> =>
    (await must(admin.get<Row>(`${path}/queryById`, { id })))['version'] as number;

  test('rows are edited after a preview that writes nothing, each with its audit', async () => {
    const ids = [await add(resource), await add(resource)];
    const before = await storedRows(scene, resource);
    const preview = await must(bulk({ ids, dryRun: true }));
    expect(await storedRows(scene, resource)).toEqual(before);
    const change = preview.rows.find(({ isChanged }) => isChanged);
    expect(preview).toMatchObject({ total: 2, refused: 0 });
    // A choice of two may be what both rows have already.
    if (change) expect(said(change.after)).toBe(said(value));
    else expect(preview).toMatchObject({ changed: 0, same: 2 });
    const versions = preview.rows.map((row) => row.version);
    const done = await must(bulk({ ids, versions }));
    expect(done).toMatchObject({ changed: preview.changed, same: preview.same, refused: 0 });
    for (const { id, isChanged } of done.rows) {
      expect(said((await storedRow(scene, resource, id))[key])).toBe(said(value));
      const [last] = (await auditOf(scene, id)).reverse();
      if (isChanged) expect(Object.keys(last?.diff ?? {})).toContain(key);
    }
    // What is so already is left alone.
    const again = await must(bulk({ ids }));
    expect(again).toMatchObject({ changed: 0, same: 2 });
    expect(await version(ids[0] as string)).toBe((versions[0] ?? 0) + (done.rows[0]?.isChanged ? 1 : 0));
  });

  test('a stale row, a lost one and those of others are refused, and the rest goes on', async () => {
    const [one, two] = [await add(resource), await add(resource)];
    const ids = [one, two, newId()];
    const at = await version(two);
    const refused = await must(bulk({ ids, versions: [99, at, 1] }));
    expect(refused.rows).toMatchObject([
      { id: one, ok: false, code: 'staleVersion', message: '数据已被他人修改，请刷新' },
      { id: two, ok: true },
      { ok: false, code: 'notFound' },
    ]);
    const before = await storedRows(scene, resource);
    const foreign = await must(bulk({ ids: [one, two] }, stranger));
    expect(foreign).toMatchObject({ changed: 0, refused: 2 });
    expect(foreign.rows.map(({ label, code }) => ({ label, code }))).toEqual([
      { label: '', code: 'notFound' },
      { label: '', code: 'notFound' },
    ]);
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  test('a field that is not to be given to many, and a value that is none, say so', async () => {
    const ids = [await add(resource)];
    const before = await storedRows(scene, resource);
    const closed = fieldsOf(resource).filter(([one]) => !bulkKeys(resource).includes(one));
    for (const one of ['nobody', 'version', 'tenantId', ...closed.map(([own]) => own)]) {
      const answer = await bulk({ ids, field: nameToWire(resource.wire, one) });
      expect(answer, one).toMatchObject({
        success: false,
        result: { errors: [{ field: 'field' }] },
      });
    }
    const wrong = await bulk({ ids, value: wrongFor(field) });
    expect(wrong).toMatchObject({ success: false, result: { errors: [{ field: name }] } });
    const unfit = field.kind === 'text' ? 'percent' : 'prefix';
    for (const operation of [unfit, 'drop', ...(field.required ? ['clear'] : [])])
      expect(await bulk({ ids, operation }), operation).toMatchObject({
        result: { errors: [{ field: 'operation' }] },
      });
    expect(bulkOperations(field)).not.toContain(unfit);
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  test('a batch has an end, and a filter that is none moves nothing', async () => {
    const before = await storedRows(scene, resource);
    const many = Array.from({ length: 10_001 }, newId);
    expect(await bulk({ ids: many })).toMatchObject({
      success: false,
      message: '一次最多修改10000条，请缩小筛选范围',
    });
    for (const body of [{}, { ids: [] }, { filter: { nobody: '1' } }, { filter: 'all' }])
      expect(await bulk(body)).toMatchObject({ success: false });
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  test('it takes the right to edit', async () => {
    const ids = [await add(resource)];
    const before = await storedRows(scene, resource);
    const reader = await personWith(scene, admin, [`${resourceKey(resource)}:list`]);
    expect(await bulk({ ids }, reader)).toMatchObject({ status: 403, success: false });
    expect(await storedRows(scene, resource)).toEqual(before);
  });
});

const SKU = '/catalog/sku';
const skuBulk = (body: object, who = admin) => who.post<BulkAnswer & Refused>(`${SKU}/bulkEdit`, body);

async function newSkus(count: number, more: (at: number) => object): Promise<string[]> {
  const productId = await samples.parent('catalog:product');
  const add = async (at: number): Promise<string> => {
    const body = {
      skuCode: `BULK-${++n}-${at}`,
      name: `货 ${n}`,
      productId,
      type: 'simple',
      pieceCount: 1,
      ...more(at),
    };
    return (await must(admin.post<{ id: string }>(`${SKU}/add`, body))).id;
  };
  return Promise.all(Array.from({ length: count }, (_, at) => add(at)));
}

test('what a person may not see they may not change, nor learn that it is there', async () => {
  const ids = await newSkus(1, () => ({ standardCost: '5' }));
  const clerk = await personWith(scene, admin, ['catalog:sku:list', 'catalog:sku:edit']);
  const answer = await skuBulk({ ids, field: 'standardCost', operation: 'percent', value: '5' }, clerk);
  const unknown = await skuBulk({ ids, field: 'nobody', operation: 'percent', value: '5' }, clerk);
  expect(answer.message.replace('standardCost', '')).toBe(unknown.message.replace('nobody', ''));
  const filtered = { filter: { standardCost: '5' }, field: 'name', operation: 'set', value: 'x' };
  expect(await skuBulk(filtered, clerk)).toMatchObject({ status: 400 });
});

test('a percentage rounds prices half up to four places, for whatever a filter finds', async () => {
  const ids = await newSkus(205, (at) => ({
    name: '按比例',
    ...(at === 0 ? {} : { standardCost: at === 1 ? '0.0015' : '10' }),
  }));
  const change = { field: 'standardCost', operation: 'percent', value: '-33.33' };
  const preview = await must(skuBulk({ filter: { name: '按比例' }, ...change, dryRun: true }));
  expect(preview).toMatchObject({ total: 205, changed: 204, same: 1, refused: 0 });
  expect(preview.rows.filter((row) => 'after' in row)).toHaveLength(20);
  const done = await must(skuBulk({ filter: { name: '按比例' }, ...change }));
  expect(done).toMatchObject({ changed: 204, same: 1 });
  const cost = async (id?: string) =>
    (await must(admin.get<Row>(`${SKU}/queryById`, { id: id ?? '' })))['standardCost'];
  expect([await cost(ids[0]), await cost(ids[1]), await cost(ids[2])]).toEqual([null, '0.0010', '6.6670']);
});

test('rows that grow too long are refused by their field, the others are written', async () => {
  const ids = await newSkus(2, (at) => ({ name: at === 0 ? '长'.repeat(120) : '短' }));
  const change = { field: 'name', operation: 'prefix', value: '新款新款新款' };
  const done = await must(skuBulk({ ids, ...change, value: `${change.value}---` }));
  expect(done.rows).toMatchObject([
    { ok: false, errors: [{ field: 'name', message: '名称不能超过128个字符' }] },
    { ok: true, isChanged: true },
  ]);
});

test('a row that left the filter after the preview is not touched', async () => {
  const ids = await newSkus(2, () => ({ name: '筛选内' }));
  const filter = { name: '筛选内' };
  const change = { field: 'safetyStock', operation: 'increase', value: 3 };
  const preview = await must(skuBulk({ filter, ...change, dryRun: true }));
  const rows = preview.rows.map(({ id, version }) => ({ id, version: version ?? 0 }));
  const gone = rows[0] as { id: string; version: number };
  await must(admin.put(`${SKU}/edit`, { ...gone, name: '筛选外' }));
  gone.version += 1;
  const body = { ids: rows.map((row) => row.id), versions: rows.map((row) => row.version), filter };
  const done = await must(skuBulk({ ...body, ...change }));
  expect(done.rows.find(({ id }) => id === gone.id)).toMatchObject({
    ok: false,
    message: '已不在筛选结果中，未修改',
  });
  expect(done).toMatchObject({ changed: 1, refused: 1 });
  expect(ids).toHaveLength(2);
});

test('two persons at once: each row takes one of them, none is lost or doubled', async () => {
  const ids = await newSkus(120, () => ({ safetyStock: 10 }));
  const change = { field: 'safetyStock', operation: 'increase', value: 1 };
  const preview = await must(skuBulk({ ids, ...change, dryRun: true }));
  const body = { ids, versions: preview.rows.map(({ version }) => version ?? 0), ...change };
  const [first, second] = await Promise.all([must(skuBulk(body)), must(skuBulk(body))]);
  expect(first.changed + second.changed).toBe(120);
  expect(first.refused + second.refused).toBe(120);
  for (const id of ids)
    expect(
      await storedRow(
        scene,
        declared.find((one) => one.name === 'sku')!,
        id,
      ),
    ).toMatchObject({
      safetyStock: 11,
    });
});

test('the same call sent twice with its key changes once', async () => {
  const ids = await newSkus(1, () => ({ safetyStock: 1 }));
  const send = () =>
    admin.post<BulkAnswer>(
      `${SKU}/bulkEdit`,
      { ids, field: 'safetyStock', operation: 'increase', value: 5 },
      { 'idempotency-key': 'one increase' },
    );
  expect(await must(send())).toEqual(await must(send()));
  expect((await must(admin.get<Row>(`${SKU}/queryById`, { id: ids[0] as string })))['safetyStock']).toBe(6);
});

test('what a guard refuses of 3 rows of 200 leaves the 197', async () => {
  const [mixed, ...alone] = await newSkus(198, () => ({}));
  const carton = (skuId: string, cartonNo: number) =>
    must(
      admin.post<{ id: string }>('/catalog/skuCarton/add', {
        skuId,
        cartonNo,
        label: `箱 ${cartonNo}`,
        lengthMm: 10,
        widthMm: 10,
        heightMm: 10,
        grossWeightG: 10,
        unitsPerCarton: 1,
      }),
    );
  const ids: string[] = [];
  for (const no of [1, 2, 3]) ids.push((await carton(mixed as string, no)).id);
  const singles = await Promise.all(alone.map((skuId) => carton(skuId, 1)));
  ids.push(...singles.map(({ id }) => id));
  const change = { ids, field: 'unitsPerCarton', operation: 'set', value: 4 };
  const path = '/catalog/skuCarton/bulkEdit';
  const preview = await must(admin.post<BulkAnswer>(path, { ...change, dryRun: true }));
  expect(preview).toMatchObject({ total: 200, changed: 197, refused: 3 });
  const done = await must(admin.post<BulkAnswer>(path, change));
  expect(done).toMatchObject({ total: 200, changed: 197, refused: 3 });
  const reasons = done.rows.filter(({ ok }) => !ok).map(({ message }) => message);
  expect(new Set(reasons).size).toBe(1);
});
