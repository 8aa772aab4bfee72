import { afterEach, expect, test } from 'vitest';
import type { ListingQuestion } from '#modules/channels/model/port.ts';
import { UNITED_STATES } from './fixtures/new-listing.ts';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';
import { mapQuestions, readAttributes } from './map-question.ts';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel?.close();
});

const byId = (questions: readonly ListingQuestion[]) => new Map(questions.map((one) => [one.id, one]));

test('classes are read whole, over their pages', async () => {
  channel = await simulatedChannel();
  const classes = await channel.connection.listingClasses(UNITED_STATES);
  expect(classes).toContainEqual({ id: '12', title: 'Beds' });
  expect(classes).toContainEqual({ id: '628', title: 'Kitchen Sinks' });
  expect(new Set(classes.map(({ id }) => id)).size).toBe(classes.length);
  await channel.fault({ fault: 'odd-row', match: { operation: 'taxonomyCategories' } });
  expect(await channel.connection.listingClasses(UNITED_STATES)).toEqual(classes);
});

test('a class asks with conditions, cartons, choices, units and the brands of the supplier', async () => {
  channel = await simulatedChannel();
  const asked = byId(await channel.connection.listingQuestions(UNITED_STATES, '12'));
  expect(asked.get('380201')).toMatchObject({
    answer: 'boolean',
    importance: 'required',
    choices: [{ key: 'Yes' }, { key: 'No' }],
    children: [{ id: '380202', answer: 'integer', importance: 'required', askedWhen: ['Yes'] }],
  });
  expect(asked.get('4170')).toMatchObject({ answer: 'choice', isMultiple: false, importance: 'required' });
  expect(asked.get('380203')).toMatchObject({ answer: 'choice', isMultiple: true });
  expect(asked.get('shippingAndFulfillment::weight')).toMatchObject({ isPerCarton: true, answer: 'decimal' });
  expect(asked.get('media::imageValue')).toMatchObject({ isMultiple: true, isPerCarton: false, answer: 'text' });
  // What stands under a heading is asked itself.
  expect(asked.has('4215-group')).toBe(false);
  expect(asked.get('4215')).toMatchObject({ answer: 'decimal', description: '单位：Inches' });
  expect(asked.get('core::manufacturerId')).toMatchObject({
    answer: 'choice',
    choices: expect.arrayContaining([{ key: '58213', title: 'Larkfield' }]),
  });
});

test('questions stand without what is closed beside them; a passing failure passes on', async () => {
  channel = await simulatedChannel();
  const times = 'always' as const;
  await channel.fault(
    { fault: 'permission-denied', match: { operation: 'attributesByFilter', times } },
    { fault: 'unknown-field', field: 'brandAssociations', match: { operation: 'brandAssociations', times } },
  );
  const asked = byId(await channel.connection.listingQuestions(UNITED_STATES, '12'));
  expect(asked.get('core::manufacturerId')).toMatchObject({ answer: 'text', choices: [] });
  expect(asked.get('380201')?.children).toMatchObject([{ importance: 'optional', askedWhen: null }]);
  await channel.clearFaults();
  await channel.fault({ fault: '429', match: { operation: 'attributesByFilter' } });
  await expect(channel.connection.listingQuestions(UNITED_STATES, '12')).rejects.toMatchObject({ kind: 'rate' });
});

test('a missing scope, no questions at all, and a class that is none', async () => {
  channel = await simulatedChannel();
  const match = { operation: 'productAddition.questions' };
  await channel.fault({ fault: 'permission-denied', match });
  await expect(channel.connection.listingQuestions(UNITED_STATES, '12')).rejects.toMatchObject({ kind: 'denied' });
  await channel.fault({ fault: 'null-list', match });
  await expect(channel.connection.listingQuestions(UNITED_STATES, '12')).rejects.toMatchObject({ kind: 'unreadable' });
  for (const classId of ['99999', 'Beds'])
    await expect(channel.connection.listingQuestions(UNITED_STATES, classId)).rejects.toMatchObject({
      kind: 'validation',
    });
});

test('what changes there is asked from then on', async () => {
  channel = await simulatedChannel();
  const added = { id: '390001', displayName: 'Slat Spacing', choices: ['Narrow', 'Wide'] };
  await channel.door('POST', '/listings/questions', { classId: '12', added });
  const asked = byId(await channel.connection.listingQuestions(UNITED_STATES, '12'));
  expect(asked.get('390001')).toMatchObject({ importance: 'required', answer: 'choice' });
});

test('odd questions are left out, unknown types are answered in words or by what is offered', async () => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'productAddition { questions', ({ data }) => {
    const own = { displayName: 'New', importanceType: 'MANDATORY', isMultiValue: null };
    data.productAddition.questions = [
      null,
      { id: null, displayName: 'No id' },
      { id: '1', displayName: { odd: true } },
      { id: '2', ...own, answerType: 'HOLOGRAM', possibleAnswers: null, childQuestions: null },
      { id: 3, ...own, answerType: 'PALETTE', possibleAnswers: [{ value: 'A' }, null, { key: 'B', value: null }] },
      { id: '4', ...own, answerType: 'BOOLEAN', possibleAnswers: [{ value: 'No' }, { value: 'Yes' }] },
      { id: '5', ...own, answerType: 'SINGLE_CHOICE', possibleAnswers: [] },
    ];
  });
  expect(await connection.listingQuestions(UNITED_STATES, '12')).toMatchObject([
    { id: '2', answer: 'text', importance: 'optional', isMultiple: false, choices: [], children: [] },
    { id: '3', answer: 'choice', choices: [{ key: 'A' }, { key: 'B' }] },
    { id: '4', answer: 'boolean', choices: [{ key: 'Yes' }, { key: 'No' }] },
    { id: '5', answer: 'text' },
  ]);
});

test('a rule that excludes asks for the rest; one of another parent means nothing', () => {
  const rule = (parent: string, child: string, operation: string, validationType: string) => ({
    upstreamCondition: { taxonomyAttributeId: parent, values: ['A'] },
    downstreamConditions: [{ taxonomyAttributeId: child, validationType, operation }, null],
  });
  const notes = readAttributes({
    attributes: null,
    conditionalityRules: [rule('p', 'x', 'EXCLUDE', 'ERROR'), rule('other', 'y', 'ASSIGN', 'ERROR'), null],
  });
  const child = (id: string) => ({ id, displayName: id, answerType: 'STRING', importanceType: 'CONDITIONAL' });
  const [parent] = mapQuestions(
    [
      {
        id: 'p',
        displayName: 'P',
        answerType: 'SINGLE_CHOICE',
        possibleAnswers: [{ value: 'A' }, { value: 'B' }, { value: 'C' }],
        childQuestions: [child('x'), child('y')],
      },
    ],
    notes,
  );
  expect(parent?.children).toMatchObject([
    { id: 'x', askedWhen: ['B', 'C'], importance: 'required' },
    { id: 'y', askedWhen: null, importance: 'optional' },
  ]);
});
