import { afterEach, expect, test } from 'vitest';
import type { FaultName } from '#simulator/index.ts';
import { bedNamed, submission, UNITED_STATES } from './fixtures/new-listing.ts';
import { simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

/** Every call of the catalogue under every fault of the line and the envelope. */
const LAG = 1_000;
const BED = 'WB-BED-ALMA-QN';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const READ: Record<string, string> = {
  '429': 'rate',
  '429-no-retry-after': 'rate',
  '500': 'transient',
  '503': 'transient',
  timeout: 'transient',
  'timeout-after-commit': 'transient',
  'reset-mid-body': 'transient',
  'truncated-json': 'transient',
  'text-body': 'transient',
  'graphql-error': 'validation',
  'permission-denied': 'denied',
  'access-denied': 'validation',
};
const WRITE: Record<string, string> = Object.fromEntries(
  Object.entries(READ).map(([fault, kind]) => [fault, kind === 'transient' ? 'unknown' : kind]),
);
const HARMLESS: FaultName[] = ['slow', 'token-expiry', 'new-field', 'null-errors'];

type Call = (channel: SimulatedChannel) => Promise<unknown>;

const READS: [operation: string, call: Call][] = [
  ['supplierCatalogItems', ({ connection }) => connection.pullListings(null)],
  ['supplierCatalogItems', ({ connection }) => connection.findListings([BED])],
  ['taxonomyCategories', ({ connection }) => connection.listingClasses(UNITED_STATES)],
  ['productAddition.questions', ({ connection }) => connection.listingQuestions(UNITED_STATES, '12')],
  ['productAddition.submissionsV2', ({ connection }) => connection.readSubmission('any')],
  ['statusOfUpdateRequest', ({ connection }) => connection.readUpdate('any')],
  [
    'productAddition.submitV2',
    ({ connection }) => connection.submitListings(submission([bedNamed('CHECKED')], { validateOnly: true })),
  ],
];

/** @returns the kind of the failure; null = it went well */
const outcomeOf = (attempt: Promise<unknown>): Promise<string | null> =>
  attempt.then(
    () => null,
    (error: { kind?: string }) => error.kind ?? String(error),
  );

test.each(READS)('%s fails as what struck it, and well with what does no harm', async (operation, call) => {
  channel = await simulatedChannel();
  const isCheck = operation.endsWith('submitV2');
  for (const [fault, kind] of Object.entries(READ)) {
    await channel.clearFaults();
    await channel.fault({ fault: fault as FaultName, match: { operation } });
    const isAnswered = isCheck && kind === 'validation';
    expect([fault, await outcomeOf(call(channel))]).toEqual([fault, isAnswered ? null : kind]);
  }
  for (const fault of HARMLESS) {
    await channel.clearFaults();
    await channel.fault({ fault, delayMs: 5, match: { operation } });
    expect([fault, await outcomeOf(call(channel))]).toEqual([fault, null]);
  }
  await channel.advance(LAG);
  const { violations, warnings } = await channel.audit();
  expect([violations, warnings]).toEqual([[], []]);
});

test('each fault leaves a submission once or not at all, and looking tells which', async () => {
  channel = await simulatedChannel('live', { settings: { lenientRepeats: true } });
  const operation = 'productAddition.submitV2';
  for (const [index, [fault, kind]] of Object.entries(WRITE).entries()) {
    const part = `NEW-${index}`;
    await channel.clearFaults();
    await channel.fault({ fault: fault as FaultName, match: { operation } });
    const request = submission([bedNamed(part)]);
    const first = await outcomeOf(channel.connection.submitListings(request));
    expect([fault, first]).toEqual([fault, kind === 'validation' ? null : kind]);
    await channel.advance(LAG);
    const { listings } = await channel.connection.findListings([part]);
    const isThere = listings.length > 0;
    expect([fault, isThere]).toEqual([fault, COMMITTED.includes(fault)]);
    if (!isThere) expect((await channel.connection.submitListings(request)).results[0]?.isTaken).toBe(true);
  }
  await channel.advance(LAG);
  const { violations, warnings } = await channel.audit();
  expect([violations, warnings]).toEqual([[], []]);
});
const COMMITTED = ['timeout-after-commit', 'reset-mid-body', 'truncated-json'];

test('each fault of a change fails as its kind', async () => {
  channel = await simulatedChannel();
  for (const [operation, change] of [
    ['updateMarketSpecificCatalogItems', { title: 'x', answers: [], media: [] }],
    [
      'updateMarketSpecificCatalogItemGroups',
      { title: null, answers: [{ questionId: 'featureDescription::romanceCopy', values: ['x'] }], media: [] },
    ],
    [
      'updateCatalogItemsMedia',
      { title: null, answers: [], media: [{ url: 'https://files.example/a.jpg', action: 'upload', isLead: true }] },
    ],
  ] as const)
    for (const [fault, kind] of Object.entries(WRITE)) {
      await channel.clearFaults();
      await channel.fault({ fault: fault as FaultName, match: { operation } });
      const attempt = channel.connection.updateListings({
        storefront: UNITED_STATES,
        changes: [{ channelSku: BED, classId: '12', ...change }],
        validateOnly: false,
      });
      expect([operation, fault, await outcomeOf(attempt)]).toEqual([operation, fault, kind]);
      await channel.advance(60_000);
    }
  expect((await channel.audit()).violations).toEqual([]);
});
