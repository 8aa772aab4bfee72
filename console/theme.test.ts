import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tones } from './settings/tones.ts';
import { themeOf } from './theme.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#000' }));
});
afterAll(() => vi.unstubAllGlobals());

const TONES: Tones = { accent: '#000', solid: '#000', hover: '#000', active: '#000', tint: '#fff', onSolid: '#fff' };

test('on a phone a finger meets every button, small ones too; with a mouse they stay dense', () => {
  const heights = (isMobile: boolean) => {
    const { token, components } = themeOf(TONES, 'light', isMobile);
    return [token?.controlHeight, components?.Button?.controlHeightSM];
  };
  expect(heights(true)).toEqual([40, 40]);
  expect(heights(false)).toEqual([30, undefined]);
});
