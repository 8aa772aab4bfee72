import { expect, test } from 'vitest';
import { DEFAULTS } from './settings.ts';
import { contrast, PRESETS, tonesOf } from './tones.ts';

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#1890FF', '#ffffff')).toBeCloseTo(3.24, 2);
});

test('there are eight presets, the default colour among them', () => {
  expect(PRESETS).toHaveLength(8);
  expect(PRESETS.find(({ color }) => color === DEFAULTS.primaryColor)?.name).toBe('拂晓蓝(默认)');
});

test.each(PRESETS)('$name: text and solid buttons can be read on every ground', ({ color }) => {
  const { accent, solid, hover, active, tint } = tonesOf(color);
  expect(accent).toBe(color);
  for (const ground of ['#ffffff', '#f2f4f7', tint])
    expect(contrast(solid, ground)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(hover, '#ffffff')).toBeGreaterThan(contrast(solid, '#ffffff'));
  expect(contrast(active, '#ffffff')).toBeGreaterThan(contrast(hover, '#ffffff'));
});

test('a colour that already passes is kept, and white itself still gives a readable tone', () => {
  expect(tonesOf('#722ED1').solid).toBe('#722ed1');
  expect(contrast(tonesOf('#ffffff').solid, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('what is no colour is refused', () => {
  expect(() => tonesOf('blue')).toThrow();
});
