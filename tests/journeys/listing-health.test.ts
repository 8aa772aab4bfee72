import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addShop, giveFile, listOf, type Row } from './market-scene.ts';

/* Listing健康度 (channels.md §1.11) at the listings it is about: RED, YELLOW or GREEN, with what is to be done. */

const [BED, CHAIR] = ['WB-BED-HALDEN-QN', 'WB-DCH-BRAM-CTR'];
const HEAD =
  'Reporting Month,Supplier Part Number,Wayfair SKU,Wayfair Brand,Tag Health,Image Health,Availability Health,' +
  'Delivery Speed Health,Review Count Health,Review Rating Health,Price Competitiveness Health,' +
  'Incidents and Returns Health\n';
let scene: TestApp;
let clerk: Client;
let sellers: Map<string, string>;
let canada: string;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  canada = await addShop(await scene.as('admin'));
  const own = await listOf(clerk, '/market/seller', { kind: 'own' });
  sellers = new Map(own.map(({ accountId, id }) => [String(accountId), id]));
});
afterAll(() => scene?.stop());

/** A report of a month with these rows, read. @returns its id */
async function tell(month: string, rows: readonly string[], accountId = scene.seller.accountId): Promise<string> {
  const { id } = await must(
    clerk.post<{ id: string }>('/market/marketReport/add', {
      type: 'listingHealth',
      sellerId: sellers.get(accountId),
      periodFrom: `${month}-01`,
      periodTo: `${month}-28`,
    }),
  );
  expect(await giveFile(scene, clerk, id, `${HEAD}${rows.join('\n')}\n`)).toMatchObject({ success: true });
  await scene.settled();
  return id;
}

const listing = async (channelSku: string): Promise<Row | undefined> =>
  (await listOf(clerk, '/channels/channelProduct', { channelSku, accountId: scene.seller.accountId }))[0];

test('a report rates the listings that it names, by the worst point of any store, and no others', async () => {
  covers('ours: reports of marketplaces');
  const id = await tell('2026-10', [
    `Oct 2026,${BED},W1,Wayfair US,GREEN,YELLOW,GREEN,GREEN,N/A,GREEN,GREEN,GREEN`,
    `Oct 2026,${BED},W1,Wayfair CA,GREEN,GREEN,RED,GREEN,,GREEN,GREEN,GREEN`,
    `Oct 2026,${CHAIR},W2,Wayfair US,GREEN,GREEN,GREEN,,,,,`,
    'Oct 2026,NOBODY-KNOWS,W3,Wayfair US,RED,RED,RED,RED,RED,RED,RED,RED',
  ]);
  expect(await listing(BED)).toMatchObject({ health: 'RED', healthMonth: 'Oct 2026', healthReportId: id });
  const bed = (await listing(BED))?.id ?? '';
  const points = (await must(clerk.get<Row>('/channels/channelProduct/queryById', { id: bed })))['healthPoints'];
  expect(typeof points === 'string' ? (JSON.parse(points) as unknown) : points).toEqual({
    tag: 'GREEN',
    image: 'YELLOW',
    availability: 'RED',
    delivery: 'GREEN',
    rating: 'GREEN',
    price: 'GREEN',
    incidents: 'GREEN',
  });
  expect(await listing(CHAIR)).toMatchObject({ health: 'GREEN' });
  const red = await listOf(clerk, '/channels/channelProduct', { health: 'RED' });
  expect(red.map(({ channelSku }) => channelSku)).toEqual([BED]);
  const all = await listOf(clerk, '/channels/channelProduct');
  expect(all.filter(({ health }) => health !== null)).toHaveLength(2);
});

test('a later report goes before an earlier one, whichever comes first; another shop keeps its own', async () => {
  await tell('2026-11', [`Nov 2026,${BED},W1,Wayfair US,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN`]);
  expect(await listing(BED)).toMatchObject({ health: 'GREEN', healthMonth: 'Nov 2026' });
  await tell('2026-09', [`Sep 2026,${BED},W1,Wayfair US,RED,RED,RED,RED,RED,RED,RED,RED`]);
  expect(await listing(BED)).toMatchObject({ health: 'GREEN', healthMonth: 'Nov 2026' });
  await tell('2026-11', [`Nov 2026,${BED},W1,Wayfair CA,RED,RED,RED,RED,RED,RED,RED,RED`], canada);
  expect(await listing(BED)).toMatchObject({ health: 'GREEN' });
  // What November does not name keeps what October said.
  expect(await listing(CHAIR)).toMatchObject({ health: 'GREEN', healthMonth: 'Oct 2026' });
});
