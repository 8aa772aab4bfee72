import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { bed, errorsOf, items, proposal, requestIdOf, STATUS, submissions, submit, US } from './listing-calls.ts';
import { saveStock, startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const MINUTE = 60_000;

test('the catalogue pages by thirty and knows each part in its storefronts', async () => {
  channel = await startChannel();
  const parts: string[] = [];
  let rows = 0;
  for (let page = 1, more = true; more; page++) {
    const answer = await items(channel, {}, { page, pageSize: 30 });
    rows += answer.catalogItems.length;
    parts.push(...answer.catalogItems.map((item: any) => item.supplierPartNumber));
    more = answer.paginationInfo.hasNextPage;
    expect(answer.paginationInfo).toMatchObject({ page, pageSize: 30 });
  }
  expect(new Set(parts)).toEqual(new Set([...CATALOGUE.map((part) => part.partNumber), ...LEGACY]));
  expect(rows).toBeGreaterThan(new Set(parts).size);
  const twice = await items(channel, { supplierPartNumbers: ['WB-BED-ALMA-QN'] });
  expect(twice.catalogItems[0].listings.length).toBe(2);
  expect(twice.catalogItems[0].class).toEqual({ classId: '12', className: 'Beds' });
  expect(await items(channel, {}, { page: 1, pageSize: 31 })).toMatchObject({ httpError: { code: 400 } });
});
const LEGACY = ['HF7731-GRY', 'HF2209-B', 'HF5518-58'];

test('the host asks for the supplier, and knows both paths', async () => {
  channel = await startChannel();
  const query = '{ supplierCatalogItems(input: {}) { ... on SupplierCatalogItems { paginationInfo { totalCount } } } }';
  const bare = await channel.post('/wayfair/v1/product-catalog-api/graphql', query, {}, channel.tokens.production);
  expect(((await bare.json()) as any).errors[0].message).toContain('X-SELECTED-SUPPLIER-ID');
  const other = await channel.catalog(query, {}, '/wayfair/product-catalog-api/graphql');
  expect(other.data.supplierCatalogItems.paginationInfo.totalCount).toBeGreaterThan(60);
});

test('a class asks under conditions, by carton, in choices and in headings', async () => {
  channel = await startChannel();
  const reply = await channel.catalog(
    `query ($market: MarketContextInput!) {
      productAddition { questions(request: { classId: 12, marketContext: $market }) {
        id answerType isMultiValue importanceType possibleAnswers { value }
        childQuestions { id importanceType } } }
      attributesByFilter(input: { taxonomyCategoryId: "12", marketContext: $market }) {
        attributes { taxonomyAttributeId requirement description parentAttributeId valueFormat { datatype measurement } }
        conditionalityRules { upstreamCondition { taxonomyAttributeId values }
          downstreamConditions { taxonomyAttributeId validationType operation } } }
      taxonomyCategories(marketContext: $market, paginationOptions: { page: 1, pageSize: 50 }) {
        taxonomyCategories { taxonomyCategoryId title } paginationInfo { totalCount } }
    }`,
    { market: US },
  );
  const asked = new Map(reply.data.productAddition.questions.map((one: any) => [one.id, one]));
  expect(asked.get('380201')).toMatchObject({
    answerType: 'BOOLEAN',
    possibleAnswers: [{ value: 'Yes' }, { value: 'No' }],
    childQuestions: [{ id: '380202', importanceType: 'CONDITIONAL' }],
  });
  expect(asked.get('media::imageValue')).toMatchObject({ isMultiValue: true, importanceType: 'REQUIRED' });
  expect(asked.get('4215-group')).toMatchObject({ answerType: null });
  const { attributes, conditionalityRules } = reply.data.attributesByFilter;
  expect(attributes).toContainEqual(
    expect.objectContaining({
      taxonomyAttributeId: '4215',
      valueFormat: { datatype: 'DECIMAL', measurement: 'Inches' },
    }),
  );
  expect(conditionalityRules).toContainEqual({
    upstreamCondition: { taxonomyAttributeId: '380201', values: ['Yes'] },
    downstreamConditions: [{ taxonomyAttributeId: '380202', validationType: 'ERROR', operation: 'ASSIGN' }],
  });
  const { taxonomyCategories, paginationInfo } = reply.data.taxonomyCategories;
  expect(taxonomyCategories).toContainEqual({ taxonomyCategoryId: '628', title: 'Kitchen Sinks' });
  expect(paginationInfo.totalCount).toBe(taxonomyCategories.length);
});

test('a new part is under way for minutes, then it sells and takes stock', async () => {
  channel = await startChannel({ settings: { effectLagMs: 1000 } });
  const id = requestIdOf(await submit(channel, [proposal('NEW-1')]));
  expect((await submissions(channel, id)).standing).toEqual({});
  await channel.advance(1000);
  expect((await submissions(channel, id)).standing).toEqual({ 'NEW-1': 'PENDING PROCESSING' });
  const { catalogItems } = await items(channel, { supplierPartNumbers: ['NEW-1'] });
  expect(catalogItems).toMatchObject([{ catalogItemStatus: 'LAUNCHING', listings: [], marketContext: US }]);
  const row = { supplierId: 31842, supplierPartNumber: 'NEW-1', quantityOnHand: 4 };
  expect(await saveStock(channel, 'DIFFERENTIAL', [row])).toEqual(['Unknown supplier part number']);
  await channel.advance(MINUTE);
  expect((await submissions(channel, id)).standing).toEqual({ 'NEW-1': 'VALIDATED PROCESSING' });
  await channel.advance(4 * MINUTE);
  expect((await submissions(channel, id)).standing).toEqual({ 'NEW-1': 'VALIDATED LIVE' });
  const live = await items(channel, { supplierPartNumbers: ['NEW-1'], catalogItemStatuses: ['LIVE'] });
  expect(live.catalogItems[0].listings.length).toBe(1);
  expect(await saveStock(channel, 'DIFFERENTIAL', [row])).toEqual([]);
  expect((await channel.audit()).violations).toEqual([]);
});

test('flaws stand at the answer they are of, and a flawed part is not taken', async () => {
  channel = await startChannel();
  const thin = bed('NEW-2', {
    'core::productName': null,
    '4170': 'Emperor',
    '4217': 'long',
    '380201': 'Yes',
    '99': 'x',
  }).filter((row) => row.attributeId !== 'shippingAndFulfillment::weight' || row.attributeInstance === 1);
  const heavy = bed('NEW-3').map((row) =>
    row.attributeId === 'shippingAndFulfillment::weight' ? { ...row, value: '150.5' } : row,
  );
  const reply = await submit(channel, [proposal('NEW-1'), proposal('NEW-2', thin), proposal('NEW-3', heavy)]);
  const [fine, flawed, tooHeavy] = errorsOf(reply);
  expect(fine).toEqual([]);
  expect(flawed).toEqual([
    '99#1: Attribute 99 does not belong to the class',
    'core::productName#1: Product Name is required to have an answer',
    'shippingAndFulfillment::weight#2: Carton Weight is required to have an answer',
    '4170#1: Size should be one of the available choices: Emperor',
    '4217#1: Overall Depth must be a decimal number',
    '380202#1: Number of Drawers is required to have an answer',
  ]);
  expect(tooHeavy).toEqual(['shippingAndFulfillment::shipType#1: Cartons over 150 lb must ship LTL']);
  expect(Object.keys((await submissions(channel, requestIdOf(reply))).standing)).toEqual(['NEW-1']);
});

test('what is only checked, or all rejected, is not kept; warnings reject unless they are ignored', async () => {
  channel = await startChannel();
  const bad = proposal('NEW-2', bed('NEW-2', { '4170': null }));
  const status = (reply: any) =>
    reply.data.productAddition.submitV2.productResults.map((result: any) => result.status).join();
  const checked = await submit(channel, [proposal('NEW-1')], { validateOnly: true });
  expect([status(checked), requestIdOf(checked)]).toEqual(['ACCEPTED', null]);
  const all = await submit(channel, [proposal('NEW-1'), bad], { rejectAllOnErrors: true });
  expect([status(all), requestIdOf(all)]).toEqual(['REJECTED,REJECTED', null]);
  expect(status(await submit(channel, [proposal('NEW-1')], { ignoreWarnings: false }))).toBe('REJECTED');
  expect((await items(channel, { supplierPartNumbers: ['NEW-1', 'NEW-2'] })).catalogItems).toEqual([]);
});

test('a request takes thirty of one class, and more of them until the last', async () => {
  channel = await startChannel();
  const many = Array.from({ length: 31 }, (_, i) => proposal(`NEW-${i}`));
  const refused = async (products: any[], jobContext = {}) =>
    (await submit(channel, products, {}, jobContext)).errors?.[0]?.message;
  expect(await refused(many)).toContain('1 to 30');
  expect(await refused([proposal('A'), proposal('B', bed('B'), '628')])).toContain('one class');
  expect(await refused([proposal('A'), proposal('A')])).toContain('twice');
  expect(await refused([proposal('A')], { productAdditionRequestId: 'none' })).toContain('could not be found');
  const id = requestIdOf(await submit(channel, many.slice(0, 30), {}, { hasMoreProducts: true }));
  const last = await submit(channel, many.slice(30), {}, { productAdditionRequestId: id });
  expect(requestIdOf(last)).toBe(id);
  expect(await refused([proposal('LATE')], { productAdditionRequestId: id })).toContain('closed');
  const first = await submissions(channel, id, { pageSize: 20 });
  const second = await submissions(channel, id, { pageSize: 20, page: 2 });
  expect(first.pagination).toEqual({ totalRecords: 31, currentPage: 1, totalPages: 2 });
  expect(Object.keys(first.standing).length + Object.keys(second.standing).length).toBe(31);
});

test('some flaws are found later: images, groups, and what a test ordains', async () => {
  channel = await startChannel();
  const image = proposal('NEW-1', bed('NEW-1', { 'media::imageValue': 'https://files.example/broken.jpg' }));
  const variant = (part: string, type: string) =>
    proposal(
      part,
      bed(part, {
        'variantGrouping::variantType': type,
        'variantGrouping::groupReferenceId': 'MARLOW',
        'variantGrouping::variantGrouping': 'Size',
        'variantGrouping::variantAttributeNameOnSite': part,
      }),
    );
  await channel.side('POST', '/listings/refusals', {
    part: 'NEW-2',
    flaws: [{ attributeId: '4170', flaw: 'Size does not match the images' }],
  });
  const id = requestIdOf(await submit(channel, [image, proposal('NEW-2'), variant('V-1', 'Primary Variant')]));
  await channel.advance(5 * MINUTE);
  const read = await submissions(channel, id);
  expect(read.standing).toEqual({
    'NEW-1': 'FAILED FAILED',
    'NEW-2': 'FAILED FAILED',
    'V-1': 'VALIDATED LIVE',
  });
  expect(read.flaws).toEqual(
    expect.arrayContaining(['Image could not be retrieved', 'Size does not match the images']),
  );
  expect((await items(channel, { supplierPartNumbers: ['NEW-1'] })).catalogItems).toEqual([]);
  const lone = requestIdOf(await submit(channel, [variant('V-2', 'Non-Primary Variant')]));
  const pair = [variant('V-3', 'Non-Primary Variant'), variant('V-4', 'Non-Primary Variant')];
  const two = requestIdOf(await submit(channel, pair));
  await channel.advance(5 * MINUTE);
  expect((await submissions(channel, lone)).flaws).toContain('A single new variant cannot join a live group');
  expect((await submissions(channel, two)).standing).toEqual({ 'V-3': 'VALIDATED LIVE', 'V-4': 'VALIDATED LIVE' });
});

test('the channel changes what it asks: old answers are refused by the answer', async () => {
  channel = await startChannel();
  expect(errorsOf(await submit(channel, [proposal('NEW-1')], { validateOnly: true }))).toEqual([[]]);
  await channel.side('POST', '/listings/questions', {
    classId: '12',
    added: { id: '390001', displayName: 'Slat Spacing', choices: ['Narrow', 'Wide'] },
  });
  await channel.side('POST', '/listings/questions', {
    classId: '12',
    dropped: { attributeId: '4170', choice: 'Queen' },
  });
  expect(errorsOf(await submit(channel, [proposal('NEW-1')]))).toEqual([
    [
      '4170#1: Size should be one of the available choices: Queen',
      '390001#1: Slat Spacing is required to have an answer',
    ],
  ]);
});

test('a part that stands there is no new part; a lenient channel takes it and the audit tells', async () => {
  channel = await startChannel();
  expect(errorsOf(await submit(channel, [proposal('WB-BED-ALMA-QN')]))[0]?.[0]).toContain('use the update calls');
  await submit(channel, [proposal('NEW-1')]);
  expect(errorsOf(await submit(channel, [proposal('NEW-1')]))[0]?.[0]).toContain('already being added');
  const strict = await channel.audit();
  expect(strict.violations).toEqual([]);
  expect(strict.warnings.map(({ rule }) => rule)).toEqual(['submitted-existing-part', 'submitted-existing-part']);
  await channel.side('POST', '/config', { lenientRepeats: true });
  await channel.side('POST', '/listings/floors', { items: [{ partNumber: 'NEW-1', price: '400' }] });
  expect(errorsOf(await submit(channel, [proposal('NEW-1')]))).toEqual([[]]);
  const rules = (await channel.audit()).violations.map(({ rule }) => rule);
  expect(rules).toEqual(['submitted-twice', 'published-below-floor']);
});

test('a submission whose answer was lost shows in the catalogue', async () => {
  channel = await startChannel();
  await channel.fault({ match: { operation: 'submitV2' }, fault: 'timeout-after-commit' });
  await expect(submit(channel, [proposal('NEW-1')])).rejects.toThrow();
  const { catalogItems } = await items(channel, { supplierPartNumbers: ['NEW-1'] });
  expect(catalogItems).toMatchObject([{ catalogItemStatus: 'LAUNCHING' }]);
  await channel.fault({ match: { operation: 'productAddition.submitV2' }, fault: 'timeout' });
  await expect(submit(channel, [proposal('NEW-2')])).rejects.toThrow();
  await channel.fault({ match: { operation: 'submitV2' }, fault: 'effect-dropped' });
  const id = requestIdOf(await submit(channel, [proposal('NEW-3')]));
  expect((await submissions(channel, id)).standing).toEqual({});
  expect((await items(channel, { supplierPartNumbers: ['NEW-2', 'NEW-3'] })).catalogItems).toEqual([]);
});

test('a channel that knows submissions by their job refuses the other name', async () => {
  channel = await startChannel({ settings: { submissionKey: 'jobId' } });
  const id = requestIdOf(await submit(channel, [proposal('NEW-1')]));
  const other = await channel.catalog(STATUS, { request: { productAdditionRequestId: id } });
  expect(other.errors?.[0]?.extensions).toMatchObject({ classification: 'ValidationError' });
  const own = await channel.catalog(STATUS, { request: { jobId: id } });
  expect(own.data.productAddition.submissionsV2.productAdditionStatus.length).toBe(1);
});

test('a missing scope closes its call alone', async () => {
  channel = await startChannel({
    clients: [
      {
        clientId: 'waybill-demo',
        clientSecret: 'waybill-demo-secret',
        environment: 'production',
        scopes: ['read:catalog_products'],
      },
    ],
  });
  expect((await items(channel, {})).catalogItems.length).toBe(30);
  expect((await submit(channel, [proposal('NEW-1')])).errors?.[0]).toMatchObject({
    message: 'Access denied',
    extensions: { category: 'PERMISSION_DENIED' },
  });
});

test('what was added survives a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sim-listings-'));
  const stateFile = join(folder, 'state.json');
  channel = await startChannel({ stateFile });
  const id = requestIdOf(await submit(channel, [proposal('NEW-1')]));
  await channel.sim.close();
  channel = await startChannel({ stateFile });
  expect((await submissions(channel, id)).standing).toEqual({ 'NEW-1': 'PENDING PROCESSING' });
  await rm(folder, { recursive: true });
});
