import { expect, test } from 'vitest';
import { waitingWords } from './station-waiting.ts';

const waiting: Parameters<typeof waitingWords>[0] = {
  status: 'labelling',
  class: 'parcel',
  pickupDate: null,
  labelError: null,
  labelSource: null,
  boxes: [],
};

test('freight that waits says where it is put, and that it leaves by itself', () => {
  expect(waitingWords(waiting, undefined)).toEqual({ tone: 'calm', words: '等待面单' });
  const freight = { ...waiting, class: 'ltl' } as const;
  expect(waitingWords(freight, undefined).words).toBe(
    '等待面单。零担：放到零担待提区；面单好了自动打印、自动出库，不用再扫',
  );
  const dated = { ...freight, pickupDate: '2026-11-30 09:00:00' };
  expect(waitingWords(dated, undefined).words).toContain('承运商 11-30 09:00 提货');
  // What does not go on by itself says only that.
  expect(waitingWords({ ...freight, labelError: '地址错误' }, undefined)).toEqual({
    tone: 'bad',
    words: '面单失败：地址错误',
  });
});
