import { expect, test } from 'vitest';
import { onlyDigits } from './only-digits.ts';

test('digits are found in what people type and paste', () => {
  expect(onlyDigits('123 456', 6)).toBe('123456');
  expect(onlyDigits(' 12-34-56\n', 6)).toBe('123456');
  expect(onlyDigits('１２３４５６', 6)).toBe('123456');
  expect(onlyDigits('1234567', 6)).toBe('123456');
  expect(onlyDigits('验证码', 6)).toBe('');
});
