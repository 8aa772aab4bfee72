import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['Ab1!xyz', 0],
  ['abcdefgh', 1],
  ['12345678', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abababab1212', 1],
  ['lantian58', 2],
  ['tall green lamp', 3],
  ['Lantian-58', 3],
  ['蓝天白云青山绿水高山流水', 2],
])('%s counts %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
