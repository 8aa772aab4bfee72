import { expect, test } from 'vitest';
import { gramsToPounds, inchesToMm, mmToInches, poundsToGrams } from './unit.ts';

test('whole, half, quarter and tenth inches come back as typed, an eighth as the same millimetre', () => {
  for (const part of [1, 2, 4, 8, 10])
    for (let n = 1; n <= 120 * part; n++) {
      const typed = n / part;
      const shown = mmToInches(inchesToMm(typed));
      expect(inchesToMm(shown)).toBe(inchesToMm(typed));
      if (part !== 8) expect(shown).toBe(typed);
      else expect(Math.abs(shown - typed)).toBeLessThanOrEqual(0.03);
    }
});

test('weights of the trade come back as typed', () => {
  for (const pounds of [0.5, 1, 23.75, 38.2, 75, 149.99, 150, 150.01, 312.4])
    expect(gramsToPounds(poundsToGrams(pounds))).toBe(pounds);
});

test('every stored millimetre is shown as a number that is stored the same; a pound to its hundredth', () => {
  for (let mm = 1; mm <= 3000; mm++) expect(inchesToMm(mmToInches(mm))).toBe(mm);
  for (let grams = 1; grams <= 70_000; grams += 7)
    expect(Math.abs(poundsToGrams(gramsToPounds(grams)) - grams)).toBeLessThanOrEqual(2);
});
