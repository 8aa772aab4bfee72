import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Field } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Route } from '#kit/server/route.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { call, pathWith, pdfForm, says, takesPdf } from './calls.ts';
import { fingerprints } from './fingerprints.ts';
import { intrusionsInto, type Prey } from './intrusions.ts';
import { casesOf, eachTrait, fieldsOf, listOf, pathOf, registers, resources, rowsOf } from './resources.ts';
import { Samples } from './sample-row.ts';
import { openOtherTenant, openWorld } from './worlds.ts';

let scene: TestApp;
let stranger: Client;
let prey: Prey;
let before: Record<string, string>;

beforeAll(async () => {
  const world = await openWorld();
  scene = world.scene;
  stranger = await openOtherTenant(scene);
  const rows = new Map(
    await Promise.all(resources.map(async (one) => [resourceKey(one), (await rowsOf(world.admin, one))[0]] as const)),
  );
  const bad = await upload(
    scene,
    world.admin,
    '/catalog/product/importExcel',
    await workbook(['SPU', '产品名称'], [['no good!', '错']]),
  );
  const errorFile = bad.result.fileUrl?.split('/').at(-1) as string;
  prey = { rows: rows as Prey['rows'], errorFile };
  before = await fingerprints(scene);
});
afterAll(() => scene.stop());

/** Texts that stand in rows of the first tenant only. */
const MARKS = ['Wayfair 美国站', 'WF-US', 'WB-DCH', 'Larkfield', 'Ann Lee'];

