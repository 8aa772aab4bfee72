import { expect, test } from 'vitest';
import { redirectTarget, signInAddress } from './redirect.ts';

const back = (address: string): string => redirectTarget(new URL(address, 'http://x').search);

test('the sign-in leads back to where the user wanted to go', () => {
  expect(back(signInAddress('/orders/pending?tab=a&x=1'))).toBe('/orders/pending?tab=a&x=1');
  expect(back(signInAddress('/'))).toBe('/');
});

test('it never leads to another site', () => {
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1'])
    expect(back(`/user/login?redirect=${encodeURIComponent(evil)}`)).toBe('/');
});
