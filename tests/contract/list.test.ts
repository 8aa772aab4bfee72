import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facedLinks, faceKey, listKeys } from '#kit/model/list-entry.ts';
import { resourceKey, snake } from '#kit/model/resource.ts';
import { look } from '#tests/channels/shop.ts';
import { column, sql } from '#kit/server/sql.ts';
import { tableOf } from '#kit/server/registry.ts';
import { byTurns, IS_LONG } from '#tests/harness/long.ts';
import { covers } from '#tests/spec/covers.ts';
import { casesOf, eachTrait, fieldsOf, listOf, MOST_ROWS, resources, rowsOf, type Row } from './resources.ts';
import { openWorld, type World } from './worlds.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.scene.stop());

const AUDIT_KEYS = ['id', 'createBy', 'createTime', 'updateBy', 'updateTime', 'version'];
/** Columns that a list is never ordered by: sealed, or without an order. */
const UNSORTED = new Set(['secret', 'sealed', 'json']);
/** What rows tell beside their fields: how a shop stands, in one line. */
const BESIDE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'base:channelAccount': ['health'],
  'base:tag': ['uses'],
  'base:warehouse': ['skuCount'],
  'fulfilment:shipment': ['goods', 'kinds', 'warehouseZone'],
  'fulfilment:wave': ['assigneeName'],
  'orders:salesOrder': ['barred', 'goods', 'kinds', 'warehouseZone'],
  'automation:rule': ['hits'],
  'market:seller': ['listingCount'],
  // Whether it is the caller's own: what takes another person is grey for them.
  'inventory:inboundReceipt': ['madeByMe'],
  'inventory:stockAdjustment': ['madeByMe'],
  'inventory:stockTransfer': ['madeByMe'],
  'purchasing:purchaseOrder': ['madeByMe'],
  'purchasing:supplierBill': ['madeByMe'],
  'purchasing:billPayment': ['madeByMe'],
  'purchasing:landedCost': ['madeByMe'],
  'finance:invoice': ['madeByMe'],
  'finance:payment': ['madeByMe'],
  'finance:remittance': ['madeByMe'],
  'finance:deduction': ['madeByMe'],
  'channels:priceRecord': ['madeByMe'],
  'channels:promotion': ['madeByMe'],
  'aftersales:claim': ['madeByMe'],
  'aftersales:creditNote': ['madeByMe'],
  'aftersales:partOrder': ['picture'],
  'aftersales:returnOrder': ['buyer', 'channelOrderNo', 'goods', 'kinds', 'madeByMe'],
};
const DICTIONARY_KINDS = new Set(['choice', 'choices', 'flag', 'link', 'tags']);

const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

const kinds = new Set(eachTrait(resources));

