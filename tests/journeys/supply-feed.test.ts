import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { giga } from '#connectors/giga/index.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { GIGA_PREFIX } from '#simulator/giga/routes.ts';
import { GIGA_BUYER } from '#simulator/giga/signature.ts';
import type { Page } from '#tests/channels/shop.ts';

/** S15 供货源: a saved list of a thousand goods, night by night. */

const HOUR = 3_600_000;

interface Run {
  status: string;
  rowsRead: number;
  created: number;
  changed: number;
  held: number;
  gone: number;
  errors: number;
  message: string | null;
}

interface Product {
  id: string;
  supplierSku: string;
  title: string;
  cost: string;
  oldCost: string | null;
  costChange: string | null;
  skuId: string | null;
  status: string;
  isAvailable: boolean;
  version: number;
}

interface Night {
  added: string[];
  moved: string[];
  leapt: string[];
}

let scene: TestApp;
let admin: Client;
let buyer: Client;
let feedId: string;
let supplierId: string;

const feedBody = (secret = GIGA_BUYER.clientSecret) => ({
  name: '大健云仓',
  supplierId,
  connector: 'giga',
  environment: 'sandbox',
  apiUrl: `${scene.simulator.url}${GIGA_PREFIX}`,
  clientId: GIGA_BUYER.clientId,
  clientSecret: secret,
});

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  buyer = admin;
  const body = { code: 'GIGA', name: '大健云仓供应商', type: 'wholesale', currency: 'USD' };
  supplierId = (await must(admin.post<{ id: string }>('/base/supplier/add', body))).id;
  feedId = (await must(admin.post<{ id: string }>('/purchasing/supplyFeed/add', feedBody()))).id;
});
afterAll(() => scene?.stop());
afterEach(async () => {
  await scene.sim('DELETE', '/faults');
  expect(await scene.violations()).toEqual([]);
});

/** Pulls, well apart from the pull before: the supplier counts calls. */
async function pull(): Promise<Run> {
  await scene.pass(60_000);
  const { runId } = await must(buyer.post<{ runId: string }>(`/purchasing/supplyFeed/${feedId}/run`));
  await scene.settled();
  return must(buyer.get<Run>('/purchasing/supplyRun/queryById', { id: runId }));
}

const products = async (filter: Record<string, string>): Promise<Product[]> =>
  (await must(buyer.get<Page<Product>>('/purchasing/supplierProduct/list', { pageSize: '100', ...filter }))).records;

const product = async (supplierSku: string): Promise<Product> => (await products({ supplierSku }))[0] as Product;

const move = (id: string, name: string, body: object = {}) =>
  buyer.post(`/purchasing/supplierProduct/${id}/${name}`, body);

const stockOf = async (productId: string) =>
  (
    await must(
      buyer.get<Page<{ qty: number; countedQty: number; freshness: string; reason: string | null }>>(
        '/purchasing/supplierStock/list',
        { productId },
      ),
    )
  ).records;

const total = async (path: string, filter: Record<string, string>): Promise<number> =>
  (await must(buyer.get<Page<unknown>>(path, filter))).total;

test('S15: the list is read, then a night brings 12 new goods and 30 prices, of which 2 wait', async () => {
  covers('§2 wholesale supplier feed');
  expect(await pull()).toMatchObject({ status: 'done', rowsRead: 988, created: 988, held: 0, errors: 0 });
  const night = await scene.sim<Night>('POST', '/giga/night');
  await scene.pass(24 * HOUR);
  const before = new Map((await Promise.all(night.leapt.map(product))).map((row) => [row.supplierSku, row.cost]));
  expect(await pull()).toMatchObject({ status: 'done', rowsRead: 1000, created: 12, changed: 28, held: 2, gone: 0 });
  const [leapt] = night.leapt as [string];
  const held = await product(leapt);
  expect(held).toMatchObject({ status: 'changed', cost: before.get(leapt) });
  const { differences } = await must(
    buyer.get<{ differences: { old: string; new: string; reason: string }[] }>(
      `/purchasing/supplierProduct/${held.id}/differences`,
    ),
  );
  expect(differences).toEqual([
    expect.objectContaining({ title: '成本', old: `${Number(held.cost).toFixed(4)} USD`, reason: '变动超过 30%' }),
  ]);
  const moved = await product(night.moved[0] as string);
  expect(moved.status).toBe('new');
  expect(Number(moved.cost)).not.toBe(Number(moved.oldCost));
  // The same once more is no news, and what waits goes on waiting.
  expect(await pull()).toMatchObject({ created: 0, changed: 0, held: 0, gone: 0 });
  await must(move(held.id, 'apply'));
  expect(await product(leapt)).toMatchObject({ status: 'new', cost: expect.not.stringMatching(`^${held.cost}$`) });
  const other = await product(night.leapt[1] as string);
  await must(move(other.id, 'keep'));
  expect(await product(other.supplierSku)).toMatchObject({ status: 'new', cost: other.cost });
  // What a person did not want is not asked about every night.
  expect(await pull()).toMatchObject({ held: 0 });
});

