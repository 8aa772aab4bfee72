import { expect, test } from 'vitest';
import { readSerialParams, serialStem, serialText } from './code-rules.ts';

const params = (text: string) => {
  const read = readSerialParams(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

test('a serial number has its date where the tenant is, and grows beyond its digits', () => {
  const daily = params('{"prefix":"CN-","date":"yyyyMMdd","digits":4}');
  expect(serialText(serialStem(daily, {}, '2026-11-24') ?? '', daily, 1)).toBe('CN-202611240001');
  const monthly = params('{"date":"yyyyMM","digits":2}');
  expect(serialText(serialStem(monthly, {}, '2026-01-31') ?? '', monthly, 100)).toBe('202601100');
  const yearly = params('{"date":"yyyy"}');
  expect(serialStem(yearly, {}, '2026-01-31')).toBe('2026');
});
