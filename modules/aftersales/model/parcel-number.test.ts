import { expect, test } from 'vitest';
import { parcelNumbers } from './parcel-number.ts';

test.each([
  ['1Z999AA10123456784', ['1Z999AA10123456784']],
  // USPS: service, ZIP of five and of nine digits in front.
  ['420787019400136105536836345521', ['9400136105536836345521']],
  ['4207870112349400136105536836345521', ['9400136105536836345521']],
  // FedEx: 34 digits, the last 14 with zeros in front.
  ['9622001900000000000000794644790132', ['794644790132']],
  ['', []],
])('%s', (read, numbers) => {
  const found = parcelNumbers(read);
  for (const number of numbers) expect(found).toContain(number);
  if (read) expect(found[0]).toBe(read);
  else expect(found).toEqual([]);
});
