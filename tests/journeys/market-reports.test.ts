import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { ReportTable } from '#modules/market/model/routes.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { addShop, giveFile, keeperOf, listOf, type Row } from './market-scene.ts';

/* 市场报表 (domain.md §2.4, channels.md §1.11): requested, fetched by hand, read by headings, kept in editions. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let canada: string;
/** Sellers by shop. */
let sellers: Map<string, string>;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk] = await Promise.all([scene.as('admin'), scene.as('yunying')]);
  canada = await addShop(admin);
  const own = await listOf(clerk, '/market/seller', { kind: 'own' });
  sellers = new Map(own.map(({ accountId, id }) => [String(accountId), id]));
});
afterAll(() => scene?.stop());

const REPORT = '/market/marketReport';
let months = 0;

/** A report of a month of its own. */
async function ask(type: string, more: Record<string, unknown> = {}, who = clerk): Promise<string> {
  months += 1;
  const month = `${2000 + months}-02`;
  const body = {
    type,
    periodFrom: `${month}-01`,
    periodTo: `${month}-28`,
    sellerId: sellers.get(scene.seller.accountId),
  };
  return (await must(who.post<{ id: string }>(`${REPORT}/add`, { ...body, ...more }))).id;
}
const reportOf = (id: string, who = clerk): Promise<Row> => must(who.get<Row>(`${REPORT}/queryById`, { id }));
const tableOf = (id: string, query: Record<string, string> = {}, who = clerk): Promise<ReportTable> =>
  must(who.get<ReportTable>(`${REPORT}/${id}/table`, query));
const rowsIn = (id: string): Promise<{ n: number }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ n: number }>`
      select count(*)::integer as n from market_report_row where tenant_id = ${tx.tenant} and report_id = ${id}::uuid`,
  );

const HEALTH =
  'Reporting Month,Supplier Part Number,Wayfair SKU,Wayfair Brand,Product Class,Revenue,Unit Sold,Total Impressions,' +
  'Unique Visits,Conversion Rate,Percent Required Tags Completed,Tag Health,Image Health,Surprise';
const HEALTH_ROWS = [
  'Oct 2026,WB-1,W001,Brand,Ottomans,"1,234.50",12,4500,300,4,100,GREEN,YELLOW,x',
  'Oct 2026,WB-2,W002,Brand,Ottomans,,,0,,0.5,87.5,RED,N/A,y',
];
const health = `${HEALTH}\n${HEALTH_ROWS.join('\n')}\n`;

test('a report is asked for once; its file is read by its headings, with sums; nothing is made up', async () => {
  covers('ours: reports of marketplaces');
  const id = await ask('listingHealth', { dueOn: '2026-12-01' });
  // The day ends by the clock of the tenant.
  const cards = await must(clerk.get<{ key: string; deadline: string | null }[]>('/desk/todo'));
  expect(cards.find(({ key }) => key === 'reportsToFetch')?.deadline).toBe('2026-12-02 00:00:00');
  expect(await reportOf(id)).toMatchObject({ status: 'requested', accountId: scene.seller.accountId, edition: 0 });
  await must(clerk.post(`${REPORT}/${id}/ask`, {}));
  expect(await reportOf(id)).toMatchObject({ status: 'processing' });
  expect(await giveFile(scene, clerk, id, health)).toMatchObject({ success: true });
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', rowCount: 2, doneRows: 2, edition: 1, fault: null });
  const { columns, rows, total } = await tableOf(id);
  expect(total).toBe(2);
  for (const query of [{ pageNo: '0' }, { pageSize: '201' }, { edition: '-1' }])
    expect(await clerk.get(`${REPORT}/${id}/table`, query)).toMatchObject({
      status: 422,
      result: { errors: [{ field: Object.keys(query)[0] }] },
    });
  const sellerId = sellers.get(scene.seller.accountId);
  const sales = { sellerId, type: 'sales', periodFrom: '2026-10-01', periodTo: '2026-10-31' };
  for (const dueOn of ['0001-01-01', '9999-12-31'])
    expect(await clerk.post(`${REPORT}/add`, { ...sales, dueOn })).toMatchObject({
      status: 422,
      result: { errors: [{ field: 'dueOn' }] },
    });
  const sums = Object.fromEntries(columns.map(({ key, sum }) => [key, sum]));
  expect(sums).toMatchObject({ revenue: '1234.5', units: '12', impressions: '4500', conversion: null });
  // 0–100 in the file; empty is no data, and a nought is one.
  expect(rows[0]).toMatchObject({ rowNo: 2, values: { conversion: '0.04', requiredTags: '1', tag: 'GREEN' } });
  expect(rows[1]?.values).toMatchObject({
    revenue: null,
    units: null,
    impressions: 0,
    conversion: '0.005',
    requiredTags: '0.875',
    image: null,
  });
  // A column that nobody knows is said, and left in the original.
  const { lines } = (await reportOf(id)) as unknown as { lines: { marketReportEdition: Row[] } };
  expect(lines.marketReportEdition[0]).toMatchObject({ edition: 1, status: 'parsed', fileName: 'report.csv' });
  expect(String(lines.marketReportEdition[0]?.['notes'])).toMatch(/Surprise/);
});

