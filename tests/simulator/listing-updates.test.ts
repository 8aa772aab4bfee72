import { afterEach, expect, test } from 'vitest';
import { UPDATE_STATUS, US } from './listing-calls.ts';
import { startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const BED = 'WB-BED-ALMA-QN';
const MINUTE = 60_000;

async function update(call: string, type: string, input: object) {
  const reply = await channel.catalog(
    `mutation ($input: ${type}!) { updateCatalogEntitiesMutations { ${call}(input: $input) { requestId } } }`,
    { input: { supplierId: '31840', ...input } },
  );
  return reply.errors?.[0]?.message ?? (reply.data.updateCatalogEntitiesMutations[call].requestId as string);
}

const titles = (items: object[], more = {}) =>
  update('updateMarketSpecificCatalogItems', 'UpdateItemsInput', {
    marketContext: US,
    catalogItemsToUpdate: items,
    ...more,
  });
const media = (items: object[]) =>
  update('updateCatalogItemsMedia', 'UpdateMediaInput', { catalogItemsToUpdate: items });

const status = async (id: string) => (await channel.catalog(UPDATE_STATUS, { id })).data.statusOfUpdateRequest;

test('a good item is changed after a while whatever is wrong with another', async () => {
  channel = await startChannel();
  const id = await titles([
    {
      supplierPartNumber: BED,
      itemName: 'Alma Bed',
      attributes: { taxonomyCategoryId: '12', updates: [{ attributeId: '378114', value: ['White'] }] },
    },
    { supplierPartNumber: 'NO-SUCH-PART', itemName: 'X' },
    {
      supplierPartNumber: 'WB-BED-ALMA-KG',
      attributes: {
        taxonomyCategoryId: '12',
        updates: [
          { attributeId: '378114', value: ['Mauve'] },
          { attributeId: 'price::wholesalePrice', value: ['1'] },
        ],
      },
    },
  ]);
  expect(await status(id)).toMatchObject({ status: 'IN_PROGRESS', problems: [] });
  expect((await channel.side('GET', `/listings/${BED}`)).changes).toEqual([]);
  await channel.advance(MINUTE);
  const read = await status(id);
  expect(read).toMatchObject({ status: 'COMPLETED', successfulUpdates: 1, validationOnly: false });
  expect(read.problems.map((one: any) => [one.code, one.catalogEntityIdentifier, one.catalogEntityProperty])).toEqual([
    ['ITEM_NOT_FOUND', 'NO-SUCH-PART', null],
    ['INVALID_VALUE', 'WB-BED-ALMA-KG', '378114'],
    ['NOT_UPDATABLE', 'WB-BED-ALMA-KG', 'price::wholesalePrice'],
  ]);
  expect((await channel.side('GET', `/listings/${BED}`)).changes).toMatchObject([
    { itemName: 'Alma Bed', attributes: { '378114': ['White'] } },
  ]);
});

test('two changes of one item at a time block the second; one that only checks changes nothing', async () => {
  channel = await startChannel();
  const item = { supplierPartNumber: BED, itemName: 'Alma' };
  const checked = await titles([item], { validateOnly: true });
  const first = await titles([item]);
  const second = await titles([item]);
  await channel.advance(MINUTE);
  const states = [await status(checked), await status(first), await status(second)];
  expect(states.map((one) => one.status)).toEqual(['COMPLETED', 'COMPLETED', 'BLOCKED']);
  expect((await channel.side('GET', `/listings/${BED}`)).changes.length).toBe(1);
});

test('media and groups are changed by calls of their own', async () => {
  channel = await startChannel();
  const image = (mediaUrl: string, action = 'UPLOAD') => ({
    supplierPartNumber: BED,
    mediaType: 'IMAGE',
    mediaUrl,
    action,
  });
  const [{ listingIds }] = (await channel.side('GET', `/listings/${BED}`)).items;
  const pictures = await media([
    { ...image('https://files.example/a.jpg'), leadImageOverride: true },
    image('https://files.example/broken.jpg'),
    image('https://files.example/old.jpg', 'DELETE'),
  ]);
  const group = await update('updateMarketSpecificCatalogItemGroups', 'UpdateGroupsInput', {
    marketContext: US,
    catalogItemGroupsToUpdate: [
      { itemGroupId: listingIds[0], marketingCopy: 'Sleeps well.' },
      { itemGroupId: 'NONE0000', marketingCopy: 'x' },
    ],
  });
  await channel.advance(MINUTE);
  expect((await status(pictures)).problems.map((one: any) => one.code)).toEqual(['MEDIA_NOT_RETRIEVED']);
  expect((await status(group)).problems.map((one: any) => one.code)).toEqual(['GROUP_NOT_FOUND']);
  expect((await channel.side('GET', `/listings/${BED}`)).changes).toMatchObject([
    { added: [{ mediaUrl: 'https://files.example/a.jpg', isLead: true }] },
    { removed: ['https://files.example/old.jpg'] },
    { attributes: { marketingCopy: ['Sleeps well.'] } },
  ]);
});

test('other countries, foreign suppliers and more than thirty are refused as a whole', async () => {
  channel = await startChannel();
  const item = { supplierPartNumber: BED, itemName: 'Alma' };
  const canada = { locale: 'en-CA', country: 'CANADA', brand: 'WAYFAIR' };
  expect(await titles([item], { marketContext: canada })).toContain('not supported in CANADA');
  expect(await titles([item], { supplierId: '1' })).toBe('Invalid supplier id');
  expect(await titles(Array.from({ length: 31 }, () => item))).toContain('1 to 30');
  expect(await status('none')).toBeNull();
});
