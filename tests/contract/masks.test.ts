import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { onceEach } from '#tests/harness/long.ts';
import { must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { firstRow, upload, workbook } from '#tests/sheets/upload.ts';
import { call, pathWith, says } from './calls.ts';
import { fieldsOf, listOf, pathOf, resources, rowsOf, superQuery, type Row } from './resources.ts';
import { openWorld, personWith } from './worlds.ts';

const MASKS = ['cost', 'profit', 'pii'] as const;
type Mask = (typeof MASKS)[number];

/** Amounts that stand nowhere else. */
const SKU_COST = '7654.3219';
const LINE_COST = '8765.4321';

let scene: TestApp;
let admin: Client;
/** May do everything that a route asks for, and see no masked field. */
let blind: Client;
const seeing: Partial<Record<Mask, Client>> = {};
/** May see all of them: some fields are under two masks, and need both rights. */
let openEyed: Client;

beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  await newOrder(scene, admin, { shipTo: { address2: 'Apt 77B' } });
  await shipOne();
  await priceOne();
  await valueDocuments();
  const codes = scene.app.assembled.routes.flatMap(({ access }) =>
    typeof access === 'object' ? [access.permission] : [],
  );
  const all = [...new Set(codes)].filter((code) => !code.startsWith('platform:'));
  blind = await personWith(scene, admin, all);
  openEyed = await personWith(scene, admin, [...all, ...MASKS.map((mask) => `field:${mask}:view`)]);
  for (const mask of MASKS) seeing[mask] = await personWith(scene, admin, [...all, `field:${mask}:view`]);
});
afterAll(() => scene.stop());

/** Goods that left have a cost; they leave on the day of the pick-up. */
async function shipOne(): Promise<void> {
  const [labelled] = await rowsOf(admin, resourceOf('fulfilment:shipment'), { status: 'labelled' });
  await scene.pass(3 * 86_400_000);
  admin = await scene.as('admin');
  const path = `/fulfilment/shipment/${labelled?.id}/ship`;
  await must(admin.post(path, {}, { 'idempotency-key': 'goods leave' }));
  await scene.settled();
}

/** What counts, transfers, receipts and purchases came to, as those that were posted say it. */
const valueDocuments = (): Promise<unknown> =>
  look(scene, async (tx) => {
    await tx.run`update stock_count set value = 918273 where tenant_id = ${tx.tenant}`;
    await tx.run`update stock_transfer set lost_value = 827364 where tenant_id = ${tx.tenant}`;
    await tx.run`update inbound_receipt set value = 736455 where tenant_id = ${tx.tenant}`;
    await tx.run`update purchase_order set freight = 645546, other_cost = 554637, goods_total = 463728,
      tax_total = 372819, total = 281901, fx_rate = 0.19087654,
      check_reason = '总额 918374.65 超过上限' where tenant_id = ${tx.tenant}`;
    await tx.run`update part_order set cost = 716253, residue_loss = 615243 where tenant_id = ${tx.tenant}`;
    await tx.run`update part_line set cost = 514233, residue_loss = 413223 where tenant_id = ${tx.tenant}`;
    await tx.run`update order_line set part_cost = 312213 where tenant_id = ${tx.tenant}`;
    await tx.run`update supplier_product set old_cost = 736.4519, cost_changed_at = '2026-03-04 05:06:07', cost_change = 0.49172836,
      differences = '[{"field":"cost","title":"供货成本","old":"736.4519","new":"984.2731","reason":"涨价 49.17%"}]',
      refused = '{"cost":"983.1742"}' where tenant_id = ${tx.tenant}`;
    await tx.run`update purchase_order_line set tax_amount = 190827 where tenant_id = ${tx.tenant}`;
  });

/** Costs that can be distinguished from every other number. */
async function priceOne(): Promise<void> {
  const id = scene.seller.skus[STOOL] as string;
  await must(admin.put('/catalog/sku/edit', { id, standardCost: SKU_COST }));
  const adjustment = await must(
    admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reason: '盘盈',
      lines: [{ skuId: id, condition: 'good', qty: 1, unitCost: LINE_COST }],
    }),
  );
  await must(admin.post(`/inventory/stockAdjustment/${adjustment.id}/submit`));
  await scene.settled();
}

function resourceOf(key: string): AnyResource {
  const found = resources.find((one) => resourceKey(one) === key);
  if (!found) throw new Error(`no resource ${key}`);
  return found;
}

