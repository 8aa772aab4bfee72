import { afterEach, expect, test } from 'vitest';
import { bedNamed, submission } from './fixtures/new-listing.ts';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const LAG = 1_000;
const MINUTE = 60_000;
const SUBMIT = { operation: 'submitV2' };
const STATUS = { operation: 'submissionsV2' };

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const idOf = ({ requestId }: { requestId: string | null }): string => requestId ?? 'none';

test('new parts are proposed, judged and live; what is refused later says why at its answer', async () => {
  channel = await simulatedChannel();
  const { connection } = channel;
  await channel.door('POST', '/listings/refusals', {
    part: 'NEW-2',
    flaws: [{ attributeId: '4170', flaw: 'Size does not match the images' }],
  });
  const outcome = await connection.submitListings(submission([bedNamed('NEW-1'), bedNamed('NEW-2')]));
  expect(outcome.results.map(({ channelSku, isTaken }) => [channelSku, isTaken])).toEqual([
    ['NEW-1', true],
    ['NEW-2', true],
  ]);
  expect(outcome.results[0]?.flaws.every(({ severity }) => severity === 'warning')).toBe(true);
  const read = async () => {
    const reading = await connection.readSubmission(idOf(outcome));
    return reading && Object.fromEntries(reading.listings.map(({ channelSku, state }) => [channelSku, state]));
  };
  expect(await read()).toBeNull();
  await channel.advance(LAG);
  expect(await read()).toEqual({ 'NEW-1': 'processing', 'NEW-2': 'processing' });
  await channel.advance(MINUTE);
  expect(await read()).toEqual({ 'NEW-1': 'processing', 'NEW-2': 'refused' });
  await channel.advance(4 * MINUTE);
  const end = await connection.readSubmission(idOf(outcome));
  expect(end?.listings.find(({ channelSku }) => channelSku === 'NEW-1')?.state).toBe('live');
  const refused = end?.listings.find(({ channelSku }) => channelSku === 'NEW-2');
  expect(refused?.flaws).toContainEqual({
    questionId: '4170',
    rank: 1,
    instance: 1,
    severity: 'error',
    code: null,
    message: 'Size does not match the images',
  });
  expect((await channel.audit()).violations).toEqual([]);
});

test('flaws come back at their cell, down to the carton, and in Chinese where they are known', async () => {
  channel = await simulatedChannel();
  const whole = bedNamed('NEW-2', { '4170': 'Emperor' });
  const thin = {
    ...whole,
    answers: whole.answers.filter(
      ({ questionId, instance }) => questionId !== 'shippingAndFulfillment::weight' || instance === 1,
    ),
  };
  const outcome = await channel.connection.submitListings(
    submission([bedNamed('NEW-1'), thin], { validateOnly: true }),
  );
  expect(outcome.requestId).toBeNull();
  const [fine, flawed] = outcome.results;
  expect(fine?.isTaken).toBe(true);
  expect(flawed?.isTaken).toBe(false);
  const errors = flawed?.flaws.filter(({ severity }) => severity === 'error');
  expect(errors).toMatchObject([
    { questionId: 'shippingAndFulfillment::weight', instance: 2, message: expect.stringContaining('未填写') },
    { questionId: '4170', instance: 1, message: expect.stringContaining('不在渠道的可选项内') },
  ]);
  await channel.advance(LAG);
  expect((await channel.connection.findListings(['NEW-1'])).listings).toEqual([]);
});

test('a part that stands there is refused, and stays one part', async () => {
  channel = await simulatedChannel();
  const { results } = await channel.connection.submitListings(submission([bedNamed('WB-BED-ALMA-QN')]));
  expect(results).toMatchObject([
    {
      isTaken: false,
      flaws: expect.arrayContaining([
        expect.objectContaining({
          questionId: 'core::supplierPartNumber',
          message: expect.stringContaining('渠道已有该商品'),
        }),
      ]),
    },
  ]);
});

test('bounds are held before anything leaves', async () => {
  channel = await simulatedChannel();
  const many = Array.from({ length: 31 }, (_, i) => bedNamed(`NEW-${i}`));
  for (const [listings, words] of [
    [[], '没有要提交'],
    [many, '一次最多提交30个'],
    [[bedNamed('A'), { ...bedNamed('B'), classId: '628' }], '同一类目'],
    [[bedNamed('A'), bedNamed('A')], '提交了两次'],
  ] as const)
    await expect(channel.connection.submitListings(submission(listings))).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining(words),
    });
  const odd = submission([bedNamed('A')], { storefront: { locale: 'x', country: 'US } ) { evil', brand: 'WAYFAIR' } });
  await expect(channel.connection.submitListings(odd)).rejects.toMatchObject({ kind: 'validation' });
  expect(await channel.log()).toEqual([]);
});

test('later batches go with the request of the first, and all are read over its pages', async () => {
  channel = await simulatedChannel();
  const batch = (from: number) => Array.from({ length: 30 }, (_, i) => bedNamed(`NEW-${from + i}`));
  const first = await channel.connection.submitListings(submission(batch(0), { hasMore: true }));
  const second = await channel.connection.submitListings(submission(batch(30), { requestId: first.requestId }));
  expect(second.requestId).toBe(first.requestId);
  await channel.advance(LAG);
  const reading = await channel.connection.readSubmission(idOf(first));
  expect(new Set(reading?.listings.map(({ channelSku }) => channelSku)).size).toBe(60);
  const late = await channel.connection.submitListings(submission([bedNamed('LATE')], { requestId: first.requestId }));
  expect(late).toMatchObject({
    requestId: null,
    results: [{ isTaken: false, flaws: [{ questionId: null, message: expect.stringContaining('closed') }] }],
  });
});