/** Routes outside the resources that name no row. */
/** Reports are asked for by name; that they answer the caller's own rows is dict-sources.test. */
const REPORTS = ['getColumnsAndData', 'getData', 'getQueryInfo', 'getRpColumns', 'getParamsInfo', 'exportXls'].map(
  (call) => `/online/cgreport/api/${call}/:code`,
);
const WITHOUT_IDS = new Set([
  ...REPORTS,
  // Codes of another tenant name nothing: tests/operations/reports.
  '/online/cgreport/api/exportManySheetXls',
  '/channels/connectors',
  // Carriers of the installation; what was paid for any tenant is the operator's: tests/journeys/label-wallet.
  '/fulfilment/carriers',
  '/ledger/walletCredits',
  '/ledger/walletCredit',
  '/channels/unoffered',
  '/desk/todo',
  // Sums of the asker's own rows: tests/channels/analysis.
  ...['sales', 'orders', 'stock', 'performance', 'finance'].map((group) => `/desk/analysis/${group}`),
  ...['list', 'exportXls'].map((call) => `/desk/orderCycle/${call}`),
  '/desk/reconciliation',
  // A person's own: that nobody reads another's is tests/queue/batch-progress.
  '/desk/batch/list',
  '/desk/batch/read',
  // A number of another tenant opens nothing: tests/contract/scan.
  '/desk/scan',
  // Sums of the asker's own books: modules/ledger/server/ledger.test.
  ...['accountBalance', 'wallet', 'walletEntry'].flatMap((view) =>
    ['list', 'exportXls'].map((call) => `/ledger/${view}/${call}`),
  ),
  // What the asker's own components make: tests/races/bundles.
  ...['list', 'exportXls'].map((call) => `/inventory/bundleStock/${call}`),
  // What the asker's own goods come to: tests/journeys/stock-age, stock-of-day, restock.
  ...['inventory/stockAge', 'inventory/stockOfDay', 'purchasing/restockAdvice'].flatMap((view) =>
    ['list', 'exportXls', 'totals'].map((call) => `/${view}/${call}`),
  ),
  // What the asker's own stock is: tests/registers/stock-places.
  ...['list', 'exportXls', 'states', 'numbers'].map((call) => `/inventory/stockPlace/${call}`),
  // What the asker's own suppliers delivered: tests/journeys/supplier-score.
  ...['supplierScore', 'supplierDelivery', 'supplierStock'].flatMap((view) =>
    ['list', 'exportXls'].map((call) => `/purchasing/${view}/${call}`),
  ),
  // What went wrong with the asker's own goods: tests/journeys/return-analysis.
  ...['returnAnalysis', 'returnIncident', 'shippedUnits'].flatMap((view) =>
    ['list', 'exportXls'].map((call) => `/aftersales/${view}/${call}`),
  ),
  // What the product itself speaks: tests/journeys/supply-feed.
  '/purchasing/supplierConnectors',
  // One row of the asker's own tenant: tests/journeys/purchase-limit.
  '/purchasing/purchaseSettings',
  // What the asker's own customers owe: tests/journeys/receivables.
  ...['uninvoicedShipment', 'receivableAgeing', 'customerStatement', 'bankStatement'].flatMap((view) =>
    ['list', 'options', 'lookup', 'exportXls', 'queryById', 'counts'].map((call) => `/finance/${view}/${call}`),
  ),
  // What was kept of the asker's own sales: tests/journeys/deductions.
  ...['list', 'options', 'lookup', 'exportXls', 'queryById', 'counts'].map(
    (call) => `/finance/deductionAnalysis/${call}`,
  ),
  // What the asker's own shops show; that rows of others are not found: tests/channels/channel-stock.
  ...['list', 'exportXls', 'formula', 'push', 'lock', 'unlock'].map((call) => `/channels/channelStock/${call}`),
  // What the asker's own shops show; that rows of others are not found: tests/channels/standing-listings.
  ...['list', 'exportXls', 'adopt'].map((call) => `/channels/listingComparison/${call}`),
  // What is counted from the asker's own orders: tests/channels/performance.
  ...['performance', 'performanceRow', 'feed', 'feedItem'].flatMap((view) =>
    ['list', 'exportXls'].map((call) => `/channels/${view}/${call}`),
  ),
  // Of the asker's own listings: tests/journeys/market-listings.
  ...['list', 'options', 'lookup', 'exportXls', 'queryById', 'counts'].map((call) => `/market/marketProduct/${call}`),
  '/finance/financeSettings',
  '/finance/remittanceSettings',
  // The same of returns; every tenant begins with reasons of its own: tests/journeys/returns.
  '/aftersales/returnSettings',
  ...['list', 'options', 'lookup', 'exportXls'].map((call) => `/aftersales/returnReason/${call}`),
  // The same of shipping, and the people of the asker's own tenant: tests/journeys/waves.
  '/fulfilment/settings',
  // One row of the asker's own tenant each: tests/journeys/own-limits.
  '/inventory/stockSettings',
  '/sys/tenantSetting/list',
  '/fulfilment/wave/pickers',
  // One row of the asker's own tenant: tests/channels/call-back.
  '/channels/callWait',
  '/purchasing/restockAdvice/order',
  // What the asker's own products have; that ids of others are not found: tests/registers/catalog-pictures.
  ...['list', 'exportXls', 'attach', 'detach', 'remove'].map((call) => `/catalog/picture/${call}`),
  // Every tenant begins with a rule of its own: tests/registers/catalog-pictures.
  ...['list', 'options', 'lookup', 'exportXls'].map((call) => `/catalog/pictureRule/${call}`),
  // Every tenant begins with currencies of its own: tests/registers/currencies.test.
  ...['list', 'options', 'lookup', 'exportXls'].map((call) => `/base/currency/${call}`),
  // Forms of the asker's own: tests/registers/dynamic-forms.
  '/base/formRecord/forms',
  '/base/formRecord/form',
  // What the asker's own shops sold: tests/operations/reports.
  ...['list', 'exportXls'].map((call) => `/orders/salesLine/${call}`),
  // Of the installation, for its operator alone: tests/operations/monitor.
  ...['node', 'history', 'redis', 'trace', 'database', 'queue', 'threshold'].map((call) => `/monitor/${call}`),
  '/actuator/httptrace',
  '/actuator/metrics',
  '/actuator/metrics/:name',
  // Reports of the asker's own: that those of others are neither read, changed nor asked is tests/operations/reports.
  ...['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls', 'importExcel', 'importTemplate'].map(
    (call) => `/online/cgreport/head/${call}`,
  ),
  '/online/cgreport/head/importErrors/:id',
  '/online/cgreport/head/preview',
  '/online/cgreport/head/parseSql',
  '/online/cgreport/head/runSql',
  '/online/cgreport/api/sources',
  '/online/cgreport/api/printTicket',
  '/online/cgreport/print',
  // What came of the asker's own schedules, and of what the product does: tests/operations/schedule-zones.
  ...['list', 'exportXls'].map((call) => `/operations/quartzRun/${call}`),
  // Reaches what the asker names; stored passwords are the tenant's own: tests/operations/data-sources.
  '/online/cgreport/api/testConnection',
  // Neither is the order of anybody's cards: tests/channels/home.
  '/desk/home',
]);

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

