import { afterEach, expect, test } from 'vitest';
import type { ListingChange } from '#modules/channels/model/port.ts';
import { UNITED_STATES } from './fixtures/new-listing.ts';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const BED = 'WB-BED-ALMA-QN';
const MINUTE = 60_000;

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const change = (channelSku: string, more: Partial<ListingChange> = {}): ListingChange => ({
  channelSku,
  classId: '12',
  title: null,
  answers: [],
  media: [],
  ...more,
});

const update = (changes: ListingChange[], more: { validateOnly?: boolean; country?: string } = {}) =>
  channel.connection.updateListings({
    storefront: { ...UNITED_STATES, country: more.country ?? 'UNITED_STATES' },
    changes,
    validateOnly: more.validateOnly ?? false,
  });

const changesOf = async (part: string) =>
  (await channel.door<{ changes: unknown[] }>('GET', `/listings/${part}`)).changes;

test('a change becomes one call for each kind, and is carried out after a while', async () => {
  channel = await simulatedChannel();
  const ids = await update([
    change(BED, {
      title: 'Alma Bed',
      answers: [
        { questionId: '378114', values: ['White'] },
        { questionId: 'featureDescription::romanceCopy', values: ['Sleeps well.'] },
        { questionId: 'featureDescription::genericFeatures', values: ['Oak', 'No tools'] },
      ],
      media: [
        { url: 'https://files.example/a.jpg', action: 'upload', isLead: true },
        { url: 'https://files.example/old.jpg', action: 'delete', isLead: false },
      ],
    }),
  ]);
  expect(ids.length).toBe(3);
  const states = async () => Promise.all(ids.map((id) => channel.connection.readUpdate(id)));
  expect((await states()).map((read) => read?.state)).toEqual(['processing', 'processing', 'processing']);
  await channel.advance(MINUTE);
  expect(await states()).toEqual(ids.map(() => ({ state: 'finished', problems: [] })));
  // The part stands under two listings: both pages are worded.
  expect(await changesOf(BED)).toMatchObject([
    { itemName: 'Alma Bed', attributes: { '378114': ['White'] } },
    { attributes: { marketingCopy: ['Sleeps well.'], featureBullets: ['Oak', 'No tools'] } },
    { attributes: { marketingCopy: ['Sleeps well.'] } },
    { added: [{ mediaUrl: 'https://files.example/a.jpg', isLead: true }] },
    { removed: ['https://files.example/old.jpg'] },
  ]);
});

test('a problem of a page is one of its parts; parts of one page have one text', async () => {
  channel = await simulatedChannel();
  const bullets = Array.from({ length: 9 }, (_, i) => `${i}`);
  const [id] = await update([
    change(BED, { answers: [{ questionId: 'featureDescription::genericFeatures', values: bullets }] }),
  ]);
  await channel.advance(MINUTE);
  const read = await channel.connection.readUpdate(id ?? '');
  expect(new Set(read?.problems.map(({ channelSku }) => channelSku))).toEqual(new Set([BED]));
  expect(read?.problems[0]).toMatchObject({
    questionId: 'featureDescription::genericFeatures',
    code: 'TOO_MANY_FEATURES',
  });
  const { connection } = overheard(channel, 'supplierCatalogItems', ({ data }) => {
    for (const row of data.supplierCatalogItems.catalogItems) row.listings = [{ listingId: 'SHARED01' }];
  });
  const wording = (text: string) => [{ questionId: 'featureDescription::romanceCopy', values: [text] }];
  const together = (one: string, other: string) =>
    connection.updateListings({
      storefront: UNITED_STATES,
      changes: [change(BED, { answers: wording(one) }), change('WB-BED-ALMA-KG', { answers: wording(other) })],
      validateOnly: false,
    });
  await expect(together('a', 'b')).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('同一页面'),
  });
  expect((await together('a', 'a')).length).toBe(1);
});

test('only what is named goes out, and a check changes nothing', async () => {
  channel = await simulatedChannel();
  const ids = await update([change(BED, { title: 'Alma' })], { validateOnly: true });
  expect(ids.length).toBe(1);
  await channel.advance(MINUTE);
  expect(await channel.connection.readUpdate(ids[0] ?? '')).toEqual({ state: 'finished', problems: [] });
  expect(await changesOf(BED)).toEqual([]);
});