/** Every masked field there is, with its mask. */
const masked = resources.flatMap((resource) =>
  MASKS.flatMap((mask) => ((resource.masks?.[mask] ?? []) as string[]).map((key) => ({ resource, mask, key }))),
);
const named = masked.map((one) => [`${resourceKey(one.resource)}.${one.key}`, one] as const);

const fieldOf = ({ resource, key }: { resource: AnyResource; key: string }): Field =>
  fieldsOf(resource).find(([one]) => one === key)?.[1] as Field;

const detail = async (who: Client, resource: AnyResource, id: string): Promise<Row> =>
  must(who.get<Row>(`${pathOf(resource)}/queryById`, { id }));

/** A row that has a value under the mask, as the administrator sees it. */
async function rowWith({ resource, key }: { resource: AnyResource; key: string }): Promise<Row> {
  for (const { id } of await rowsOf(admin, resource)) {
    const row = await detail(admin, resource, id);
    if (row[key] !== null && row[key] !== undefined) return row;
  }
  throw new Error(`no row of ${resourceKey(resource)} has a value under ${key}`);
}

test('a label is never masked: pickers and links show it', () => {
  expect(masked.filter(({ resource, key }) => resource.label === key)).toEqual([]);
  expect(masked.length).toBeGreaterThan(8);
});

const isFirst = onceEach();

describe.each(named)('%s, to who may not see it,', (_name, one) => {
  const { resource, mask, key } = one;
  const path = pathOf(resource);
  const others = MASKS.filter((other) => other !== mask);
  const isFirstOfKind = isFirst(mask, fieldOf(one).kind, resource.kind, resource.isComposite);
  /** Who lacks the right: whatever else they may see helps them nothing. */
  const unseeing = (): Client[] =>
    isFirstOfKind ? [blind, ...others.map((other) => seeing[other] as Client)] : [blind];

  /** Neither the value nor its text, under any name. */
  const expectWithout = (row: Row): void => expect(Object.keys(row).filter((name) => name.startsWith(key))).toEqual([]);

  test('stands in no list, detail or sheet, but does for who may', async () => {
    const row = await rowWith(one);
    const masks = MASKS.filter((other) => ((resource.masks?.[other] ?? []) as string[]).includes(key));
    const who = masks.length > 1 ? openEyed : (seeing[mask] as Client);
    expect((await detail(who, resource, row.id))[key]).toEqual(row[key]);
    for (const who of unseeing()) {
      for (const shown of await rowsOf(who, resource, { id: row.id })) expectWithout(shown);
      const opened = await detail(who, resource, row.id);
      expect(opened.id).toBe(row.id);
      expectWithout(opened);
      const { bytes } = await who.raw('GET', `${path}/exportXls?selections=${row.id}`);
      const titles = await firstRow(bytes);
      expect(titles.length).toBeGreaterThan(1);
      expect(titles).not.toContain(fieldOf(one).title);
    }
  });

  test('stands in no row that is opened with another', async () => {
    for (const parent of resources) {
      const back = (parent.lines as Record<string, string> | undefined)?.[resourceKey(resource)];
      if (!back) continue;
      const row = await rowWith(one);
      const opened = await detail(blind, parent, String(row[back]));
      const lines = (opened['lines'] as Record<string, Row[]>)[resource.name] as Row[];
      expect(lines.map(({ id }) => id)).toContain(row.id);
      for (const line of lines) expectWithout(line);
    }
  });

  // How it is asked is the same code for all that is masked.
  if (!isFirstOfKind) return;

  test('is not found out by filters', async () => {
    const value = String((await rowWith(one))[key]);
    for (const who of unseeing()) {
      const { total } = (await listOf(who, resource)).result;
      const request = { eq: value, ne: `!${value}`, part: `*${value.slice(0, 3)}*`, none: 'nobody' };
      for (const text of Object.values(request))
        expect((await listOf(who, resource, { [key]: text })).result.total, text).toBe(total);
      for (const bound of ['begin', 'end'])
        expect((await listOf(who, resource, { [`${key}_${bound}`]: '1' })).result.total).toBe(total);
      for (const rule of ['eq', 'ne', 'like', 'ge', 'in'] as const)
        expect(await listOf(who, resource, superQuery(key, rule, value)), rule).toMatchObject({
          status: 400,
          success: false,
          message: `查询条件的字段不存在：${key}`,
        });
    }
  });

  test('is not found out by the order of a list', async () => {
    for (const who of unseeing())
      for (const column of [key, `${key}_dictText`])
        expect(await listOf(who, resource, { column, order: 'asc' })).toMatchObject({
          status: 400,
          success: false,
          message: `请注意，将要排序的列字段不存在：${key}`,
        });
  });

  test('is not found out by a keyword', async () => {
    const { kind } = fieldOf(one);
    if (kind !== 'text' && kind !== 'sealed') return;
    const value = String((await rowWith(one))[key]);
    for (const word of [value, value.slice(1, 6)])
      for (const part of ['list', 'options']) {
        const { result } = await blind.get<unknown>(`${path}/${part}`, { keyword: word });
        expect(part === 'list' ? (result as { total: number }).total : result, word).toEqual(part === 'list' ? 0 : []);
      }
  });
});

