import { crc32 as reference } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('the sum is the one that the server calculates, leading zeros included', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe('cbf43926');
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256);
  for (let end = 0; end < bytes.length; end += 97) {
    const part = bytes.subarray(0, end);
    expect(crc32(part)).toBe(reference(part).toString(16).padStart(8, '0'));
  }
});
