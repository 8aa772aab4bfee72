import { expect, test } from 'vitest';
import { readBins } from './counted-bins.ts';

test('bins are read as people list and scan them', () => {
  expect(readBins('A-01-01，A-01-02\nB-02*; A-01-01')).toEqual({
    codes: ['A-01-01', 'A-01-02'],
    starts: ['B-02'],
  });
  expect(readBins(null)).toEqual({ codes: [], starts: [] });
});
