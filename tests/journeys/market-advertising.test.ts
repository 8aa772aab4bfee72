import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportTable } from '#modules/market/model/routes.ts';
import { fault, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { giveFile, listOf, type Row } from './market-scene.ts';

/* 广告报表 (channels.md §1.10): asked for by call where the channel makes them, read from a file elsewhere. */

const REPORT = '/market/marketReport';
const FETCH = { attribution: '28', grouping: 'none' };
let scene: TestApp;
let clerk: Client;
let seller: string;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  const id = await openShop(scene, clerk);
  const own = await listOf(clerk, '/market/seller', { kind: 'own' });
  seller = own.find(({ accountId }) => accountId === id)?.id ?? '';
});
afterAll(() => scene?.stop());

const ask = async (type: string, month: string): Promise<string> =>
  (
    await must(
      clerk.post<{ id: string }>(`${REPORT}/add`, {
        type,
        sellerId: seller,
        periodFrom: `${month}-01`,
        periodTo: `${month}-28`,
      }),
    )
  ).id;
const reportOf = (id: string): Promise<Row> => must(clerk.get<Row>(`${REPORT}/queryById`, { id }));
const tableOf = (id: string): Promise<ReportTable> => must(clerk.get<ReportTable>(`${REPORT}/${id}/table`));

/** Work that is due now, and nothing later. */
async function carryOut(): Promise<void> {
  scene.app.worker.wake();
  await scene.app.worker.settled();
}

test('a report of listings is asked for by call, waited for, fetched and read, with ACOS and ROAS', async () => {
  covers('ours: reports of marketplaces');
  const id = await ask('adListing', '2026-08');
  const waits = async () =>
    (await must(clerk.get<{ key: string; count: number }[]>('/desk/todo'))).find(({ key }) => key === 'reportsToFetch');
  expect((await waits())?.count).toBe(1);
  await must(clerk.post(`${REPORT}/${id}/fetch`, FETCH));
  await carryOut();
  expect(await reportOf(id)).toMatchObject({ status: 'processing', byCall: true, edition: 0 });
  // Nobody has to fetch what is fetched by call.
  expect((await waits())?.count ?? 0).toBe(0);
  await scene.settled();
  const report = await reportOf(id);
  expect(report).toMatchObject({ status: 'parsed', edition: 1, fault: null });
  const { columns, rows } = await tableOf(id);
  expect(rows.length).toBeGreaterThan(0);
  for (const { values } of rows) {
    const [spend, sales] = [Number(values['spend']), Number(values['sales'])];
    if (sales === 0) expect(values['acos']).toBeNull();
    else expect(Number(values['acos'])).toBeCloseTo(spend / sales, 5);
    if (spend === 0) expect(values['roas']).toBeNull();
    else expect(Number(values['roas'])).toBeCloseTo(sales / spend, 5);
    expect(values['part']).toBeTruthy();
  }
  const sum = Object.fromEntries(columns.map((one) => [one.key, one.sum]));
  // Of the sums, not the mean of the rows.
  expect(Number(sum['acos'])).toBeCloseTo(Number(sum['spend']) / Number(sum['sales']), 5);
  const { lines } = report as unknown as { lines: { marketReportEdition: Row[] } };
  expect(lines.marketReportEdition[0]?.['fileName']).toContain('28天归因');
  // Once more: another edition, or the same one read again.
  await must(clerk.post(`${REPORT}/${id}/fetch`, { attribution: '56', grouping: 'day' }));
  await scene.settled();
  expect(await reportOf(id)).toMatchObject({ status: 'parsed', edition: 2 });
});

test('what is no report on advertising has no call; a refusal of the channel is said at the report', async () => {
  const sales = await ask('sales', '2026-08');
  expect(await clerk.post(`${REPORT}/${sales}/fetch`, FETCH)).toMatchObject({
    status: 422,
    message: '“销售”报表没有接口，请到平台下载后上传文件',
  });
  expect(await reportOf(sales)).toMatchObject({ status: 'requested', byCall: false });
  const id = await ask('adCampaign', '2026-07');
  expect(await clerk.post(`${REPORT}/${id}/fetch`, { ...FETCH, attribution: '30' })).toMatchObject({ status: 422 });
  await fault(scene, { fault: 'permission-denied', match: { operation: 'advertising.request', times: 'always' } });
  await must(clerk.post(`${REPORT}/${id}/fetch`, FETCH));
  await scene.settled();
  await scene.sim('DELETE', '/faults');
  const refused = await reportOf(id);
  expect(refused).toMatchObject({ status: 'failed', edition: 0 });
  expect(String(refused['fault'])).toContain('403');
  // By hand it goes on: the file of the portal, of money spent without a sale, and of a sale without money.
  const file =
    'Date,Campaign ID,Campaign Name,Impressions,Clicks,Spend,Attributed Units,Attributed Sales\n2026-07-01,7001,A,100,10,12.50,0,0\n2026-07-01,7002,B,100,0,0,1,80\n2026-07-01,7003,C,100,10,30,1,20\n';
  expect(await giveFile(scene, clerk, id, file)).toMatchObject({ success: true });
  await scene.settled();
  const { rows, columns } = await tableOf(id);
  expect(rows.map(({ values }) => [values['acos'], values['roas']])).toEqual([
    [null, '0'],
    ['0', null],
    ['1.5', '0.666667'],
  ]);
  expect(columns.find(({ key }) => key === 'acos')?.sum).toBe('0.425');
});
