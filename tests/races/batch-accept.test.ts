import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEGACY_PART_NUMBERS } from '#simulator/catalogue.ts';
import { look, openShop, place, pull, type OrderRow, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { ADDRESS } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addStock, CHAIRS, expectClean, firstOf, must, NEW_JERSEY, times } from './goods.ts';

/** More than one transaction of a batch takes. */
const TOTAL = IS_LONG ? 300 : 120;
const GOOD = TOTAL - 9;
/** As far apart are those that have something the matter. */
const APART = Math.floor(TOTAL / 9);
const [LEGACY, MEANT] = Object.entries(LEGACY_PART_NUMBERS)[0] as [string, string];
const PENDING = { filter: { tab: 'pending' } };
let scene: TestApp;
let clerk: Client;

interface Row {
  id: string;
  label: string;
  ok: boolean;
  code?: string;
  message?: string;
}
interface Batch {
  total: number;
  ok: number;
  failed: number;
  rows: Row[];
  outlook?: string[];
}

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  const packer = await scene.as('cangku');
  await addStock(scene, packer, CHAIRS, TOTAL);
  await place(scene, times(TOTAL, placed));
  await pull(scene, clerk);
});
afterAll(() => scene.stop());

/** Order k of the batch; nine of them have something the matter, three of each kind. */
function placed(index: number): Record<string, unknown> {
  const fault = index % APART === 0 && index < 9 * APART ? (index / APART) % 3 : -1;
  return {
    poNumber: `CS7${String(index).padStart(8, '0')}`,
    poDate: scene.now().getTime() + index * 20,
    warehouseId: NEW_JERSEY,
    lines: [
      {
        partNumber: fault === 0 ? LEGACY : CHAIRS,
        quantity: 1,
        ...(fault === 1 ? { price: 12.5 } : {}),
      },
    ],
    shipTo: {
      address1: `${index + 1} Batch St`,
      ...(fault === 2 ? { postalCode: 'nowhere' } : {}),
    },
  };
}

const accept = (body: Record<string, unknown>): Promise<Batch> =>
  must(clerk.post<Batch>('/orders/salesOrder/batch/accept', body));
const refusedOf = ({ rows }: Batch): Row[] => rows.filter(({ ok }) => !ok);
const reasons = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ message }) => message ?? ''))
      .map(([reason, same]) => [reason, same?.length ?? 0] as const)
      .sort(),
  );
const REASONS = {
  '订单有未处理的挂起：未配对': 3,
  '订单有未处理的挂起：价格异常': 3,
  '订单有未处理的挂起：地址异常': 3,
};
const accepts = () =>
  look(
    scene,
    (tx) => tx.one<{ orders: number; rows: number }>`
      select count(distinct row_id)::integer as orders, count(*)::integer as rows from state_log
      where tenant_id = ${tx.tenant} and move = 'accept'`,
  );

let left: Row[] = [];

test('the preview says what the run will do, and does nothing', async () => {
  const preview = await accept({ ...PENDING, dryRun: true });
  expect(preview).toMatchObject({ total: TOTAL, ok: GOOD, failed: 9 });
  expect(preview.outlook?.[0]).toBe(`${GOOD} 单共 ${GOOD} 件，已预占 ${GOOD} 件`);
  expect(reasons(refusedOf(preview))).toEqual(REASONS);
  expect(await accepts()).toEqual({ orders: 0, rows: 0 });
});

test('the run accepts all the others and lists the nine by name and reason', async () => {
  const preview = await accept({ ...PENDING, dryRun: true });
  const run = await accept(PENDING);
  expect(run).toMatchObject({ total: TOTAL, ok: GOOD, failed: 9 });
  expect(run.rows).toHaveLength(TOTAL);
  left = refusedOf(run);
  expect(left).toEqual(refusedOf(preview));
  expect(left.every(({ label }) => label !== '')).toBe(true);
  expect(await accepts()).toEqual({ orders: GOOD, rows: GOOD });
  const pending = await clerk.get<Page<OrderRow>>('/orders/salesOrder/list', {
    tab: 'pending',
    pageSize: '50',
  });
  expect(pending.result.records.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
});

test('what failed stays a worklist of whoever ran it, until it is done or read', async () => {
  covers('ours: batches say what they do and keep what failed');
  const preview = await accept({ ...PENDING, dryRun: true });
  expect(preview.outlook).toEqual([]);
  const stored = left.map(({ id, message }) => ({ id, message: message ?? '' }));
  const keep = (body: object, who = clerk) =>
    must(who.post<{ kept: number }>('/orders/salesOrder/worklist', { move: 'accept', ...body }));
  const list = (who = clerk) =>
    must(who.get<{ id: string; label: string; message: string }[]>('/orders/salesOrder/worklist'));
  // Of what nobody may see nothing is kept.
  const foreign = [{ id: '0193a000-0000-7000-8000-00000000dead', message: '不存在' }];
  expect(await keep({ failed: [...stored, ...foreign] })).toEqual({ kept: 9 });
  const shown = await list();
  expect(shown.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
  expect(reasons(shown as unknown as Row[])).toEqual(REASONS);
  expect(await list(await scene.as('admin'))).toEqual([]);
  await keep({ dismissed: [left[0]?.id] });
  expect(await list()).toHaveLength(8);
  await keep({ dismissed: 'all' });
  expect(await list()).toEqual([]);
  await keep({ failed: stored });
  expect(await clerk.post('/orders/salesOrder/worklist', { move: 'nothing' })).toMatchObject({
    status: 422,
  });
});

test('asked again unmended, the same nine are refused for the same reasons', async () => {
  const again = await accept({ ids: left.map(({ id }) => id) });
  expect(again).toMatchObject({ total: 9, ok: 0, failed: 9 });
  expect(reasons(again.rows)).toEqual(REASONS);
});

test('mended, the nine go through, and the marketplace heard of each order once', async () => {
  const listing = await firstOf<{ id: string; version: number }>(clerk, '/channels/channelProduct/list', {
    channelSku: LEGACY,
  });
  await must(
    clerk.put('/channels/channelProduct/edit', {
      id: listing.id,
      version: listing.version,
      skuId: scene.seller.skus[MEANT],
    }),
  );
  const finance = await scene.as('caiwu');
  for (const { id, message } of left) {
    if (message?.includes('价格'))
      await must(finance.post(`/orders/salesOrder/${id}/acceptPrice`, { reason: '促销价' }));
    if (message?.includes('地址')) await must(clerk.post(`/orders/salesOrder/${id}/correctAddress`, ADDRESS));
  }
  const retry = await accept({ ids: left.map(({ id }) => id) });
  expect(refusedOf(retry)).toEqual([]);
  expect(retry).toMatchObject({ total: 9, ok: 9, failed: 0 });
  // What was done is off the list by itself.
  expect((await must(clerk.get<Row[]>('/orders/salesOrder/worklist'))).length).toBe(0);
  const facts = await expectClean(scene);
  const effects = Object.entries(facts)
    .filter(([po]) => po.startsWith('CS7'))
    .map(([, { acceptEffects }]) => acceptEffects);
  expect(effects).toEqual(times(TOTAL, () => 1));
  expect(await accepts()).toEqual({ orders: TOTAL, rows: TOTAL });
});