test('one report of a seller, a type and a period; of others’ shops, days to come and days turned round none', async () => {
  const period = { type: 'sales', periodFrom: '2026-10-01', periodTo: '2026-10-31' };
  await ask('sales', period);
  const add = (more: Record<string, unknown>) =>
    clerk.post(`${REPORT}/add`, { sellerId: sellers.get(scene.seller.accountId), ...period, ...more });
  expect(await add({})).toMatchObject({ status: 422 });
  expect(await add({ periodTo: '2026-09-01' })).toMatchObject({ status: 422, message: '期间到不能早于期间从' });
  expect(await add({ periodFrom: '2099-01-01', periodTo: '2099-01-02' })).toMatchObject({ status: 422 });
  // Each single condition apart: another type, another period, another seller.
  expect(await add({ type: 'traffic' })).toMatchObject({ success: true });
  expect(await add({ periodFrom: '2026-10-02' })).toMatchObject({ success: true });
  expect(await add({ sellerId: sellers.get(canada) })).toMatchObject({ success: true });
  const { id: watched } = await must(
    clerk.post<{ id: string }>('/market/seller/add', {
      marketplace: 'wayfair_us',
      channelSellerId: 'W',
      name: '同行',
    }),
  );
  expect(await add({ sellerId: watched })).toMatchObject({ status: 422, message: '“同行”不是自有卖家，没有平台报表' });
});

test('the same bytes again come to the same; another file is the next edition, and the one before stays', async () => {
  const id = await ask('listingHealth');
  await giveFile(scene, clerk, id, health);
  expect(await giveFile(scene, clerk, id, health)).toMatchObject({ success: true });
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', edition: 1 });
  await giveFile(scene, clerk, id, `${HEALTH}\n${HEALTH_ROWS[0]}\n`);
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', edition: 2, rowCount: 1 });
  expect((await tableOf(id)).rows).toHaveLength(1);
  expect((await tableOf(id, { edition: '1' })).rows).toHaveLength(2);
  expect(await clerk.get(`${REPORT}/${id}/table`, { edition: '9' })).toMatchObject({ status: 404 });
  // What has files is that report, and no other.
  const { version } = await reportOf(id);
  expect(await clerk.put(`${REPORT}/edit`, { id, version, type: 'sales' })).toMatchObject({ status: 422 });
  expect(await clerk.put(`${REPORT}/edit`, { id, version, note: '备注' })).toMatchObject({ success: true });
});

test('read again, and again after a node died midway: the same rows, each once', async () => {
  const id = await ask('listingHealth');
  await giveFile(scene, clerk, id, health);
  const before = await tableOf(id);
  await must(clerk.post(`${REPORT}/${id}/reparse`, {}));
  // As an attempt that died has left it: half of the rows there, more than the file has.
  await scene.app.db.tx(
    systemActor(1, 'test'),
    (tx) =>
      tx.run`update market_report_row set row_no = row_no + 100 where tenant_id = ${tx.tenant} and report_id = ${id}::uuid`,
  );
  await scene.settled();
  expect(await tableOf(id)).toEqual(before);
  expect((await rowsIn(id))[0]?.n).toBe(2);
  // The delivery once more, behind a report that was read: nothing changes.
  await look(
    scene,
    (tx) => tx.run`
    update delivery set status = 'pending', next_at = ${tx.now}
    where tenant_id = ${tx.tenant} and aggregate = ${id}`,
  );
  await scene.settled();
  expect(await tableOf(id)).toEqual(before);
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', edition: 1 });
});

