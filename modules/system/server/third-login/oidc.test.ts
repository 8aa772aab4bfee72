import { expect, test } from 'vitest';
import type { OutboundFetch } from '#platform/outbound/outbound.ts';
import { createOidc } from './oidc.ts';

const issuer = 'https://login.example.com';
const callback = 'https://erp.example.com/api/sys/thirdLogin/oidc/callback';
const options = {
  issuer,
  clientId: 'waybill',
  clientSecret: 's',
  title: '登录',
  linkByMail: false,
};
const checks = { state: 'st', nonce: 'no', codeVerifier: 'v'.repeat(43) };
const document = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
};

/** A provider whose well-known document is what `answer` says, and the calls it got. */
function provider(answer: () => object): { fetch: OutboundFetch; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(url);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(answer())),
      };
    },
  };
}

test('the browser is sent with state, nonce and the digest of a verifier', async () => {
  const { fetch, asked } = provider(() => document);
  const oidc = createOidc(options, fetch, callback);
  const { searchParams, origin, pathname } = await oidc.begin(checks);
  expect(origin + pathname).toBe(`${issuer}/auth`);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: 'waybill',
    response_type: 'code',
    redirect_uri: callback,
    state: 'st',
    nonce: 'no',
    code_challenge_method: 'S256',
  });
  expect(searchParams.get('code_challenge')).not.toContain('vvv');
  await oidc.begin(checks);
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
});

test('a provider that was away is asked again by the next person', async () => {
  let isAway = true;
  const { fetch } = provider(() => {
    if (isAway) throw new Error('away');
    return document;
  });
  const oidc = createOidc(options, fetch, callback);
  await expect(oidc.begin(checks)).rejects.toThrow();
  isAway = false;
  expect((await oidc.begin(checks)).origin).toBe(issuer);
});

test('a document that speaks for another issuer is refused', async () => {
  const { fetch } = provider(() => ({ ...document, issuer: 'https://evil.example' }));
  await expect(createOidc(options, fetch, callback).begin(checks)).rejects.toThrow();
});
