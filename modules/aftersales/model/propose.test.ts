import { expect, test } from 'vitest';
import { proposeFor } from './propose.ts';

const line = { fault: null, outcome: 'refund', good: 0, damaged: 0, wrong: 0 } as const;

test.each([
  ['seller', 'returnToSupplier'],
  ['carrier', 'scrap'],
  ['buyer', 'refurb'],
  ['channel', 'refurb'],
  [null, 'refurb'],
] as const)('damaged goods for which %s answers: %s', (fault, damagedDisposition) => {
  expect(proposeFor({ ...line, fault, damaged: 1 })).toEqual({
    outcome: 'refund',
    disposition: 'restock',
    damagedDisposition,
  });
});

test('other goods than were sold give nobody money; some of them beside the right ones do', () => {
  expect(proposeFor({ ...line, wrong: 2 }).outcome).toBe('reject');
  expect(proposeFor({ ...line, wrong: 1, good: 1 }).outcome).toBe('refund');
  expect(proposeFor({ ...line, outcome: 'replace', good: 1 }).outcome).toBe('replace');
  expect(proposeFor({ ...line, outcome: null, good: 1 }).outcome).toBe('refund');
});