test('a file that is wrong fails with the reason and the row, leaves no rows, and may be mended', async () => {
  const id = await ask('listingHealth');
  await giveFile(scene, clerk, id, `${health}Oct 2026,WB-3,W003,B,C,12x,1,1,1,1,1,GREEN,RED,\n`);
  expect(await reportOf(id)).toMatchObject({ status: 'failed', faultRow: 4, rowCount: null });
  expect(String((await reportOf(id))['fault'])).toMatch(/第 4 行“销售额”：“12x”不是数字/);
  expect((await rowsIn(id))[0]?.n).toBe(0);
  expect((await tableOf(id)).columns).toEqual([]);
  // Of another type: the reason names it.
  await giveFile(scene, clerk, id, 'Order Date,Cancellation Type,Total PO\n2026-10-03,Supplier,1\n');
  expect(String((await reportOf(id))['fault'])).toMatch(/文件像是“取消政策”报表/);
  // Of no type at all: it fails at once, and is not tried again and again.
  await giveFile(scene, clerk, id, 'foo,bar\n1,2\n');
  expect(await reportOf(id)).toMatchObject({ status: 'failed', edition: 3 });
  expect(String((await reportOf(id))['fault'])).toMatch(/未找到表头/);
  await giveFile(scene, clerk, id, `${HEALTH}\n`);
  expect(String((await reportOf(id))['fault'])).toMatch(/没有数据/);
  // 150 is no percentage of 0–100.
  await giveFile(scene, clerk, id, `${HEALTH}\nOct 2026,WB-3,W003,B,C,1,1,1,1,150,1,GREEN,RED,\n`);
  expect(await reportOf(id)).toMatchObject({ status: 'failed', faultRow: 2 });
  await giveFile(scene, clerk, id, health);
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', fault: null, faultRow: null, edition: 6 });
});

test('days that may be read two ways are asked about; the answer is taken with the file or when it is read again', async () => {
  const text =
    'Order Date,Store,Is Replacement,Cancellation Type,Total PO,Total WSC\n03/04/2026,S,No,Supplier,2,"$1,000.00"\n';
  const id = await ask('cancellationPolicy');
  await giveFile(scene, clerk, id, text);
  expect(await reportOf(id)).toMatchObject({ status: 'failed' });
  await must(clerk.post(`${REPORT}/${id}/reparse`, { dates: 'dmy' }));
  await scene.settled();
  const { rows, columns } = await tableOf(id);
  expect(rows[0]?.values).toMatchObject({ date: '2026-04-03', replacement: false, orders: 2, wholesale: '1000' });
  expect(columns.find(({ key }) => key === 'wholesale')?.sum).toBe('1000');
  const second = await ask('cancellationPolicy');
  await giveFile(scene, clerk, second, text, { dates: 'mdy' });
  expect((await tableOf(second)).rows[0]?.values).toMatchObject({ date: '2026-03-04' });
});

test('workbooks and files in GB18030 are read as well; option drill-down is of 0–1', async () => {
  const book = await workbook(
    ['Supplier Part Number', 'Store', 'Sessions', 'Conversion Rate', 'Fill Rate', 'Sales'],
    [['WB-1', 'S', 120, 0.035, 1, 99.5]],
  );
  const id = await ask('optionDrilldown');
  await giveFile(scene, clerk, id, book);
  expect((await tableOf(id)).rows[0]?.values).toMatchObject({ conversion: '0.035', fillRate: '1', sales: '99.5' });
  // 渠道SKU,销量,销售额 in GB18030.
  const chinese = Buffer.concat([
    Buffer.from('c7feb5c0534b552ccffac1bf2ccffacadbb6ee0a', 'hex'),
    Buffer.from('WB-1,3,12.50\n'),
  ]);
  const sales = await ask('sales');
  const { send } = await import('#tests/attacks/upload-scene.ts');
  const { message: file } = await send(scene, clerk, chinese, { name: 'sales.csv' });
  await must(clerk.post(`${REPORT}/${sales}/upload`, { file }));
  await scene.settled();
  expect((await tableOf(sales)).rows[0]?.values).toMatchObject({ part: 'WB-1', units: 3, revenue: '12.5' });
});