describe.each(casesOf(resources))('%s/list', (_path, resource) => {
  const page = (query: Record<string, string> = {}) => listOf(world.admin, resource, query);
  const isFirstOfKind = resources.find(({ kind }) => kind === resource.kind) === resource;
  /** What depends on no field: all of it for one resource of each kind, the first ones for the others. */
  const ofKind = <T>(all: readonly T[], most: number): readonly T[] =>
    IS_LONG || isFirstOfKind ? all : all.slice(0, most);

  test('shows every declared field, audit columns and the texts of codes', async () => {
    const [row] = await rowsOf(world.admin, resource);
    const left = fieldsOf(resource).filter(
      ([key, { kind }]) => (kind === 'sealed' || kind === 'json') && !listKeys(resource).includes(key),
    );
    const hidden = new Set(left.map(([key]) => key));
    const shown = fieldsOf(resource).filter(([key]) => !hidden.has(key));
    const texts = shown.filter(([, { kind }]) => DICTIONARY_KINDS.has(kind)).map(([key]) => `${key}_dictText`);
    const more = [
      ...(BESIDE_FIELDS[resourceKey(resource)] ?? []),
      ...facedLinks(resource).map(faceKey),
      ...shown.filter(([, { kind }]) => kind === 'tags').map(([key]) => `${key}_tones`),
    ];
    expect(Object.keys(row as object).sort()).toEqual(
      [...AUDIT_KEYS, ...shown.map(([key]) => key), ...texts, ...more].sort(),
    );
  });

  test('counts as many rows as the tenant has, and turns its pages without losing one', async () => {
    const stored = await look(world.scene, (tx) =>
      tx.query<{ id: string }>(sql`select t.id from ${column(tableOf(resource))} t
        where t.tenant_id = ${tx.tenant}
        ${resource.kind === 'register' ? sql`and t.deleted_at is null` : sql``}`),
    );
    const { total } = (await page()).result;
    expect(total).toBe(stored.length);
    const pageSize = Math.max(1, Math.ceil(total / 3));
    const seen: string[] = [];
    const { pages } = (await page({ pageSize: String(pageSize) })).result;
    for (let pageNo = 1; pageNo <= pages; pageNo++) {
      const { records, current } = (await page({ pageNo: String(pageNo), pageSize: String(pageSize) })).result;
      expect(current).toBe(pageNo);
      seen.push(...ids(records));
    }
    expect([...seen].sort()).toEqual(stored.map(({ id }) => id).sort());
  });

  test('comes in its declared order, the newest first where none is declared', async () => {
    covers('§4 list pages');
    const { field = 'createTime', order = 'desc' } = resource.sort ?? {};
    expect(ids(await rowsOf(world.admin, resource))).toEqual(
      ids(await rowsOf(world.admin, resource, { column: field, order })),
    );
    expect(await ordered(field, order)).toEqual(ids(await rowsOf(world.admin, resource)));
  });

  test('is ordered by any field it shows, by nothing else', async () => {
    for (const [at, [key, { kind }]] of fieldsOf(resource).entries()) {
      const column = DICTIONARY_KINDS.has(kind) ? `${key}_dictText` : key;
      for (const order of byTurns(['asc', 'desc'] as const, at, kinds.has(resource) ? 1 : 2)) {
        const answer = await page({ column, order, pageSize: String(MOST_ROWS) });
        if (UNSORTED.has(kind)) {
          expect(answer, key).toMatchObject({ status: 400, code: 400, success: false });
          expect(answer.message).toBe(`请注意，将要排序的列字段不存在：${key}`);
        } else expect(ids(answer.result.records), key).toEqual(await ordered(key, order));
      }
    }
  });

  // How it is asked is the same code for all of them.
  if (!kinds.has(resource)) return;

  test('answers the envelope and a page of ten', async () => {
    covers('§7 list and export');
    const { status, ...envelope } = await page();
    expect(status).toBe(200);
    expect(Object.keys(envelope).sort()).toEqual(['code', 'message', 'result', 'success', 'timestamp'].sort());
    expect(envelope).toMatchObject({
      success: true,
      code: 200,
      message: '',
      timestamp: expect.any(Number) as number,
    });
    const { records, total, size, current, pages } = envelope.result;
    expect({ size, current, pages }).toEqual({
      size: 10,
      current: 1,
      pages: Math.max(1, Math.ceil(total / 10)),
    });
    expect(total, 'rows to speak about').toBeGreaterThan(0);
    expect(records).toHaveLength(Math.min(total, 10));
  });

  test('steps back to the last page when asked for one beyond the end', async () => {
    covers('§4 list pages');
    const beyond = (await page({ pageNo: '100000', pageSize: '3' })).result;
    expect(beyond.current).toBe(beyond.pages);
    const last = (await page({ pageNo: String(beyond.pages), pageSize: '3' })).result;
    expect(beyond.records).toEqual(last.records);
    expect(beyond.records.length).toBeGreaterThan(0);
  });

  test.each(
    ofKind(
      [
        ['1000', MOST_ROWS],
        ['0', 10],
        ['-5', 10],
        ['many', 10],
        ['2.9', 2],
      ] as const,
      1,
    ),
  )('takes a page size of %s as %d', async (pageSize, size) => {
    covers('§9 paging');
    expect((await page({ pageSize })).result.size).toBe(size);
    expect((await page({ pageSize, pageNo: '-1' })).result.current).toBe(1);
  });

  test.each(ofKind(['tenantId', 'nothing', 'tenant_id', 'deletedAt', 'id; drop table sku', '__proto__'], 1))(
    'refuses to be ordered by %s',
    async (column) => {
      expect(await page({ column, order: 'asc' })).toMatchObject({
        status: 400,
        code: 400,
        success: false,
        message: `请注意，将要排序的列字段不存在：${column}`,
        result: null,
      });
    },
  );

  test('does not know filters it has not declared', async () => {
    const { total } = (await page()).result;
    for (const key of ['tenantId', 'tenant_id']) expect((await page({ [key]: '999' })).result.total, key).toBe(total);
    for (const key of ['nothing', 'deletedAt', 'constructor', 'nothing_begin']) {
      const request = await page({ [key]: '999' });
      if (resource.wire) expect(request.result.total, key).toBe(total);
      else expect(request).toMatchObject({ status: 422, message: `查询条件的字段不存在：${key}`, result: null });
    }
    const advanced = JSON.stringify([{ field: 'tenantId', rule: 'eq', val: '2' }]);
    expect(await page({ superQueryParams: advanced })).toMatchObject({
      status: 400,
      message: '查询条件的字段不存在：tenantId',
    });
  });

  /** Rows as the database orders them, of the page that the list shows. */
  async function ordered(key: string, order: 'asc' | 'desc'): Promise<string[]> {
    const direction = { strings: [order], values: [], isSql: true } as const;
    const live = resource.kind === 'register' ? sql`and t.deleted_at is null` : sql``;
    const rows = await look(world.scene, (tx) =>
      tx.query<{ id: string }>(sql`
        select t.id from ${column(tableOf(resource))} t where t.tenant_id = ${tx.tenant} ${live}
        order by ${column(`t.${snake(key)}`)} ${direction}, t.id ${direction} limit ${MOST_ROWS}`),
    );
    return rows.map(({ id }) => id);
  }
});
