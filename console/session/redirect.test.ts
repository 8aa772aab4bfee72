import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { guard, redirectTarget, signInAddress, type GuardFacts } from './redirect.ts';

const back = (address: string): string => redirectTarget(new URL(address, 'http://x').search);

const PUBLIC = ['/user/login', '/user/sso', '/user/register', '/oauth2-app/login'];
const facts = (changed: Partial<GuardFacts> = {}): GuardFacts => ({
  isSignedIn: false,
  isPublic: (path) => PUBLIC.includes(path),
  ssoDefault: false,
  isExternalApp: false,
  ...changed,
});
const at = (pathname: string, search = '') => ({ pathname, search });

test('the sign-in leads back to where the user wanted to go', () => {
  expect(back(signInAddress('/orders/pending?tab=a&x=1'))).toBe('/orders/pending?tab=a&x=1');
  expect(back(signInAddress('/'))).toBe('/');
});

test('it never leads to another site, nor in a circle', () => {
  const evil = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' /x',
    'evil.example/x',
    '/user/login?redirect=/x',
    '/user/sso',
    '',
  ];
  for (const one of evil) expect(back(`/user/login?redirect=${encodeURIComponent(one)}`)).toBe('/');
});

test('without a token only public pages pass, the rest remembers where it was going', () => {
  covers('§2 user pages', '§2 guard without a token', '§6 access by token');
  expect(guard(at('/user/register'), facts())).toEqual({ kind: 'public', path: '/user/register' });
  expect(guard(at('/orders/pending', '?a=1'), facts())).toEqual({
    kind: 'to',
    address: '/user/login?redirect=%2Forders%2Fpending%3Fa%3D1',
  });
});

test('the short addresses of the two families lead to their sign-in pages', () => {
  covers('§2 user pages', '§2 chat app sign-in');
  expect(guard(at('/user/'), facts())).toEqual({ kind: 'to', address: '/user/login' });
  expect(guard(at('/oauth2-app'), facts())).toEqual({ kind: 'to', address: '/oauth2-app/login' });
});

test('with a token the entrances lead to the wanted page, other public pages stay', () => {
  covers('§2 guard with a token');
  const signedIn = facts({ isSignedIn: true });
  expect(guard(at('/user/login', '?redirect=%2Forders'), signedIn)).toEqual({
    kind: 'to',
    address: '/orders',
  });
  expect(guard(at('/user/sso'), signedIn)).toEqual({ kind: 'to', address: '/' });
  expect(guard(at('/user/register'), signedIn)).toMatchObject({ kind: 'public' });
  expect(guard(at('/orders'), signedIn)).toEqual({ kind: 'console' });
});

test('single sign-on takes the place of the sign-in page, unless the account page is asked for', () => {
  covers('§2 single sign-on path', '§2 guard without a token');
  const sso = facts({ ssoDefault: true });
  expect(guard(at('/user/login', '?redirect=%2Fx'), sso)).toEqual({
    kind: 'to',
    address: '/user/sso?redirect=%2Fx',
  });
  expect(guard(at('/x'), sso)).toEqual({ kind: 'to', address: '/user/sso?redirect=%2Fx' });
  expect(guard(at('/user/login', '?way=account'), sso)).toMatchObject({ kind: 'public' });
  expect(guard(at('/x'), facts({ isExternalApp: true }))).toEqual({
    kind: 'to',
    address: '/oauth2-app/login?redirect=%2Fx',
  });
});
