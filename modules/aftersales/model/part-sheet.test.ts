import { expect, test } from 'vitest';
import { causeOf } from './part-sheet.ts';

test('what was wrong is read out of the words of people and of channels', () => {
  expect(causeOf('少件')).toBe('missing');
  expect(causeOf('Part missing from box')).toBe('missing');
  expect(causeOf('Arrived DAMAGED')).toBe('damaged');
  expect(causeOf('wrong part sent')).toBe('wrong');
  expect(causeOf('Manufacturer defect')).toBe('defective');
  expect(causeOf('customer lost it')).toBe('lost');
  expect(causeOf('because')).toBe('other');
  expect(causeOf('  ')).toBe('damaged');
  expect(causeOf(null)).toBe('damaged');
});