test('12 new goods are linked or made, and what they cost is the supplier price of their SKUs', async () => {
  const rows = (await products({ status: 'new', pageSize: '12' })).slice(0, 12);
  const [first, ...rest] = rows as [Product, ...Product[]];
  const skuId = Object.values(scene.seller.skus)[0] as string;
  await must(move(first.id, 'link', { skuId }));
  for (const row of rest) await must(admin.post(`/purchasing/supplierProduct/${row.id}/make`, {}));
  const linked = await products({ status: 'linked' });
  expect(linked).toHaveLength(12);
  const made = linked.find(({ id }) => id === rest[0]?.id) as Product;
  const sku = await must(
    admin.get<{ skuCode: string; cartons?: unknown }>('/catalog/sku/queryById', { id: made.skuId ?? '' }),
  );
  expect(sku.skuCode).toBe(made.supplierSku);
  expect(await total('/catalog/skuCarton/list', { skuId: made.skuId ?? '' })).toBe(1);
  const prices = await must(
    buyer.get<Page<{ unitPrice: string; supplierSku: string }>>('/purchasing/supplierPrice/list', { skuId }),
  );
  expect(prices.records).toEqual([expect.objectContaining({ unitPrice: first.cost, supplierSku: first.supplierSku })]);
});

test('stock 26 hours old counts as nothing, with the reason, and somebody is called', async () => {
  const [row] = (await products({ status: 'linked' })) as [Product];
  const [fresh] = await stockOf(row.id);
  expect(fresh).toMatchObject({ freshness: 'fresh', reason: null });
  expect(fresh?.countedQty).toBe(fresh?.qty);
  await scene.sim('POST', '/faults', { fault: '500', match: { operation: 'giga.stock', times: 'always' } });
  await scene.pass(26 * HOUR);
  const run = await pull();
  expect(run).toMatchObject({ status: 'partial', rowsRead: 1000 });
  expect(run.message).toContain('没有读到库存');
  for (const level of await stockOf(row.id))
    expect(level).toMatchObject({
      freshness: 'expired',
      countedQty: 0,
      reason_dictText: '过期没有更新，按 0 计',
      ageHours: 26,
      maxAgeHours: 24,
    });
  expect(await total('/purchasing/supplierStock/list', { freshness: 'expired' })).toBeGreaterThan(1000);
  const todos = await must(buyer.get<{ title: string }[]>('/desk/todo'));
  const named = JSON.stringify(todos);
  for (const title of ['供货库存过期', '供货源异常']) expect(named).toContain(title);
  await scene.sim('DELETE', '/faults');
  expect(await pull()).toMatchObject({ status: 'done' });
  expect((await stockOf(row.id))[0]).toMatchObject({ freshness: 'fresh' });
});

test('a list that fell by more than 60 % stops whole; one that fell by less takes the goods out of sale', async () => {
  const before = await total('/purchasing/supplierProduct/list', { status: 'gone' });
  await scene.sim('POST', '/giga/shrink', { keep: 399 });
  const run = await pull();
  expect(run).toMatchObject({ status: 'held', rowsRead: 399, gone: 0, changed: 0 });
  expect(run.message).toContain('行数从 1000 降到 399');
  expect(await total('/purchasing/supplierProduct/list', { status: 'gone' })).toBe(before);
  await scene.sim('POST', '/giga/shrink', { keep: 990 });
  expect(await pull()).toMatchObject({ status: 'done', gone: 10 });
  const [gone] = (await products({ status: 'gone' })) as [Product];
  for (const level of await stockOf(gone.id)) expect(level).toMatchObject({ countedQty: 0, freshness: 'gone' });
  await scene.sim('POST', '/giga/shrink', { keep: 1000 });
  expect(await pull()).toMatchObject({ gone: 0 });
  expect((await product(gone.supplierSku)).status).not.toBe('gone');
});

test('a test says which thing is wrong: the secret, the id, or the clock', async () => {
  const check = () => must(admin.post<{ ok: boolean; message: string }>(`/purchasing/supplyFeed/${feedId}/test`));
  expect(await check()).toEqual({ ok: true, message: '连接正常' });
  const change = async (body: object) => {
    const { version } = await must(admin.get<{ version: number }>('/purchasing/supplyFeed/queryById', { id: feedId }));
    await must(admin.post('/purchasing/supplyFeed/edit', { id: feedId, version, ...body }));
  };
  await change({ clientSecret: 'wrong' });
  expect((await check()).message).toContain('Client Secret 不正确');
  await change({ clientId: 'nobody', clientSecret: GIGA_BUYER.clientSecret });
  expect((await check()).message).toContain('不认识这个 Client ID');
  await change({ clientId: GIGA_BUYER.clientId, clientSecret: GIGA_BUYER.clientSecret });
  await scene.sim('POST', '/clock', { advanceMs: 21 * 60_000 });
  const { ok, message } = await check();
  expect(ok).toBe(false);
  expect(message).toContain('校准时钟');
  expect(message).toContain('密钥不用改');
  expect(await pull()).toMatchObject({ status: 'failed' });
});

test('no ceiling of the supplier is lower than the pace of its connector', () => {
  const { burst, perSecond } = giga.limits;
  expect(burst + perSecond * 10).toBeLessThanOrEqual(10);
});
