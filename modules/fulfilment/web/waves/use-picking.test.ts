import { expect, test } from 'vitest';
import type { PickStop } from '../../model/wave-routes.ts';
import { isWithoutBins, nextWithoutBin } from './use-picking.ts';

const stop = (seq: number, code: string, more: Partial<PickStop> = {}): PickStop =>
  ({
    seq,
    bin: null,
    qty: 1,
    picked: 0,
    left: 1,
    slots: [],
    short: 0,
    goods: { code, name: code, codes: [code], picture: null, bins: [] },
    ...more,
  }) as unknown as PickStop;

test('goods without bins are picked in any order; those with bins in that of the walk', () => {
  const [here, other] = [stop(1, 'BED'), stop(2, 'LAMP')];
  const stops = [here, other, stop(3, 'DESK', { left: 0 })];
  expect(isWithoutBins({ stops })).toBe(true);
  expect(nextWithoutBin({ stops }, here, 'LAMP')).toBe(other);
  expect(nextWithoutBin({ stops }, here, 'DESK')).toBeUndefined();
  const walked = [stop(1, 'BED', { bin: 'A-01' }), other];
  expect(isWithoutBins({ stops: walked })).toBe(false);
  expect(nextWithoutBin({ stops: walked }, walked[0] as PickStop, 'LAMP')).toBeUndefined();
});
