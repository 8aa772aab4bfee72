import { expect, test } from 'vitest';
import { memorySettings } from './server-process.ts';

const GB = 1024 ** 3;

test('the embedded server takes an eighth of the memory, within bounds', () => {
  const buffers = [0.5, 1, 4, 8, 16, 256].map((gb) => memorySettings(gb * GB)['shared_buffers']);
  expect(buffers).toEqual(['128MB', '128MB', '512MB', '1024MB', '2048MB', '2048MB']);
});