test('cost stack and promotion revenue: negative discounts, spans, percentages of either kind', async () => {
  const cost = await ask('costStack');
  await giveFile(
    scene,
    clerk,
    cost,
    'Report Week,SupplierPart Number,Base Cost,WholesaleCost,Total Cost,B2C Discount,QuantitySold L90D\n2026-W40,WB-1,100,85,90.1234567,-0.15,7\n',
  );
  expect((await tableOf(cost)).rows[0]?.values).toMatchObject({
    base: '100',
    wholesale: '85',
    total: '90.123457',
    discount: '-0.15',
    units90: 7,
  });
  const promotion = await ask('promotionRevenue');
  await giveFile(
    scene,
    clerk,
    promotion,
    'Promotion Name,Start,End,Product Part #,Revenue 30 days prior,Revenue during,Discount Percent,Conversion Rate\n' +
      'Deal,2026-10-01,2026-10-02,WB-1,100,250.5,15,0.02\nSale,2026-10-01,2026-10-03,WB-2,,50,10,0.01\n',
  );
  const { rows, columns } = await tableOf(promotion);
  expect(rows[0]?.values).toMatchObject({
    start: '2026-10-01',
    discount: '0.15',
    conversion: '0.02',
    beforeRevenue: '100',
  });
  expect(columns.find(({ key }) => key === 'duringRevenue')?.sum).toBe('300.5');
  expect(columns.find(({ key }) => key === 'beforeRevenue')?.sum).toBe('100');
});

test('what is no sheet, is somebody else’s, or is already in use is refused at the field', async () => {
  const id = await ask('sales');
  const { send } = await import('#tests/attacks/upload-scene.ts');
  const { png } = await import('#tests/harness/pictures.ts');
  const picture = await send(scene, clerk, png(4, 4), { name: 'a.png' });
  const give = (file: string, who = clerk) => who.post(`${REPORT}/${id}/upload`, { file });
  expect(await give(picture.message)).toMatchObject({ status: 422, message: '请上传 csv、xls 或 xlsx 文件' });
  const theirs = await send(scene, admin, Buffer.from(health), { name: 'a.csv' });
  expect(await give(theirs.message)).toMatchObject({ status: 422 });
  expect(await give('nowhere.csv')).toMatchObject({ status: 422 });
  expect(await reportOf(id)).toMatchObject({ status: 'requested', edition: 0 });
});

test('a report is for whoever keeps its shop; the original too', async () => {
  const id = await ask('listingHealth');
  await giveFile(scene, clerk, id, health);
  const keeper = await keeperOf(scene, [canada]);
  const original = String(
    ((await reportOf(id)) as unknown as { lines: { marketReportEdition: Row[] } }).lines.marketReportEdition[0]?.[
      'original'
    ],
  );
  for (const path of [`${REPORT}/queryById?id=${id}`, `${REPORT}/${id}/table`])
    expect(await keeper.get(path)).toMatchObject({ status: 404 });
  expect((await listOf(keeper, REPORT)).map(({ accountId }) => accountId)).not.toContain(scene.seller.accountId);
  expect(await listOf(keeper, '/market/marketReportEdition', { reportId: id })).toEqual([]);
  expect(await listOf(keeper, '/market/marketReportRow', { reportId: id })).toEqual([]);
  expect(await giveFile(scene, keeper, id, health)).toMatchObject({ success: false });
  const answer = await keeper.raw('GET', `/sys/common/static/${original}`);
  expect(answer.status).not.toBe(200);
  // One of theirs they may.
  const own = await ask('listingHealth', { sellerId: sellers.get(canada) }, keeper);
  await giveFile(scene, keeper, own, health);
  expect((await tableOf(own, {}, keeper)).rows).toHaveLength(2);
  expect(await scene.violations()).toEqual([]);
});