test("no route gives, takes or moves a row by another tenant's id", async () => {
  let tried = 0;
  for (const route of scene.app.assembled.routes) {
    if (route.path.startsWith('/sys/') || WITHOUT_IDS.has(route.path)) continue;
    const found = intrusionsInto(route, prey);
    if (!found) throw new Error(`${nameOf(route)}: say in intrusions.ts what it owes a stranger`);
    const path = pathWith(route, found.id);
    for (const { sent, judge } of found.tries) {
      const headers = { 'idempotency-key': `intrusion ${tried}` };
      const given = takesPdf(route) ? pdfForm() : { headers };
      const reply = await call(
        scene,
        { method: route.method, path },
        { ...sent, ...given, headers: { ...headers, ...given.headers }, token: stranger.token },
      );
      try {
        await judge(reply);
      } catch (error) {
        throw new Error(`${nameOf(route)} ${JSON.stringify(sent)}`, { cause: error });
      }
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(300);
  expect(await fingerprints(scene)).toEqual(before);
});

test('whatever a stranger asks, no word of another tenant is in the answer', async () => {
  const ids = [...prey.rows.values()].map(({ id }) => id).join(',');
  for (const route of scene.app.assembled.routes) {
    if (route.path === '/sys/logout' || route.method !== 'GET') continue;
    const query = { tenantId: '1', tenant_id: '1', ids, keyword: 'W', pageSize: '100' };
    const { status, bytes } = await call(
      scene,
      { method: route.method, path: pathWith(route, prey.rows.get('base:channelAccount')?.id) },
      { token: stranger.token, query },
    );
    expect(status, nameOf(route)).toBeLessThan(500);
    for (const mark of MARKS) expect(says(bytes, mark), `${mark} in ${nameOf(route)}`).toBe(false);
  }
});

test.each(casesOf(eachTrait(registers)))(
  "%s: a sheet with another tenant's id writes nothing",
  async (path, register) => {
    const row = prey.rows.get(resourceKey(register));
    const typed = fieldsOf(register).filter(([, { derived }]) => !derived);
    const [key, { title }] = (typed.find(([, { kind }]) => kind === 'text' || kind === 'integer') ??
      typed.find(([, { kind }]) => kind === 'textarea')) as [string, Field];
    const sheet = await workbook(['ID', title], [[row?.id as string, String(row?.[key])]]);
    const answer = await upload(scene, stranger, `${path}/importExcel?mode=update`, sheet);
    expect(answer.result).toMatchObject({ successCount: 0, errorCount: 1 });
    expect(await fingerprints(scene)).toEqual(before);
  },
);

test('a tenant named in a body or a query is not listened to', async () => {
  const samples = new Samples(stranger, 500);
  // A report is of a shop of ours, and this tenant has none.
  const added = registers.filter((one) => resourceKey(one) !== 'market:marketReport');
  for (const register of eachTrait(added)) {
    const body = { ...(await samples.body(register)), tenantId: 1, tenant_id: 1 };
    const path = `${pathOf(register)}/add?tenantId=1&tenant_id=1`;
    const made = await stranger.post<{ id: string }>(path, body);
    expect(made.success, `${path} ${made.message}`).toBe(true);
    const { id } = made.result;
    const edited = await stranger.put(`${pathOf(register)}/edit`, {
      id,
      tenantId: 1,
      tenant_id: 1,
    });
    expect(edited.success, edited.message).toBe(true);
    expect(await listOf(stranger, register, { id, tenantId: '1' })).toMatchObject({
      result: { total: 1, records: [{ id }] },
    });
  }
  await scene.settled();
  expect(await fingerprints(scene)).toEqual(before);
});