describe('who may write a row but not see a cost', () => {
  const sku = resourceOf('catalog:sku');
  const id = (): string => scene.seller.skus[STOOL] as string;
  const cost = async (of = id()): Promise<unknown> => (await detail(admin, sku, of))['standardCost'];

  test('leaves it as it is when they edit, and can give none when they add', async () => {
    const { version } = await detail(blind, sku, id());
    const body = { id: id(), version, name: '改名', standardCost: '1.00' };
    await must(blind.put('/catalog/sku/edit', body));
    expect(await cost()).toBe(SKU_COST);
    const { productId } = await detail(admin, sku, id());
    const added = await must(
      blind.post<{ id: string }>('/catalog/sku/add', {
        skuCode: 'BLIND-1',
        name: '盲',
        productId,
        standardCost: '1.00',
      }),
    );
    expect(await cost(added.id)).toBeNull();
  });

  test('imports no cost, and learns that the column was not read', async () => {
    const sheet = await workbook(['ID', '标准成本', '安全库存'], [[id(), '1.00', '9']]);
    const answer = await upload(scene, blind, '/catalog/sku/importExcel?mode=update', sheet);
    expect(answer.result).toMatchObject({ successCount: 1, ignoredTitles: ['标准成本'] });
    expect(await cost()).toBe(SKU_COST);
    expect((await detail(admin, sku, id()))['safetyStock']).toBe(9);
  });
});

test('no reading route at all tells a masked value', async () => {
  const buyers = await rowsOf(admin, resourceOf('orders:salesOrder'));
  const words = new Set([SKU_COST, LINE_COST]);
  for (const { id } of buyers) {
    const order = await detail(admin, resourceOf('orders:salesOrder'), id);
    for (const key of ['shipToName', 'shipToAddress1', 'shipToPhone']) if (order[key]) words.add(String(order[key]));
  }
  expect(words.size).toBeGreaterThan(4);
  // Nothing that is asked here changes a row: each resource is listed once for all its routes.
  const known = new Map<AnyResource, readonly Row[]>();
  const rowsAt = async ({ path }: { path: string }): Promise<readonly Row[]> => {
    const resource = resources.find((one) => path.startsWith(`${pathOf(one)}/`));
    if (!resource) return [];
    const rows = known.get(resource) ?? (await rowsOf(admin, resource)).slice(0, 5);
    known.set(resource, rows);
    return rows;
  };
  const tell = async (who: Client, enough = Infinity): Promise<Set<string>> => {
    const reported = new Set<string>();
    for (const route of scene.app.assembled.routes) {
      if (reported.size > enough) break;
      if (route.method !== 'GET' || route.path === '/sys/logout') continue;
      const tries = route.path.includes(':id') || route.path.endsWith('ById') ? await rowsAt(route) : [null];
      for (const row of tries) {
        const logs = route.path.startsWith('/sys/log/') ? { logType: '2' } : {};
        const query = row ? { id: row.id } : { pageSize: '200', ...logs };
        const path = pathWith(route, row?.id);
        const { bytes } = await call(scene, { method: 'GET', path }, { token: who.token, query });
        for (const word of words) if (says(bytes, word)) reported.add(`${word} by ${route.path}`);
      }
    }
    return reported;
  };
  expect([...(await tell(blind))]).toEqual([]);
  // The same look finds them where they may be seen.
  expect((await tell(admin, words.size)).size).toBeGreaterThan(words.size);
});
