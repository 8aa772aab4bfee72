import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
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

const tokens = readFileSync(resolve(import.meta.dirname, '../../ui/tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split(":root[data-theme='dark']");
const token = (sheet: string, name: string): string => {
  const found = new RegExp(`--wb-${name}: (#[0-9a-f]+);`).exec(sheet)?.[1] ?? '';
  return found.length === 4 ? found.replace(/[0-9a-f]/g, '$&$&') : found;
};
const SHEETS = { light, dark } as const;
const GROUNDS = ['ground', 'surface', 'raised', 'soft', 'calm'];

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const grounds = GROUNDS.map((name) => token(SHEETS[scheme], name));

  test.each(PRESETS)('$name: text and solid buttons can be read on every ground', ({ color }) => {
    const { accent, solid, hover, active, tint, onSolid } = tonesOf(color, scheme);
    expect(accent).toBe(color);
    for (const ground of [...grounds.slice(0, 3), tint, onSolid])
      expect(contrast(solid, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(hover, onSolid)).toBeGreaterThan(contrast(solid, onSolid));
    expect(contrast(active, onSolid)).toBeGreaterThan(contrast(hover, onSolid));
    for (const name of ['text', 'text-weak'])
      expect(contrast(token(SHEETS[scheme], name), tint)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['text', 'text-weak'])('%s can be read on every ground', (name) => {
    for (const ground of grounds) expect(contrast(token(SHEETS[scheme], name), ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['red', 'amber', 'green', 'blue'])('%s can be read, also on its own ground', (name) => {
    const tone = token(SHEETS[scheme], name);
    for (const ground of [...grounds.slice(0, 4), token(SHEETS[scheme], `${name}-ground`)])
      expect(contrast(tone, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(SHEETS[scheme], `${name}-solid`), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
});

test('a colour that already passes is kept, and white itself still gives a readable tone', () => {
  expect(tonesOf('#722ED1').solid).toBe('#722ed1');
  expect(contrast(tonesOf('#ffffff').solid, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('what is no colour is refused', () => {
  expect(() => tonesOf('blue')).toThrow();
});