test('a lost answer is unknown; what stands there tells, and one that never arrived does not', async () => {
  channel = await simulatedChannel('live', { settings: { lenientRepeats: true } });
  const { connection } = channel;
  await channel.fault({ fault: 'timeout-after-commit', match: SUBMIT });
  await expect(connection.submitListings(submission([bedNamed('NEW-1')]))).rejects.toMatchObject({
    kind: 'unknown',
    operation: '提交刊登',
  });
  await channel.fault({ fault: 'timeout', match: SUBMIT });
  await expect(connection.submitListings(submission([bedNamed('NEW-2')]))).rejects.toMatchObject({ kind: 'unknown' });
  await channel.advance(LAG);
  const { listings } = await connection.findListings(['NEW-1', 'NEW-2']);
  expect(listings).toMatchObject([{ channelSku: 'NEW-1', state: 'launching' }]);
  expect((await connection.submitListings(submission([bedNamed('NEW-2')]))).results[0]?.isTaken).toBe(true);
  expect((await channel.audit()).violations).toEqual([]);
});

test('what was only judged has no unknown outcome', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: 'timeout-after-commit', match: SUBMIT });
  const checked = submission([bedNamed('NEW-1')], { validateOnly: true });
  await expect(channel.connection.submitListings(checked)).rejects.toMatchObject({ kind: 'transient' });
});

test.each([
  ['429', 'rate', 'rate'],
  ['500', 'unknown', 'transient'],
  ['truncated-json', 'unknown', 'transient'],
  ['reset-mid-body', 'unknown', 'transient'],
  ['permission-denied', 'denied', 'denied'],
  ['text-body', 'unknown', 'transient'],
] as const)('%s: a submission is %s, a reading %s', async (fault, ofWrite, ofRead) => {
  channel = await simulatedChannel();
  await channel.fault({ fault, match: SUBMIT }, { fault, match: STATUS });
  await expect(channel.connection.submitListings(submission([bedNamed('NEW-1')]))).rejects.toMatchObject({
    kind: ofWrite,
  });
  await expect(channel.connection.readSubmission('any')).rejects.toMatchObject({ kind: ofRead });
});

test('a channel that knows submissions by their job is asked so, once', async () => {
  channel = await simulatedChannel('live', { settings: { submissionKey: 'jobId' } });
  const { requestId } = await channel.connection.submitListings(submission([bedNamed('NEW-1')]));
  await channel.advance(LAG);
  const reading = await channel.connection.readSubmission(requestId ?? '');
  expect(reading?.listings).toMatchObject([{ channelSku: 'NEW-1', state: 'processing' }]);
  const asked = (await channel.log()).filter(({ operations }) => operations.includes('productAddition.submissionsV2'));
  expect(asked.length).toBe(2);
});

test('a reading refused by both names fails with the first refusal', async () => {
  channel = await simulatedChannel();
  await channel.fault({
    fault: 'graphql-error',
    message: 'Product addition request could not be found',
    match: { ...STATUS, times: 2 },
  });
  await expect(channel.connection.readSubmission('none')).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('渠道找不到该刊登请求'),
  });
});

test('odd rows and unknown words of a reading stand aside or stay open', async () => {
  channel = await simulatedChannel();
  const { requestId } = await channel.connection.submitListings(submission([bedNamed('NEW-1')]));
  await channel.advance(5 * MINUTE);
  await channel.fault(
    { fault: 'odd-row', match: STATUS },
    { fault: 'unknown-enum', field: 'submissionStatus', value: 'IN_REVIEW', match: STATUS },
  );
  const reading = await channel.connection.readSubmission(requestId ?? '');
  expect(reading?.listings).toMatchObject([{ channelSku: 'NEW-1', state: 'processing' }]);
  expect(reading?.unreadable.map(({ kind, key }) => [kind, key])).toEqual([
    ['submission', null],
    ['submission', 'ODD-1'],
  ]);
  await channel.fault({ fault: 'null-list', match: STATUS });
  await expect(channel.connection.readSubmission(requestId ?? '')).rejects.toMatchObject({ kind: 'unreadable' });
  expect(await channel.connection.readSubmission('none')).toBeNull();
});

test.each([
  ['results that are null', null, true],
  ['a part that is not named', [], true],
  ['a rejection without a word', [{ productId: 'NEW-1', status: 'REJECTED', validationFlaws: null }], false],
  ['an unknown status', [{ productId: 'NEW-1', status: 'QUEUED', validationFlaws: [] }], true],
  ['an odd flaw of a part that was taken', [{ productId: 'NEW-1', status: 'ACCEPTED', validationFlaws: [{}] }], true],
  ['an odd flaw beside no status', [{ productId: 'NEW-1', validationFlaws: [null, { odd: true }] }], false],
])('%s', async (_name, results, isTaken) => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'submitV2', ({ data }) => {
    data.productAddition.submitV2.productResults = results;
  });
  const [outcome] = (await connection.submitListings(submission([bedNamed('NEW-1')]))).results;
  expect(outcome?.isTaken).toBe(isTaken);
  if (!isTaken) expect(outcome?.flaws).toContainEqual(expect.objectContaining({ questionId: null, severity: 'error' }));
});

test('an answer with neither a request nor results leaves the outcome unknown', async () => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'submitV2', ({ data }) => {
    data.productAddition.submitV2 = { status: 'PROCESSING' };
  });
  await expect(connection.submitListings(submission([bedNamed('NEW-1')]))).rejects.toMatchObject({ kind: 'unknown' });
});