test('a finished change holds problems row by row, under the questions’ own names', async () => {
  channel = await simulatedChannel();
  const ids = await update([
    change(BED, { answers: [{ questionId: '378114', values: ['Mauve'] }] }),
    change('NO-SUCH-PART', { title: 'x' }),
    change('WB-BED-ALMA-KG', {
      title: ' ',
      media: [{ url: 'https://files.example/broken.jpg', action: 'upload', isLead: false }],
    }),
  ]);
  await channel.advance(MINUTE);
  const [texts, media] = await Promise.all(ids.map((id) => channel.connection.readUpdate(id)));
  expect(texts?.problems.map(({ channelSku, questionId, code }) => [channelSku, questionId, code])).toEqual([
    [BED, '378114', 'INVALID_VALUE'],
    ['NO-SUCH-PART', null, 'ITEM_NOT_FOUND'],
    ['WB-BED-ALMA-KG', 'core::productName', 'INVALID_NAME'],
  ]);
  expect(media?.problems).toMatchObject([{ channelSku: 'WB-BED-ALMA-KG', questionId: 'media::imageValue' }]);
});

test('a second change meanwhile is blocked; a request nobody made is none', async () => {
  channel = await simulatedChannel();
  await update([change(BED, { title: 'One' })]);
  const [second] = await update([change(BED, { title: 'Two' })]);
  await channel.advance(MINUTE);
  expect(await channel.connection.readUpdate(second ?? '')).toMatchObject({
    state: 'blocked',
    problems: [{ channelSku: null, message: expect.stringContaining('正在修改') }],
  });
  expect(await channel.connection.readUpdate('none')).toBeNull();
});

test('bounds, other countries and parts without a page are refused before anything is changed', async () => {
  channel = await simulatedChannel();
  const one = change(BED, { title: 'x' });
  const copy = [{ questionId: 'featureDescription::romanceCopy', values: ['x'] }];
  for (const [attempt, words] of [
    [() => update([one], { country: 'CANADA' }), '只支持修改美国和英国站点'],
    [() => update([]), '没有要修改'],
    [() => update(Array.from({ length: 31 }, (_, i) => change(`P-${i}`, { title: 'x' }))), '一次最多修改30个'],
    [() => update([one, one]), '修改了两次'],
    [() => update([change('NO-SUCH-PART', { answers: copy })]), '没有页面'],
  ] as const)
    await expect(attempt()).rejects.toMatchObject({ kind: 'validation', message: expect.stringContaining(words) });
  const mutations = (await channel.log()).flatMap(({ operations }) =>
    operations.filter((name) => name.includes('update')),
  );
  expect(mutations).toEqual([]);
});

test('more media than a call takes go in several', async () => {
  channel = await simulatedChannel();
  const media = Array.from({ length: 16 }, (_, i) => ({
    url: `https://files.example/${i}.jpg`,
    action: 'upload' as const,
    isLead: i === 0,
  }));
  const ids = await update([change(BED, { media }), change('WB-BED-ALMA-KG', { media })]);
  expect(ids.length).toBe(2);
  await channel.advance(MINUTE);
  expect([(await changesOf(BED)).length, (await changesOf('WB-BED-ALMA-KG')).length]).toEqual([16, 16]);
});

test.each([
  ['429', 'rate', 'rate'],
  ['500', 'unknown', 'transient'],
  ['timeout-after-commit', 'unknown', 'transient'],
  ['permission-denied', 'denied', 'denied'],
] as const)('%s: a change is %s, its reading %s', async (fault, ofWrite, ofRead) => {
  channel = await simulatedChannel();
  await channel.fault(
    { fault, match: { operation: 'updateMarketSpecificCatalogItems' } },
    { fault, match: { operation: 'statusOfUpdateRequest' } },
  );
  await expect(update([change(BED, { title: 'x' })])).rejects.toMatchObject({ kind: ofWrite });
  await expect(channel.connection.readUpdate('any')).rejects.toMatchObject({ kind: ofRead });
});

test('odd answers: no id is unknown, an unknown state stays open, problems may be odd', async () => {
  channel = await simulatedChannel();
  const noId = overheard(channel, 'updateMarketSpecificCatalogItems', ({ data }) => {
    data.updateCatalogEntitiesMutations.updateMarketSpecificCatalogItems.requestId = null;
  });
  const request = { storefront: UNITED_STATES, changes: [change(BED, { title: 'x' })], validateOnly: false };
  await expect(noId.connection.updateListings(request)).rejects.toMatchObject({ kind: 'unknown' });
  const odd = overheard(channel, 'statusOfUpdateRequest', ({ data }) => {
    data.statusOfUpdateRequest = { status: 'PAUSED', problems: [null, 'words', { code: 7, detail: null }] };
  });
  expect(await odd.connection.readUpdate('any')).toEqual({
    state: 'processing',
    problems: [
      { channelSku: null, questionId: null, code: null, message: 'words' },
      { channelSku: null, questionId: null, code: '7', message: '渠道未说明原因' },
    ],
  });
  const none = overheard(channel, 'statusOfUpdateRequest', ({ data }) => {
    data.statusOfUpdateRequest = { status: null, problems: null };
  });
  await expect(none.connection.readUpdate('any')).rejects.toMatchObject({ kind: 'unreadable' });
});
